"""Type cells of every kind, save: FIRST COUNT. A line of JSON for each wrong one, then a count."""

import sys

from tests.support.raw_cells import main

main(int(sys.argv[1]), int(sys.argv[2]))
