"""What leaves the program for the disk: the ledger's lines, and the pages of the site."""

from runner.app.journal import Journal, append, read
from runner.app.publish.folder import Published, publish

__all__ = ["Journal", "Published", "append", "publish", "read"]
