"""A workbook that was worked on elsewhere: it goes on from an earlier save, not from the latest
that counted, and each has what the other lacks.

    save 4    round 1 is out
    save 5    table 1: A                    typed here
    save 6    table 2: B                    typed here, the latest that counted
    now       round 1 is out, table 1: B    typed on another computer, from save 4 on

That is certain where Runner has written into it there: a workbook says how far the ledger went each
time, and so does each save.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from runner.app.event_folder import EventFolder
from runner.app.history.as_text import content
from runner.app.history.changes import changes
from runner.app.history.look_back import at_time, event_of, put_back_by
from runner.app.history.saves import Kept, Store
from runner.compute.held.question import question
from runner.core.actions import Parts
from runner.core.event import Event
from runner.core.phrases import count
from runner.core.problems import Place, Problem
from runner.ledger.ledger import NAME, Ledger

_FAR = 40  # so many saves are looked through, from the latest back
_SEVERAL = 2  # lines that came since a save, of which the workbook has none, before it is named
_MOST = 4  # changes that are told of each version

Lines = Mapping[str, str]
"""What a workbook says, by what it is about: "Round 1, table 3, result" -> "A"."""


def told_elsewhere(
    event: Event, digest: str, ledger: Ledger, folder: EventFolder, store: Store
) -> Problem:
    """The problem of a workbook that Runner has written into with another ledger."""
    shared = next((head for head in reversed(event.heads) if ledger.holds_short(head)), "")
    saves = [save for save in _usable(store) if save.digest != digest]
    base = _nearest(event, shared, saves, store) if shared else None
    lines = int(event.heads[-1].partition(":")[0])
    if ledger.head.short == shared and lines > ledger.head.lines:
        what = f"{NAME} is older than the workbook: it has {count(ledger.head.lines, 'line')}, and "
        what += f"had {lines} when Runner last wrote into the workbook"
        what += (
            f", which goes on from save {base.number} ({at_time(base, saves[-1])})."
            if base
            else "."
        )
        fix = "If a sync folder is still catching up, wait. If the workbook comes from another "
        fix += f"computer, bring {NAME} and the folder .runner along with it."
        return question(
            "ledger.older-than-workbook", Place(NAME), what, "those lines are lost for good", fix
        )
    return _told(event, Place(), base, saves, folder, store)


def _nearest(event: Event, head: str, saves: Sequence[Kept], store: Store) -> Kept | None:
    """Of the saves of the time when Runner had last written with that head, the one from which the
    fewest lines differ; what was typed over is farther than what was blank."""
    found = ((save, event_of(store, save)) for save in saves)
    those = {save: then for save, then in found if then and then.heads[-1:] == (head,)}
    now = {*content(event).splitlines()}
    apart = {save: len(now ^ {*content(then).splitlines()}) for save, then in those.items()}
    return min(apart, key=lambda save: apart[save], default=None)


def elsewhere(event: Event, place: Place, folder: EventFolder, store: Store) -> Problem | None:
    """Why a save that is held back is no mistake of a hand but goes on from an earlier save, by
    what it says; None where it goes on from the latest that counted. `place` is to be told."""
    usable, now = _usable(store), _lines(event)
    latest = event_of(store, usable[-1]) if len(usable) > 1 else None
    if latest is None:
        return None
    last, base = _lines(latest), None
    for save in reversed(usable[:-1]):
        then = event_of(store, save)
        since = _different(_lines(then), last) if then else set[str]()
        if then is None or any(now.get(line) == last.get(line) for line in since):
            break
        base = save if len(since) >= _SEVERAL else base
    if base is None or _only_moved(last, now):
        return None
    return _told(event, place, base, usable, folder, store)


def _told(
    event: Event, place: Place, base: Kept | None, saves: Sequence[Kept], folder: EventFolder,
    store: Store,
) -> Problem:  # fmt: skip
    latest = saves[-1] if saves else None
    what = "This workbook was worked on elsewhere, on another computer or in a copy of the folder"
    if latest and base:
        what += f": it goes on from save {base.number} ({at_time(base, latest)}), not from save "
        what += f"{latest.number} ({at_time(latest, latest)}), the latest that counted."
        was, here = event_of(store, base), event_of(store, latest)
        if was and here:
            what += f" What only save {latest.number} has: {_few(changes(was, here))} What only "
            what += f"the workbook has: {_few(changes(was, event))}"
    else:
        what += ", with another ledger than this."
    fix: Parts = (
        "Bring the ledger and the folder .runner of that computer along, to go on from there.",
    )
    if latest:
        fix = (*fix, "To go on from here, take the workbook of here.", *put_back_by(folder, latest))
    return question(
        "workbook.worked-on-elsewhere",
        place,
        what,
        "the workbook is right as it is, with the ledger that is here",
        *fix,
    )


def _usable(store: Store) -> list[Kept]:
    try:
        return [save for save in store.all() if save.usable][-_FAR:]
    except OSError:
        return []


def _lines(event: Event) -> Lines:
    return {about: text for about, _, text in
            (line.partition(": ") for line in content(event).splitlines())}  # fmt: skip


def _different(before: Lines, now: Lines) -> set[str]:
    return {about for about in {*before, *now} if before.get(about) != now.get(about)}


def _only_moved(before: Lines, now: Lines) -> bool:
    """Whether what changed only stands elsewhere, but for one thing: a column was sorted."""
    changed = _different(before, now)
    was, is_ = (Counter(filter(None, map(lines.get, changed))) for lines in (before, now))
    return (was - is_).total() + (is_ - was).total() < _SEVERAL


def _few(words: Sequence[str]) -> str:
    more = f"; and {len(words) - _MOST} more" if len(words) > _MOST else ""
    return f"{'; '.join(words[:_MOST]) or 'nothing that counts'}{more}."
