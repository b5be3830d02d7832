"""A tournament as its document tells it: plain lists, and what each player had done before a round.

Nothing here is shared with what pairs or ranks: points and histories are worked out again.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any

from runner.core.phase import Mode, Phase
from runner.rules import presets
from runner.rules.ruleset import Ruleset, ruleset

Pair = frozenset[str]
GONE = ("concession", "penalty_loss", "no_show")
PLAYOFF = "single_elimination"


@dataclass(frozen=True)
class Table:
    """A table: its number, its players in turn order, and how the match ended for each."""

    number: int
    players: tuple[str, ...]
    outcomes: tuple[str | None, ...] = ()

    @property
    def winners(self) -> list[str]:
        """The players who won."""
        return [one for one, how in zip(self.players, self.outcomes, strict=True) if how == "win"]


@dataclass(frozen=True)
class Stage:
    """A phase and its rules."""

    number: int
    type: str
    rules: Ruleset
    rounds: int | None
    cut: int | None
    pods: bool

    @property
    def by_points(self) -> bool:
        """Whether matches give match points, and rounds are paired by them."""
        return self.rules.scoring == "match_points" and self.rules.method != "random"


@dataclass(frozen=True)
class Round:
    """A round; `at` counts over the whole event, `number` within its phase."""

    at: int
    stage: Stage
    number: int
    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    absent: tuple[str, ...]

    @property
    def seated(self) -> list[str]:
        """Everybody at a table."""
        return [player for table in self.tables for player in table.players]


@dataclass
class Past:
    """What a player had done before a round, in this Swiss and in one whose points it carries."""

    points: Fraction = Fraction(0)
    bye_points: Fraction = Fraction(0)
    matches: int = 0
    met: list[str] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    small: list[int] = field(default_factory=list)
    empty: int = 0
    byes: list[int] = field(default_factory=list)
    kinds: set[str] = field(default_factory=set)


class Tournament:
    """What a document in the neutral form says (docs/checklist.md)."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.event = document.get("event") or {}
        self.has_rules = bool(document.get("phases"))
        self.listed: list[dict[str, Any]] = document["players"]
        self.players = {each["id"]: each for each in self.listed}
        self.stages = {at: self._stage(at, each) for at, each in enumerate(_phases(document), 1)}
        self.rounds = [
            _round(at, self.stages.get(each.get("phase", 1)), each)
            for at, each in enumerate(document["rounds"], 1)
        ]
        self.edits: list[dict[str, Any]] = document.get("edits") or []

    def _stage(self, number: int, phase: Mapping[str, Any]) -> Stage:
        mode = Mode(phase.get("mode", "multiplayer"))
        type_ = phase.get("type", "swiss")
        level = self.event.get("enforcement") or presets.COMPETITIVE
        before = _phases(self.document)[number - 2].get("preset") if number > 1 else None
        preset = phase.get("preset") or before
        made = Phase(
            number, "", mode, type_, preset, phase.get("rounds"), phase.get("pod_size"),
            settings=phase.get("settings") or {}, variant=phase.get("variant", ""),
        )  # fmt: skip
        rules, _ = ruleset(made, self.event.get("settings") or {}, level)
        pods = mode is Mode.MULTIPLAYER and not rules.variant
        return Stage(number, type_, rules, phase.get("rounds"), phase.get("cut"), pods)

    def takes_part(self, player: str, at: int) -> bool:
        """Return whether a player who is not absent plays in that round of the event."""
        one = self.players.get(player) or {}
        left, back = one.get("drops_after"), one.get("returns")
        gone = left is not None and left < at and not (back and back <= at)
        return (one.get("enters") or 1) <= at and not gone

    @cached_property
    def swiss(self) -> list[Round]:
        """The rounds of pods in Swiss."""
        return [each for each in self.rounds if each.stage.pods and each.stage.type == "swiss"]

    @cached_property
    def playoff(self) -> list[Round]:
        """The rounds of pods in a playoff."""
        return [each for each in self.rounds if each.stage.pods and each.stage.type == PLAYOFF]

    @cached_property
    def pasts(self) -> list[dict[str, Past]]:
        """For each Swiss round, and after the last, what everybody had done before it."""
        return list(self._pasts())

    def after(self, phase: int, number: int) -> dict[str, Past] | None:
        """Return what everybody had done after a Swiss round; None if there is no such round."""
        index = [(each.stage.number, each.number) for each in self.swiss]
        return self.pasts[index.index((phase, number)) + 1] if (phase, number) in index else None

    def _pasts(self) -> Iterator[dict[str, Past]]:
        now: dict[str, Past] = defaultdict(Past)
        for round_ in self.swiss:
            if round_.number == 1 and round_.stage.rules.carry_points is False:
                now = defaultdict(Past)
            yield _copied(now)
            self._play(now, round_)
        yield now

    def _play(self, now: dict[str, Past], round_: Round) -> None:
        rules = round_.stage.rules
        worth = {"win": rules.win, "draw": rules.draw, "loss": rules.loss}
        for table in round_.tables:
            drawn = "draw" in table.outcomes
            for seat, (player, how) in enumerate(
                zip(table.players, table.outcomes, strict=True), 1
            ):
                past = now[player]
                past.points += worth.get(how or "", Fraction(0))
                past.matches += how is not None
                past.met += [other for other in table.players if other != player]
                past.seats.append(seat)
                past.empty += max(0, rules.pod_size - len(table.players))
                if len(table.players) < rules.pod_size:
                    past.small.append(round_.at)
                    past.kinds |= {"small", "small_win"} if how == "win" else {"small"}
                past.kinds |= {"conceded"} if drawn and how in GONE else {how or "open"}
        for player in round_.byes:
            past = now[player]
            past.byes.append(round_.at)
            past.points += rules.bye
            past.bye_points += rules.bye
            past.kinds.add("bye")
        there = {*round_.seated, *round_.byes}
        for player, one in self.players.items():
            if round_.at < (one.get("enters") or 1):
                now[player].matches += 1
                now[player].kinds.add("late")
            elif player not in there and self.takes_part(player, round_.at):
                now[player].kinds.add("absent")

    @cached_property
    def apart(self) -> dict[str, set[Pair]]:
        """The pairs to be kept apart: of one club where the rules say so, and by name."""
        clubs = defaultdict[str, list[str]](list)
        for one in self.listed:
            if one.get("club"):
                clubs[one["club"]].append(one["id"])
        keep = any(stage.rules.keep_clubs_apart for stage in self.stages.values())
        mates = {frozenset(two) for club in clubs.values() for two in combinations(club, 2)}
        named = {
            frozenset(two)
            for names in self.document.get("kept_apart") or ()
            for two in combinations(names, 2)
        }
        return {"club": mates if keep else set(), "name": named}

    def by_hand(self, round_: Round) -> set[int]:
        """Return the numbers of the tables that an organiser has filled."""
        return {
            each["table"]
            for each in self.edits
            if each.get("table") and _at(each) == (round_.stage.number, round_.number)
        }

    def byes_by_hand(self, round_: Round) -> set[str]:
        """Return who has a bye by hand."""
        return {
            each["bye"]
            for each in self.edits
            if each.get("bye") and _at(each) == (round_.stage.number, round_.number)
        }

    def awarded(self, player: str, at: int) -> bool:
        """Return whether a bye in that round of the event is one that was awarded in advance."""
        return at <= (self.players.get(player, {}).get("awarded_byes") or 0)

    @cached_property
    def meetings(self) -> dict[Pair, list[tuple[Round, bool]]]:
        """For each pair the Swiss rounds in which they sat together, and whether by hand."""
        found = defaultdict[Pair, list[tuple[Round, bool]]](list)
        for round_ in self.swiss:
            hand = self.by_hand(round_)
            for table in round_.tables:
                for two in combinations(table.players, 2):
                    found[frozenset(two)].append((round_, table.number in hand))
        return found


def _phases(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    return document.get("phases") or [{}]


def _round(at: int, stage: Stage | None, each: Mapping[str, Any]) -> Round:
    missing = Stage(each.get("phase", 0), "", Ruleset(""), None, None, pods=False)
    return Round(
        at, stage or missing, each.get("number", at), tables_of(each),
        tuple(each.get("byes") or ()), tuple(each.get("absent") or ()),
    )  # fmt: skip


def tables_of(each: Mapping[str, Any]) -> tuple[Table, ...]:
    """Return the tables of a round in a document; a seat is an object, or the id alone."""
    tables = []
    for at, table in enumerate(each.get("tables") or (), 1):
        seats = [{"player": one} if isinstance(one, str) else one for one in table["seats"]]
        outcomes = [one.get("outcome") for one in seats]
        if len(seats) == 2 and not any(outcomes) and any("games_won" in one for one in seats):
            won = [one.get("games_won") or 0 for one in seats]
            outcomes = ["draw" if len({*won}) == 1 else ("loss", "win")[x == max(won)] for x in won]
        players = tuple(str(one["player"]) for one in seats)
        tables.append(Table(table.get("table", at), players, tuple(outcomes)))
    return tuple(tables)


def _at(each: Mapping[str, Any]) -> tuple[int, int]:
    return each.get("phase", 1), each["round"]


def _copied(now: Mapping[str, Past]) -> dict[str, Past]:
    copies: dict[str, Past] = defaultdict(Past)
    for player, past in now.items():
        copies[player] = Past(
            past.points, past.bye_points, past.matches, [*past.met], [*past.seats], [*past.small],
            past.empty, [*past.byes], {*past.kinds},
        )  # fmt: skip
    return copies
