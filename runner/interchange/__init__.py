"""The open format: documents that other programs read and write (docs/open-format.md).

    event_in.py       a runner-event/1 document as an event and a ledger, validated by its schema
    event_out.py      an event and its ledger as such a document; an imported one is unchanged
    snapshot_out.py   what follows from an event, as runner-snapshot/1
    rounds_out.py     the input of each round's drawing, as runner-rounds/1

Documents are plain JSON values, in and out: no files, no workbook, and no pages. What is wrong with
a document is a `Problem`, never an exception.
"""
