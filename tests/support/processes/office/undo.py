"""Say what the last action in LibreOffice is called, and undo it: PIPE."""

import os
import sys

from desktop import context, desktop

document = desktop(context(sys.argv[1])).Components.createEnumeration().nextElement()
print(document.UndoManager.getCurrentUndoActionTitle(), flush=True)
document.UndoManager.undo()
os._exit(0)
