"""The rows that pages, the desk and the comparison share: a player, a table, a place."""

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
    """Somebody in a list; `file` names their page, if any, `words` say what is to be known of them
    there, such as "dropped", or "Table 2 · 8 points, paired with 14". `team` is that of a member.
    """

    name: str
    file: str = ""
    words: str = ""
    club: str = ""
    team: str = ""


class TableLine(NamedTuple):
    """A table with its seats in turn order; `score` are the games of a head-to-head match, and
    `group` is "Group A" where the phase is played in groups, and `deck` says how large a
    common deck is. `duels` are the games of each seat of two teams: "A 2–1".

    A seat has its `letter` ("" where two sit), the `player` by id with `name` and `file`, and what
    they took from it: `points` are the match points they came with, "" in the first round, and
    `worth` the same as a number; `tone` is "win", "draw", "loss" or "" while they play. `colours`
    are those of the seat in Two-Color Star, "White-Blue", or "". `members` are the people of a
    team, as they were in the round.
    """

    number: int
    seats: tuple[SimpleNamespace, ...]
    playing: bool
    score: str
    group: str = ""
    deck: str = ""
    duels: tuple[str, ...] = ()

    def where(self, seat: int) -> str:
        """ "Table 3, seat B", or "Table 3" where there is no turn order."""
        letter = self.seats[seat].letter
        if letter:
            return _("Table {table}, seat {seat}", table=self.number, seat=letter)
        return _("Table {table}", table=self.number)

    def own_score(self, seat: int) -> str:
        """The games of a match with one's own first."""
        dash = current().dash
        parts = self.score.split(dash)
        if seat and len(parts) > 1:
            parts[0], parts[1] = parts[1], parts[0]
        return dash.join(parts)


class TiebreakerColumn(NamedTuple):
    """A tiebreaker in a ranking: what it is called, and how its values are rounded."""

    key: str
    abbreviation: str
    name: str
    percent: bool
    places: int

    @classmethod
    def of(cls, key: str) -> TiebreakerColumn:
        """The column of a tiebreaker; shares are shown as per cent."""
        found = REGISTRY[key]
        percent = found.ABBREVIATION.endswith("%")
        places = found.DECIMALS - 2 if percent else found.DECIMALS
        return cls(key, found.ABBREVIATION, found.NAME, percent, places)

    def value(self, value: Fraction | None) -> str:
        """The value as it stands under the heading, so without a per cent sign."""
        if value is None:
            return texts.NOTHING
        return texts.decimal(value, self.places, self.percent)


class PastRound(NamedTuple):
    """What a round was for a player, as one letter with its colour."""

    letter: str
    tone: str


class StandingLine(NamedTuple):
    """A player's place; several who share theirs have "3–4".

    `player` is an id, `about` their club and public columns, `values` those of the tiebreakers;
    a line is drawn below a `cut`. `mark` says what is known of how they go on, "in the playoff",
    or "", and `sure` that the cut is "clinched" or they are "out" of it. `moved` is by how many
    ranks they rose (below 0: fell) in the last round, `worth` are the points as a number; `came` is
    how far they came in the whole event ("semifinal"), and `before` their place in what was before
    it. `members` are the people of a team, and `prize` is what the place is given.
    """

    player: str
    rank: str
    name: str
    file: str
    about: str
    record: str = ""
    points: str = ""
    tied: bool = False
    dropped: bool = False
    past: tuple[PastRound, ...] = ()
    values: tuple[str, ...] = ()
    cut: bool = False
    mark: str = ""
    came: str = ""
    before: str = ""
    moved: int = 0
    sure: str = ""
    worth: Fraction = Fraction(0)
    members: tuple[str, ...] = ()
    prize: str = ""


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
    """A table; `before` are the points that players came with. Veiled, it keeps its result back.
    With its `phase`, it says what players have to know of it."""
    two = len(table.seats) == 2  # who agree on who begins
    went = {} if veiled else texts.out_of_game(table)
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
                result="" if veiled else _result(seat, went.get(seat.player, "")),
                tone="" if veiled else _tone(seat, went),
                worth=worth,
                colours=_(NAMES[own[at]]) if own else "",
                members=tuple(each.name for each in directory.team(seat.player, round_id)),
            )
        )
    score = "" if veiled else texts.score(table)
    deck = at_table.deck(phase, table) if phase else ""
    duels = () if veiled else tuple(texts.duels(table.duels))
    return TableLine(table.number, tuple(seats), not table.finished, score, group, deck, duels)


def _result(seat: Seat, went: str) -> str:
    """What a seat took, and when it went out of its game: "1 point · out 3"."""
    return " · ".join(filter(None, (texts.outcome(seat.outcome, seat.points), went)))


def _tone(seat: Seat, went: Mapping[str, str]) -> str:
    """How the result of a seat is coloured; who is out of a game under way looks lost."""
    if seat.outcome is None and seat.player in went:
        return "loss"
    return tone(seat.outcome)


def tone(outcome: Outcome | None) -> str:
    """How an outcome is coloured; the words beside it say the same."""
    if outcome is None or outcome is Outcome.POINTS:
        return ""
    return outcome.value if outcome in (Outcome.WIN, Outcome.DRAW) else "loss"


def standing_line(
    directory: Directory,
    player: str,
    row: StandingRow | None,
    columns: Sequence[TiebreakerColumn] = (),
) -> StandingLine:
    """A player's place by a ranking; without a row of it what is known of the player alone."""
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
