"""The view of a ranking: its columns, and a line for each player."""

from collections.abc import Mapping
from itertools import pairwise
from types import SimpleNamespace
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.language import _, listed, pgettext
from runner.core.rounds import Outcome, Round
from runner.phases.cut import Cut
from runner.phases.final_places import reached, up_to
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render.directory import Directory
from runner.render.outlook import NOTHING, OutlookView
from runner.render.rows import PastRound, StandingLine, TiebreakerColumn, standing_line, tone
from runner.render.site import qualifiers, rounds
from runner.rules.ruleset import Ruleset
from runner.standings.model import History, Played, RoundKind, Standings
from runner.standings.tiebreakers import REGISTRY


class StandingsView(NamedTuple):
    """A ranking: `title` is "After round 3", `heading` "Standings after round 3".

    `note` is for readers' attention; `lines` are those of all `groups`, in which ranks start again;
    there are none if all are ranked together. `cut` says who advances, and `line` is the label of
    the line below them: "Top 16"; `marked` explains the marks, if there are any, and `sure` those
    of players who are certainly in or out. `live`: the round is still being played; `short` is the
    round's name.
    """

    title: str
    heading: str
    note: str
    columns: tuple[TiebreakerColumn, ...]
    lines: tuple[StandingLine, ...]
    cut: str
    groups: tuple[SimpleNamespace, ...] = ()
    marked: str = ""
    line: str = ""
    live: bool = False
    short: str = ""
    sure: tuple[tuple[str, str], ...] = ()

    @property
    def leaders(self) -> tuple[StandingLine, ...]:
        """The lines from the top; with groups, first all winners, then all second places."""
        if not self.groups:
            return self.lines
        depth = max(len(group.lines) for group in self.groups)
        return tuple(line for at in range(depth) for group in self.groups
                     for line in group.lines[at : at + 1])  # fmt: skip


def columns(ruleset: Ruleset) -> tuple[TiebreakerColumn, ...]:
    """Return the tiebreaker columns of a phase in order, without unknown ones."""
    return tuple(TiebreakerColumn.of(key) for key in ruleset.tiebreakers if key in REGISTRY)


def standings_view(
    snapshot: Snapshot, directory: Directory, standings: Standings, ahead: OutlookView = NOTHING
) -> StandingsView:
    """Return the ranking after a round; `ahead` is the outlook for the cut, for the latest."""
    phase = snapshot.phases[standings.after.phase - 1]
    heads = columns(phase.ruleset)
    cut, go_on, label = cut_line(snapshot, standings)
    after = standings.after.number
    number = min(after, len(phase.rounds))
    counted = len(standings.carried) + number
    shown = ranks(phase, standings)
    marks = qualifiers.marks(phase, standings)
    sure = ahead if standings is phase.current and ahead.phase == phase.phase.number else NOTHING
    round_ = phase.rounds[number - 1]
    moved = _moved(phase, standings, round_)
    seated = _playing(round_)
    named = phase.phase.called(after)
    heading = _("Standings after {round}", round=named)
    equals = {row.player: row.tied_with for row in standings.rows}
    orders = [ids for _title, ids in qualifiers.groups(standings)] or [tuple(equals)]
    pairs = (pair for ids in orders for pair in pairwise(ids))
    level = {player for above, player in pairs if above in equals[player]}
    lines = {
        row.player: standing_line(directory, row.player, row, heads)._replace(
            rank=shown[row.player],
            past=past(standings.histories.get(row.player), counted, row.player in seated),
            level=row.player in level,
            cut=row.rank == cut,
            mark=marks.get(row.player, ""),
            sure="" if row.player in marks else sure.mark(row.player),
            moved=moved.get(row.player, 0),
        )
        for row in standings.rows
    }
    groups = (
        SimpleNamespace(
            title=title,
            caption=_("{group}, after {round}", group=title, round=named),
            lines=tuple(lines[id_] for id_ in ids),
        )
        for title, ids in qualifiers.groups(standings)
    )
    return StandingsView(
        title=_("After {round}", round=named),
        heading=heading if standings.complete else _("{standings}, provisional", standings=heading),
        note=_note(snapshot, standings, round_),
        columns=heads,
        lines=tuple(lines.values()),
        cut=go_on,
        groups=tuple(groups),
        marked=qualifiers.meaning(phase) if marks else "",
        sure=sure.meaning,
        line=label,
        live=not standings.complete,
        short=phase.phase.title(after),
    )


def _note(snapshot: Snapshot, standings: Standings, after: Round) -> str:
    sentences = []
    if not standings.complete:
        # Note: of standings; the status is “12 of 29 tables still playing”.
        sentences.append(_("Provisional: {status}.", status=rounds.status(after)))
    if standings.carried:
        days = dict.fromkeys(round_id.phase for round_id in standings.carried)
        names = listed([snapshot.phases[number - 1].phase.name for number in days])
        sentences.append(_("Rounds of {phases} count as well.", phases=names))
    if standings.by_place:
        sentences.append(_("Ranked by how far each player got; points are those of this phase."))
    return " ".join(sentences)


def final(view: StandingsView) -> StandingsView:
    """Return the last ranking of an event whose rounds are all played, with a note saying so."""
    sentences = (_("Final: all rounds are played."), view.note)
    return view._replace(note=" ".join(filter(None, sentences)))


def ranks(phase: PhaseResult, standings: Standings) -> Mapping[str, str]:
    """Return each player's rank as shown; in a playoff, the range of shared or open places."""
    result = {row.player: str(row.rank) for row in standings.rows}
    if standings.by_place:
        known, _open = reached(up_to(phase, standings.after.number))
        result |= {player: texts.span(first, last) for player, first, last in known}
    return result


def _moved(phase: PhaseResult, standings: Standings, round_: Round) -> Mapping[str, int]:
    """Return by how many ranks each player rose in the round, below 0 for a fall; {} after a first
    round, before a result is in, and in a playoff, where ranks are not comparable."""
    before = phase.ranking_before(standings.after)
    begun = any(table.finished for table in round_.tables)
    if before is None or standings.by_place or not begun:
        return {}
    ranks = {row.player: row.rank for row in before.rows}
    return {row.player: ranks.get(row.player, row.rank) - row.rank for row in standings.rows}


def cut_line(snapshot: Snapshot, standings: Standings) -> tuple[int, str, str]:
    """Return the last rank that advances to the next phase, a sentence on who does, and the label
    of the line below that rank; 0 and "" if there is no cut."""
    phase, *later = snapshot.phases[standings.after.phase - 1 :]
    cut = Cut.of(later[0].phase, later[0].ruleset) if later else Cut()
    advancing = cut.made([row.player for row in standings.rows], standings) if cut else ()
    if advancing and not standings.groups:
        return len(advancing), cut.sentence, _("Top {number}", number=len(advancing))
    best = phases.find(phase.phase.type).best_of_each(phase.ruleset)
    # Note: how many go on, above the line below them: “Top 16”.
    return best or 0, qualifiers.best_of_each(best, standings), _("Top {number}", number=best or 0)


_OUT, _PLAYING = PastRound("·", "out"), PastRound("", "playing")


def _playing(round_: Round) -> frozenset[str]:
    """Return the ids of players whose table has no complete result yet."""
    tables = (table for table in round_.tables if not table.finished)
    return frozenset(player for table in tables for player in table.players)


def past(history: History | None, after: int, playing: bool = False) -> tuple[PastRound, ...]:
    """Return a player's result in each round up to `after`, which they may be `playing`."""
    result = [_OUT] * (after - playing) + [_PLAYING] * playing
    for played in history.rounds if history else ():
        if played.round <= after:
            result[played.round - 1] = _past(played)
    return tuple(result)


def _past(played: Played) -> PastRound:
    if played.kind is RoundKind.MATCH:
        return PastRound(texts.letter(played.outcome), tone(played.outcome))
    if played.kind is RoundKind.BYE:
        # Note: one letter for a bye.
        return PastRound(pgettext("letter", "B"), "bye")
    return PastRound(texts.letter(Outcome.LOSS), "loss")
