"""Match points: so many for a win, a draw, a loss and a bye, added up (MTR and MAMTR App. C)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from runner.core.event import Outcome, Player, Round, Seat, Table
from runner.core.language import _, ngettext
from runner.core.numbers import total
from runner.rules.explain import RuleExplainer, Sentence
from runner.rules.ruleset import Ruleset
from runner.standings.model import Histories, History
from runner.standings.scoring.scoring import Scoring, played

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
            if seat.outcome is Outcome.POINTS or seat.points is not None:
                return seat.points or _NOTHING
            return fixed.get(seat.outcome, _NOTHING) if seat.outcome else _NOTHING

        def worth(table: Table) -> Sequence[Fraction]:
            return [points(seat) for seat in table.seats]

        lines = played(rules, rounds, players, offset, worth, rules.bye, rules.loss)
        return {
            player: History(player, tuple(own), total(line.points for line in own))
            for player, own in lines.items()
        }

    def in_words(self, voice: RuleExplainer) -> Iterator[Sentence]:
        """What a win, a draw, a loss and a bye give."""
        return _in_words(voice)


# --- in plain language --------------------------------------------------------------------------


def _in_words(voice: RuleExplainer) -> Iterator[Sentence]:
    rules = voice.rules
    if rules.played_as and rules.played_as.neighbours:
        yield from neighbours(voice)
        yield from _without_a_match(voice)
        return
    yield voice.says(_won_pod(rules.win) if voice.pods else _won_match(rules.win), "win")
    if rules.played_as and rules.played_as.across:
        yield voice.says(
            _("Two players can win a table at once; each of them gets the points of a win."), "win"
        )
    yield voice.says(_drawn_pod(rules.draw) if voice.pods else _drawn_match(rules.draw), "draw")
    yield voice.says(_lost(rules.loss), "loss")
    yield voice.says(
        _("A player who concedes, has a match loss as a penalty or does not show up gets no "
          "points, even where the others at the table draw."),
        source="MAMTR 2.1A" if voice.pods else "",
    )  # fmt: skip
    if voice.pods:
        text = ngettext(
            "A pod with fewer than {n} player gives the same points.",
            "A pod with fewer than {n} players gives the same points.",
            rules.pod_size,
        )
        yield voice.says(text, "win", "pod_size")
    yield from _without_a_match(voice)


def _without_a_match(voice: RuleExplainer) -> Iterator[Sentence]:
    """What a bye gives, and a round that somebody was not there for."""
    rules = voice.rules
    names = ["bye", "bye_is_match"] if rules.bye_is_match else ["bye"]
    yield voice.says(_bye_as_match(rules) if rules.bye_is_match else _bye(rules), *names)
    yield voice.says(
        _("Rounds before a late entry are lost matches and count as played; a round that somebody "
          "is absent from does not count.")
    )  # fmt: skip


def _won_pod(win: Fraction) -> str:
    if not win:
        return _("Winning a pod gives no match points.")
    return ngettext(
        "Winning a pod gives {n} match point.", "Winning a pod gives {n} match points.", win
    )


def _won_match(win: Fraction) -> str:
    if not win:
        return _("Winning a match gives no match points.")
    return ngettext(
        "Winning a match gives {n} match point.", "Winning a match gives {n} match points.", win
    )


def _drawn_pod(draw: Fraction) -> str:
    if not draw:
        return _(
            "A drawn pod gives no match points to any of its players, including those already out "
            "of the game."
        )
    return ngettext(
        "A drawn pod gives {n} match point to each of its players, including those already out of "
        "the game.",
        "A drawn pod gives {n} match points to each of its players, including those already out of "
        "the game.",
        draw,
    )


def _drawn_match(draw: Fraction) -> str:
    if not draw:
        return _("A drawn match gives no match points to either player.")
    return ngettext(
        "A drawn match gives {n} match point to each player.",
        "A drawn match gives {n} match points to each player.",
        draw,
    )


def _lost(loss: Fraction) -> str:
    if not loss:
        return _("A loss gives no match points.")
    return ngettext("A loss gives {n} match point.", "A loss gives {n} match points.", loss)


def _bye(rules: Ruleset) -> str:
    if not rules.bye:
        return _("A bye gives no match points.")
    if rules.bye == rules.win:
        return ngettext(
            "A bye gives {n} match point, as much as a win.",
            "A bye gives {n} match points, as much as a win.",
            rules.bye,
        )
    return ngettext("A bye gives {n} match point.", "A bye gives {n} match points.", rules.bye)


def _bye_as_match(rules: Ruleset) -> str:
    games = rules.games(1) // 2 + 1
    if not rules.bye:
        return _("A bye gives no match points, and counts as a match won {games}-0.", games=games)
    if rules.bye == rules.win:
        return ngettext(
            "A bye gives {n} match point, as much as a win, and counts as a match won {games}-0.",
            "A bye gives {n} match points, as much as a win, and counts as a match won {games}-0.",
            rules.bye, games=games,
        )  # fmt: skip
    return ngettext(
        "A bye gives {n} match point, and counts as a match won {games}-0.",
        "A bye gives {n} match points, and counts as a match won {games}-0.",
        rules.bye, games=games,
    )  # fmt: skip


def neighbours(voice: RuleExplainer) -> Iterator[Sentence]:
    """The points of a Melee."""
    rules = voice.rules
    yield voice.says(
        _("Whenever the player to your left goes out of the game you get 1 point, whoever did it. "
          "The turn passes to the left, and seats close up behind those who are out.")
    )  # fmt: skip
    yield voice.says(
        ngettext(
            "The last one in gets {n} more point.", "The last one in gets {n} more points.",
            rules.win,
        ),
        "win",
    )  # fmt: skip
    yield voice.says(
        _("Who goes out at the same time as the player to the left still gets that point. Where "
          "several are still in when time ends the game, nobody is the last one in.")
    )  # fmt: skip
    yield voice.says(
        _("A player who is out by a match loss, a disqualification or a no-show gets no points.")
    )
