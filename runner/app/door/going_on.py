"""What an earlier door had running: offered on the first page, and begun again by one button."""

from runner.app.door.actions import hall_on, watch_on
from runner.app.door.door import Door
from runner.app.door.programs import HALL, WATCH
from runner.app.door.shelf import Entry
from runner.app.door.wanted import Running
from runner.app.door.watched import watched_elsewhere
from runner.app.http.forms import Form
from runner.core.language import listed
from runner.render.door.views import Notice

_BEGIN = {WATCH: watch_on, HALL: hall_on}


def offered(door: Door) -> list[tuple[str, Entry]]:
    """What can go on: of events that are here, not over, and that nobody else follows."""
    left = door.left()
    entries = {each.root: each for each in door.shelf.entries()} if left else {}
    found = [(kind, entries[root]) for kind, root in left if root in entries]
    return [(kind, entry) for kind, entry in found if _open(kind, entry)]


def in_words(door: Door) -> str:
    """The same in a sentence; "" where there is nothing to go on with."""
    found = offered(door)
    told = {
        kind: [f"“{entry.name}”" for at, entry in found if at == kind] for kind in (WATCH, HALL)
    }
    parts = []
    if told[WATCH]:
        parts.append(f"watched {listed(told[WATCH])}")
    if told[HALL]:
        same = told[HALL] == told[WATCH]
        which = ("it" if len(told[HALL]) == 1 else "them") if same else listed(told[HALL])
        parts.append(f"showed {which} in the hall")
    return f"When Runner ended, it {' and '.join(parts)}." if parts else ""


def go_on(door: Door, form: Form) -> Notice:
    """Begin all of it again, and say what would not."""
    done = [(entry, _BEGIN[kind](door, entry, form).notice) for kind, entry in offered(door)]
    wrong = [f"{entry.name}: {said.words}" for entry, said in done if said and not said.good]
    if wrong:
        return Notice("Not everything goes on.", good=False, more=tuple(wrong))
    return Notice("All of it goes on." if done else "There is nothing to go on with.")


def leave(door: Door) -> Notice:
    """Offer none of it any more."""
    left: list[Running] = [(kind, entry.root) for kind, entry in offered(door)]
    door.wanted.drop(left)
    return Notice("It stays as it is.")


def _open(kind: str, entry: Entry) -> bool:
    return not entry.card.get("over") and not (kind == WATCH and watched_elsewhere(entry.root))
