"""Rows shared by the pages, the desk and the comparison: a player, a table, a place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import SimpleNamespace
from typing import NamedTuple

from runner.core.identifiers import RoundId, seat_letter
from runner.core.language import _, current
from runner.core.rounds import Outcome, Seat, Table
from runner.phases.model import PhaseResult
from runner.render import at_table
from runner.render import text as texts
from runner.render.directory import Directory
from runner.rules.variants.variant import NAMES
from runner.standings.model import StandingRow
from runner.standings.tiebreakers import REGISTRY


class PlayerLine(NamedTuple):
    """A player in a list. `file` is their page, or ""; `words` is a remark such as "dropped" or
    "Table 2 · 8 points, paired with 14"; `team` is the team of a member, `rank` in a ranking."""

    name: str
    file: str = ""
    words: str = ""
    club: str = ""
    team: str = ""
    rank: str = ""


class TableLine(NamedTuple):
    """A table with its seats in turn order. `score` is the games of a head-to-head match, `group`
    "Group A" if the phase has groups, `deck` the size of a common deck, and `duels` the games at
    each seat of two teams: "A 2–1".

    A seat has its `letter` ("" at a table for two), the id of the `player` with `name` and `file`,
    the `result` in words, and `tone`: "win", "draw", "loss", or "" while playing. `points` are the
    match points before the round ("" if not given), `worth` the same as a number. `colours` are the
    seat's in Two-Color Star ("White-Blue"), or "". `members` are the people of a team in that
    round.
    """

    number: int
    seats: tuple[SimpleNamespace, ...]
    playing: bool
    score: str
    group: str = ""
    deck: str = ""
    duels: tuple[str, ...] = ()
    agreed: bool = False

    def where(self, seat: int) -> str:
        """Return "Table 3, seat B", or "Table 3" if there is no turn order."""
        letter = self.seats[seat].letter
        if letter:
            return _("Table {table}, seat {seat}", table=self.number, seat=letter)
        return _("Table {table}", table=self.number)

    def own_score(self, seat: int) -> str:
        """Return the games of a match with those of `seat` first."""
        dash = current().dash
        parts = self.score.split(dash)
        if seat and len(parts) > 1:
            parts[0], parts[1] = parts[1], parts[0]
        return dash.join(parts)


class TiebreakerColumn(NamedTuple):
    """A tiebreaker in a ranking: its names, and how its values are rounded."""

    key: str
    abbreviation: str
    name: str
    percent: bool
    places: int

    @classmethod
    def of(cls, key: str) -> TiebreakerColumn:
        """Return the column of a tiebreaker; shares are shown as percentages."""
        tiebreaker = REGISTRY[key]
        percent = tiebreaker.ABBREVIATION.endswith("%")
        places = tiebreaker.DECIMALS - 2 if percent else tiebreaker.DECIMALS
        return cls(key, tiebreaker.ABBREVIATION, tiebreaker.NAME, percent, places)

    def value(self, value: Fraction | None) -> str:
        """Return a value as shown in the column, without a per cent sign; "–" for None."""
        if value is None:
            return texts.NOTHING
        return texts.decimal(value, self.places, self.percent)


class PastRound(NamedTuple):
    """A player's result in a past round as a letter with its colour."""

    letter: str
    tone: str


class StandingLine(NamedTuple):
    """A player's rank; a shared one is "3–4".

    `player` is an id, `about` their club and public columns, `values` those of the tiebreakers.
    `tied`: others are equal in everything, `level`: so is the line above; a line is drawn below a
    `cut`. `mark` says how they continue ("in the playoff") or is "", and
    `sure` is "clinched", "out" or "". `moved` is the number of ranks gained (below 0: lost) in the
    last round, `worth` the points as a number, `came` how far they got in the whole event
    ("semifinal"), `before` their rank, record and points in the phase before, each in words and
    as a number, `members` the people of a team, and `prize` what the rank wins.
    """

    player: str
    rank: str
    name: str
    file: str
    about: str
    record: str = ""
    points: str = ""
    tied: bool = False
    level: bool = False
    dropped: bool = False
    past: tuple[PastRound, ...] = ()
    values: tuple[str, ...] = ()
    cut: bool = False
    mark: str = ""
    came: str = ""
    before: tuple[tuple[str, str], ...] = ()
    moved: int = 0
    sure: str = ""
    worth: Fraction = Fraction(0)
    members: tuple[str, ...] = ()
    prize: str = ""

    @property
    def ended(self) -> str:
        """The `mark`, or how far they got, or else their record in the phase before."""
        return self.mark or self.came or (self.before[1][0] if self.before else "")


def table_line(
    directory: Directory,
    table: Table,
    before: Mapping[str, Fraction] | None = None,
    *,
    veiled: bool = False,
    group: str = "",
    phase: PhaseResult | None = None,
    round_id: RoundId | None = None,
) -> TableLine:
    """Return a table as a row; `before` has the points of its players before the round. `veiled`
    hides the result. With its `phase`, the row includes colours and common deck."""
    two = len(table.seats) == 2  # they agree on who goes first
    eliminated = {} if veiled else texts.out_of_game(table)
    own = at_table.colours(phase, table) if phase else ()
    seats = []
    for at, seat in enumerate(table.seats):
        person = directory[seat.player]
        worth = (before or {}).get(seat.player, Fraction(0))
        seats.append(
            SimpleNamespace(
                player=seat.player,
                letter="" if two else seat_letter(at),
                name=person.name,
                file=person.file,
                points="" if before is None else current().number(worth),
                result="" if veiled else _result(table, seat, eliminated),
                tone="" if veiled else _tone(seat, eliminated),
                worth=worth,
                colours=_(NAMES[own[at]]) if own else "",
                members=tuple(each.name for each in directory.team(seat.player, round_id)),
            )
        )
    score = "" if veiled else texts.score(table)
    deck = at_table.deck(phase, table) if phase else ""
    duels = () if veiled else tuple(texts.duels(table.duels))
    return TableLine(
        table.number, tuple(seats), not table.finished, score, group, deck, duels,
        agreed=table.intentional and not veiled,
    )  # fmt: skip


def _result(table: Table, seat: Seat, went: Mapping[str, str]) -> str:
    """Return a seat's result, and when the player was eliminated: "1 point · out 3"."""
    result = texts.outcome(seat.outcome, seat.points, agreed=table.intentional)
    return " · ".join(filter(None, (result, went.get(seat.player))))


def _tone(seat: Seat, went: Mapping[str, str]) -> str:
    """Return the colour of a seat's result; a player eliminated from a running game has lost."""
    if seat.outcome is None and seat.player in went:
        return "loss"
    return tone(seat.outcome)


def tone(outcome: Outcome | None) -> str:
    """Return an outcome's colour, "win", "draw", "loss" or ""; text beside it says the same."""
    if outcome is None or outcome is Outcome.POINTS:
        return ""
    return outcome.value if outcome in (Outcome.WIN, Outcome.DRAW) else "loss"


def standing_line(
    directory: Directory,
    player: str,
    row: StandingRow | None,
    columns: Sequence[TiebreakerColumn] = (),
) -> StandingLine:
    """Return a player's line in a ranking; without a `row`, only facts about the player."""
    person = directory[player]
    about = " · ".join(filter(None, (person.club, *(text for _heading, text in person.facts))))
    members = tuple(each.name for each in directory.team(player))
    if row is None:
        return StandingLine(player, "", person.name, person.file, about, members=members)
    return StandingLine(
        player=player,
        name=person.name,
        file=person.file,
        about=about,
        members=members,
        rank=str(row.rank),
        record=texts.record(row.record),
        points=current().number(row.match_points),
        worth=row.match_points,
        tied=bool(row.tied_with),
        dropped=row.dropped,
        values=tuple(column.value(row.tiebreakers[column.key]) for column in columns),
    )
