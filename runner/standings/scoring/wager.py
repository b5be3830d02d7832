"""Wager scoring: everybody stakes a part of their stack, and the winner takes it (Hareruya).

Sources: docs/rules.md 3 with its three rule sets. All numbers are exact.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import ceil, lcm

from runner.core.identifiers import SEAT_LETTERS
from runner.core.language import _, current, listed, ngettext
from runner.core.player import Player
from runner.core.rounds import Outcome, Round
from runner.rules.explain import RuleExplainer, Sentence
from runner.rules.ruleset import Ruleset
from runner.standings.model import Histories, History, Played, RoundKind
from runner.standings.scoring.scoring import Pot, Scoring, played, pots

_NOTHING = Fraction(0)


class Wager(Scoring):
    """Match points are the stack. The points of a round are the change of the stack: as played, or
    the mean over all orders of the rounds."""

    KEY = "wager"
    NAME = "Wagers"
    STACKS = True

    def histories(
        self, rules: Ruleset, rounds: Sequence[Round], players: Sequence[Player], offset: int
    ) -> Histories:
        """Return each player's rounds, and their stack."""
        lines = played(rules, rounds, players, offset)
        staked = pots(rules, rounds, lines)
        if rules.order_average:
            from runner.standings.scoring.order_average import mean_over_orders  # numpy is slow

            changes, stacks = mean_over_orders(staked, tuple(lines), rules.start)
        else:
            changes, stacks = _as_played(rules, staked, tuple(lines))
        return {
            player: _history(rules, player, own, stacks[player], changes)
            for player, own in lines.items()
        }

    def worth(self, rules: Ruleset, match: Played) -> Fraction:
        """Return the points of the outcome, as in match points: those of the round are the change
        of a stack."""
        by_outcome = {Outcome.WIN: rules.win, Outcome.DRAW: rules.draw}
        return by_outcome.get(match.outcome, _NOTHING) if match.outcome else _NOTHING

    def in_words(self, voice: RuleExplainer) -> Iterator[Sentence]:
        """Yield what is staked, and who takes it."""
        rules = voice.rules
        yield voice.says(
            ngettext(
                "Everybody begins with {n} point.", "Everybody begins with {n} points.", rules.start
            ),
            "start",
        )
        wager = current().number(rules.wager)
        yield voice.says(
            _("In each pod every player stakes {wager} per cent of the points they have.",
              wager=wager)
            if voice.pods
            else _("In each match every player stakes {wager} per cent of the points they have.",
                   wager=wager), "wager",
        )  # fmt: skip
        if rules.seat_factors:
            factors = [
                # Note: what a stake is multiplied by, and the letter of the seat.
                _("{factor} times in seat {seat}", factor=current().number(factor), seat=letter)
                for factor, letter in zip(rules.seat_factors, SEAT_LETTERS, strict=False)
            ]
            yield voice.says(
                _("The stake is multiplied: {factors}.", factors=listed(factors)), "seat_factors"
            )
        yield voice.says(
            _("The winner takes all the stakes. Gains are rounded up to whole points.")
            if _rounds_up(rules)
            else _("The winner takes all the stakes."),
            "wager_rounding",
        )
        yield voice.says(
            _("In a draw the stakes are put together and split equally.")
            if rules.wager_draw == "split"
            else _("In a draw everybody loses their stake."),
            "wager_draw",
        )
        yield voice.says(
            _("A player who concedes, has a match loss as a penalty or does not show up loses "
              "their stake, even where the others at the table draw.")
        )  # fmt: skip
        yield voice.says(_wager_bye(rules.wager_bye), "wager_bye")
        yield voice.says(
            _("Each round before a late entry counts as a lost match and costs a stake, which "
              "nobody gets; a round that somebody is absent from changes nothing.")
        )  # fmt: skip
        if rules.order_average:
            text = _(
                "As stakes grow with the points, the order of rounds would matter. It does not "
                "here: points are the exact mean over all orders in which the rounds could have "
                "been played (beyond 12 rounds, over all rotations of their order)."
            )
            yield voice.says(text, "order_average")


def _history(
    rules: Ruleset,
    player: str,
    lines: Sequence[Played],
    stack: Fraction,
    changes: Sequence[Mapping[str, Fraction]],
) -> History:
    bye = _settled_bye(rules, lines, stack)
    rounds: list[Played] = []
    for line in lines:
        won = changes[line.round - 1].get(player, _NOTHING)
        if bye and line.kind is RoundKind.BYE:
            stack += bye
            won += bye
        rounds.append(replace(line, points=won) if won else line)
    return History(player, tuple(rounds), stack)


def _settled_bye(rules: Ruleset, lines: Sequence[Played], stack: Fraction) -> Fraction:
    """Return what each bye gives if byes give the average gain: the gain since the start divided by
    the rounds played, or nothing if the stack is below the start. Published standings of a real
    event of 118 players can only be reproduced in this way, for all seven who had a bye and lost on
    average. Every ranking settles byes as if its round were the last; wagers never include them."""
    games = sum(1 for line in lines if line.kind is not RoundKind.BYE)
    if rules.wager_bye != "average" or not games:
        return _NOTHING
    average = max(_NOTHING, stack - rules.start) / games
    return Fraction(ceil(average)) if _rounds_up(rules) else average


def _as_played(
    rules: Ruleset, rounds: Sequence[Sequence[Pot]], players: Sequence[str]
) -> tuple[list[dict[str, Fraction]], dict[str, Fraction]]:
    """Return what each round changed, and the final stacks. Stacks are whole numbers of a common
    unit that becomes finer every round, which is exact and much faster than fractions."""
    first, unit = rules.start.as_integer_ratio()
    stacks = dict.fromkeys(players, first)
    changes = []
    for now in rounds:
        rate_unit = lcm(*{rate.denominator for pot in now for rate in pot.rates})
        share_unit = lcm(*{share.denominator for pot in now for share in pot.shares})
        unit *= rate_unit * share_unit
        changed: dict[str, int] = {}
        for pot in now:
            changed.update(_changed(pot, stacks, rate_unit, share_unit))
        if _rounds_up(rules):
            changed = {
                player: (-(-gain // unit) * unit if gain > 0 else gain)
                for player, gain in changed.items()
            }
        stacks = {player: stack * rate_unit * share_unit + changed.get(player, 0)
                  for player, stack in stacks.items()}  # fmt: skip
        changes.append({player: Fraction(gain, unit) for player, gain in changed.items()})
    return changes, {player: Fraction(stack, unit) for player, stack in stacks.items()}


def _changed(
    pot: Pot, stacks: Mapping[str, int], rate_unit: int, share_unit: int
) -> dict[str, int]:
    """Return what one pot changes, in the finer unit of its round."""
    staked = [
        stacks[player] * rate.numerator * (rate_unit // rate.denominator)
        for player, rate in zip(pot.players, pot.rates, strict=True)
    ]
    whole = sum(staked)
    return {
        player: whole * share.numerator * (share_unit // share.denominator) - stake * share_unit
        for player, share, stake in zip(pot.players, pot.shares, staked, strict=True)
    }


def _rounds_up(rules: Ruleset) -> bool:
    """Return whether gains are rounded up; a mean over orders is never rounded."""
    return rules.wager_rounding == "up" and not rules.order_average


def _wager_bye(bye: str | None) -> str:
    if bye is None:
        return _("A bye changes nothing.")
    if bye == "average":
        return _(
            "A bye gives what the player gains in a match on average, settled after the last "
            "round. A player who loses on average neither gains nor loses by it, as in standings "
            "published under these rules."
        )
    return _(
        "A bye gives {factor} times what the player would have staked.",
        factor=bye.replace(".", current().mark),
    )
