"""Sentences of Runner's commands, as somebody reads them who has the door and no terminal."""

import re

_SAID = (
    (re.compile(r"[:,]? ?(?:with: )?runner restore [^\n]*"), ": on the page History, “Put back”."),
    (re.compile(r"[:,]? ?(?:with: )?runner history [^\n]*"), ": on the page History."),
    (re.compile(r" (?:Try things out|Make the event|Or|Which)[^.]*: runner [a-z]+ [^\n]*"), ""),
    (re.compile(r",? or (?:make a new one|type)[^.:,]*(?:: )?runner [a-z]+[^.,\n]*,?"), ""),
    (re.compile(r" Ctrl-C ends it\."), ""),
)


def without_commands(text: str) -> str:
    """The same without the marks of a terminal, and with the page instead of a command."""
    plain = said = text.removeprefix("✗ ").removeprefix("! ").removeprefix("· ")
    for pattern, instead in _SAID:
        said = pattern.sub(instead, said)
    if said == plain:
        return said
    return f"{said.removeprefix(': ').strip().rstrip('.')}."
