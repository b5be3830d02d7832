"""A ranking as the pages show it: its columns, and a line for each player."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.numbers import points
from runner.phases.cut import Cut
from runner.phases.final_places import reached, up_to
from runner.phases.model import PhaseResult
from runner.phases.round_robin import out_of_groups
from runner.render import text as texts
from runner.render.site import going_on, rounds
from runner.render.site.directory import Directory
from runner.rules.ruleset import Ruleset
from runner.standings.history import History, RoundKind
from runner.standings.model import StandingRow, Standings
from runner.standings.tiebreakers import REGISTRY


class Column(NamedTuple):
    """A tiebreaker's column: what it is called, and how its values are rounded."""

    key: str
    abbreviation: str
    name: str
    percent: bool
    places: int

    def value(self, value: Fraction | None) -> str:
        """The value as it stands under the heading, so without a per cent sign."""
        if value is None:
            return texts.NOTHING
        return texts.decimal(value, self.places, self.percent)


class Past(NamedTuple):
    """What a round was for a player, as one letter with its colour and in words."""

    letter: str
    tone: str
    words: str


class Line(NamedTuple):
    """A player's place; several who share theirs have "3–4". `about` is their club and public
    columns; `cut` is drawn below it. `mark` says that they are in the playoff already, "" as long
    as they are not."""

    rank: str
    tied: bool
    name: str
    file: str
    about: str
    past: tuple[Past, ...]
    record: str
    points: str
    values: tuple[str, ...]
    dropped: bool
    cut: bool
    mark: str = ""


class GroupView(NamedTuple):
    """A group with its lines, in which ranks begin anew."""

    title: str
    lines: tuple[Line, ...]


class StandingsView(NamedTuple):
    """A ranking. `note` says what to know before reading it; `others` are those of other rounds.

    `lines` are those of all `groups`, of which there is none where all are ranked together.
    `marked` explains the marks, where there are any.
    """

    title: str
    note: str
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    cut: str
    any_tied: bool
    any_about: bool
    others: tuple[Other, ...]
    groups: tuple[GroupView, ...] = ()
    marked: str = ""

    @property
    def leaders(self) -> tuple[Line, ...]:
        """The lines from the top; of groups all who are first, then all who are second."""
        if not self.groups:
            return self.lines
        depth = max(len(group.lines) for group in self.groups)
        return tuple(line for at in range(depth) for group in self.groups
                     for line in group.lines[at : at + 1])  # fmt: skip


class Other(NamedTuple):
    """A link to the standings after another round; `file` is "R3"."""

    title: str
    file: str


def column(key: str) -> Column:
    """The column of a tiebreaker; shares are shown as per cent."""
    tiebreaker = REGISTRY[key]
    percent = tiebreaker.ABBREVIATION.endswith("%")
    return Column(
        key,
        tiebreaker.ABBREVIATION,
        tiebreaker.NAME,
        percent,
        tiebreaker.DECIMALS - 2 if percent else tiebreaker.DECIMALS,
    )


def columns(ruleset: Ruleset) -> tuple[Column, ...]:
    """The tiebreakers of a phase in their order; those that Runner does not know are no column."""
    return tuple(column(key) for key in ruleset.tiebreakers if key in REGISTRY)


def standings_view(
    snapshot: Snapshot, directory: Directory, standings: Standings, latest: bool
) -> StandingsView:
    """The ranking after a round, as a page."""
    phase = snapshot.phases[standings.after.phase - 1]
    heads = columns(phase.ruleset)
    cut, go_on = _cut(snapshot, standings)
    best = out_of_groups.best_of_each(phase)
    if standings.groups or not cut:
        cut, go_on = best or 0, going_on.best_of_each(best, standings)
    number = min(standings.after.number, len(phase.rounds))
    after, counted = phase.rounds[number - 1], len(standings.carried) + number
    shown = ranks(phase, standings)
    marks = going_on.marks(phase, standings)
    lines = {
        row.player: _line(
            directory, row, standings.histories.get(row.player), heads, counted, row.rank == cut
        )._replace(rank=shown[row.player], mark=marks.get(row.player, ""))
        for row in standings.rows
    }
    note = "" if standings.complete else f"Provisional: {rounds.status(after)}."
    if latest and phase.over and phase is snapshot.phases[-1]:
        note = "Final: all rounds are played."
    if standings.carried:
        days = dict.fromkeys(each.phase for each in standings.carried)
        names = " and ".join(snapshot.phases[each - 1].phase.name for each in days)
        note = f"{note} Rounds of {names} count as well.".strip()
    if standings.by_place:
        note = f"{note} By how far everybody has come; points are those of this phase.".strip()
    return StandingsView(
        f"After {_lower(rounds.title(snapshot, standings.after))}",
        note,
        heads,
        tuple(lines.values()),
        go_on,
        any(line.tied for line in lines.values()),
        any(line.about for line in lines.values()),
        others(snapshot),
        tuple(
            GroupView(title, tuple(lines[each] for each in ids))
            for title, ids in going_on.groups(standings)
        ),
        going_on.meaning(phase) if marks else "",
    )


def ranks(phase: PhaseResult, standings: Standings) -> Mapping[str, str]:
    """Everybody's rank as it is shown; in a playoff the places that are shared, or still open."""
    found = {row.player: str(row.rank) for row in standings.rows}
    if standings.by_place:
        known, _ = reached(up_to(phase, standings.after.number))
        found |= {player: texts.span(first, last) for player, first, last in known}
    return found


def others(snapshot: Snapshot) -> tuple[Other, ...]:
    """The standings after each completed round, over all phases."""
    return tuple(
        Other(rounds.title(snapshot, each.after), each.after.prefix)
        for every in snapshot.phases
        for each in every.standings
        if each.complete
    )


def _lower(title: str) -> str:
    return title[:1].lower() + title[1:] if title.startswith("Round ") else title


def _cut(snapshot: Snapshot, standings: Standings) -> tuple[int, str]:
    """The rank below which nobody goes on to the next phase, and who does in words; 0 and "" where
    nobody is cut."""
    later = snapshot.phases[standings.after.phase :]
    cut = Cut.of(later[0].phase, later[0].ruleset) if later else Cut()
    if not cut:
        return 0, ""
    return len(cut.made([row.player for row in standings.rows], standings)), cut.sentence


def _line(
    directory: Directory,
    row: StandingRow,
    history: History | None,
    heads: tuple[Column, ...],
    after: int,
    cut: bool,
) -> Line:
    person = directory[row.player]
    about = [person.club, *(text for _, text in person.facts)]
    return Line(
        str(row.rank),
        bool(row.tied_with),
        person.name,
        person.file,
        " · ".join(filter(None, about)),
        past(history, after),
        texts.record(row.record),
        points(row.match_points),
        tuple(head.value(row.tiebreakers[head.key]) for head in heads),
        row.dropped,
        cut,
    )


_BYE = Past("B", "bye", "bye")
_MISSED = Past("L", "loss", "loss by late entry")
_OUT = Past("·", "out", "not played")


def past(history: History | None, after: int) -> tuple[Past, ...]:
    """What each round was for a player, up to one."""
    found = [_OUT] * after
    for played in history.rounds if history else ():
        if played.round > after:
            continue
        if played.kind is RoundKind.MATCH:
            words = texts.outcome(played.outcome, played.points).lower()
            found[played.round - 1] = Past(
                texts.letter(played.outcome), rounds.tone(played.outcome), words
            )
        else:
            found[played.round - 1] = _BYE if played.kind is RoundKind.BYE else _MISSED
    return tuple(found)
