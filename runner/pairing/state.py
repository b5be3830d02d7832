"""What pairing one round needs to know, and the open document that says it.

The document is the one of `runner pair` (docs/open-format.md): nothing but the players, what they
have done so far and the rules; no phases, no files.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeVar

from runner.core.numbers import plain
from runner.core.phase import Mode, Phase, SettingValue
from runner.core.problems import Place, Problem, Severity, error
from runner.core.seating import SeatedTable, tables_document
from runner.pairing.document import Reader
from runner.rules import variants
from runner.rules.ruleset import Ruleset, ruleset
from runner.rules.ruleset import to_document as rules_document
from runner.rules.settings import by_own_name
from runner.rules.variants.variant import PAIRS

Name = TypeVar("Name", str, int)
Json = Any  # a value as the json module reads it: checked here, and typed from here on


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player who plays this round, and what counts for pairing.

    `points` are match points before the round and `tiebreakers` the values in the order in which
    they count. `opponents` has an id once for each time met; `seats` are the seat numbers taken
    so far, from 1, in order. `rank` is the place in the standings, if they have been made;
    it decides among players of equal points, before the tiebreakers do. `keep_apart` are ids.
    `floats` is in how many rounds most at their table, or the opponent in a match of two, had other
    points, so that they were paired up or down. `colours` are those chosen for Two-Color Star,
    "wu", or "". `left` are the ids of those who sat to the left, where that counts.
    """

    id: str
    points: Fraction = Fraction(0)
    tiebreakers: tuple[Fraction, ...] = ()
    opponents: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    small_pods: int = 0
    byes: int = 0
    club: str = ""
    fixed_table: int | None = None
    keep_apart: tuple[str, ...] = ()
    rank: int | None = None
    floats: int = 0
    colours: str = ""
    left: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PairingInput:
    """A round to be paired. `players` are those who take part in it, in any order.

    `ruleset` are the rules in force. `settings` are what the document said they were made from;
    the document of a state writes out all that makes its rules differ from the preset. `rounds`
    is how many the phase is to have, or None while that is open. `placed` are tables that an
    organiser has filled by hand, which stay as they are; `byes` are byes already given, by hand or
    awarded.
    """

    mode: Mode
    preset: str
    seed: str
    phase: int
    round: int
    rounds: int | None
    settings: Mapping[str, SettingValue] = field(compare=False)
    ruleset: Ruleset
    players: tuple[Entrant, ...]
    placed: tuple[SeatedTable, ...] = ()
    byes: tuple[str, ...] = ()

    @property
    def first(self) -> bool:
        """Whether this is a first round in which nobody has a rank from rounds before."""
        return self.round == 1 and all(player.rank is None for player in self.players)

    @property
    def table_seats(self) -> int:
        """The seats below which a table is small: two, or those of a full pod."""
        return self.ruleset.full_table if self.mode == Mode.MULTIPLAYER else 2

    @property
    def free(self) -> tuple[Entrant, ...]:
        """The players who have neither a table nor a bye yet."""
        taken = {*self.byes, *(identity for _, seats in self.placed for identity in seats)}
        return tuple(player for player in self.players if player.id not in taken)


def to_document(state: PairingInput) -> dict[str, Json]:
    """Return the state as `runner pair` reads it; `from_document` gives an equal state back."""
    variant = state.ruleset.variant
    document: dict[str, Json] = {
        "mode": Mode(state.mode).value,
        "preset": state.preset,
        "seed": state.seed,
        "phase": state.phase,
        "round": state.round,
        "rounds": state.rounds,
        "pod_size": state.ruleset.pod_size,
        **({"variant": variant} if variant else {}),
        "settings": {**state.settings, **rules_document(state.ruleset, variant=variant)},
        "players": [_entrant_document(player) for player in state.players],
    }
    if state.placed:
        document["placed"] = tables_document(state.placed)
    if state.byes:
        document["byes"] = list(state.byes)
    return document


def _entrant_document(player: Entrant) -> dict[str, Json]:
    document: dict[str, Json] = {
        "id": player.id,
        "points": plain(player.points),
        "tiebreakers": [plain(value) for value in player.tiebreakers],
        "opponents": list(player.opponents),
        "seats": list(player.seats),
        "small_pods": player.small_pods,
        "byes": player.byes,
        "club": player.club,
    }
    apart = list(player.keep_apart) or None
    rare = {
        "fixed_table": player.fixed_table,
        "keep_apart": apart,
        "rank": player.rank,
        "moved": player.floats or None,
        "colours": player.colours or None,
        "left": list(player.left) or None,
    }
    return document | {key: value for key, value in rare.items() if value is not None}


def from_document(document: Json) -> PairingInput | tuple[Problem, ...]:
    """Return the state that a document of `runner pair` describes, or everything that is wrong with
    it.

    Every problem is an error whose sentence names the key; nothing is raised, whatever the value.
    """
    reader = Reader("", document)
    rules, rule_problems = _rules(reader)
    players = tuple(_entrant(entry) for entry in reader.objects("players", required=True))
    state = PairingInput(
        mode=Mode(reader.choice("mode", tuple(Mode), Mode.MULTIPLAYER)),
        preset=reader.text("preset", required=True),
        seed=reader.text("seed", required=True),
        phase=reader.whole("phase", 1, least=1),
        round=reader.whole("round", 1, least=1, required=True),
        rounds=reader.optional_whole("rounds", least=1),
        settings=by_own_name(reader.settings("settings")),
        ruleset=rules,
        players=players,
        placed=tuple(
            SeatedTable(entry.whole("table", 0, least=1, required=True), entry.texts("seats"))
            for entry in reader.objects("placed")
        ),
        byes=reader.texts("byes"),
    )
    wrong = [*reader.sentences, *_contradictions(state)]
    problems = (*(error("document.state", Place(), sentence) for sentence in wrong), *rule_problems)
    return problems or state


def _rules(reader: Reader) -> tuple[Ruleset, tuple[Problem, ...]]:
    """Return the rules that mode, preset and settings make; only what stops them from being
    used."""
    mode = Mode(reader.choice("mode", tuple(Mode), Mode.MULTIPLAYER))
    phase = Phase(
        number=reader.whole("phase", 1, least=1),
        name="",
        mode=mode,
        type="swiss",
        preset=reader.text("preset", required=True) or None,
        rounds=reader.optional_whole("rounds", least=1),
        pod_size=reader.optional_whole("pod_size", least=2),
        settings=by_own_name(reader.settings("settings")),
        variant=variants.of_type(_variant(reader), mode),
    )
    rules, problems = ruleset(phase, {})
    return rules, tuple(problem for problem in problems if problem.severity is Severity.ERROR)


def _variant(reader: Reader) -> str:
    return reader.choice("variant", tuple(variants.REGISTRY), "", required=False)


def _entrant(reader: Reader) -> Entrant:
    return Entrant(
        id=reader.text("id", required=True),
        points=reader.number("points", required=True),
        tiebreakers=reader.numbers("tiebreakers"),
        opponents=reader.texts("opponents"),
        seats=reader.wholes("seats", least=1),
        small_pods=reader.whole("small_pods", 0),
        byes=reader.whole("byes", 0),
        club=reader.text("club"),
        fixed_table=reader.optional_whole("fixed_table", least=1),
        keep_apart=reader.texts("keep_apart"),
        rank=reader.optional_whole("rank", least=1),
        floats=reader.whole("moved", 0),
        colours=reader.choice("colours", PAIRS, "", required=False),
        left=reader.texts("left"),
    )


def _contradictions(state: PairingInput) -> list[str]:
    """Return what cannot be true at once: ids and tables twice, players who are not there."""
    ids = [player.id for player in state.players]
    busy = [*state.byes, *(identity for _, seats in state.placed for identity in seats)]
    numbers = [number for number, _ in state.placed]
    unknown = sorted(set(busy) - set(ids))
    return [
        *(f'"{name}" stands in "players" more than once.' for name in _repeated(ids)),
        *(f'"{name}" has two places in this round.' for name in _repeated(busy)),
        *(f"Table {number} is placed more than once." for number in _repeated(numbers)),
        *(f'"{name}" has a place in this round but is not in "players".' for name in unknown),
        *(f"Table {number} is placed with nobody at it." for number, at in state.placed if not at),
    ]


def _repeated(values: Sequence[Name]) -> list[Name]:
    return sorted(value for value, times in Counter(values).items() if times > 1)
