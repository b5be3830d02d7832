"""`python -m runner` is `runner`."""

from runner.cli import main

main()
