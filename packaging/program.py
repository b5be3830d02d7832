"""Where the standalone program begins: the same as `runner`."""

from runner.cli import main

main()
