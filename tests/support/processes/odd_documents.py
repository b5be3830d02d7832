"""Import spoilt documents: FIRST COUNT. A line of JSON for each that is wrong, then a count."""

import sys

from tests.support.odd_documents import main

main(int(sys.argv[1]), int(sys.argv[2]))
