"""The chances to make the cut in words: marks in the standings, sentences for players' pages."""

from collections.abc import Mapping
from typing import NamedTuple

from runner.compute.outlook.stage import Outlook, Outlooks, Own, Rivals, Share, Verdict
from runner.compute.snapshot import Snapshot
from runner.core.language import N_, _, current, listed, ngettext, pgettext
from runner.render.outlook_sentences import GROUP, PHASE, TOP

CLINCHED, OUT = "clinched", "out"
# Note: {share} is “about 35%”.
_WITH = {
    Own.WIN: N_("{share} with a win"),
    Own.DRAW: N_("{share} with a draw"),
    Own.LOSS: N_("{share} with a loss"),
}


_PASSING = {
    None: N_("Who can still end above you"),
    Own.WIN: N_("Who can still end above you if you win"),
    Own.DRAW: N_("Who can still end above you if you draw"),
    Own.LOSS: N_("Who can still end above you if you lose"),
}
_NEEDS = {
    # Note: somebody can still end above another one, if they win.
    Own.WIN: N_("with a win"),
    # Note: somebody can still end above another one, if they draw.
    Own.DRAW: N_("with a draw"),
    # Note: somebody can still end above another one, whatever their result.
    Own.LOSS: N_("even with a loss"),
    # Note: somebody can still end above another one, if other tables end well for them.
    None: N_("by tiebreakers"),
}


def short_of(rank: int, most: int | None, places: int) -> str:
    """Return how many `places` a player was short of the `most` who advance."""
    # Note: {most} is how many go on: the Top 8.
    return ngettext(
        "Rank {rank}: {n} place short of the Top {most}",
        "Rank {rank}: {n} places short of the Top {most}",
        places, rank=rank, most=most,
    )  # fmt: skip


class PassingLine(NamedTuple):
    """The players who can still pass a player: `who` are ids, each with what it takes: "Table 4 ·
    with a win"."""

    heading: str
    sentence: str
    who: tuple[tuple[str, str], ...]


class OutlookLine(NamedTuple):
    """A player's chances before the cut. `mark` is "clinched", "out" or ""; `sentence` is certain,
    or "" if nothing is yet; `simulated` gives simulated chances, or ""; `passing` lists who can
    still pass them, if known."""

    mark: str = ""
    sentence: str = ""
    simulated: str = ""
    passing: PassingLine | None = None


class OutlookView(NamedTuple):
    """The cut after phase number `phase`: its `lines` by player's id, and each mark in use as a
    label with its `meaning`."""

    phase: int
    lines: Mapping[str, OutlookLine]
    meaning: tuple[tuple[str, str], ...] = ()

    def mark(self, player: str) -> str:
        """Return the mark of a player, or ""."""
        return self.lines[player].mark if player in self.lines else ""


NOTHING = OutlookView(0, {})
"""No cut is ahead, or nothing can be said about it."""


def outlook_view(snapshot: Snapshot) -> OutlookView:
    """Return what players are told about the next cut; `snapshot` is the players' view."""
    ahead = snapshot.outlook
    return in_words(ahead, snapshot.phases[ahead.into - 1].phase.name) if ahead else NOTHING


def in_words(ahead: Outlooks, into: str) -> OutlookView:
    """Return the cut `ahead` into the phase named `into` in words."""
    words = _Words(ahead, into)
    lines = {player: words.line(each) for player, each in ahead.players.items()}
    marked = {line.mark for line in lines.values()}
    meaning = tuple(text for mark, text in words.meaning.items() if mark in marked)
    return OutlookView(ahead.phase, lines, meaning)


class _Words:
    """The sentences about one cut."""

    def __init__(self, ahead: Outlooks, into: str) -> None:
        self._ahead = ahead
        self._said = GROUP if ahead.of_groups else PHASE if ahead.most is None else TOP
        self._goal: dict[str, object] = (
            {"phase": into} if self._said is PHASE else {"most": ahead.most}
        )

    def _says(self, sentence: str, **numbers: int) -> str:
        return _(sentence, **self._goal, **numbers)

    @property
    def meaning(self) -> Mapping[str, tuple[str, str]]:
        """Each mark's label and explanation."""
        return {
            # Note: heads the explanation of the mark on a player who surely goes on.
            CLINCHED: (_("Clinched"), self._says(self._said.meaning_in)),
            # Note: heads the explanation of the mark on a player who cannot go on any more.
            OUT: (pgettext("cut", "Out"), self._says(self._said.meaning_out)),
        }

    def line(self, player: Outlook) -> OutlookLine:
        """Return the mark and sentences for a player."""
        sentences = self._said
        if self._ahead.final:
            return OutlookLine(sentence=self._stands(player))
        if player.verdict is Verdict.IN:
            return OutlookLine(CLINCHED, self._says(sentences.sure))
        if player.verdict is Verdict.OUT:
            return OutlookLine(OUT, self._says(sentences.cannot))
        passing = player.rivals and _passing(player.rivals)
        return OutlookLine("", self._open(player), _simulated(player), passing)

    def _stands(self, player: Outlook) -> str:
        """Return a player's result once all results are known."""
        if player.verdict is Verdict.IN:
            seeded = _("You are in, seed {seed}", seed=player.place)
            return seeded if player.place else self._says(self._said.stands_in)
        if not player.short:
            return self._says(self._said.stands_out)
        return short_of(player.place, self._ahead.most, player.short)

    def _open(self, player: Outlook) -> str:
        if player.own and {*player.own.values()} == {Verdict.OPEN}:
            text = _("Win, draw or lose: it depends on other tables as well.")
            return text if self._ahead.paired else ""
        if player.own:
            return f"{self._enough(player.own)} {_the_rest(player.own)}"
        if self._ahead.paired:
            return self._says(self._said.others)
        if player.wins is None:
            return ""
        if player.wins == player.left:
            return self._says(self._said.win_all, left=player.left)
        return self._says(self._said.win_some, wins=player.wins, left=player.left)

    def _enough(self, own: Mapping[Own, Verdict]) -> str:
        """Return the worst own result that suffices, or may suffice, for the cut."""
        sentences, paired = self._said, self._ahead.paired
        if own.get(Own.DRAW) is Verdict.IN:
            return self._says(sentences.draw if paired else sentences.last_draw)
        if own.get(Own.WIN) is Verdict.IN:
            return self._says(sentences.win if paired else sentences.last_win)
        return self._says(sentences.perhaps if paired else sentences.last_perhaps)


def _the_rest(own: Mapping[Own, Verdict]) -> str:
    """Return what worse results of a player mean, leaving out what follows from the best one."""
    draw, loss = own.get(Own.DRAW, Verdict.OPEN), own[Own.LOSS]
    if draw is Verdict.IN:
        if loss is Verdict.OUT:
            return _("A loss is not enough.")
        return _("Even a loss may be enough.")
    if draw is Verdict.OUT:
        return _("A draw is not enough.")
    if loss is Verdict.OPEN:
        return _("A draw may be enough, and even a loss.")
    return _("A draw may be enough.")


def _passing(rivals: Rivals) -> PassingLine:
    who = (
        (
            rival.id,
            " · ".join(
                [_("Table {table}", table=rival.table)] * (rival.table is not None)
                + [_(_NEEDS[rival.need])]
            ),
        )
        for rival in rivals.who
    )
    sentence = _("You are in if none of these ends above you.")
    if rivals.many > 1:
        sentence = _(
            "You are in if fewer than {many} of these {n} end above you.",
            many=rivals.many, n=len(rivals.who),
        )  # fmt: skip
    return PassingLine(_(_PASSING[rivals.how]), sentence, tuple(who))


def _simulated(player: Outlook) -> str:
    """Return the simulated chances for each own result that leaves the cut open."""
    if None not in player.shares:
        return ""
    shares = [
        _(_WITH[how], share=_about(player.shares[how]))
        for how, verdict in player.own.items()
        if verdict is Verdict.OPEN and how in player.shares
    ]
    together = player.shares[None]
    return ngettext(
        # Note: {shares} is “about 35%”, or “about 85% with a draw and less than 5% with a loss”.
        "By simulation ({n} run): {shares}.",
        "By simulation ({n} runs): {shares}.",
        together.runs,
        shares=listed(shares) or _about(together),
    )


def _about(share: Share) -> str:
    """Return a share as a percentage, rounded to 5: the number of runs allows no more."""
    twentieths = (40 * share.enough + share.runs) // (2 * share.runs)
    percent = current().percent
    if twentieths == 0:
        return _("less than {percent}", percent=percent("5"))
    if twentieths == 20:
        return _("more than {percent}", percent=percent("95"))
    return _("about {percent}", percent=percent(str(5 * twentieths)))
