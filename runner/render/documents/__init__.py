"""Paper: the documents that a hall needs, each made from a snapshot."""
