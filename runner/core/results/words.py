"""The words that results are made of."""

import re

from runner.core import names
from runner.core.event import Outcome

OUTCOMES: dict[str, Outcome] = {
    **dict.fromkeys(("win", "wins", "won"), Outcome.WIN),
    **dict.fromkeys(("draw", "draws", "drew", "tie", "tied"), Outcome.DRAW),
    **dict.fromkeys(("loss", "loses", "lost", "lose"), Outcome.LOSS),
    **dict.fromkeys(
        ("penalty", "match loss", "penalty loss", "disqualified", "dq"), Outcome.PENALTY_LOSS
    ),
    **dict.fromkeys(("conceded", "concedes", "concession", "concede"), Outcome.CONCESSION),
    **dict.fromkeys(
        (
            *("no-show", "no show", "noshow", "no showed", "noshowed", "no shows", "noshows"),
            *("ns", "n/s", "n.s.", "dns", "absent", "missing", "never showed", "never showed up"),
            *("not there", "not here", "wasn't there", "wasnt there", "was not there"),
            *("never came", "hasn't shown", "hasn't shown up", "has not shown up"),
            *(
                f"{did} {come}"
                for did in ("didn't", "didnt", "did not", "doesn't", "does not")
                for come in ("show", "show up", "turn up", "come", "appear")
            ),
        ),
        Outcome.NO_SHOW,
    ),
}
GIVEN_UP = (Outcome.CONCESSION, Outcome.PENALTY_LOSS, Outcome.NO_SHOW)
"""How a player loses whatever the others at the table take."""
SPELLED = {
    Outcome.WIN: "win",
    Outcome.DRAW: "draw",
    Outcome.LOSS: "loss",
    Outcome.PENALTY_LOSS: "penalty",
    Outcome.CONCESSION: "conceded",
    Outcome.NO_SHOW: "no-show",
}
UNFINISHED = {"unfinished", "unfinished game", "not finished", "time", "timeout", "time out"}
"""Is a draw (MAMTR App. C)."""
INTENTIONAL = {"id", "intentional draw", "drawn intentionally", "agreed draw"}
ALL_DRAW = {"draw", "tie", "=", "drawn", *INTENTIONAL, *UNFINISHED}
NOBODY = {"none", "nobody", "no winner", "double loss"}
OUT = {"out", "is out", "goes out", "went out", "eliminated", "knocked out", "dead"}
PARTS = re.compile(r"\s*[,;、]\s*")
PLAYS_ON = re.compile(r"(.*?)[\s,;:–—-]*\b(?:play(?:s|ing)? on|still playing|new game)", re.I)
WINNER = re.compile(r"(?:winner|won(?: by)?|wins?)(?: is)?[\s:]+(.+)", re.I)
SEVERAL = re.compile(r"\s*[&+]\s*|\s+and\s+", re.I)
WORDS = frozenset(
    {*OUTCOMES, *ALL_DRAW, *NOBODY, *OUT, "drop", "drops", "dropped", "playing on", "bye"}
)
"""Whatever is a result, or part of one, whoever sits at the table."""
BOTH = {"both", "double"}
"""Those at a table of two: “both no-show”."""
EVERYBODY = {"all", "everybody", "everyone"}
_HYPHEN = re.compile(r"\s*[-\u2010-\u2015_]\s*")


def outcome(text: str) -> Outcome | None:
    """The outcome that words mean, however their hyphens and apostrophes are typed, and be it in
    brackets; else None."""
    key = names.key(text)
    if key.startswith("(") and key.endswith(")"):
        key = key[1:-1].strip()
    return OUTCOMES.get(key) or OUTCOMES.get(_HYPHEN.sub(" ", key))


def parts(result: str) -> set[str]:
    """What stands between the commas of a result."""
    return {part.casefold() for part in PARTS.split(result)}
