"""Run as a program: loads modules, or runs a command of Runner's, and says what came with them.

    python -m tests.support.processes.what_is_loaded modules runner.phases runner.rules
    python -m tests.support.processes.what_is_loaded command status events/friday

The packages are printed to the standard error as a last line, for whatever the command prints.
"""

import sys
from importlib import import_module

HEAVY = {
    "highspy", "jinja2", "jsonschema", "numpy", "openpyxl", "rustworkx", "scipy", "segno",
    "watchdog", "weasyprint",
}  # fmt: skip


def main(what: str, *words: str) -> None:
    if what == "modules":
        for word in words:
            import_module(word)
    else:
        from runner.cli import main as runner

        runner(words, standalone_mode=False)
    sys.stderr.write(f"\n{' '.join(sorted(HEAVY & sys.modules.keys()))}\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
