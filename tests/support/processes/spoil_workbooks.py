"""Spoil workbooks, read them: FIRST COUNT. A line of JSON for each wrong one, then a count."""

import sys

from tests.support.fuzzing import main

main(int(sys.argv[1]), int(sys.argv[2]))
