"""The summary of an event (`runner-summary/1`): what lists of many events show of it, and what
people, ratings and series are computed from. It is published with the event's site, so that none of
these needs a workbook or a ledger."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from runner.circuit.reach import ANYTHING, Reach, reaches
from runner.compute.snapshot import Snapshot
from runner.compute.statistics import decks
from runner.core.numbers import as_text
from runner.core.rounds import Outcome, Table
from runner.core.screens import Show
from runner.core.stage import Stage
from runner.standings.ranking import record_of

FORMAT = "runner-summary/1"
FILE = "data/summary.json"
"""Where it is in the event's site."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player, or a team with its `members`, as the event's pages name it. `first` and `last` are
    the places that it shares once the event is over, else 0. `whole`: the name is the full one, so
    that it says who it is; names that are shortened or hidden are never compared with others.
    `record` has the matches won, drawn and lost, and the byes; `points` are match points. `columns`
    are the organiser's own, such as a membership number, and `deck` is what was played. `reach` is
    what it can still end with, while it takes part in an event under way. `team` is the id of the
    team of which somebody is a member."""

    id: str
    name: str
    first: int = 0
    last: int = 0
    members: tuple[str, ...] = ()
    whole: bool = True
    points: Fraction = Fraction(0)
    record: tuple[int, int, int, int] = (0, 0, 0, 0)
    columns: Mapping[str, str] = field(default_factory=dict)
    deck: str = ""
    reach: Reach | None = None
    team: str = ""

    @property
    def place(self) -> str:
        """The place as text: "1", or "3–4"; "" before the event is over."""
        if not self.first:
            return ""
        return f"{self.first}" if self.first == self.last else f"{self.first}–{self.last}"


@dataclass(frozen=True, slots=True)
class Met:
    """A finished table: its round, counted over the event, and the entrants in turn order, each
    with its rank at this table, from 1; equal ranks are a draw or were not told apart."""

    round: int
    table: int
    seats: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Summary:
    """What is public of an event: `stage` is how far it is, `round` the title of the round that is
    played, and `entrant` what takes part, "player" or "team". Entrants come by place once it is
    over. `seated` are the tables that still play in it, each with its entrants in turn order, and
    `byes` are the entrants who have a bye in it. `screens` are the folders of events that its
    screens follow in turn. `later` is what somebody who enters later can reach, None if nobody
    can."""

    name: str
    date: str = ""
    venue: str = ""
    language: str = ""
    rehearsal: bool = False
    stage: Stage = Stage.PLANNED
    round: str = ""
    entrant: str = "player"
    entrants: tuple[Entrant, ...] = ()
    tables: tuple[Met, ...] = ()
    seated: tuple[tuple[int, tuple[str, ...]], ...] = ()
    byes: tuple[str, ...] = ()
    screens: tuple[str, ...] = ()
    later: Reach | None = ANYTHING

    @property
    def people(self) -> Iterator[Entrant]:
        """The entrants, and instead of a team each of its members, as far as these are known."""
        for each in self.entrants:
            alone = replace(each, members=(), columns={}, deck="", team=each.id)
            for at, name in enumerate(each.members, 1):
                yield replace(alone, id=f"{each.id}-{at}", name=name)
            if not each.members:
                yield each

    @property
    def document(self) -> dict[str, Any]:
        """The summary as JSON."""
        number = {each.id: at for at, each in enumerate(self.entrants)}
        return {
            "format": FORMAT, **{key: getattr(self, key) for key in _WORDS},
            "rehearsal": self.rehearsal, "stage": self.stage,
            "players": [_entrant_document(each) for each in self.entrants],
            "tables": [
                [met.round, met.table, [[number[id_], rank] for id_, rank in met.seats]]
                for met in self.tables
            ],
            "seated": [[table, [number[id_] for id_ in ids]] for table, ids in self.seated],
            "byes": [number[id_] for id_ in self.byes],
            "screens": self.screens,
            "later": self.later and _reach_document(self.later),
        }  # fmt: skip


_WORDS = ("name", "date", "venue", "language", "round", "entrant")


def from_document(document: Any) -> Summary:
    """Return the summary in a document. Raises ValueError for anything else."""
    try:
        if document["format"] != FORMAT:
            raise ValueError(document["format"])
        entrants = tuple(_entrant(each) for each in document["players"])
        tables = (
            Met(at, table, tuple((entrants[number].id, rank) for number, rank in seats))
            for at, table, seats in document["tables"]
        )
        seated = (
            (table, tuple(entrants[number].id for number in seats))
            for table, seats in document.get("seated", ())
        )
        byes = tuple(entrants[number].id for number in document.get("byes", ()))
        words = {key: str(document[key]) for key in _WORDS}
        rehearsal, stage = bool(document["rehearsal"]), Stage(document["stage"])
        return Summary(
            **words, rehearsal=rehearsal, stage=stage, entrants=entrants, tables=tuple(tables),
            seated=tuple(seated), byes=byes,
            screens=tuple(map(str, document.get("screens", ()))),
            later=_reach(document.get("later", ())),
        )  # fmt: skip
    except (KeyError, TypeError, IndexError, AttributeError) as reason:
        raise ValueError(f"not a summary: {reason!r}") from None


def _entrant_document(entrant: Entrant) -> dict[str, Any]:
    known = {
        "place": [entrant.first, entrant.last] if entrant.first else [],
        "members": entrant.members, "shortened": not entrant.whole,
        "points": as_text(entrant.points) if entrant.points else "",
        "record": entrant.record if any(entrant.record) else (),
        "columns": entrant.columns, "deck": entrant.deck,
        "reach": _reach_document(entrant.reach) if entrant.reach else (),
    }  # fmt: skip
    return {
        "id": entrant.id,
        "name": entrant.name,
        **{key: value for key, value in known.items() if value},
    }


def _entrant(known: Mapping[str, Any]) -> Entrant:
    first, last = known.get("place", (0, 0))
    wins, draws, losses, byes = known.get("record", (0, 0, 0, 0))
    return Entrant(
        str(known["id"]), str(known["name"]), first, last, tuple(known.get("members", ())),
        not known.get("shortened"), Fraction(known.get("points", "0")),
        (wins, draws, losses, byes), dict(known.get("columns", {})), str(known.get("deck", "")),
        _reach(known.get("reach")),
    )  # fmt: skip


def _reach_document(reach: Reach) -> list[int | str | None]:
    first, last, least, most = reach
    return [first, last, as_text(least), None if most is None else as_text(most)]


def _reach(known: Sequence[Any] | None) -> Reach | None:
    if not known:
        return None if known is None else ANYTHING
    first, last, least, most = known
    return Reach(first, last, Fraction(least), None if most is None else Fraction(most))


def summary(snapshot: Snapshot) -> Summary:
    """Return the summary of an event."""
    public = snapshot.for_players
    event, current = public.event, public.current_round
    over = bool(public.rounds) and public.over
    entrants, later = _entrants(public, over=over)
    ranked = sorted(entrants, key=lambda each: each.first or 1 << 30)
    several = (each for each in event.screens if each.show is Show.EVENTS)
    folders = (name for each in several for name in each.part.split(","))
    return Summary(
        event.name, event.date, event.venue, event.language, public.rehearsal,
        Stage.OVER if over else Stage.RUNNING if current else Stage.PLANNED,
        public.title(current.id) if current else "", public.entrant, tuple(ranked),
        tuple(_met(public)),
        tuple((table.number, table.players) for table in current.tables if not table.finished)
        if current else (),
        current.byes if current else (),
        tuple(dict.fromkeys(filter(None, folders))),
        later,
    )  # fmt: skip


def _entrants(public: Snapshot, *, over: bool) -> tuple[list[Entrant], Reach | None]:
    """Return who takes part, and what somebody who enters later can reach."""
    points, records = _scored(public)
    places = {each.player: each for each in public.final if over}
    played = public.current_round and not over
    reach, later = reaches(public, points) if played else ({}, ANYTHING)
    entrants = []
    for player in public.players.values():
        place = places.get(player.id)
        entrants.append(
            Entrant(
                player.id, player.name,
                place.first if place else 0, place.last if place else 0,
                player.members, player.id not in public.aliased,
                points.get(player.id, Fraction(0)), records.get(player.id, (0, 0, 0, 0)),
                dict(player.extra), next((deck for _, deck in decks(player)), ""),
                reach.get(player.id),
            )
        )  # fmt: skip
    return entrants, later


def _scored(public: Snapshot) -> tuple[dict[str, Fraction], dict[str, tuple[int, int, int, int]]]:
    """Return match points over all phases that are ranked by them, and the records."""
    points: dict[str, Fraction] = {}
    records: dict[str, tuple[int, int, int, int]] = {}
    for result in public.phases:
        ranking = result.current
        if ranking is None:
            continue
        for row in ranking.rows:
            history = ranking.histories.get(row.player)
            record = record_of(history) if history else row.record
            now = record.wins, record.draws, record.losses, record.byes
            before, had = records.get(row.player, (0, 0, 0, 0)), points.get(row.player, Fraction(0))
            if ranking.carried:  # the earlier rounds are counted in it again
                before, had = (0, 0, 0, 0), Fraction(0)
            wins, draws, losses, byes = (a + b for a, b in zip(before, now, strict=True))
            records[row.player] = wins, draws, losses, byes
            if not ranking.by_place:
                points[row.player] = had + row.match_points
    return points, records


def _met(public: Snapshot) -> Iterable[Met]:
    """Yield the finished tables of phases whose results are public."""
    for number, played in enumerate(public.rounds, 1):
        if public.phases[played.id.phase - 1].veiled:
            continue
        for table in played.tables:
            ranks = _ranks(table)
            if len(ranks) > 1:
                yield Met(number, table.number, ranks)


def _ranks(table: Table) -> tuple[tuple[str, int], ...]:
    """Return who played at a finished table, in turn order, each with the rank there: by the order
    of elimination, by the points that the game gave, or the winner before all others. Whoever did
    not come is left out."""
    if not table.finished or table.rehearsed:
        return ()
    seats = [seat for seat in table.seats if seat.outcome is not Outcome.NO_SHOW]
    group = {player: at for at, those in enumerate(table.out or ()) for player in those}
    if group:
        values = [(group.get(seat.player, len(group)), Fraction(0)) for seat in seats]
    else:
        values = [(_ORDER[seat.outcome or Outcome.LOSS], seat.points or Fraction(0))
                  for seat in seats]  # fmt: skip
    ahead = [sum(1 for other in values if other > value) + 1 for value in values]
    return tuple((seat.player, rank) for seat, rank in zip(seats, ahead, strict=True))


_ORDER = dict.fromkeys(Outcome, 0) | {Outcome.WIN: 2, Outcome.DRAW: 1, Outcome.POINTS: 1}
