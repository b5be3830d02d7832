"""How events and actions look on the local page: sentences, and buttons in place of commands."""

from runner.app import events
from runner.core import actions
from runner.core.actions import Action, Part
from runner.core.language import count
from runner.render.door.views import Ask
from runner.render.wording import button_of
from runner.render.wording import on_page as on_page


def offered(event: str, parts: tuple[Part, ...]) -> Ask | None:
    """Return a button for the first of the actions that has one; `event` is the event's id."""
    for part in parts:
        if not isinstance(part, str) and (button := button_of(part)):
            do, words = button
            return Ask(f"/event/{event}/do/{do}", words, _fields(part))
    return None


def _fields(action: Action) -> tuple[tuple[str, str], ...]:
    match action:
        case actions.Restore(save=int() as number):
            return (("number", f"{number}"),)
        case actions.Serve(new_port=True):
            return (("anew", "yes"),)
        case actions.FollowFolder():
            return (("link", "here"),)
    return ()


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
