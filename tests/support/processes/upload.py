"""One upload in a process of its own, which says when it begins: site, destination, own folder."""

import sys
from pathlib import Path

from runner.app.upload.destination import destination
from runner.app.upload.secrets import secret_for
from runner.app.upload.targets import Access
from runner.app.upload.upload import upload
from runner.ledger.ledger import Ledger

site, typed, own = sys.argv[1:]
to = destination(typed, Path(own))
print("begins", flush=True)
upload(Path(site), to, Access(Path(own), secret_for(to)), Ledger())
