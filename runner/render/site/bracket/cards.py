"""What stands on the cards of a drawing: each match with its places, scores and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from runner.core.event import Outcome, Seat, Table
from runner.core.numbers import points
from runner.phases.advancing import contenders
from runner.phases.elimination.tree import From, Match, Place, Side
from runner.phases.model import PhaseResult
from runner.render.directory import Directory
from runner.render.site.bracket.names import Names, Stage

DRAWN, LEVEL = "Drawn", "Level"
_GOES_ON, _WINS = "the highest seed goes on", "the highest seed wins"
_SAID = {"Final", "3rd place", "Reset"}  # stages with a single match
_LETTERS = {Outcome.WIN: "W", Outcome.DRAW: "D"}


class Spot(NamedTuple):
    """A place on a card. `file` is "" where nobody is known yet, and `name` says then who comes.

    `tone` is "win", "loss", "open" or "". `number` is the seed, 0 for none.
    """

    number: int
    name: str
    file: str
    score: str
    tone: str


class Card(NamedTuple):
    """A match: `label` and `table` name it, `heading` stands over it, `aside` says where its loser
    goes on and `note` how it was decided if not by a win. `state` is "playing", "bye", "" or, for
    a final that is over, "crown". `winner` is the seed of who goes on, 0 while that is open.
    """

    key: str
    label: str
    table: str
    heading: str
    aside: str
    spots: tuple[Spot, ...]
    note: str
    state: str
    winner: int


class Cards:
    """Makes the cards of one phase, each once."""

    def __init__(self, names: Names, phase: PhaseResult, directory: Directory) -> None:
        self._names = names
        self._directory = directory
        self._play_on = phase.ruleset.drawn_elimination == "play_on"
        self._tables = {
            (each.id.number, table.number): table for each in phase.rounds for table in each.tables
        }
        self._losers_go = self._where_losers_go() if names.double else {}
        self._last = names.stages[-1].matches[-1].key if names.stages else ""
        self.by_key = {key: self._card(match) for key, match in names.matches.items()}
        self.by_stage = tuple(self._of(stage) for stage in names.stages)
        self.by_player = self._by_player()

    def table(self, match: Match) -> Table | None:
        """The table of a match as it was published, or None."""
        return None if match.table is None else self._tables.get((match.round, match.table))

    def _of(self, stage: Stage) -> tuple[Card, ...]:
        """The cards of a stage; in pods all who skip it stand on one."""
        cards = [self.by_key[each.key] for each in stage.matches]
        byes = [each for each in cards if each.state == "bye"]
        if not self._names.pods or len(byes) < 2:
            return tuple(cards)
        spots = tuple(spot._replace(score="") for each in byes for spot in each.spots)
        together = byes[0]._replace(label="Byes", heading="Byes", spots=spots, winner=0)
        return (together, *(each for each in cards if each.state != "bye"))

    def _by_player(self) -> Mapping[str, list[tuple[str, Card]]]:
        """The cards of each player with the titles of their stages, by round."""
        found: dict[str, list[tuple[str, Card]]] = {}
        every = [(each, stage.title) for stage in self._names.stages for each in stage.matches]
        for match, title in sorted(every, key=lambda pair: pair[0].round):
            for player in match.players:
                found.setdefault(player, []).append((title, self.by_key[match.key]))
        return found

    def _card(self, match: Match) -> Card:
        table = self.table(match)
        return Card(
            match.key,
            self._names.label(match.key),
            f"Table {match.table}" if match.table is not None else "",
            self._heading(match),
            "" if match.bye else self._losers_go.get(match.key, ""),
            tuple(self._spot(match, match.places[at], table) for at in shown(match)),
            self._note(match, table),
            self._state(match, table),
            self._names.seeds.get(match.winner, 0),
        )

    def _heading(self, match: Match) -> str:
        """The match's name and table; a bye needs none, and what its stage says is not repeated."""
        if match.bye:
            return ""
        label = self._names.label(match.key)
        table = "" if match.table is None else f"Table {match.table}"
        if label in _SAID or (self._names.pods and table):
            return table
        return f"{label} · {table}" if table else label

    def _spot(self, match: Match, place: Place, table: Table | None) -> Spot:
        if place.player is None:
            return Spot(0, "Nobody", "", "", "open")
        if not place.player:
            return Spot(0, self._names.origin(place.source), "", "", "open")
        seats = table.seats if table else ()
        seat = next((each for each in seats if each.player == place.player), None)
        tone = "" if match.bye or not match.winner else "loss"
        tone = "win" if tone and match.winner == place.player else tone
        person = self._directory[place.player]
        return Spot(
            self._names.seeds.get(place.player, 0),
            person.name,
            person.file,
            "bye" if match.bye else _score(table, seat),
            tone,
        )

    def _note(self, match: Match, table: Table | None) -> str:
        if table is None or not table.finished or not table.seats:
            return ""
        equal = contenders(table)
        if len(equal) < 2:
            return "" if match.winner else "Nobody goes on"
        drew = any(seat.outcome is Outcome.DRAW for seat in table.seats if seat.player in equal)
        how = DRAWN if drew else LEVEL
        if match.winner:
            return f"{how}: {_WINS if match.key == self._last else _GOES_ON}"
        return f"{how}: they play on" if self._play_on else ""

    def _state(self, match: Match, table: Table | None) -> str:
        if match.bye:
            return "bye"
        if match.winner:
            return "crown" if match.key == self._last else ""
        playing = table is not None and table.seats and (self._play_on or not table.finished)
        return "playing" if playing else ""

    def _where_losers_go(self) -> Mapping[str, str]:
        return {
            place.source.match: f"loser to {self._names.label(match.key)}"
            for match in self._names.matches.values()
            for place in match.places
            if place.source.kind is From.LOSER and match.side is Side.LOSERS
        }


def shown(match: Match) -> tuple[int, ...]:
    """The places of a match that are drawn: one that nobody takes is not, unless somebody waits
    there for what comes."""
    settled = match.bye or bool(match.winner)
    every = enumerate(match.places)
    return tuple(at for at, place in every if place.player is not None or not settled)


def _score(table: Table | None, seat: Seat | None) -> str:
    """Games won between two players, or a letter; "" while they play, and for a loss."""
    if table is None or seat is None or seat.outcome is None:
        return ""
    if seat.outcome is Outcome.POINTS:
        return "" if seat.points is None else points(seat.points)
    if len(table.seats) == 2 and all(each.games_won is not None for each in table.seats):
        return str(seat.games_won)
    return _LETTERS.get(seat.outcome, "")
