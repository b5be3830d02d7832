"""Many made-up players of several events: names that sound like ones, namesakes and typos."""

import random
import string
from collections.abc import Mapping, Sequence
from typing import Any

from runner.circuit.people import Line, Who
from runner.circuit.summary import Entrant, Met, Summary
from runner.core.stage import Stage

_CONSONANTS = "b c d f g h j k l m n p r s t v w z br st kr sch".split()
_VOWELS = "a e i o u ai".split()


def day(
    date: str, *who: str | Entrant, tables: Sequence[Sequence[tuple[str, int]]] = (), **more: Any
) -> Summary:
    """An event of these players, P1, P2 and so on, with tables of one round."""
    entrants = tuple(
        Entrant(f"P{at}", each) if isinstance(each, str) else each for at, each in enumerate(who, 1)
    )
    met = tuple(Met(1, number, tuple(seats)) for number, seats in enumerate(tables, 1))
    return Summary(
        f"Event {date}", date, stage=Stage.OVER, entrants=entrants, tables=met, **more
    )  # fmt: skip


def yes(one: str, other: str = "", its: str = "", their: str = "") -> Line:
    """A line that the organiser has confirmed; for the same name in every event with one name."""
    return Line(Who(one, its), Who(other or one, their))


def made_up(number: int, chance: random.Random) -> list[str]:
    """So many different names of two words, from 300 first names and 3000 last ones."""
    first = [_word(chance, 2, 3) for _ in range(300)]
    last = [_word(chance, 2, 4) for _ in range(3000)]
    names = dict[str, None]()
    while len(names) < number:
        names[f"{chance.choice(first)} {chance.choice(last)}"] = None
    return [*names]


def _word(chance: random.Random, least: int, most: int) -> str:
    syllables = range(chance.randint(least, most))
    return "".join(
        chance.choice(_CONSONANTS) + chance.choice(_VOWELS) for _ in syllables
    ).title()  # fmt: skip


def misspelt(name: str, typos: int, chance: random.Random) -> str:
    """The name with so many letters left out, added, replaced, or exchanged with the next one."""
    for _ in range(typos):
        at, letter = chance.randrange(1, len(name) - 1), chance.choice(string.ascii_lowercase)
        before, this, after = name[:at], name[at], name[at + 1 :]
        name = chance.choice(
            (before + after, before + letter + this + after, before + letter + after,
             before + after[0] + this + after[1:])
        )  # fmt: skip
    return name


def crowd() -> tuple[Mapping[str, Summary], list[tuple[str, str]], list[str]]:
    """Two events of together 10,000 players, 500 of whom are misspelt in the second and 500 of whom
    have a namesake there; the misspelt pairs, and the names of the namesakes."""
    chance = random.Random(20261128)
    names = made_up(9000, chance)
    pairs = [(name, misspelt(name, 1 + at % 2, chance)) for at, name in enumerate(names[:500])]
    twice = names[500:1000]
    events = {
        "friday": day("2026-11-20", *names),
        "sunday": day("2026-11-22", *(wrong for _, wrong in pairs), *twice),
    }
    return events, pairs, twice
