"""Keeps standard output for Runner's own text: output of libraries there is discarded.

A library written in C writes to file descriptor 1, bypassing `sys.stdout`, for example a banner,
and would corrupt the JSON and CSV that commands write.
"""

import os
import sys
from io import TextIOWrapper
from typing import NoReturn


def reserve_standard_output() -> None:
    """Move `sys.stdout` to a new file descriptor, and point descriptor 1 at the null device.

    Does nothing if `sys.stdout` is not a text stream on descriptor 1: in tests that replace it, and
    on further calls. Closed standard descriptors are opened on the null device, so that no file of
    an event gets their number, and output of libraries cannot get into it.
    """
    _open_those_that_are_closed()
    stream = sys.stdout
    if not isinstance(stream, TextIOWrapper) or not _is_descriptor_1(stream):
        return
    stream.flush()
    buffering = 0 if stream.write_through else -1
    own = TextIOWrapper(
        open(os.dup(1), "wb", buffering=buffering),  # noqa: PTH123, SIM115 - open until the end
        encoding=stream.encoding,
        errors=stream.errors,
        line_buffering=stream.line_buffering,
        write_through=stream.write_through,
    )
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)
    sys.stdout = own


def restart(*words: str) -> NoReturn:
    """Replace this process by the program and arguments in `words`, keeping standard output."""
    sys.stdout.flush()
    os.dup2(sys.stdout.fileno(), 1)
    os.execv(words[0], words)  # noqa: S606 - Runner itself


def _open_those_that_are_closed() -> None:
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one


def _is_descriptor_1(stream: TextIOWrapper) -> bool:
    try:
        return stream.fileno() == 1
    except (OSError, ValueError):
        return False
