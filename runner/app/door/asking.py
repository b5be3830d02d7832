"""What is asked before something is published or printed from a workbook with open errors: what
stands in them is not used, so that a player may be missing."""

from collections.abc import Mapping
from hashlib import blake2b
from typing import NamedTuple

from runner.app.door.door import Door
from runner.app.door.shelf import Entry
from runner.app.door.words import without_commands
from runner.app.http.forms import TOKEN, Form
from runner.core.language import count
from runner.render.door.views import Ask, Notice

DESPITE = "despite"
"""The field of a form that was sent although there are errors: the mark of those that were seen."""
_READING = "Runner is still reading the workbook: try again in a moment."
_PATIENCE = 60.0  # seconds until the workbook has been looked at as it is
_MOST = 12  # errors that are named
_ASKED: Mapping[str, tuple[str, str]] = {
    "next": ("now", "Pair {coming} all the same"),
    "print": ("paper", "Print it all the same"),
    "rehearse": ("more", "Rehearse all the same"),
    "end-rehearsal": ("more", "End the rehearsal all the same"),
    "erase": ("more", "Take the name out all the same"),
    "show": ("hall", "Show the pages all the same"),
    "pages": ("hall", "Look at the pages all the same"),
    "export": ("more", "Export it all the same"),
}
"""Which actions publish or print; each with its page and what stands on the button there."""


class Asked(NamedTuple):
    """A question, and on which of the event's pages it stands."""

    part: str
    notice: Notice


def question(door: Door, entry: Entry, name: str, form: Form) -> Asked | None:
    """What to ask before the action of that name; None where nothing is open, nothing is published
    by it, or it was asked already and the errors are still the same."""
    if name not in _ASKED:
        return None
    part, words = _ASKED[name]
    seen = door.shelf.find(entry.id, wait=_PATIENCE) or entry
    if not seen.fresh:
        return Asked(part, Notice(_READING, good=False))
    wrong = [without_commands(each) for each in seen.card.get("wrong", ())]
    mark = blake2b("\n".join(wrong).encode(), digest_size=9).hexdigest()
    if not wrong or form.text(DESPITE) == mark:
        return None
    fields = [(key, value) for key, values in form.fields.items() for value in values
              if key not in (TOKEN, DESPITE)]  # fmt: skip
    left = len(wrong) - _MOST
    are, them = ("is", "it") if len(wrong) == 1 else ("are", "them")
    notice = Notice(
        f"{count(len(wrong), 'error')} {are} open in the workbook: what stands there is not used. "
        f"Fix {them} and save, or go on without.",
        good=False,
        more=(*wrong[:_MOST], *([f"… and {left} more."] if left > 0 else [])),
        ask=Ask(
            f"/event/{entry.id}/{'' if name == 'export' else 'do/'}{name}",
            words.format(coming=seen.card.get("coming") or "the round"),
            (*fields, (DESPITE, mark)),
            get=name == "export",
        ),
    )
    return Asked(part, notice)
