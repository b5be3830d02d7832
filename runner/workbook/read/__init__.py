"""From the workbook's cells to an `Event`.

In: bytes. Out: the event, a problem with its cell for each mistake, and where things stand
(`workbook/layout.py`). `read` goes from sheet to sheet; `sheet` finds the columns that the schema
declares by their headings, and returns what the cells of a row mean. It must never know what was
published: the event is what the workbook says, and no more.
"""
