"""A ranking as the pages show it: its columns, and a line for each player."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from runner.fractions import points
from runner.history import History, Kind
from runner.model import RoundId
from runner.rules.ruleset import Ruleset
from runner.site import rounds, texts
from runner.site.directory import Directory
from runner.snapshot import Snapshot, StandingRow, Standings
from runner.tiebreakers import REGISTRY


class Column(NamedTuple):
    """A tiebreaker's column: what it is called, and how its values are rounded."""

    key: str
    abbreviation: str
    name: str
    percent: bool
    places: int

    def value(self, value: Fraction | None) -> str:
        """The value as it stands under the heading, so without a per cent sign."""
        if value is None:
            return texts.NOTHING
        return texts.decimal(value, self.places, self.percent)


class Past(NamedTuple):
    """What a round was for a player, as one letter with its colour and in words."""

    letter: str
    tone: str
    words: str


class Line(NamedTuple):
    """A player's place. `about` is their club and public columns; `cut` is drawn below it."""

    rank: int
    tied: bool
    name: str
    file: str
    about: str
    past: tuple[Past, ...]
    record: str
    points: str
    values: tuple[str, ...]
    dropped: bool
    cut: bool


class StandingsView(NamedTuple):
    """A ranking. `note` says what to know before reading it; `others` are those of other rounds."""

    title: str
    note: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    cut: str
    any_tied: bool
    any_about: bool
    others: tuple[Other, ...]


class Other(NamedTuple):
    """A link to the standings after another round; `file` is "R3"."""

    title: str
    file: str


def column(key: str) -> Column:
    """The column of a tiebreaker; shares are shown as per cent."""
    tiebreaker = REGISTRY[key]
    percent = tiebreaker.ABBREVIATION.endswith("%")
    return Column(
        key,
        tiebreaker.ABBREVIATION,
        tiebreaker.NAME,
        percent,
        tiebreaker.DECIMALS - 2 if percent else tiebreaker.DECIMALS,
    )


def columns(ruleset: Ruleset) -> tuple[Column, ...]:
    """The tiebreakers of a phase in their order; those that Runner does not know are no column."""
    return tuple(column(key) for key in ruleset.tiebreakers if key in REGISTRY)


def standings_view(
    snapshot: Snapshot, directory: Directory, standings: Standings, latest: bool
) -> StandingsView:
    """The ranking after a round, as a page."""
    phase = snapshot.phases[standings.after.phase - 1]
    heads = columns(phase.ruleset)
    cut = _cut(snapshot, standings.after)
    number = min(standings.after.number, len(phase.rounds))
    after = phase.rounds[number - 1]
    lines = tuple(
        _line(directory, row, standings.histories.get(row.player), heads, number, row.rank == cut)
        for row in standings.rows
    )
    note = "" if standings.complete else f"Provisional: {rounds.status(after)}."
    if latest and phase.over and phase is snapshot.phases[-1]:
        note = "Final: all rounds are played."
    if standings.by_place:
        note = f"{note} By how far everybody has come; points are those of this phase.".strip()
    return StandingsView(
        f"After {_lower(rounds.title(snapshot, standings.after))}",
        note,
        heads,
        lines,
        f"Top {cut} go on" if cut else "",
        any(line.tied for line in lines),
        any(line.about for line in lines),
        tuple(
            Other(rounds.title(snapshot, each.after), each.after.prefix)
            for every in snapshot.phases
            for each in every.standings
            if each.complete
        ),
    )


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:] if title.startswith("Round ") else title


def _cut(snapshot: Snapshot, after: RoundId) -> int:
    """How many go on to the next phase; 0 where there is none, or nobody has said."""
    if after.phase >= len(snapshot.phases):
        return 0
    return snapshot.phases[after.phase].phase.cut or 0


def _line(
    directory: Directory,
    row: StandingRow,
    history: History | None,
    heads: tuple[Column, ...],
    after: int,
    cut: bool,
) -> Line:
    person = directory[row.player]
    about = [person.club, *(text for _, text in person.facts)]
    return Line(
        row.rank,
        bool(row.tied_with),
        person.name,
        person.file,
        " · ".join(filter(None, about)),
        past(history, after),
        texts.record(row.record),
        points(row.match_points),
        tuple(head.value(row.tiebreakers[head.key]) for head in heads),
        row.dropped,
        cut,
    )


_BYE = Past("B", "bye", "bye")
_MISSED = Past("L", "loss", "loss by late entry")
_OUT = Past("·", "out", "not played")


def past(history: History | None, after: int) -> tuple[Past, ...]:
    """What each round was for a player, up to one."""
    found = [_OUT] * after
    for played in history.rounds if history else ():
        if played.round > after:
            continue
        if played.kind is Kind.MATCH:
            words = texts.outcome(played.outcome, played.points).lower()
            found[played.round - 1] = Past(
                texts.letter(played.outcome), rounds.tone(played.outcome), words
            )
        else:
            found[played.round - 1] = _BYE if played.kind is Kind.BYE else _MISSED
    return tuple(found)
