"""Write Runner's own cells into a workbook that somebody may be editing: no edit is ever lost.

In: what was published, and the workbook as it was read. Out: the workbook with the names in it, or
why they wait. It must never know what a page looks like.

One write-back, step by step. Round 3 is published; the workbook was read with the SHA-256 `1f3a…`.

1. `pending_cells`: on the sheet “Round 3” the cell C5 shall hold “Ana Example”. A change comes with
   the texts that may be replaced there (`ours`): names that Runner wrote before.
2. `merge`: the file still has `1f3a…`. C5 is blank: it is written. In D5 the organiser has typed
   “Bo Late”: that stays, and is reported. Each cell is read back. Sheets that a round lacks are
   made, and unused ones of Runner's own removed (`created_sheets`).
3. `locks`: nobody has had the workbook open for a second. While somebody has, the names wait, or go
   into the open workbook (`workbook/live/`).
4. `swap_recovery`: the new workbook is written as `.runner/displaced/000012.xlsx`, with a note of
   what was read (`1f3a…`) and what is put in its place (`9c02…`).
5. `exchange`: the two files change places in one step. If `000012.xlsx` now has another digest than
   `1f3a…`, somebody saved in that very moment, and it goes back.
6. For ten seconds more `rescue` looks at `000012.xlsx`: an editor that still had the old file open
   may save into it late, and that edit is given back too.

`write_back` goes through all of it; `copies` finds second versions of a workbook by their names.
"""
