"""Paper: all printed documents, listed in `registry` by key.

In: a snapshot and a round. Out: file names with their bytes, and problems. It must not know the
printer, the event's folder, or what was printed before.
"""
