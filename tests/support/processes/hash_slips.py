"""Hash what slips are made from, and say which heavy packages that has loaded."""

import sys

from runner.render.documents.slips import document

document.inputs_hash(())
loaded = [name for name in ("weasyprint", "pydyf", "PIL") if name in sys.modules]
print(loaded)
