"""What the local page asks before it publishes or prints from a workbook with errors."""

from collections.abc import Mapping
from hashlib import blake2b

from runner.app.door.event_index import Entry
from runner.app.door.local_app import LocalApp
from runner.app.door.wording import on_page
from runner.app.http.forms import TOKEN, Form
from runner.core.language import count
from runner.render.door.views import Ask, Notice

DESPITE = "despite"
"""The field of a form that was sent although there are errors: the mark of those that were seen."""
_READING = "Runner is still reading the workbook: try again in a moment."
_MOST = 12  # errors that are named
_PATIENCE = 60.0  # seconds for the workbook to be read
_ASKED: Mapping[str, str] = {
    "next": "Pair {coming} all the same",
    "print": "Print it all the same",
    "rehearse": "Rehearse all the same",
    "end-rehearsal": "End the rehearsal all the same",
    "erase": "Take the name out all the same",
    "show": "Show the pages all the same",
    "pages": "Look at the pages all the same",
    "export": "Export it all the same",
}
"""The actions that publish or print, each with the text of the button to go on."""


def question(app: LocalApp, entry: Entry, name: str, form: Form) -> Notice | None:
    """Return what to ask before an action publishes or prints from a workbook with errors, of which
    the cells with errors are not used, so that a player may be missing. None where there are none,
    where the action does neither, or where it was asked and the errors are still the same."""
    if name not in _ASKED:
        return None
    seen = app.events.find(entry.id, wait=_PATIENCE) or entry
    if not seen.fresh:
        return Notice(_READING, good=False)
    wrong = [on_page(*each) for each in seen.card.get("wrong", ())]
    mark = blake2b("\n".join(wrong).encode(), digest_size=9).hexdigest()
    if not wrong or form.text(DESPITE) == mark:
        return None
    left = len(wrong) - _MOST
    are, them = ("is", "it") if len(wrong) == 1 else ("are", "them")
    get = name == "export"
    return Notice(
        f"{count(len(wrong), 'error')} {are} open in the workbook: what stands there is not used. "
        f"Fix {them} and save, or go on without.",
        good=False,
        more=(*wrong[:_MOST], *([f"… and {left} more."] if left > 0 else [])),
        ask=Ask(
            f"/event/{entry.id}/{'' if get else 'do/'}{name}",
            _ASKED[name].format(coming=seen.card.get("coming") or "the round"),
            (*fields_again(form), (DESPITE, mark)),
            get=get,
        ),
    )


def fields_again(form: Form) -> list[tuple[str, str]]:
    """Return the fields of a form, to be sent again."""
    return [(key, value) for key, values in form.fields.items() for value in values
            if key not in (TOKEN, DESPITE)]  # fmt: skip
