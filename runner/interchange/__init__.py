"""The open format: documents that other programs read and write (docs/open-format.md).

    event_in.py       a runner-event/1 document as an event and a ledger, checked against its schema
    event_out.py      an event and its ledger as that document, equal to the one that came in
    snapshot_out.py   what follows from an event as runner-snapshot/1
    rounds_out.py     what each round was drawn from as runner-rounds/1

Documents come as plain JSON values and go as such: no files, no workbook, and no pages. What is
wrong with a document is a `Problem`, never an exception.
"""
