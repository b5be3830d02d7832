"""WeasyPrint, loaded when there is something to print and not before, and no more of it than that
takes: a third of its import is for fonts that vary, and for systems without HarfBuzz's subsets.

It needs Pango, which comes with the operating system and not with Python.
"""

import ctypes
import ctypes.util
import gc
import re
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from importlib import import_module
from io import StringIO
from types import ModuleType
from typing import Any

from runner.render.documents.pango import how_to_install

_LATER = ("fontTools.subset", "fontTools.ttLib.woff2", "fontTools.varLib.instancer")
_A_TYPE = "void __dummy("  # how cffi has the name of a type read


class PangoMissing(Exception):  # noqa: N818 - it says what is the matter, for the organiser
    """WeasyPrint's libraries cannot be loaded; the text says to an organiser what to install."""

    def __init__(self) -> None:
        super().__init__(
            f"Slips cannot be made into a PDF, because Pango is not installed. {how_to_install()}"
        )


def weasyprint() -> ModuleType:
    """The package itself. Raises PangoMissing."""
    try:
        with _known_names():
            module = _imported()
    except OSError:  # a system that has Pango by some name of its own
        try:
            module = _imported()
        except OSError as reason:
            raise PangoMissing from reason
    _keep(module.text.ffi)
    _read_types_alone(module.text.ffi.ffi)
    return module


@contextmanager
def without_collecting() -> Iterator[None]:
    """Keeps Python from searching for garbage at every few hundred boxes: a fifth of the time."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _imported() -> ModuleType:
    with warnings.catch_warnings(), redirect_stdout(StringIO()), without_collecting(), _later():
        # Without the optional HarfBuzz-Subset it warns at import; PDFs are only made slower. What
        # it prints where Pango is missing, Runner says itself.
        warnings.simplefilter("ignore", DeprecationWarning)
        import weasyprint
        import weasyprint.text.ffi
    module: ModuleType = weasyprint
    return module


@contextmanager
def _known_names() -> Iterator[None]:
    """Meanwhile libraries are loaded by their full names alone, as WeasyPrint knows those of Linux.

    For each other name that it tries first, Python would start a compiler and more to look for
    it: a third of the import.
    """
    real = ctypes.util.find_library
    if sys.platform == "linux":
        ctypes.util.find_library = lambda name: None
    try:
        yield
    finally:
        ctypes.util.find_library = real


@contextmanager
def _later() -> Iterator[None]:
    """Meanwhile stand-ins are imported for what is seldom called."""
    standing_in = {name: _StandIn(name) for name in _LATER if name not in sys.modules}
    sys.modules.update(standing_in)
    try:
        yield
    finally:
        for name in standing_in:
            del sys.modules[name]


class _StandIn(ModuleType):
    """A module that is imported when one of its functions or classes is called."""

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("__"):
            raise AttributeError(name)

        def called(*args: Any, **kwargs: Any) -> Any:
            return getattr(import_module(self.__name__), name)(*args, **kwargs)

        return called


@cache
def _keep(ffi: ModuleType) -> None:
    """Keeps Pango and its kin in memory until the process is gone.

    Python unloads them as it shuts down. Pango sorts fonts in threads of its own that nobody waits
    for, and one that still runs then has its code taken away: the program crashes after its work
    is done, now and then. A reference that is never given back prevents the unloading.
    """
    for library in vars(ffi).values():
        if hasattr(library, "__cffi_close__"):
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(library))


@cache
def _read_types_alone(ffi: Any) -> None:
    """For each type that WeasyPrint asks for, cffi reads the names of all that Pango has: a
    fifteenth of what a few slips cost. Here it reads those that stand in the type. Where cffi is
    another inside, it goes on as it does."""
    parser: Any = getattr(ffi, "_parser", None)
    if not all(hasattr(parser, name) for name in ("_parse", "_declarations")):
        return
    read, known = parser._parse, parser._declarations

    def parse(source: str) -> Any:
        if not source.startswith(_A_TYPE):
            return read(source)
        names = (f"typedef {word}" for word in re.findall(r"\w+", source))
        parser._declarations = {name: known[name] for name in names if name in known}
        try:
            return read(source)
        finally:
            parser._declarations = known

    parser._parse = parse
