"""A tournament as its document tells it: plain lists, and what each player had done before a round.

Nothing here is shared with what pairs or ranks: points and histories are worked out again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import Any, TypeVar

from runner.core.phase import Mode, Phase
from runner.rules import presets
from runner.rules.ruleset import Ruleset, ruleset

Pair = frozenset[str]
Name = TypeVar("Name", str, int)
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

    @property
    def is_drawn(self) -> bool:
        """Whether nobody won, and not everybody lost."""
        return "draw" in self.outcomes and not self.winners


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
    def swiss(self) -> bool:
        """Whether it is one of pods in Swiss."""
        return self.pods and self.type == "swiss"

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

    @property
    def begins_anew(self) -> bool:
        """Whether nothing that was done before it counts any more."""
        return self.number == 1 and self.stage.rules.carry_points is False

    @property
    def in_order(self) -> list[Table]:
        """The tables from the first to the last."""
        down = self.stage.rules.table_order != "up"
        return sorted(self.tables, key=lambda table: table.number, reverse=down)


@dataclass
class Past:
    """What a player had done before a round, in this Swiss and in one whose points it carries."""

    points: Fraction = Fraction(0)
    bye_points: Fraction = Fraction(0)
    matches: int = 0
    met: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    small: int = 0
    empty: int = 0
    byes: int = 0
    kinds: frozenset[str] = frozenset()


class Tournament:
    """What a document in the neutral form says (docs/checklist.md)."""

    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document = document
        self.event = document.get("event") or {}
        self.has_rules = bool(document.get("phases"))
        self.listed: list[dict[str, Any]] = document["players"]
        self.players = {each["id"]: each for each in self.listed}
        self.phases: list[dict[str, Any]] = document.get("phases") or [{}]
        self.stages = {at: self._stage(at, each) for at, each in enumerate(self.phases, 1)}
        self.rounds = [
            _round(at, self.stages.get(each.get("phase", 1)), each)
            for at, each in enumerate(document["rounds"], 1)
        ]
        self.edits: list[dict[str, Any]] = document.get("edits") or []

    def _stage(self, number: int, phase: Mapping[str, Any]) -> Stage:
        mode = Mode(phase.get("mode", "multiplayer"))
        type_ = phase.get("type", "swiss")
        level = self.event.get("enforcement") or presets.COMPETITIVE
        before = self.phases[max(0, number - 2)].get("preset")
        preset = phase.get("preset") or before
        made = Phase(
            number, "", mode, type_, preset, phase.get("rounds"), phase.get("pod_size"),
            settings=phase.get("settings") or {}, variant=phase.get("variant", ""),
        )  # fmt: skip
        rules, _ = ruleset(made, self.event.get("settings") or {}, level)
        pods = mode is Mode.MULTIPLAYER and not rules.variant
        return Stage(number, type_, rules, phase.get("rounds"), phase.get("cut"), pods)

    def entry(self, player: str) -> dict[str, Any]:
        """Return what the document says of a player; nothing of one whom it does not know."""
        return self.players.get(player) or {}

    def enters(self, player: str) -> int:
        """Return the round of the event in which a player enters."""
        return self.entry(player).get("enters") or 1

    def takes_part(self, player: str, at: int) -> bool:
        """Return whether a player who is not absent plays in that round of the event."""
        one = self.entry(player)
        left, back = one.get("drops_after"), one.get("returns")
        gone = left is not None and left < at and not (back and back <= at)
        return self.enters(player) <= at and not gone

    def fixed_table(self, player: str) -> int | None:
        """Return the number of the table that a player has in every round."""
        return self.entry(player).get("fixed_table")

    @cached_property
    def swiss(self) -> list[Round]:
        """The rounds of pods in Swiss."""
        return [each for each in self.rounds if each.stage.swiss]

    @cached_property
    def pasts(self) -> list[dict[str, Past]]:
        """For each Swiss round, and after the last, what everybody had done before it."""
        pasts: list[dict[str, Past]] = [defaultdict(Past), *self.afters]
        for at, round_ in enumerate(self.swiss):
            pasts[at] = defaultdict(Past) if round_.begins_anew else pasts[at]
        return pasts

    @cached_property
    def afters(self) -> list[dict[str, Past]]:
        """For each Swiss round what everybody had done by its end."""
        afters = list[dict[str, Past]]()
        for round_ in self.swiss:
            before = {} if round_.begins_anew or not afters else afters[-1]
            afters.append(defaultdict(Past, {one: copy(past) for one, past in before.items()}))
            self._play(afters[-1], round_)
        return afters

    def _play(self, now: dict[str, Past], round_: Round) -> None:
        """Add a round to what everybody had done before it."""
        rules = round_.stage.rules
        worth = {"win": rules.win, "draw": rules.draw, "loss": rules.loss}
        for table in round_.tables:
            empty = max(0, rules.pod_size - len(table.players))
            ended = zip(table.players, table.outcomes, strict=True)
            for seat, (player, how) in enumerate(ended, 1):
                past = now[player]
                past.points += worth.get(how or "", Fraction(0))
                past.matches += how is not None
                past.met += tuple(other for other in table.players if other != player)
                past.seats += (seat,)
                past.empty += empty
                past.small += empty > 0
                past.kinds |= _kinds(table, how, empty > 0)
        for player in round_.byes:
            past = now[player]
            past.byes += 1
            past.points += rules.bye
            past.bye_points += rules.bye
            past.kinds |= {"bye"}
        there = {*round_.seated, *round_.byes}
        for player in self.players:
            if round_.at < self.enters(player):
                now[player].matches += 1
                now[player].kinds |= {"late"}
            elif player not in there and self.takes_part(player, round_.at):
                now[player].kinds |= {"absent"}

    @cached_property
    def apart(self) -> dict[str, set[Pair]]:
        """The pairs to be kept apart: of one club where the rules say so, and by name."""
        clubs = defaultdict[str, list[str]](list)
        for one in self.listed:
            if one.get("club") and any(x.rules.keep_clubs_apart for x in self.stages.values()):
                clubs[one["club"]].append(one["id"])
        lists = {"club": clubs.values(), "name": self.document.get("kept_apart") or ()}
        return {
            reason: {frozenset(two) for names in each for two in combinations(names, 2)}
            for reason, each in lists.items()
        }

    def edits_of(self, round_: Round) -> list[dict[str, Any]]:
        """Return what an organiser has changed in a round."""
        return [each for each in self.edits if is_of(each, each["round"], round_)]

    def by_hand(self, round_: Round) -> set[int]:
        """Return the numbers of the tables that an organiser has filled."""
        return {each["table"] for each in self.edits_of(round_) if each.get("table")}

    def byes_by_hand(self, round_: Round) -> set[str]:
        """Return who has a bye by hand."""
        return {each["bye"] for each in self.edits_of(round_) if each.get("bye")}

    def awarded(self, player: str, at: int) -> bool:
        """Return whether a bye in that round of the event is one that was awarded in advance."""
        return at <= (self.entry(player).get("awarded_byes") or 0)

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


def is_of(each: Mapping[str, Any], number: int, round_: Round) -> bool:
    """Return whether a part of a document is about a round."""
    return (each.get("phase", 1), number) == (round_.stage.number, round_.number)


def _kinds(table: Table, how: str | None, small: bool) -> set[str]:
    """Return in what a result at a table differs from a win or a loss in a full pod."""
    conceded = "draw" in table.outcomes and how in GONE
    kinds = {"conceded" if conceded else how or "open"}
    if small:
        kinds |= {"small", "small_win"} if how == "win" else {"small"}
    return kinds


def twice(names: Iterable[Name]) -> tuple[Name, ...]:
    """Return what is named more than once."""
    return tuple(name for name, many in Counter(names).items() if many > 1)
