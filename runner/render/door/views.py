"""The data of the local pages, and their rendering."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from runner.render import fonts
from runner.render.templating import environment, folder, tokens


class Ask(NamedTuple):
    """A button below a question: the target of its form, its label, its hidden fields, and whether
    it only reads (`get`)."""

    to: str
    words: str
    fields: tuple[tuple[str, str], ...] = ()
    get: bool = False


class Notice(NamedTuple):
    """The outcome of an action: a sentence, whether it succeeded, and details; with `ask`, it is a
    question and nothing has been done yet."""

    words: str
    good: bool = True
    more: tuple[str, ...] = ()
    ask: Ask | None = None


class Frame(NamedTuple):
    """What all pages have: title, the token for forms, a notice, the event, and the open `part` of
    it.

    An event has these values, for cards and the head of its pages: `id`, `name`, `when`, `place`,
    `state`, `share`, `mood`, `looking`, `workbook`, `steps` (each with `words`, `detail` and the
    `address` of a file, or ""), `coming`, `players`, `rounds`, `rehearsal`, `over`; `watch` is
    "on", "off", "failed", "elsewhere" or "together" (with all others), and `watch_words` describes
    it; `hall` is the URL at which it is shown, or "", and `folder` its folder's name if another
    event has the same name, or "".
    """

    title: str
    token: str = ""
    notice: Notice | None = None
    event: Mapping[str, Any] | None = None
    part: str = ""


PARTS = (
    ("now", "Now"), ("players", "Players"), ("paper", "Paper"), ("hall", "Hall"),
    ("history", "History"), ("more", "More"),
)  # fmt: skip
"""The pages of an event in the order of the navigation: last part of the URL, and name."""


def page(template: str, frame: Frame, **shown: Any) -> bytes:
    """Return a rendered page."""
    loaded = environment("door").get_template(f"{template}.html")
    return loaded.render(frame=frame, event=frame.event, parts=PARTS, **shown).encode()


def static() -> Mapping[str, tuple[str, bytes]]:
    """Return the static files by name, each with its media type and content."""
    there = folder("door")
    style = f"{fonts.style_sheet()}{tokens()}{(there / 'door.css').read_text('utf-8')}"
    return {
        "door.css": ("text/css; charset=utf-8", style.encode()),
        "door.js": ("text/javascript; charset=utf-8", (there / "door.js").read_bytes()),
        **{name: ("font/woff2", content) for name, content in fonts.for_pages().items()},
    }
