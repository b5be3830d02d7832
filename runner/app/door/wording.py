"""How events and actions look on the local page: sentences, and buttons in place of commands."""

from collections.abc import Mapping
from typing import NamedTuple

from runner.app import events
from runner.core import actions
from runner.core.actions import Action, Part
from runner.core.language import count
from runner.render.door.views import Ask
from runner.render.wording import on_page as on_page


class _Button(NamedTuple):
    """What a button does, what is on it, and the fields of its form."""

    do: str
    words: str
    fields: tuple[tuple[str, str], ...] = ()


_BUTTONS: Mapping[type[Action], _Button] = {
    actions.Restore: _Button("restore", "Put back what is lost"),
    actions.Verify: _Button("verify", "Draw all rounds again"),
    actions.Serve: _Button("show", "Show the pages"),
    actions.StopWatching: _Button("unwatch", "Stop watching"),
    actions.FollowFolder: _Button(
        "follow", "Go back to the workbook in the folder", (("link", "here"),)
    ),
    actions.Diagnose: _Button("check", "Check this computer"),
}
_NEW_PORT = _Button("show", "Show them at another address for good", (("anew", "yes"),))


def _button(part: Part) -> _Button | None:
    """The button for an action; None for a sentence, and for an action that has none."""
    match part:
        case actions.Restore(as_it_is=True):
            return None
        case actions.Restore(save=int() as number):
            return _Button("restore", f"Bring back save {number}", (("number", f"{number}"),))
        case actions.Serve(new_port=True):
            return _NEW_PORT
    return None if isinstance(part, str) else _BUTTONS.get(type(part))


def offered(event: str, parts: tuple[Part, ...]) -> Ask | None:
    """Return a button for the first of the actions that has one; `event` is the event's id."""
    button = next(filter(None, map(_button, parts)), None)
    return button and Ask(f"/event/{event}/do/{button.do}", button.words, button.fields)


def in_words(event: events.Event) -> str:
    """Return an event as the local page shows it; "" for one that has no words."""
    match event:
        case events.Message(parts, _, place):
            return f"{place}: {on_page(*parts)}" if place else on_page(*parts)
        case events.State(text):
            return text
        case events.Watching(workbook, site):
            return f"Watching {workbook}. The site is in {site}."
        case events.Following(service, folder):
            return f"Following the workbook in {service}; its copy is in {folder}."
        case events.Address(url):
            return url
        case events.Published(round_, tables):
            return f"{round_} is out: {count(tables, 'table')}."
        case events.Written(what, path):
            return f"{what}: {path}"
        case events.Ended(_, parts):
            return on_page(*parts)
    return ""
