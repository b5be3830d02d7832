"""Guards against an older workbook: one that a sync folder or a mail has put back, which is an
earlier save, and one that was worked on elsewhere.

A workbook that was worked on elsewhere goes on from an earlier save, not from the latest that
counted, and each has what the other lacks:

    save 4    round 1 is out
    save 5    table 1: A                    typed here
    save 6    table 2: B                    typed here, the latest that counted
    now       round 1 is out, table 1: B    typed on another computer, from save 4 on

That is certain where Runner has written into it there: a workbook says how far the ledger went each
time, and so does each save.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from runner.app.event_folder import EventFolder
from runner.app.history.as_text import content
from runner.app.history.changes import changes
from runner.app.history.look_back import MOST, at_time, event_of, latest_usable, put_back_by
from runner.app.history.saves import Kept, Store
from runner.compute.save_guards import meant
from runner.compute.save_guards.rounds import question, unless
from runner.core.actions import Parts
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import count
from runner.core.problems import Place, Problem, error, warning
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import NAME, Ledger

_SEVERAL_RESULTS = 2  # results that are gone before it is looked for what else may have come back


def older(
    event: Event, digest: str, ledger: Ledger, folder: EventFolder, store: Store
) -> tuple[Problem, ...]:
    """Return the problem of a workbook, with the SHA-256 `digest`, that is an earlier save: fatal
    if later results would be lost, even if something was typed into it since."""
    try:
        saves = store.all()
    except OSError:
        return ()
    last = {save.digest: save for save in saves if save.usable}  # of several with the same bytes
    usable = sorted(last.values(), key=lambda save: save.number)
    if len(usable) < _SEVERAL_RESULTS or digest == usable[-1].digest or meant(event, ledger):
        return ()
    going, looking = _going(event, ledger), _Looking(store, usable)
    since = [save for save in saves if save.number > usable[-1].number] if going else []
    former = looking.same_file(digest)
    if former is None and going >= _SEVERAL_RESULTS:
        former = looking.same_content(event)
    if former is None:
        former = next(filter(None, map(looking.was_older, reversed(since))), None)
    if former is None or (not going and former is usable[-2]):
        return ()  # whoever takes back the last save knows it
    return (_older_problem(former, usable[-1], going, folder),)


def _going(event: Event, ledger: Ledger) -> int:
    """Return how many results are gone, without those from phones that Runner had when it last
    wrote into this workbook: they are cleared, and it is none from before."""
    rows = {id_: event.table_rows(id_) for id_ in ledger.rounds}
    known = int(event.heads[-1].partition(":")[0]) if event.heads else 0
    cleared = {(each.round, int(each.data["table"])) for each in ledger.entries[:known]
               if each.kind is EntryKind.REPORTED}  # fmt: skip
    return sum(
        bool(text)
        and (id_, table) not in cleared
        and not (table in rows[id_] and rows[id_][table].reported)
        for id_ in rows
        for table, text in ledger.results_in_cells.get(id_, {}).items()
    )


def _older_problem(save: Kept, latest: Kept, going: int, folder: EventFolder) -> Problem:
    what = f"This is the workbook as of save {save.number} ({at_time(save, latest)})"
    back = put_back_by(folder, latest)
    if going:
        what += f": {count(going, 'later result is', 'later results are')} gone. "
        what += "This save does not count."
        return error(
            "workbook.older-with-results-gone",
            Place(),
            what,
            *back,
            unless("that is right"),
            fatal=True,
        )
    what += ": what was changed later is not in it."
    return warning("workbook.older", Place(), what, "If you did not mean to, go back.", *back)


@dataclass(frozen=True, slots=True)
class _Looking:
    """Searches the saves that counted, the latest of which is the previous one."""

    store: Store
    usable: Sequence[Kept]

    def same_file(self, digest: str) -> Kept | None:
        """Return the save with the same bytes."""
        return next((save for save in reversed(self.usable[:-1]) if save.digest == digest), None)

    def same_content(self, event: Event) -> Kept | None:
        """Return the latest save in which people had typed the same. Neither the one before the
        latest, which is there again when the last edit is undone, nor one with a sheet that is gone
        now."""
        now, there = _typed(event), {sheet.id for sheet in event.rounds}
        for save in reversed(self.usable[-MOST:-2]):
            typed, sheets = _typed_in(self.store, save)
            if typed == now and sheets <= there:
                return save
        return None

    def was_older(self, save: Kept) -> Kept | None:
        """Return the earlier save that a save which did not count was a copy of."""
        event = event_of(self.store, save)
        return self.same_file(save.digest) or (self.same_content(event) if event else None)


@lru_cache(maxsize=2 * MOST)
def _typed_in(store: Store, save: Kept) -> tuple[str, frozenset[RoundId]]:
    """Return what was typed in a save, and the rounds it has sheets of; "" if it cannot be read."""
    event = event_of(store, save)
    if event is None:
        return "", frozenset()
    return _typed(event), frozenset(sheet.id for sheet in event.rounds)


def _typed(event: Event) -> str:
    """Return what people typed that counts, without the ids and names that Runner writes."""
    sheets = (
        replace(sheet, rows=tuple(replace(row, seats=()) for row in sheet.rows))
        for sheet in event.rounds
    )
    people = sorted(
        (replace(player, id="") for player in event.players), key=lambda each: each.name
    )
    return content(replace(event, players=tuple(people), rounds=tuple(sheets)))


_SEVERAL_LINES = (
    2  # lines that came since a save, of which the workbook has none, before it is named
)
_MOST = 4  # changes that are told of each version

Lines = Mapping[str, str]
"""What a workbook says, by what it is about: "Round 1, table 3, result" -> "A"."""


def told_elsewhere(
    event: Event, digest: str, ledger: Ledger, folder: EventFolder, store: Store
) -> Problem:
    """Return the problem of a workbook that Runner has written into with another ledger."""
    shared = next((head for head in reversed(event.heads) if ledger.holds_short(head)), "")
    saves = [save for save in latest_usable(store) if save.digest != digest]
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
    return _elsewhere_problem(event, Place(), base, saves, folder, store)


def _nearest(event: Event, head: str, saves: Sequence[Kept], store: Store) -> Kept | None:
    """Return, of the saves since Runner last wrote with that head, the one that differs in the
    fewest lines; a changed line counts double."""
    events = ((save, event_of(store, save)) for save in saves)
    those = {save: then for save, then in events if then and then.heads[-1:] == (head,)}
    now = {*content(event).splitlines()}
    apart = {save: len(now ^ {*content(then).splitlines()}) for save, then in those.items()}
    return min(apart, key=lambda save: apart[save], default=None)


def elsewhere(event: Event, place: Place, folder: EventFolder, store: Store) -> Problem | None:
    """Return the problem of a workbook that was held back because it continues from an earlier
    save, or None if it continues from the latest that counted. `place` is the place of the problem.
    """
    usable, now = latest_usable(store), _lines(event)
    latest = event_of(store, usable[-1]) if len(usable) > 1 else None
    if latest is None:
        return None
    last, base = _lines(latest), None
    for save in reversed(usable[:-1]):
        then = event_of(store, save)
        since = _different(_lines(then), last) if then else set[str]()
        if then is None or any(now.get(line) == last.get(line) for line in since):
            break
        base = save if len(since) >= _SEVERAL_LINES else base
    if base is None or _only_moved(last, now):
        return None
    return _elsewhere_problem(event, place, base, usable, folder, store)


def _elsewhere_problem(
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


def _lines(event: Event) -> Lines:
    return {about: text for about, _, text in
            (line.partition(": ") for line in content(event).splitlines())}  # fmt: skip


def _different(before: Lines, now: Lines) -> set[str]:
    return {about for about in {*before, *now} if before.get(about) != now.get(about)}


def _only_moved(before: Lines, now: Lines) -> bool:
    """Return whether values only moved, except for one: a column was sorted."""
    changed = _different(before, now)
    was, is_ = (Counter(filter(None, map(lines.get, changed))) for lines in (before, now))
    return (was - is_).total() + (is_ - was).total() < _SEVERAL_LINES


def _few(words: Sequence[str]) -> str:
    more = f"; and {len(words) - _MOST} more" if len(words) > _MOST else ""
    return f"{'; '.join(words[:_MOST]) or 'nothing that counts'}{more}."
