"""The cards of a playoff: each match with its places, scores and result."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import seat_letter
from runner.core.language import N_, _, current
from runner.core.rounds import Outcome, Seat, Table
from runner.phases.bracket import level
from runner.phases.elimination.names import Names
from runner.phases.elimination.tree import From, Match, Place, Side
from runner.phases.model import PhaseResult
from runner.render.directory import Directory
from runner.render.timed_text import short

# Note: said of a match that ended with no winner. “Level” is on points.
_WINS = {"drawn": N_("drawn · top seed wins"), "level": N_("level · top seed wins")}
_GOES_ON = {"drawn": N_("drawn · top seed advances"), "level": N_("level · top seed advances")}
_PLAY_ON = {"drawn": N_("drawn · they play on"), "level": N_("level · they play on")}


class Spot(NamedTuple):
    """A place on a card. `file` is "" if the player is not known yet; then `name` says who will be.

    `seed` is 0 for none, `seat` a letter while playing. `tone` is "win", "loss", "open", "" or,
    for somebody who left the event before that match, "gone" (without a `file`).
    `latest`: this is the player's last match so far.
    """

    seed: int
    name: str
    file: str
    seat: str = ""
    score: str = ""
    tone: str = "open"
    latest: bool = False


class Card(NamedTuple):
    """A match, or the byes of a stage in pods; `keys` are those of the tree.

    It has a `heading`, and `notes`: how it was decided if not by a win, or the table's own time.
    `winner_to` and `loser_to` name the next matches, or are "". `state` is "playing", "bye", "" or,
    for a finished final, "crown".
    """

    keys: tuple[str, ...]
    heading: str
    spots: tuple[Spot, ...]
    notes: tuple[str, ...]
    winner_to: str
    loser_to: str
    state: str

    @property
    def winner(self) -> Spot | None:
        """The winner, or the higher seed who advances."""
        return next((spot for spot in self.spots if spot.tone == "win"), None)


class Cards:
    """The cards of a phase: by match, by stage from the top, and by player from the first."""

    def __init__(self, names: Names, phase: PhaseResult, snapshot: Snapshot, people: Directory):
        self._names, self._phase, self._snapshot, self._people = names, phase, snapshot, people
        self._play_on = phase.ruleset.drawn_elimination == "play_on"
        self._tables = {
            (round_.id.number, table.number): table
            for round_ in phase.rounds
            for table in round_.tables
        }
        self._matches = _by_player(names)
        self._losers_to = {
            place.source.match: self._called(match.key)
            for match in names.matches.values()
            for place in match.places
            if place.source.kind is From.LOSER and match.side is Side.LOSERS
        }
        self._last = names.stages[-1].matches[-1].key if names.stages else ""
        self.by_match = {key: self._card(match) for key, match in names.matches.items()}
        self.by_stage = tuple(self._of_stage(stage.matches) for stage in names.stages)

    def of_player(self, player: str) -> tuple[tuple[str, Card], ...]:
        """Return a player's cards with the titles of their stages, in the order of rounds. A match
        that is decided says only where the player goes from it."""
        return tuple(
            (self._names.stage_of[match.key].title, self._own(match, player))
            for match in self._matches.get(player, ())
        )

    def _called(self, key: str) -> str:
        """Return the name of a match that others lead to: "L4.2", or "Losers’ final" if it is the
        only one of its stage."""
        stage = self._names.stage_of[key]
        return stage.title if len(stage.matches) == 1 else self._names.labels[key]

    def _own(self, match: Match, player: str) -> Card:
        card = self.by_match[match.key]
        if not match.winner:
            return card
        won = match.winner == player
        return card._replace(loser_to="") if won else card._replace(winner_to="")

    def _of_stage(self, matches: Sequence[Match]) -> tuple[Card, ...]:
        """Return the cards of a stage; in pods, all byes share one card."""
        cards = [self.by_match[match.key] for match in matches]
        byes = [card for card in cards if card.state == "bye"]
        if not self._names.pods or len(byes) < 2:
            return tuple(cards)
        together = byes[0]._replace(
            keys=tuple(key for card in byes for key in card.keys),
            heading=_("Byes"),
            spots=tuple(spot._replace(score="") for card in byes for spot in card.spots),
        )
        return (together, *(card for card in cards if card.state != "bye"))

    def _card(self, match: Match) -> Card:
        table = None if match.table is None else self._tables.get((match.round, match.table))
        state = self._state(match, table)
        onward = self._names.onward.get(match.key)
        return Card(
            (match.key,),
            self._heading(match),
            tuple(
                self._spot(match, place, table, state)
                for place in match.places
                if place in shown(match) or self._left(place)
            ),
            tuple(filter(None, (self._note(match, table), self._time(match, state)))),
            self._called(onward) if onward else "",
            "" if match.bye else self._losers_to.get(match.key, ""),
            state,
        )

    def _heading(self, match: Match) -> str:
        """Return the match's name and table, unless the stage's title has it; "" for a bye."""
        if match.bye:
            return ""
        label, stage = self._names.labels[match.key], self._names.stage_of[match.key]
        table = "" if match.table is None else _("Table {table}", table=match.table)
        alone = stage.enough and label == stage.short
        if alone or (self._names.pods and table):
            return table
        return f"{label} · {table}" if table else label

    def _spot(self, match: Match, place: Place, table: Table | None, state: str) -> Spot:
        if gone := self._left(place):
            return Spot(self._names.seeds.get(gone, 0), self._people[gone].name, "",
                        score=_("dropped"), tone="gone")  # fmt: skip
        if not place.player:
            nobody = place.player is None
            return Spot(0, _("Nobody") if nobody else self._names.origin(place.source), "")
        seats = table.seats if table else ()
        at = next((at for at, seat in enumerate(seats) if seat.player == place.player), None)
        person = self._people[place.player]
        tone = "win" if match.winner == place.player else "loss"
        in_turn = state == "playing" and len(seats) > 2
        return Spot(
            self._names.seeds.get(place.player, 0),
            person.name,
            person.file,
            seat_letter(at) if at is not None and in_turn else "",
            _("bye") if match.bye else "" if at is None else _score(seats, seats[at]),
            tone if match.winner and not match.bye else "",
            self._matches[place.player][-1] is match,
        )

    def _left(self, place: Place) -> str:
        """Return who would have taken a place but left the event; "" for any other."""
        before = self._names.matches.get(place.source.match)
        if place.player is not None or before is None or not before.winner:
            return ""
        won = place.source.kind is From.WINNER
        came = (each for each in before.players if (each == before.winner) is won)
        return next((each for each in came if self._matches[each][-1] is before), "")

    def _note(self, match: Match, table: Table | None) -> str:
        if table is None or not table.finished or not table.seats:
            return ""
        how = level(table)
        if not how:
            return "" if match.winner else _("nobody advances")
        if match.winner:
            return _((_WINS if match.key == self._last else _GOES_ON)[how])
        return _(_PLAY_ON[how]) if self._play_on else ""

    def _time(self, match: Match, state: str) -> str:
        """Return when time is called at a table that is playing, if that differs from the round."""
        if state != "playing":
            return ""
        round_ = self._phase.rounds[match.round - 1]
        clock = self._snapshot.clocks.get(round_.id)
        own = clock is not None and clock.at(match.table or 0) in clock.apart
        return short(self._snapshot, round_, match.table) if own else ""

    def _state(self, match: Match, table: Table | None) -> str:
        if match.bye:
            return "bye"
        if match.winner:
            return "crown" if match.key == self._last else ""
        playing = table is not None and table.seats and (self._play_on or not table.finished)
        return "playing" if playing else ""


def shown(match: Match) -> tuple[Place, ...]:
    """Return the places of a match to be shown: a place without a player is left out once the match
    is settled."""
    settled = match.bye or bool(match.winner)
    return tuple(place for place in match.places if place.player is not None or not settled)


def _by_player(names: Names) -> Mapping[str, list[Match]]:
    """Return the matches of each player, in the order of rounds."""
    by_player: dict[str, list[Match]] = {}
    for match in sorted(names.matches.values(), key=lambda match: match.round):
        for player in match.players:
            by_player.setdefault(player, []).append(match)
    return by_player


def _score(seats: Sequence[Seat], seat: Seat) -> str:
    """Return games won between two players, or points; "" while playing, and for other tables."""
    if seat.outcome is None:
        return ""
    if seat.outcome is Outcome.POINTS:
        return "" if seat.points is None else current().number(seat.points)
    if len(seats) == 2 and all(other.games_won is not None for other in seats):
        return str(seat.games_won)
    return ""
