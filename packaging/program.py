"""Where the standalone program begins: the same as `runner`."""

from runner.app.own_window import kept_open

with kept_open():
    from runner.cli import main

    main()
