"""What can be played, in the words of those who play it, and what the rules advise for a field."""

from dataclasses import dataclass
from functools import cache

from runner.core.event import Mode, Phase
from runner.core.language import count
from runner.rules import limited, variants
from runner.rules.advice import Advice, advice
from runner.rules.ruleset import ruleset

MOST_PLAYERS = 2000
_DRAFT_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class Format:
    """One choice: `mode` and `preset` as `runner new` knows them, and whether the best may go on
    to a playoff. `rounds` is how many there are where nobody sets them; None for the advice."""

    key: str
    name: str
    detail: str
    mode: str
    preset: str = ""
    playoff: bool = True
    rounds: int | None = None


@cache
def formats() -> tuple[Format, ...]:
    """All of them, the usual ones first."""
    return (
        Format("commander", "Commander", "Pods of four, Swiss rounds", "multiplayer"),
        Format(
            "commander-topdeck", "Commander, points as on TopDeck", "5 points a win, 1 a draw",
            "multiplayer", "topdeck",
        ),
        Format("duel", "Duels, two at a table", "Best of three, Swiss rounds", "head_to_head"),
        *(
            Format(each.key.replace("_", "-"), each.name, each.detail, each.key,
                   playoff=False, rounds=None if each.sealed else _DRAFT_ROUNDS)
            for each in limited.REGISTRY.values()
        ),
        *(
            Format(each.key, each.name, _of(each), each.key, playoff=False)
            for each in variants.REGISTRY.values()
        ),
    )  # fmt: skip


def _of(variant: variants.Variant) -> str:
    if variant.circle:
        return "Everybody at one table, a single game"
    if variant.elimination:
        return f"Teams of {variant.members}, single elimination"
    return f"Teams of {variant.members}" if variant.teams else "Everybody for themselves"


def find(key: str) -> Format | None:
    """The format with this key."""
    return next((each for each in formats() if each.key == key), None)


def advised(chosen: Format, players: int) -> Advice | None:
    """What the rules advise for so many; None where they have nothing to say."""
    if chosen.rounds or players < 1:
        return None
    made = limited.find(chosen.mode)
    variant = variants.find(made.variant if made else chosen.mode)
    mode = made.mode if made else variant.mode if variant else Mode(chosen.mode)
    key = variant.key if variant else ""
    rules, _ = ruleset(Phase(1, "", mode, "swiss", chosen.preset or None, variant=key), {})
    return advice(rules, players)


def in_words(chosen: Format, players: int) -> str:
    """The advice as a sentence, or what is usual."""
    if chosen.rounds:
        return f"{chosen.rounds} rounds are usual: in a pod of eight somebody has won all by then."
    variant = variants.find(chosen.mode)
    if variant and variant.elimination and players > 1:
        rounds = (players - 1).bit_length()
        return (
            f"Single elimination: {count(rounds, 'round')} for {count(players, 'team')}. Type a "
            "number of rounds to play Swiss instead."
        )
    found = advised(chosen, players)
    if found is None:
        return ""
    if not found.recommended:
        return "The rules advise nothing here; a single game, or a few rounds, are usual."
    return found.sentence()
