"""Runner's own rule outside of LibreOffice's main thread, so that somebody may type between its
look and its write: BRIDGES_FOLDER PIPE WORKBOOK, and the cells as JSON on the standard input."""

import json
import os
import sys

from desktop import context, desktop

folder, pipe, book = sys.argv[1:]
sys.path.insert(0, folder)
import bridge  # noqa: E402

document = bridge.document_of(desktop(context(pipe)), book)
bridge.settle(json.load(sys.stdin), bridge.Book(document))
os._exit(0)
