"""What the pages of the front door show, and how they are filled in."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from runner.render import fonts
from runner.render.templating import environment, folder, tokens


class Ask(NamedTuple):
    """A button below a question: where its form goes, what stands on it, its hidden fields, and
    whether it changes nothing (a GET)."""

    to: str
    words: str
    fields: tuple[tuple[str, str], ...] = ()
    get: bool = False


class Notice(NamedTuple):
    """What came of something that was asked for: a sentence, whether it went well, and more; with
    `ask` a question, which nothing was done before."""

    words: str
    good: bool = True
    more: tuple[str, ...] = ()
    ask: Ask | None = None


class Frame(NamedTuple):
    """What every page has: its title, the token of its forms, what is to be said, and the event
    that it is about with the part of it that is open.

    An event, as cards and the head of its own pages show it, has these values: `id`, `name`,
    `when`, `place`, `state`, `share`, `mood`, `looking`, `workbook`, `steps` (each with `words` and
    `detail`), `coming`, `players`, `rounds`, `rehearsal`, `over`; `watch` is "on", "off", "failed"
    or "elsewhere", and `watch_words` what there is to say of it; `hall` is the address at which it
    is shown, or "", `folder` its folder's name where another event has its name, or ""."""

    title: str
    token: str = ""
    notice: Notice | None = None
    event: Mapping[str, Any] | None = None
    part: str = ""


PARTS = (
    ("now", "Now"), ("players", "Players"), ("paper", "Paper"), ("hall", "Hall"),
    ("history", "History"), ("more", "More"),
)  # fmt: skip
"""The pages of an event, in the order of the navigation: the end of the address, and its name."""


def page(template: str, frame: Frame, **shown: Any) -> bytes:
    """A page of the door."""
    made = environment("door").get_template(f"{template}.html")
    return made.render(frame=frame, event=frame.event, parts=PARTS, **shown).encode()


def static() -> Mapping[str, tuple[str, bytes]]:
    """The files that pages ask for, by name, each with its kind."""
    there = folder("door")
    style = f"{fonts.style_sheet()}{tokens()}{(there / 'door.css').read_text('utf-8')}"
    return {
        "door.css": ("text/css; charset=utf-8", style.encode()),
        "door.js": ("text/javascript; charset=utf-8", (there / "door.js").read_bytes()),
        **{name: ("font/woff2", content) for name, content in fonts.for_pages().items()},
    }
