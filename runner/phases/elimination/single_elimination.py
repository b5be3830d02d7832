"""Single elimination: the winner of each table advances (docs/rules.md 5; MTR 2.10, MAMTR 2.4C)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, zip_longest
from typing import Any

from runner.core.language import N_, _
from runner.core.phase import Mode, Phase
from runner.core.problems import Problem, note
from runner.core.seating import Seating
from runner.pairing.model import Pairing
from runner.pairing.state import PairingInput, to_document
from runner.pairing.tables import seated_around
from runner.phases import bracket
from runner.phases.bracket import Seeds
from runner.phases.elimination import pod_bracket, single_tree
from runner.phases.elimination.explain import single
from runner.phases.elimination.playoff import PODS, Playoff
from runner.phases.elimination.playoff_type import PlaceRange, PlayoffType, places
from runner.phases.elimination.pod_bracket import PodRound
from runner.phases.elimination.tree import Tree
from runner.phases.model import Drawn, PhaseResult, Proposal, RoundContext
from runner.phases.phase_type import Schedule, opponents
from runner.phases.swiss.draft import is_inside
from runner.rules import variants
from runner.rules.explain import RuleExplainer, Section
from runner.rules.limits import PlayoffStage
from runner.rules.ruleset import Ruleset

Tables = list[tuple[str, ...]]

_DIVISION = "division"  # in a state: the version of the division into pods


class SingleElimination(PlayoffType):
    """A playoff in pods or head-to-head, by seed: the rank in the phase before."""

    KEY = "single_elimination"
    NAME = "Single elimination"
    HOW = N_("Players are paired by seed, and the winners advance.")
    ALGORITHMS = (
        "single elimination 2",
        "single elimination 1",
    )  # 1 divides pods by `earlier_pod_round`
    AFTER_A_DRAFT = True

    def last_round(self, playoff: Playoff) -> int:
        """Return as many rounds as needed, whoever wins the open tables."""
        return len(playoff.situation.rounds) + playoff.to_come(stand_ins=True)

    def in_the_final(self, situation: RoundContext) -> tuple[str, ...]:
        """Return the players of the last pod, or the last two."""
        return Playoff.of(situation).last_table()

    def largest_table(self, players: int, rules: Ruleset) -> int:
        """Return the seats of the largest pod: one more if the field has one player too many for
        full pods."""
        stage = pod_bracket.pod_round(players, rules.pod_size)
        return -(-(players - stage.byes) // max(stage.pods, 1))

    def stage_before_final(self, left: int) -> PlayoffStage:
        """Return the stage: late from the quarterfinals on."""
        return PlayoffStage.LATE if left <= 4 else PlayoffStage.EARLY

    def places(self, situation: RoundContext, left_event: Collection[str]) -> list[PlaceRange]:
        """Return places by the round reached: 1, 2, 3-4, 5-8."""
        seeds = self.seeds(situation)
        others = (player.id for player in situation.field if player.id not in seeds)
        pods = situation.phase.mode is Mode.MULTIPLAYER
        rounds, rules = Playoff.of(situation).with_winners(), situation.ruleset
        added = {player for round_ in rounds for player in round_.byes}
        added -= {player for round_ in situation.rounds for player in round_.byes}
        return places((*seeds, *others), rounds, rules, pods=pods, left_event={*left_event} - added)

    def remarks(self, result: PhaseResult, following: PhaseResult | None) -> Iterator[Problem]:
        """Yield a note that the winners of several draft pods may meet in a further phase, if there
        is none."""
        inside = result.phase.mode is Mode.DRAFT and is_inside(Mode.DRAFT, result.ruleset)
        pods, variant = len(result.pods), variants.find(result.phase.variant)
        mode = variant.name if variant else "Head-to-head"
        if following is None and inside and pods > 1:
            yield note("phase.pod-winners-share-first", result.phase.place,
                f"The winners of the {pods} pods of {result.phase.name} share first place, unless "
                "they meet in a final.",
                f"For a final, add a row below on Phases: Final, {mode}, Single elimination, "
                f"and {pods} under Cut. It can be added once the pods have played, too.",
            )  # fmt: skip

    def tree(self, result: PhaseResult) -> Tree | None:
        """Return all rounds up to the final; None while nobody is in it."""
        playoff = Playoff.after(result)
        if not playoff.ids:
            return None
        if playoff.pods:
            return single_tree.pod_tree(playoff, result.rounds)
        return single_tree.match_tree(playoff, result)

    def propose(self, situation: RoundContext) -> Proposal | None:
        """Return the next round; None while it is open, over, or a player of the final has a
        bye."""
        playoff = Playoff.of(situation)
        if playoff.waits or not playoff.to_come() or {*situation.byes} & {*playoff.last_table()}:
            return None
        slots, third = playoff.slots(), playoff.third_place()
        state = playoff.state({*(playoff.left() if playoff.pods else bracket.live(slots)), *third})
        seating = _draw(state, playoff.seeds, slots, third, brackets=playoff.brackets)
        document = {
            **to_document(state),
            **({_DIVISION: 2} if playoff.pods else {}),
            "field": [player.id for player in situation.field],
            "seeds": list(playoff.ids),
            "bracket": list(slots),
            "third_place": list(third),
            **playoff.as_drafted(),
        }
        pairing = Pairing(situation.next, seating, proposed=True)
        return Proposal(pairing, document, self.ALGORITHMS[0])

    def draw(self, state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
        """Return the round of the bracket in a document; None if it has none."""
        parts = [document.get(name) for name in ("seeds", "bracket", "third_place")]
        if not all(isinstance(part, list) for part in parts):
            return None
        ids, slots, third = (tuple(part or ()) for part in parts)
        earlier = _DIVISION not in document
        brackets = len(document.get(PODS) or [()])
        return Drawn(_draw(state, Seeds.of(ids), slots, third, earlier=earlier, brackets=brackets))

    def schedule(self, result: PhaseResult) -> Schedule:
        """Return the schedule of the bracket; in pods only who is in the stage."""
        before, first = Playoff.before_latest(result), len(result.rounds) == 1
        if before.pods:
            return Schedule(inside=before.left(), seeds=before.seeds.place, sends_on=True)
        recorded = tuple(result.drawn[-1].get("bracket", ())) if result.drawn and first else ()
        slots, third = recorded or before.slots(), before.third_place()
        met = opponents([*zip(slots[::2], slots[1::2], strict=True), *([third] if third else [])])
        alone = [pair[0] for pair in bracket.pairs(slots) if len(pair) == 1]
        late = before.seeds.order(alone)[::-1] if first else ()
        return Schedule(tuple(met), met, before.seeds.place, sends_on=True, open=late)

    def in_words(self, voice: RuleExplainer, phase: Phase | None) -> Iterator[Section]:
        """Yield who advances, and who meets whom."""
        yield Section("playoff", _("Playoff"), tuple(single(voice, phase)))


def _draw(
    state: PairingInput,
    seeds: Seeds,
    slots: bracket.Slots,
    third: Sequence[str],
    *,
    earlier: bool = False,
    brackets: int = 1,
) -> Seating:
    """Return the round by its seeds, around the organiser's tables and byes."""
    if state.mode is Mode.MULTIPLAYER:
        # Byes for the highest seeds and pods by the pattern; the highest seed at a table begins.
        stage, pattern = _stage(state, earlier=earlier), state.ruleset.elimination_pattern
        ids = [player.id for player in state.free]
        tables, byes = pod_bracket.dealt(ids[stage.byes :], stage.pods, pattern), ids[: stage.byes]
    else:  # the matches of brackets played at the same time, alternately
        drawn = [_matches(state, seeds, row) for row in bracket.apart(slots, brackets)]
        turns = chain.from_iterable(zip_longest(*(tables for tables, _ in drawn)))
        tables = [table for table in turns if table is not None]
        byes = [player for _, alone in drawn for player in alone]
    if third and {player.id for player in state.free}.issuperset(third):
        tables.append(seeds.order(third))
    return seated_around(state, tables, byes)


def _stage(state: PairingInput, *, earlier: bool) -> PodRound:
    """Return how those not seated by hand are divided; `earlier`: by the first version of the
    draw."""
    size, players, free = state.ruleset.pod_size, len(state.players), len(state.free)
    stage = (pod_bracket.earlier_pod_round if earlier else pod_bracket.pod_round)(players, size)
    by_hand = len(state.placed) + len(state.byes)
    if not by_hand:
        return stage
    if earlier:
        return pod_bracket.earlier_around(free, size, stage.left - by_hand)
    return pod_bracket.around(free, size, stage.left - by_hand, by_hand)


def _matches(state: PairingInput, seeds: Seeds, slots: bracket.Slots) -> tuple[Tables, list[str]]:
    """Return the bracket's pairs, the higher seed in seat 1, and the byes of players without an
    opponent. Players whose opponents the organiser seated elsewhere meet each other, highest
    against lowest; of an odd number the highest seed has a bye."""
    free = {player.id for player in state.free}
    pairs = [tuple(player for player in pair if player in free) for pair in bracket.pairs(slots)]
    whole = list(zip(pairs, bracket.pairs(slots), strict=True))
    tables = [seeds.order(pair) for pair, _ in whole if len(pair) == 2]
    byes = [pair[0] for pair, due in whole if len(pair) == len(due) == 1]
    strays = seeds.order([pair[0] for pair, due in whole if len(pair) < len(due) and pair])
    odd, strays = strays[: len(strays) % 2], strays[len(strays) % 2 :]
    half = len(strays) // 2
    tables += zip(strays[:half], reversed(strays[half:]), strict=True)
    return tables, [*byes, *odd]
