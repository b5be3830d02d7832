"""Sentences of Runner's commands, as somebody reads them who has the door and no terminal."""

import html
import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

COMMANDS = (
    "build", "check", "compare", "demo", "diff", "doctor", "door", "erase", "export",
    "history", "import", "new", "next", "pair", "players", "print", "prove", "rehearse", "restore",
    "rules", "serve", "slips", "status", "verify", "watch",
)  # fmt: skip
"""Runner's commands: "runner build" is one, and "the runner builds" is none."""
_COMMAND = rf"\brunner (?:{'|'.join(COMMANDS)})\b"
TERMINAL = re.compile(
    rf"{_COMMAND}|\bCtrl[-+]C\b|(?<!\S)--[a-z]|\bsoffice -|\bpip install\b|\bsudo ", re.IGNORECASE
)
"""What only somebody with a terminal can do anything with."""
_BACK = "“Bring back” on the page History"
_LOST = "“Put back what is lost” on the page History"
_SAID = (
    (r"“runner restore”, with the event’s folder,", _LOST),
    (r"[“`]runner restore\b[^”`]*\d[”`]", _BACK),
    (r"[“`]runner restore[”`]", "“Bring back” there"),
    (r"[“`]runner (?:history|diff)\b[^”`]*[”`]", "the page History"),
    (r"[“`]runner new\b[^”`]*[”`]", "“New event”"),
    (r"[“`]runner rehearse\b[^”`]*[”`]", "“Rehearse” on the page More"),
    (r"[“`]runner watch [^”`]* --from here[”`]", "“Go back to the workbook in the folder” on More"),
    (r": runner watch [^\n]*? --from here\b", " again, on the page More"),
    (r"[:,]? ?(?:with: )?runner restore [^\n]* \d+$", f": {_BACK}."),
    (r"[:,]? ?(?:with: )?runner restore [^\n]*", ": on the page History, “Put back”."),
    (r"\brunner history [^\n]*? lists the saves; with a number one of them is written",
     "The page History lists the saves; with “Bring back” one of them is written"),
    (r"[:,]? ?(?:with: )?runner history\b[^\n]*", ": on the page History."),
    (r": runner verify [^\n]*", ": “Draw all rounds again” on the page More."),
    (r" (?:Try things out|Make the event|Or|Which)[^.]*: runner [a-z]+ [^\n]*", ""),
    (r",? or (?:make a new one|type)[^.:,]*(?:: )?runner [a-z]+[^.,\n]*,?", ""),
    (r": runner [a-z]+ (?:shows|tells) them all", ""),
    (r" \(runner [a-z]+\)", ""),
    (r" in the terminal by --also|with --also", "in the other field"),
    (r"[;:,]? (?:by )?Ctrl[-+]C(?: gives up| there)?(?=[.;]|$)", ""),
    (r": sudo (?:apt|dnf) install ", " install "),
    (r": sudo (?:ufw allow |firewall-cmd --add-port=)(\d+)[:-](\d+)/tcp",
     r": let the ports \1 to \2 through it"),
)  # fmt: skip
_RULES = tuple((re.compile(pattern), instead) for pattern, instead in _SAID)
_SENTENCES = re.compile(r"(?<=[.!?…])\s+(?=[A-ZÀ-Þ“(])")
_NODES = re.compile(r"(?s)<(script|style)\b.*?</\1>|(?<=>)([^<]+)(?=<)")


def without_commands(text: str) -> str:
    """The same without the marks of a terminal, and with the page instead of a command; a sentence
    that has only a command to offer is left out."""
    plain = said = text.removeprefix("✗ ").removeprefix("! ").removeprefix("· ")
    if not TERMINAL.search(plain):
        return plain
    for pattern, instead in _RULES:
        said = pattern.sub(instead, said)
    if TERMINAL.search(said):
        said = " ".join(_usable(_SENTENCES.split(said)))
    said = said.removeprefix(": ").strip()
    return said if said[-1:] in ("", ".", "!", "?", "…", "”") else f"{said.rstrip(':;,')}."


def _usable(sentences: Sequence[str]) -> Iterator[str]:
    """Those without a command; what stands after one that had is no longer another way."""
    for before, each in pairwise(("", *sentences)):
        if not TERMINAL.search(each):
            other = each.startswith("Or ") and TERMINAL.search(before)
            yield each[3:4].upper() + each[4:] if other else each


def page_without_commands(page: str) -> str:
    """The same for what is read on a page of HTML."""

    def plain(found: re.Match[str]) -> str:
        text = found[2]
        if not text or not TERMINAL.search(text):
            return found[0]
        around = (text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :])
        return html.escape(without_commands(html.unescape(text.strip()))).join(around)

    return _NODES.sub(plain, page)
