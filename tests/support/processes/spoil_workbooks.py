"""Spoil workbooks and see what reading them comes to: FIRST COUNT. One line of JSON for each that
is wrong, then a count."""

import sys

from tests.support.fuzzing import main

main(int(sys.argv[1]), int(sys.argv[2]))
