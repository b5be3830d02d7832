"""What-if in words: a mark for a line of the standings, a sentence for a player's page."""

from collections.abc import Mapping
from typing import NamedTuple

from runner.compute.outlook.model import Outlook, Outlooks, Own, Share, Verdict
from runner.compute.outlook.outlook import outlook
from runner.compute.snapshot import Snapshot
from runner.core.phrases import listed

CLINCHED, OUT = "clinched", "out"


class OutlookLine(NamedTuple):
    """A player before the cut. `mark` is "clinched", "out" or ""; `sentence` is certain, "" where
    nothing is yet; `simulated` says how often it would be enough, and that it is simulated."""

    mark: str = ""
    sentence: str = ""
    simulated: str = ""


class OutlookView(NamedTuple):
    """The cut ahead of a phase, of that number: its `lines` by id of the player, and each mark with
    what it means, where there are any."""

    phase: int
    lines: Mapping[str, OutlookLine]
    meaning: tuple[tuple[str, str], ...] = ()

    def mark(self, player: str) -> str:
        """The mark of a player, or ""."""
        return self.lines[player].mark if player in self.lines else ""


NOTHING = OutlookView(0, {})
"""Where no cut is ahead, or nothing can be said."""


def outlook_view(snapshot: Snapshot) -> OutlookView:
    """What everybody is told of the cut ahead; `snapshot` as players see it."""
    ahead = outlook(snapshot)
    return in_words(ahead, snapshot.phases[ahead.into - 1].phase.name) if ahead else NOTHING


def in_words(ahead: Outlooks, into: str) -> OutlookView:
    """The same of a cut into a phase with that name."""
    words = _Words(ahead, into)
    lines = {player: words.line(each) for player, each in ahead.players.items()}
    marked = {line.mark for line in lines.values()}
    meaning = tuple(each for each in words.meaning if each[0] in marked)
    return OutlookView(ahead.phase, lines, meaning)


class _Words:
    """The sentences before one cut."""

    def __init__(self, ahead: Outlooks, into: str) -> None:
        self._ahead = ahead
        self._goal, self._in = f"the Top {ahead.most}", f"in the Top {ahead.most}"
        if ahead.of_groups:
            self._goal = f"the best {ahead.most} of the group"
            self._in = f"among {self._goal}"
        elif ahead.most is None:
            self._goal, self._in = into, f"in {into}"

    @property
    def meaning(self) -> tuple[tuple[str, str], ...]:
        """What the marks mean."""
        return (
            (CLINCHED, f"{self._in[:1].upper()}{self._in[1:]} whatever happens."),
            (OUT, f"Cannot reach {self._goal} any more{self._leaving}."),
        )

    @property
    def _leaving(self) -> str:
        """Who leaves makes room where places are counted."""
        return "" if self._ahead.most is None else ", unless players ahead leave"

    def line(self, player: Outlook) -> OutlookLine:
        """What a player is told."""
        if self._ahead.final:
            so = "" if player.verdict is Verdict.IN else "not "
            return OutlookLine(sentence=f"As the results stand, you are {so}{self._in}.")
        if player.verdict is Verdict.IN:
            return OutlookLine(CLINCHED, f"You are {self._in} whatever happens.")
        if player.verdict is Verdict.OUT:
            return OutlookLine(OUT, f"You cannot reach {self._goal} any more{self._leaving}.")
        return OutlookLine("", self._open(player), _simulated(player))

    def _open(self, player: Outlook) -> str:
        if player.own and {*player.own.values()} == {Verdict.OPEN}:
            said = "Win, draw or lose: it depends on other tables as well."
            return said if self._ahead.paired else ""
        if player.own:
            said = _by_result(player.own, self._goal, self._in)
            return said if self._ahead.paired else f"In the last round: {said[0].lower()}{said[1:]}"
        if self._ahead.paired:
            return f"Whether you are {self._in} depends on other tables."
        if player.wins is None:
            return ""
        many = "all" if player.wins == player.left else f"{player.wins} of"
        return f"Win {many} your {player.left} matches left and you are {self._in}."


def _by_result(own: Mapping[Own, Verdict], goal: str, inside: str) -> str:
    """What each result of a player comes to; what follows from it is left unsaid."""
    draw, loss = own.get(Own.DRAW, Verdict.OPEN), own[Own.LOSS]
    if draw is Verdict.IN:
        rest = "A loss is not enough." if loss is Verdict.OUT else "Even a loss may be enough."
        return f"A draw is enough for {goal}. {rest}"
    if own.get(Own.WIN) is Verdict.IN:
        first = f"Win and you are {inside}."
    else:
        first = f"A win may be enough for {goal}: it needs help from other tables."
    rest = "A draw is not enough." if draw is Verdict.OUT else "A draw may be enough."
    if loss is Verdict.OPEN and draw is not Verdict.OUT:
        rest = "A draw may be enough, and even a loss."
    return f"{first} {rest}"


def _simulated(player: Outlook) -> str:
    """The shares of what is open."""
    if None not in player.shares:
        return ""
    found = [
        f"{_about(player.shares[how])} with a {how}"
        for how, verdict in player.own.items()
        if verdict is Verdict.OPEN and how in player.shares
    ]
    runs = player.shares[None].runs
    return f"By simulation ({runs} runs): {listed(found) or _about(player.shares[None])}."


def _about(share: Share) -> str:
    """The nearest twentieth: more than that so few runs don't tell."""
    twentieths = (40 * share.enough + share.runs) // (2 * share.runs)
    return {0: "less than 5%", 20: "more than 95%"}.get(twentieths, f"about {5 * twentieths}%")
