"""Checks of decks: commanders that look misspelt, and a missing column for the lists."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache

from runner.compute.progress import Progress
from runner.core import names
from runner.core.decks import Decklists, partners
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
    unknown = frozenset(typed) - known
    listed, others = _nearly(unknown, known), _nearly(unknown, usual)
    for player in players:
        for name in partners(player.commander):
            better = listed.get(name) or others.get(name, "")
            if name in listed or typed[better] > typed[name]:
                source = "the file of commanders" if name in listed else f"{typed[better]} others"
                yield note("player.commander-misspelt", player.at("commander"),
                    f"“{name}” is the commander of {player.name}.",
                    f"Did you mean “{better}”, as {source}?")  # fmt: skip


@lru_cache(maxsize=16)
def _nearly(typed: frozenset[str], known: frozenset[str]) -> Mapping[str, str]:
    """Return the known names that are spelt nearly as those typed, but not the same, by these."""
    by_length = defaultdict[int, dict[str, str]](dict)
    for name in sorted(known, reverse=True):
        by_length[len(folded := names.folded(name))][folded] = name
    found = dict[str, str]()
    for name in typed:
        wanted = names.folded(name)
        alike = [by_length[at] for at in range(len(wanted) - _LONGER, len(wanted) + _LONGER + 1)]
        near = {key: each for some in alike for key, each in some.items() if each != name}
        if close := get_close_matches(wanted, near, n=1, cutoff=_ALIKE):
            found[name] = near[close[0]]
    return found


def no_column_for_decks(progress: Progress, results: Results) -> Iterator[Problem]:
    """Yield a warning if lists are asked for and Players has no column to say whose are in."""
    players = progress.reconciled.players.values()
    asked = progress.event.decklists is not Decklists.NO and players
    if asked and not any("deck" in player.places for player in players):
        yield warning("players.no-deck-column", Place("Players"),
            "Decklists are asked for, but Players has no column “Deck check”.",
            "Type that heading above a free column.")  # fmt: skip
