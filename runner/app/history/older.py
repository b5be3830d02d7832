"""An older workbook that was put back, by a sync folder or from a mail: which save it is, and what
is gone of the later ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from runner.app.event_folder import EventFolder
from runner.app.history.as_text import content
from runner.app.history.look_back import at_time, event_of, put_back_by
from runner.app.history.saves import Kept, Store
from runner.compute.held import meant
from runner.compute.held.question import unless
from runner.core.event import Event, RoundId
from runner.core.phrases import count
from runner.core.problems import Place, Problem, error, warning
from runner.ledger.ledger import Ledger

_SEVERAL = 2  # results that are gone before it is looked for what else may have come back
_FAR = 40  # so many saves are looked through for that, from the latest back


def older(
    event: Event, digest: str, ledger: Ledger, folder: EventFolder, store: Store
) -> tuple[Problem, ...]:
    """That the workbook, with the SHA-256 `digest`, is as it was in an earlier save: fatal where
    results would go that came later. What was typed into it since is no newer, as long as they
    are gone."""
    try:
        saves = store.all()
    except OSError:
        return ()
    last = {save.digest: save for save in saves if save.usable}  # of several with the same bytes
    usable = sorted(last.values(), key=lambda save: save.number)
    if len(usable) < _SEVERAL or digest == usable[-1].digest or meant(event, ledger):
        return ()
    going, looking = _going(event, ledger), _Looking(store, usable)
    since = [save for save in saves if save.number > usable[-1].number] if going else []
    found = looking.same_file(digest)
    if found is None and going >= _SEVERAL:
        found = looking.same_content(event)
    if found is None:
        found = next(filter(None, map(looking.was_older, reversed(since))), None)
    if found is None or (not going and found is usable[-2]):
        return ()  # whoever takes back the last save knows it
    return (_told(found, usable[-1], going, folder),)


def _going(event: Event, ledger: Ledger) -> int:
    """How many results that count have gone from the workbook."""
    rows = {id_: event.table_rows(id_) for id_ in ledger.rounds}
    return sum(
        bool(text) and not (table in rows[id_] and rows[id_][table].reported)
        for id_ in rows
        for table, text in ledger.results.get(id_, {}).items()
    )


def _told(found: Kept, latest: Kept, going: int, folder: EventFolder) -> Problem:
    what = f"This is the workbook as of save {found.number} ({at_time(found, latest)})"
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
    """Looks through the saves that counted, of which the latest is what there was before."""

    store: Store
    usable: Sequence[Kept]

    def same_file(self, digest: str) -> Kept | None:
        """The one with the same bytes."""
        return next((save for save in reversed(self.usable[:-1]) if save.digest == digest), None)

    def same_content(self, event: Event) -> Kept | None:
        """The latest with all that hands had typed; not the one before the latest, as whoever
        takes back what was typed last is there again, nor one with a sheet that is gone now."""
        now, there = _typed(event), {sheet.id for sheet in event.rounds}
        for save in reversed(self.usable[-_FAR:-2]):
            typed, sheets = _typed_in(self.store, save)
            if typed == now and sheets <= there:
                return save
        return None

    def was_older(self, save: Kept) -> Kept | None:
        """The same for a save that did not count."""
        event = event_of(self.store, save)
        return self.same_file(save.digest) or (self.same_content(event) if event else None)


@lru_cache(maxsize=2 * _FAR)
def _typed_in(store: Store, save: Kept) -> tuple[str, frozenset[RoundId]]:
    """With the rounds whose sheets it has; "" where the save cannot be read."""
    event = event_of(store, save)
    if event is None:
        return "", frozenset()
    return _typed(event), frozenset(sheet.id for sheet in event.rounds)


def _typed(event: Event) -> str:
    """What hands have typed that counts: without the Ids and names that Runner writes."""
    sheets = (
        replace(sheet, rows=tuple(replace(row, seats=()) for row in sheet.rows))
        for sheet in event.rounds
    )
    people = sorted(
        (replace(player, id="") for player in event.players), key=lambda each: each.name
    )
    return content(replace(event, players=tuple(people), rounds=tuple(sheets)))
