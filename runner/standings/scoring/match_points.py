"""Match points: so many for a win, a draw, a loss and a bye, added up (MTR and MAMTR App. C)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from runner.core.event import Outcome, Player, Round, Seat, Table
from runner.core.numbers import total
from runner.rules.ruleset import Ruleset
from runner.rules.voice import Sentence, Voice, number_of
from runner.standings.history import Histories, History
from runner.standings.scoring.played import played
from runner.standings.scoring.scoring import Scoring

_NOTHING = Fraction(0)


class MatchPoints(Scoring):
    """The usual scoring. Who conceded, was penalised or did not show up gets nothing, even where
    the others draw (MAMTR 2.1A)."""

    KEY = "match_points"
    NAME = "Match points"

    def histories(
        self, rules: Ruleset, rounds: Sequence[Round], players: Sequence[Player], offset: int
    ) -> Histories:
        """What each player did, with the points of each round."""
        fixed = {Outcome.WIN: rules.win, Outcome.DRAW: rules.draw, Outcome.LOSS: rules.loss}

        def points(seat: Seat) -> Fraction:
            if seat.outcome is Outcome.POINTS:
                return seat.points or _NOTHING
            return fixed.get(seat.outcome, _NOTHING) if seat.outcome else _NOTHING

        def worth(table: Table) -> Sequence[Fraction]:
            return [points(seat) for seat in table.seats]

        lines = played(rules, rounds, players, offset, worth, rules.bye, rules.loss)
        return {
            player: History(player, tuple(own), total(line.points for line in own))
            for player, own in lines.items()
        }

    def in_words(self, voice: Voice) -> Iterator[Sentence]:
        """What a win, a draw, a loss and a bye give."""
        return _in_words(voice)


# --- in plain language --------------------------------------------------------------------------


def _in_words(voice: Voice) -> Iterator[Sentence]:
    rules = voice.rules
    win, draw = number_of(rules.win, "match point"), number_of(rules.draw, "match point")
    yield voice.says(f"Winning a {voice.contest} gives {win}.", "win")
    if voice.pods:
        who = "each" if rules.draw else "any"
        yield voice.says(
            f"A drawn pod gives {draw} to {who} of its players, also to those already out of the "
            "game.", "draw",
        )  # fmt: skip
    else:
        yield voice.says(f"A drawn match gives {draw} to both players.", "draw")
    yield voice.says(f"A loss gives {number_of(rules.loss, 'match point')}.", "loss")
    yield voice.says(
        "A player who concedes, has a match loss as a penalty or does not show up gets no points, "
        "even where the others at the table draw.",
        source="MAMTR 2.1A" if voice.pods else "",
    )
    if voice.pods:
        yield voice.says(
            f"A pod with fewer than {rules.pod_size} players gives the same points.",
            "win", "pod_size",
        )  # fmt: skip
    yield _bye(voice)
    yield voice.says(
        "Rounds before a late entry are lost matches and count as played; a round that somebody is "
        "absent from does not count."
    )


def _bye(voice: Voice) -> Sentence:
    rules = voice.rules
    like = ", as much as a win" if rules.bye == rules.win else ""
    text = f"A bye gives {number_of(rules.bye, 'match point')}{like}"
    if rules.bye_is_match:
        games = rules.games(1) // 2 + 1
        text += f", and counts as a match won {games}-0"
    return voice.says(f"{text}.", "bye", *(["bye_is_match"] if rules.bye_is_match else []))
