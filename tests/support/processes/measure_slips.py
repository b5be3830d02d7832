"""Lay out the worst slips on A4 or letter, in a rehearsal (1) or not (0), and say as JSON where
their lines are and how many pages hold the empty forms."""

import json
import sys

from runner.render.documents.slips.layout import A4, LETTER
from tests.support.printed import pages, slips

(paper,) = (paper for paper in (A4, LETTER) if paper.name == sys.argv[1])
print(json.dumps(pages(slips(rehearsal=sys.argv[2] == "1"), paper)))
