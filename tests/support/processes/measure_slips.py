"""Lay out the worst slips: A4 or letter, rehearsal 1 or 0; lines and empty forms as JSON."""

import json
import sys

from runner.render.documents.slips.layout import A4, LETTER
from tests.support.printed import pages, slips

(paper,) = (paper for paper in (A4, LETTER) if paper.name == sys.argv[1])
print(json.dumps(pages(slips(rehearsal=sys.argv[2] == "1"), paper)))
