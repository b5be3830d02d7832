"""Round robin: everybody meets everybody once, or twice, by Berger tables (docs/rules.md 5).

Berger tables (FIDE C.05 Annex 1): number n, the highest, stays in place, and the others rotate. In
round r player x meets n if 2x and r + 1 are equal modulo n - 1; on either side of x, x + 1 meets x
- 1, x + 2 meets x - 2, and so on.
"""

from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any

from runner.core.language import N_, _
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.problems import Problem, warning
from runner.core.seating import Seating
from runner.pairing.model import Pairing
from runner.pairing.state import Entrant, PairingInput, to_document
from runner.pairing.tables import seated_around
from runner.phases.cut import Cut, stated
from runner.phases.model import Drawn, PhaseResult, Proposal, RoundContext
from runner.phases.phase_type import PhaseType, Schedule, as_typed, opponents
from runner.phases.round_robin import groups
from runner.phases.round_robin.explain import sentences
from runner.phases.round_robin.groups import Groups, by_place
from runner.phases.swiss.swiss import Swiss
from runner.rules.explain import RuleExplainer, Section
from runner.rules.ruleset import Ruleset


def rounds(players: int) -> list[list[tuple[int, int]]]:
    """Return every round of one cycle, as pairs of numbers from 1; the first of a pair goes first.

    The pairs of a round are in the order of the published tables. With an odd number of players the
    last number, `players` + 1, is nobody: its opponent sits out. Fewer than two players have no
    rounds. Of six, or of five without the opponent of 6:

        round 1   1 v 6   2 v 5   3 v 4
        round 2   6 v 4   5 v 3   1 v 2
        round 3   2 v 6   3 v 1   4 v 5
        round 4   6 v 5   1 v 4   2 v 3
        round 5   3 v 6   4 v 2   5 v 1
    """
    last = players + players % 2
    circle, result = last - 1, []
    for number in range(1, last if players > 1 else 1):
        middle = (number + (1 if number % 2 else last)) // 2
        sides = [
            ((middle + step - 1) % circle + 1, (middle - step - 1) % circle + 1)
            for step in range(1, last // 2)
        ]
        result.append([(middle, last) if number % 2 else (last, middle), *sides])
    return result


def cycles(players: int, times: int, *, exchanged: bool = False) -> list[list[tuple[int, int]]]:
    """Return every round of `times` cycles; in each new one the two of every pair are swapped.
    `exchanged`: the last two rounds of the first cycle are exchanged, as FIDE advises for two
    cycles, so that nobody goes first, or second, three times running (C.05 Annex 1)."""
    first = rounds(players)
    over = [[(other, one) for one, other in pairs] for pairs in first]
    result = [pairs for cycle in range(times) for pairs in (over if cycle % 2 else first)]
    if exchanged and len(first) > 1:
        last = len(first) - 1
        result[last - 1], result[last] = result[last], result[last - 1]
    return result


Pair = tuple[str, str]


class RoundRobin(PhaseType):
    """Everybody meets everybody of their group, two at a table; in an odd group one player sits out
    each round. Without a group size there is one group. Pods cannot be paired in this way, so the
    organiser fills in their rounds."""

    KEY = "round_robin"
    NAME = "Round robin"
    HOW = N_(
        "Everybody has a number for the whole phase, and the Berger tables say who meets whom in "
        "each round; a player whose opponent is not there has a bye."
    )
    ROUNDS = N_("As many as it takes")
    ALGORITHMS = ("round robin 2", "round robin 1")  # 1 had no groups and no exchanged rounds
    INSTEAD = Swiss.NAME

    def planned_rounds(self, situation: RoundContext) -> int | None:
        """Return the organiser's number, or as many rounds as needed until everybody has met
        everybody, twice if the rules say so; None with fewer than two players."""
        if situation.phase.rounds is not None or situation.phase.mode is Mode.MULTIPLAYER:
            return situation.phase.rounds
        return _longest(groups.groups(situation), situation.ruleset) or None

    def propose(self, situation: RoundContext) -> Proposal | None:
        """Return the round's pairs, or None if there is nobody to pair."""
        if situation.phase.mode is Mode.MULTIPLAYER:
            return as_typed(situation)
        drawn = groups.with_late(situation)
        exchanged = groups.exchanged(situation)
        state = _state(situation, drawn)
        seating = _draw(state, drawn, exchanged=exchanged)
        if not seating.everybody:
            return None
        document = {
            **to_document(state),
            "seeds": [player for group in drawn for player in group],
            **({"groups": [list(group) for group in drawn]} if len(drawn) > 1 else {}),
            **({"exchanged": True} if exchanged else {}),
        }
        pairing = Pairing(situation.next, seating, proposed=True)
        return Proposal(pairing, document, self.ALGORITHMS[0])

    def draw(self, state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
        """Return the round of the groups in a document; None if it has none."""
        numbers = document.get("seeds")
        parts = document.get("groups", [numbers])
        lists = [numbers, parts, *(parts if isinstance(parts, list) else ())]
        if not all(isinstance(part, list) for part in lists):
            return None
        groups = tuple(tuple(map(str, group)) for group in parts)
        return Drawn(_draw(state, groups, exchanged=bool(document.get("exchanged"))))

    def groups(self, situation: RoundContext) -> Groups:
        """Return the groups as when the phase began; empty if there is only one."""
        result = groups.groups(situation)
        return result if len(result) > 1 else ()

    def schedule(self, result: PhaseResult) -> Schedule | None:
        """Return the schedule of the Berger tables; None in pods, and for a round that was not
        paired as a round robin."""
        state = result.drawn[-1] if result.drawn else {}
        seeds = state.get("seeds", ())
        groups = tuple(map(tuple, state.get("groups", ()) or ([seeds] if seeds else [])))
        if not groups or result.phase.mode is Mode.MULTIPLAYER:
            return None
        round_, exchanged = result.rounds[-1].id.number, bool(state.get("exchanged"))
        wanted = meetings(groups, round_, result.ruleset, exchanged=exchanged)
        met = opponents(pair for pairs in wanted for pair in pairs)
        by_size = sorted(groups, key=len)
        alone = [player for group in by_size for player in group if not met.get(player)]
        numbers = [player for group in groups for player in group]
        return Schedule(
            inside=tuple(numbers),
            opponents={player: met.get(player, "") for player in numbers},
            seeds={player: at for at, player in enumerate(numbers, 1)},
            open=tuple(alone),
        )

    def going_on(self, result: PhaseResult) -> tuple[str, ...]:
        """Return all players left: the winners of all groups, then everybody who is second, and so
        on."""
        return tuple(player for level in by_place(result) for player in level)

    def best_of_each(self, rules: Ruleset) -> int | None:
        """Return the number in the rules."""
        return rules.group_advance

    def sends_on(self, result: PhaseResult) -> int | None:
        """Return how many advance from all groups together."""
        return groups.sends_on(result)

    def seeded(self, phase: Phase, rules: Ruleset) -> bool:
        """Return whether numbers go by rank: if there is a cut."""
        return bool(Cut.of(phase, rules))

    def in_words(self, voice: RuleExplainer, phase: Phase | None) -> Iterator[Section]:
        """Yield who meets whom, and how groups are made."""
        yield Section("pairing", _("Pairing"), tuple(sentences(voice, phase)))

    def without_place(self, result: PhaseResult) -> list[Player]:
        """Return the players of a phase that has begun for whom neither its tables nor the
        organiser has a place: a group has one if its number is odd."""
        if result.phase.mode is Mode.MULTIPLAYER or not result.rounds or result.over:
            return []
        first, groups = result.rounds[0], result.groups
        if not groups:  # no draw has recorded them: whoever was in the first round
            drawn = result.drawn[-1].get("seeds") if result.drawn else None
            groups = (tuple(drawn or (*first.byes, *first.absent, *first.seated)),)
        known = {player for group in groups for player in group} | {*result.rounds[-1].seated}
        late = [
            player
            for player in result.field
            if player.id not in known
            and (player.drops_after is None or player.id in result.playing)
        ]
        late.sort(key=lambda player: (player.enters, player.id))
        return late[sum(len(group) % 2 for group in groups) :]

    def remarks(self, result: PhaseResult, following: PhaseResult | None) -> Iterator[Problem]:
        """Yield late entries without a place, and a cut that takes fewer than advance from all
        groups."""
        for player in self.without_place(result):
            when = f" in round {player.enters}" if player.enters > 1 else " late"
            yield warning("robin.late-entry", player.at("enters"),
                f"{player.name} enters{when}, but a round robin that has begun has no place left.",
                "Type the name into a free seat where you want it, or clear the line.")  # fmt: skip
        best, cut = groups.sends_on(result), stated(following.phase) if following else None
        if not following or following.rounds or best is None or cut is None or cut >= best:
            return
        among = "each group" if result.groups else result.phase.name
        yield warning("robin.cut-below-advance", following.phase.at("cut"),
            f"{following.phase.name} has a cut of {cut}, but the best "
            f"{result.ruleset.group_advance} of {among} are {best}.",
            "The cut counts: of the last to qualify only the best advance. Clear “Cut” to let all "
            "of them advance, or correct “Advance from a group”.")  # fmt: skip


def _state(situation: RoundContext, groups: Groups) -> PairingInput:
    """Return the players who are there, by number, as input for the draw; players whom the
    organiser has seated without a number come last."""
    numbers = [player for group in groups for player in group]
    place = {player: at for at, player in enumerate(numbers)}
    seated = {*situation.byes, *situation.placed.seated}
    everybody = (*situation.players, *situation.guests)
    there = (player for player in everybody if player.id in place or player.id in seated)
    players = sorted(there, key=lambda player: place.get(player.id, len(place)))
    return situation.state(Entrant(player.id, fixed_table=player.fixed_table) for player in players)


def _longest(groups: Groups, rules: Ruleset) -> int:
    """Return how many rounds the largest group has, in all cycles."""
    times = 2 if rules.double_round else 1
    return max((len(rounds(len(group))) * times for group in groups), default=0)


def _draw(state: PairingInput, groups: Groups, *, exchanged: bool) -> Seating:
    """Return the round by the Berger tables, around the organiser's tables and byes; groups one
    after the other. A group that has played all its rounds waits for the longest one. After that
    all start again, with seats swapped as in any new cycle."""
    free = {player.id for player in state.free}
    pairs: list[Pair] = []
    byes: list[str] = []
    for wanted in meetings(groups, state.round, state.ruleset, exchanged=exchanged):
        met, alone = _met(wanted, state, free)
        pairs += met
        byes += alone
    return seated_around(state, pairs, byes)


def meetings(groups: Groups, round_: int, rules: Ruleset, *, exchanged: bool) -> list[list[Pair]]:
    """Return who meets whom in that round of each group; the first of a pair goes first, and "" is
    nobody."""
    times = 2 if rules.double_round else 1
    turn, at = divmod(round_ - 1, _longest(groups, rules) or 1)
    over, by_group = turn * times % 2 == 1, []
    for group in groups:
        every, names = cycles(len(group), times, exchanged=exchanged), (*group, "")
        pairs = every[at] if at < len(every) else []
        met = [(names[one - 1], names[other - 1]) for one, other in pairs]
        by_group.append([(other, one) for one, other in met] if over else met)
    return by_group


def _met(
    wanted: Sequence[Pair], state: PairingInput, free: Container[str]
) -> tuple[list[Pair], list[str]]:
    """Return the pairs of a group that can play, and the byes. Players whose opponents the
    organiser seated elsewhere play each other; a player whose opponent is absent, or has a bye, has
    a bye too."""
    by_hand = {player for _, seats in state.placed for player in seats}
    pairs = [pair for pair in wanted if all(player in free for player in pair)]
    alone = [
        (one if one in free else other, other if one in free else one)
        for one, other in wanted
        if (one in free) != (other in free)
    ]
    left = [player for player, opponent in alone if opponent in by_hand]
    byes = [player for player, opponent in alone if opponent not in by_hand]
    pairs += zip(left[::2], left[1::2], strict=False)
    return pairs, [*byes, *left[len(left) - len(left) % 2 :]]
