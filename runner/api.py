"""The public API: read events, rank and pair them, verify them, and write their sites.

All of it is exported by `runner`; nothing else is public. Reading changes no file, and what is read
does not change: read again after the next save. Players are known by their ids in the event.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from runner.app.event_folder import EventFolder
from runner.app.find_events import events_in
from runner.app.import_event import Prepared, prepared
from runner.app.load import load
from runner.app.publish.data_files import data_files
from runner.app.publish.folder import Owner, claim, publish, stranger
from runner.compute.compute import compute
from runner.compute.snapshot import Snapshot
from runner.compute.verify import verify
from runner.core.event import Event as Read
from runner.core.problems import Place, Problem, Severity
from runner.disk import contents_once_there
from runner.interchange.event_out import event_document
from runner.interchange.snapshot_out import PublicSnapshots, snapshot_document
from runner.ledger.ledger import Ledger
from runner.pairing.engine import pair_document
from runner.render import site
from runner.render.screens import Screens
from runner.workbook.read.read import read as read_workbook

__all__ = [
    "Check", "Event", "EventError", "Place", "Problem", "Round", "Severity", "Standing", "Table",
    "events", "pair_state", "read",
]  # fmt: skip


class EventError(ValueError):
    """Raised for an event that cannot be used; `problems` say why, with the cell and the fix."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's rank, match points and tiebreakers, exactly; a tiebreaker is None where the player
    has played nothing that it could count."""

    rank: int
    player: str
    name: str
    points: Fraction
    tiebreakers: Mapping[str, Fraction | None]
    dropped: bool


@dataclass(frozen=True, slots=True)
class Table:
    """The players at a table in turn order, and for each how the match ended: "win", "draw",
    "loss", "penalty_loss", "concession", "no_show" or "points"; None without a result."""

    number: int
    players: tuple[str, ...]
    outcomes: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its phase and its number in it, both from 1, its tables, and who has a bye."""

    phase: int
    number: int
    tables: tuple[Table, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """What was verified. `sound` is whether it is right; None for what is not drawn and therefore
    only recorded."""

    text: str
    sound: bool | None


class Event:
    """An event as it was when it was read. Names are those of the organiser, also where the pages
    hide them."""

    def __init__(self, snapshot: Snapshot, ledger: Ledger, problems: tuple[Problem, ...]) -> None:
        self._snapshot, self._ledger = snapshot, ledger
        self.problems = problems
        """What is wrong with it, none of which makes it unusable."""

    @property
    def name(self) -> str:
        """The name of the event."""
        return self._snapshot.event.name

    @property
    def date(self) -> str:
        """Its day, such as "2026-11-21"; "" if none is typed."""
        return self._snapshot.event.date

    @property
    def over(self) -> bool:
        """Whether all rounds of all phases are played."""
        return bool(self.rounds) and self._snapshot.over

    @cached_property
    def names(self) -> dict[str, str]:
        """The names of all players by id, in the order of the Players sheet."""
        return {player.id: player.name for player in self._snapshot.players.values()}

    @cached_property
    def rounds(self) -> tuple[Round, ...]:
        """The published rounds of all phases, in order, with their results so far."""
        return tuple(
            Round(
                *played.id,
                tuple(
                    Table(table.number, table.players, tuple(seat.outcome for seat in table.seats))
                    for table in played.tables
                ),
                played.byes,
            )
            for played in self._snapshot.rounds
        )

    def standings(self, phase: int | None = None, after: int | None = None) -> list[Standing]:
        """Return the ranking of a phase after one of its rounds, the best first; without arguments
        the latest one, which in a playoff has its players alone. It is empty before the first
        result.

        Raises LookupError for a phase or round that there is not.
        """
        ranked = [each for result in self._snapshot.phases for each in result.standings]
        fit = [
            each for each in ranked
            if phase in (None, each.after.phase) and after in (None, each.after.number)
        ]  # fmt: skip
        if not fit and (phase, after) != (None, None):
            raise LookupError(f"no standings of phase {phase or 1} after round {after}")
        return [
            Standing(
                row.rank, row.player, self.names[row.player], row.match_points,
                dict(row.tiebreakers), row.dropped,
            )
            for row in (fit[-1].rows if fit else ())
        ]  # fmt: skip

    def places(self) -> dict[str, tuple[int, int]]:
        """Return the places of the whole event as far as they are decided, by player: the first and
        the last of those that are shared."""
        return {
            each.player: (each.first, each.last)
            for each in self._snapshot.final if not each.still_in
        }  # fmt: skip

    def next_round(self) -> Round | None:
        """Return how the next round would be paired now; None while it cannot be. It is neither
        published nor recorded, and every call returns the same."""
        proposed = next((each for each in self._snapshot.pairings if each.proposed), None)
        if proposed is None:
            return None
        tables = (Table(at, tuple(who), (None,) * len(who)) for at, who in proposed.tables)
        return Round(*proposed.round, tuple(tables), proposed.byes)

    def verify(self) -> list[Check]:
        """Draw every published round again, and return what was found; an event that was read from
        a workbook alone has no record of how its rounds were drawn, and therefore no checks."""
        return [
            Check(f"{self._snapshot.event.title(each.round)} {each.what}", each.sound)
            for each in verify(self._ledger)
            if each.round.number
        ]

    def document(self) -> dict[str, Any]:
        """Return the event in the open format `runner-event/1`, from which it can be read again."""
        return event_document(self._snapshot, self._ledger)

    def results(self) -> dict[str, Any]:
        """Return all that is computed from the event in the format `runner-snapshot/1`: pairings
        with their certificates, and standings with their workings."""
        return snapshot_document(self._snapshot, self.problems)

    def write_site(self, folder: str | Path) -> None:
        """Write the event's pages into a folder, which is made if there is none.

        Raises FileExistsError if it holds something other than this event's site, and nothing is
        written then; OSError where the disk fails.
        """
        root, event = Path(folder), self._snapshot.event
        root.mkdir(parents=True, exist_ok=True)
        owner = Owner(f"api {event.mark or event.name}", event.name)
        if other := stranger(root):
            raise FileExistsError(f"{root} is no site: {other} is in it")
        if now := claim(root, owner, lambda _: False):
            raise FileExistsError(f"{root} holds the site of another event, {now.name}")
        data = {
            **data_files(self._snapshot, self._ledger, PublicSnapshots()),
            **Screens().render(self._snapshot),
        }
        publish({**site.render(self._snapshot, data).files}, root, sums=self._snapshot.over)


def read(source: str | Path | Mapping[str, Any]) -> Event:
    """Read an event: its folder, a workbook (.xlsx), or a document of the open format
    `runner-event/1`, as a file (.json) or as the object itself.

    A workbook in the folder of its event is read with the ledger beside it. Raises EventError for
    an event that cannot be used, OSError for a file that cannot be read, and ValueError for one
    that is not JSON.
    """
    if not isinstance(source, str | Path):
        return _of_document(source)
    path = Path(source)
    if path.is_dir():
        return _of_folder(EventFolder(path))
    if path.suffix.lower() == ".json":
        try:
            document = json.loads(path.read_text("utf-8-sig"))
        except RecursionError:
            raise ValueError(f"{path} is nested too deeply to be read") from None
        return _of_document(document)
    folder = EventFolder(path.absolute().parent)
    if folder.ledger.exists() and folder.workbooks() == [path.absolute()]:
        return _of_folder(folder)
    found, problems, _ = read_workbook(contents_once_there(path))
    return _computed(found, Ledger(), tuple(problems))


def events(folder: str | Path) -> Iterator[Path]:
    """Yield the folders of the events in a folder, sorted by name."""
    yield from events_in(Path(folder))


def pair_state(state: Mapping[str, Any]) -> dict[str, Any]:
    """Pair one round from a state in the format of `runner pair`, and return its answer; an answer
    with the key "problems" has no pairing."""
    return pair_document(state)


def _of_folder(folder: EventFolder) -> Event:
    workbook = folder.workbook()
    if isinstance(workbook, Problem):
        raise EventError((workbook,))
    loaded, problems = load(folder, contents_once_there(workbook))
    if loaded is None:
        raise EventError(problems)
    return Event(loaded.snapshot, loaded.ledger, (*problems, *loaded.snapshot.problems))


def _of_document(document: Any) -> Event:
    event = prepared(document)
    if not isinstance(event, Prepared):
        raise EventError(event)
    return _computed(event.event, event.ledger, event.problems)


def _computed(found: Read | None, ledger: Ledger, problems: tuple[Problem, ...]) -> Event:
    if found is None or any(each.fatal for each in problems):
        raise EventError(problems)
    snapshot = compute(found, ledger)
    return Event(snapshot, ledger, (*problems, *snapshot.problems))
