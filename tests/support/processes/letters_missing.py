"""Print the slip of one player, and say which letters of the name no font here has."""

import sys
from dataclasses import replace

from runner.render.documents.slips.document import render
from runner.render.documents.slips.layout import USUAL
from tests.support.slips import slip

named = replace(slip(), seats=(sys.argv[1],))
missing = render([named], USUAL).missing
sys.stdout.buffer.write("".join(sorted(missing)).encode() + b"\n")
