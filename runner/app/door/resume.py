"""What ran when Runner ended last: offered on the first page, and resumed by one button."""

from runner.app.door.actions import hall_on, watch_on
from runner.app.door.event_index import Entry, watched_elsewhere
from runner.app.door.local_app import LocalApp
from runner.app.door.programs import HALL, WATCH, RefusedError
from runner.app.door.wording import on_page
from runner.app.http.forms import Form
from runner.core.language import listed
from runner.render.door.views import Notice


def offered(app: LocalApp) -> list[tuple[str, Entry]]:
    """Return what can be resumed, by kind and event: events that are not over and not watched
    elsewhere."""
    left = app.left()
    entries = {each.root: each for each in app.events.entries()} if left else {}
    return [
        (kind, entry)
        for kind, root in left
        if (entry := entries.get(root)) and not entry.card.get("over")
        if kind == HALL or not watched_elsewhere(root)
    ]


def in_words(app: LocalApp) -> str:
    """Return the same in a sentence; "" where there is nothing to resume."""
    running = offered(app)
    watched, shown = (
        [f"“{entry.name}”" for at, entry in running if at == kind] for kind in (WATCH, HALL)
    )
    parts = [f"watched {listed(watched)}"] if watched else []
    if shown:
        them = "it" if len(shown) == 1 else "them"
        parts.append(f"showed {them if shown == watched else listed(shown)} in the hall")
    return f"When Runner ended, it {' and '.join(parts)}." if parts else ""


def resume(app: LocalApp) -> Notice:
    """Start all of it again; the notice names what did not start."""
    running, wrong = offered(app), []
    for kind, entry in running:
        try:
            (watch_on if kind == WATCH else hall_on)(app, entry, Form())
        except RefusedError as refused:
            wrong.append(f"{entry.name}: {on_page(*refused.parts)}")
    if wrong:
        return Notice("Not everything goes on.", good=False, more=tuple(wrong))
    return Notice("All of it goes on." if running else "There is nothing to go on with.")


def leave(app: LocalApp) -> Notice:
    """Stop offering it."""
    app.to_resume.drop([(kind, entry.root) for kind, entry in offered(app)])
    return Notice("It stays as it is.")
