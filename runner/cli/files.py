"""Files and documents that a command is given, or the end of the command with the reason."""

import json
import sys
from pathlib import Path
from typing import Any

from runner.cli.reporting import Failed
from runner.disk import read_regular_file


def text_of(path: Path) -> str:
    """A file's text, or the end of the command with the reason."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as reason:
        raise Failed(f"{path} cannot be read: {reason}") from None


def standard_input() -> str:
    """What comes in through a pipe, or the end of the command with the reason."""
    try:
        return sys.stdin.read().removeprefix("\ufeff")
    except UnicodeDecodeError as reason:
        raise Failed(f"The standard input is not UTF-8: {reason}.") from None


def bytes_of(path: Path) -> bytes:
    """A file's bytes, or the end of the command with the reason."""
    try:
        return read_regular_file(path)
    except OSError as reason:
        raise Failed(f"{path} cannot be read: {reason.strerror}.") from None


def standard_bytes() -> bytes:
    """What comes in through a pipe, in whatever code."""
    return sys.stdin.buffer.read()


def document_of(text: str) -> Any:
    """A JSON document, or the end of the command with the reason."""
    try:
        return json.loads(text)
    except ValueError as reason:
        raise Failed(f"That is not JSON: {reason}.") from None
    except RecursionError:
        raise Failed("That JSON is nested too deeply to be read.") from None
