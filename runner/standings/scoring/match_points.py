"""Match points: points for each win, draw, loss and bye, added up (MTR and MAMTR App. C)."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from runner.core.language import _, ngettext
from runner.core.rounds import Outcome, Table
from runner.rules.explain import RuleExplainer, Sentence, amount
from runner.rules.ruleset import Ruleset
from runner.standings.scoring.scoring import AddedUp

_NOTHING = Fraction(0)


class MatchPoints(AddedUp):
    """Standard scoring. Players who concede, are penalised or do not show up get nothing, even if
    the others draw (MAMTR 2.1A)."""

    KEY = "match_points"
    NAME = "Match points"

    def of_table(self, rules: Ruleset, table: Table) -> Sequence[Fraction]:
        """Return the points typed for a seat, or those of its outcome."""
        fixed = {Outcome.WIN: rules.win, Outcome.DRAW: rules.draw, Outcome.LOSS: rules.loss}
        return [
            seat.points or _NOTHING
            if seat.outcome is Outcome.POINTS or seat.points is not None
            else fixed.get(seat.outcome or Outcome.POINTS, _NOTHING)
            for seat in table.seats
        ]

    def in_words(self, voice: RuleExplainer) -> Iterator[Sentence]:
        """Yield the points of a win, a draw, a loss, a bye and a missed round."""
        rules = voice.rules
        melee = rules.played_as is not None and rules.played_as.neighbours
        yield from neighbours(voice) if melee else _played(voice)
        yield voice.says(_bye(rules), *(["bye", "bye_is_match"] if rules.bye_is_match else ["bye"]))
        yield voice.says(
            _("Rounds before a late entry are lost matches and count as played; a round that "
              "somebody is absent from does not count.")
        )  # fmt: skip


def _played(voice: RuleExplainer) -> Iterator[Sentence]:
    """Yield the points of a match, or of a pod."""
    rules, win, draw, loss = voice.rules, voice.rules.win, voice.rules.draw, voice.rules.loss
    if voice.pods:
        won = amount(
            win,
            ngettext(
                "Winning a pod gives {n} match point.", "Winning a pod gives {n} match points.", win
            ),
            _("Winning a pod gives no match points."),
        )
        drawn = amount(
            draw,
            ngettext(
                "A drawn pod gives {n} match point to each of its players, including those "
                "already out of the game.",
                "A drawn pod gives {n} match points to each of its players, including those "
                "already out of the game.",
                draw,
            ),
            _("A drawn pod gives no match points to any of its players, including those already "
              "out of the game."),
        )  # fmt: skip
    else:
        won = amount(
            win,
            ngettext("Winning a match gives {n} match point.",
                     "Winning a match gives {n} match points.", win),
            _("Winning a match gives no match points."),
        )  # fmt: skip
        drawn = amount(
            draw,
            ngettext("A drawn match gives {n} match point to each player.",
                     "A drawn match gives {n} match points to each player.", draw),
            _("A drawn match gives no match points to either player."),
        )  # fmt: skip
    yield voice.says(won, "win")
    if rules.played_as and rules.played_as.across:
        yield voice.says(
            _("Two players can win a table at once; each of them gets the points of a win."), "win"
        )
    yield voice.says(drawn, "draw")
    lost = ngettext("A loss gives {n} match point.", "A loss gives {n} match points.", loss)
    yield voice.says(amount(loss, lost, _("A loss gives no match points.")), "loss")
    yield voice.says(
        _("A player who concedes, has a match loss as a penalty or does not show up gets no "
          "points, even where the others at the table draw.")
        if voice.pods
        else _("A player who concedes, has a match loss as a penalty or does not show up gets no "
               "points."),
        source="MAMTR 2.1A" if voice.pods else "",
    )  # fmt: skip
    if voice.pods:
        yield voice.says(
            ngettext(
                "A pod with fewer than {n} player gives the same points.",
                "A pod with fewer than {n} players gives the same points.",
                rules.pod_size,
            ),
            "win",
            "pod_size",
        )


def _bye(rules: Ruleset) -> str:
    bye, as_won, games = rules.bye, rules.bye_is_match, rules.games(1) // 2 + 1
    if not bye and as_won:
        return _("A bye gives no match points, and counts as a match won {games}-0.", games=games)
    if not bye:
        return _("A bye gives no match points.")
    if bye == rules.win and as_won:
        return ngettext(
            "A bye gives {n} match point, as much as a win, and counts as a match won {games}-0.",
            "A bye gives {n} match points, as much as a win, and counts as a match won {games}-0.",
            bye, games=games,
        )  # fmt: skip
    if bye == rules.win:
        return ngettext(
            "A bye gives {n} match point, as much as a win.",
            "A bye gives {n} match points, as much as a win.",
            bye,
        )
    if as_won:
        return ngettext(
            "A bye gives {n} match point, and counts as a match won {games}-0.",
            "A bye gives {n} match points, and counts as a match won {games}-0.",
            bye, games=games,
        )  # fmt: skip
    return ngettext("A bye gives {n} match point.", "A bye gives {n} match points.", bye)


def neighbours(voice: RuleExplainer) -> Iterator[Sentence]:
    """Yield the points of a Melee."""
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
