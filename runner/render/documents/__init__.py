"""Paper: the documents that a hall needs, found in `registry` by their keys.

In: a snapshot and a round. Out: names of files with their bytes, and problems. It must never know
which printer, which folder of the event, or whether anything was printed before.
"""
