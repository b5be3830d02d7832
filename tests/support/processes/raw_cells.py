"""Type cells of every kind into a workbook and save: FIRST COUNT. One line of JSON for each that is
wrong, then a count."""

import sys

from tests.support.raw_cells import main

main(int(sys.argv[1]), int(sys.argv[2]))
