"""Render the site of an event, and say its hash."""

import hashlib

from runner.render.site import render
from tests.support import sample

files = render(sample.snapshot(sample.Plan(players=26)), {}).files
print(hashlib.sha256(repr(list(files.items())).encode()).hexdigest())
