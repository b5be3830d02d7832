"""Checks of decks: commanders that look misspelt, and a missing column for the lists."""

from collections import Counter
from collections.abc import Iterator
from difflib import get_close_matches
from functools import lru_cache

from runner.compute.progress import Progress
from runner.core import names
from runner.core.decks import COMMANDER, Decklists, partners
from runner.core.problems import Place, Problem, note, warning
from runner.phases.model import Results

_ALIKE = 0.9  # of the letters; “Omnath, Locus of Rage” and “... Mana” have less in common
_LONGER = 2  # letters
_SEVERAL = 2  # players who spell it the same


def misspelt_commanders(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a note for each commander that is nearly a known one: one in the file of commanders, or
    one that several others play. Partners are looked at one by one."""
    players = progress.reconciled.players.values()
    typed = Counter(each for player in players for each in partners(player.commander))
    usual = frozenset(each for each, many in typed.items() if many >= _SEVERAL)
    known = frozenset(progress.event.commanders)
    for player in players:
        for name in partners(player.commander):
            if name in known:
                continue
            listed = nearly(name, known)
            better = listed or nearly(name, usual - {name})
            if listed or typed[better] > typed[name]:
                source = "the file of commanders" if listed else f"{typed[better]} others"
                yield note("player.commander-misspelt", player.at("commander"),
                    f"“{name}” is the {COMMANDER.lower()} of {player.name}.",
                    f"Did you mean “{better}”, as {source}?")  # fmt: skip


@lru_cache(maxsize=4096)
def nearly(name: str, known: frozenset[str]) -> str:
    """Return the known name that is spelt nearly as this one; "" if there is none."""
    wanted = names.folded(name)
    alike = sorted(each for each in known if abs(len(each) - len(name)) <= _LONGER)
    folded = {names.folded(each): each for each in reversed(alike)}
    close = get_close_matches(wanted, folded, n=1, cutoff=_ALIKE)
    return folded[close[0]] if close else ""


def no_column_for_decks(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning if lists are asked for and Players has no column to say whose are in."""
    players = progress.reconciled.players.values()
    asked = progress.event.decklists is not Decklists.NO and players
    if asked and not any("deck" in player.places for player in players):
        yield warning("players.no-deck-column", Place("Players"),
            "Decklists are asked for, but Players has no column “Deck check”.",
            "Type that heading above a free column.")  # fmt: skip
