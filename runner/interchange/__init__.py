"""The open format: documents that other programs read and write (docs/open-format.md)."""
