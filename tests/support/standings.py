from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.rules.ruleset import Ruleset, ruleset
from runner.standings.model import Standings
from runner.standings.ranking import standings
from tests.support.rounds_as_text import rounds

DAY = rounds("""
    Round 1 | T1 a b c d = A | T2 e f g h = D | bye i
    Round 2 | T1 h e a i = D | T2 b c d g = draw | absent f
    Round 3 | T1 i b f a = D | T2 g h c e = D | bye d
""")
"""A win is 7, a draw 1, a bye 7. After it: a 14, i 14, d 8, h 7, e 7, b 1, c 1, g 1, f 0."""


def rules(preset: str = "mamtr", **settings: Any) -> Ruleset:
    mode = Mode.HEAD_TO_HEAD if preset == "mtr" else Mode.MULTIPLAYER
    made, problems = ruleset(Phase(1, "Swiss", mode, "swiss", preset, settings=settings), {})
    assert not problems
    return made


def people(ids: Sequence[str], **enters: int) -> list[Player]:
    return [Player(each, each, enters=enters.get(each, 1)) for each in ids]


def ranked(
    who: Sequence[str] | Sequence[Player], played: str | Sequence[Round],
    used: Ruleset | None = None, **more: Any,
) -> Standings:  # fmt: skip
    if isinstance(played, str):
        played = rounds(played)
    after = played[-1].id if played else RoundId(1, 0)
    field = [each if isinstance(each, Player) else Player(each, each) for each in who]
    more = {"complete": True, "seed": "s", "after": after, **more}
    return standings(used or rules(), played, field, **more)


def day(*keys: str) -> Standings:
    return ranked("abcdefghi", DAY, rules(tiebreakers=list(keys)), seed="friday")


def won_by_first(number: int, *ids: str, drawn: bool = False) -> Table:
    """A table that its first player won, unless everybody drew."""
    outcomes = [Outcome.DRAW if drawn else Outcome.LOSS if at else Outcome.WIN
                for at in range(len(ids))]  # fmt: skip
    seats = (Seat(each, outcome, int(outcome is Outcome.WIN))
             for each, outcome in zip(ids, outcomes, strict=True))  # fmt: skip
    return Table(number, tuple(seats))


@st.composite
def events(draw: st.DrawFn) -> tuple[list[str], list[Round]]:
    """Some rounds of pods of four and three, with draws, byes and absences."""
    names = [f"P{at:02}" for at in range(draw(st.integers(4, 13)))]
    made = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        left = list(draw(st.permutations(names)))
        tables: list[Table] = []
        while len(left) >= 3 and (not tables or draw(st.booleans())):
            size = min(len(left), draw(st.integers(3, 4)))
            seated, left = left[:size], left[size:]
            tables.append(won_by_first(len(tables) + 1, *seated, drawn=draw(st.booleans())))
        byes = draw(st.integers(0, len(left)))
        made.append(Round(RoundId(1, number), tuple(tables), (*left[:byes],), (*left[byes:],)))
    return names, made
