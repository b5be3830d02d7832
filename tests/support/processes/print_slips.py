"""Print the slips of two tables: a PDF on the standard output."""

import sys

from runner.render.documents.slips.document import to_pdf
from tests.support.slips import slip

sys.stdout.buffer.write(to_pdf([slip(number, address="https://e.org/") for number in (1, 2)]))
