"""Run as a program: a command of Runner's, with libraries that print when they are loaded.

    python -m tests.support.processes.noisy_libraries status --json events/friday

Each heavy package prints a line with its name to file descriptor 1, as a library written in C does.
"""

import os
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType

from tests.support.processes.what_is_loaded import HEAVY

NOISE = "a library prints this"


class _Noisy(Loader):
    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        os.write(1, f"{NOISE}: {module.__name__}\n".encode())
        self._loader.exec_module(module)


class NoisyImports(MetaPathFinder):
    """Finds heavy packages, and lets each print a line when it is loaded."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path) if fullname in HEAVY else None
        if spec is not None and spec.loader is not None:
            spec.loader = _Noisy(spec.loader)
        return spec


if __name__ == "__main__":
    sys.meta_path.insert(0, NoisyImports())
    from runner.cli import main

    main(sys.argv[1:])
