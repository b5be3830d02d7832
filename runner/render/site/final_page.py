"""The places of the whole event, as a page: the standings of an event that ends in a playoff."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.numbers import points
from runner.core.phrases import count
from runner.phases.model import FinalPlace, PhaseResult
from runner.render import text as texts
from runner.render.site import rankings
from runner.render.site.directory import Directory
from runner.render.site.rankings import Other
from runner.standings.model import StandingRow


class FinalLine(NamedTuple):
    """A player's place. `came` is the phase that it comes from; `record` and `points` are those of
    the first phase, and of later ones that went on counting them; `words` is "in the playoff"
    while all these places are open."""

    rank: str
    name: str
    file: str
    about: str
    came: str
    record: str
    points: str
    words: str
    cut: bool


class FinalView(NamedTuple):
    """Everybody's place. `first` tells of which phases the points are; `others` are the standings
    after each round."""

    title: str
    note: str
    first: str
    lines: tuple[FinalLine, ...]
    any_about: bool
    others: tuple[Other, ...]

    @property
    def leaders_title(self) -> str:
        """What stands above the first lines, where they stand alone."""
        alone = all(line.came == self.first for line in self.lines)  # a single phase
        return self.title if alone else f"{self.title}; record and points are those of {self.first}"

    @property
    def leaders(self) -> tuple[FinalLine, ...]:
        """The lines from the top."""
        return self.lines


def shown(snapshot: Snapshot) -> bool:
    """Whether places of the whole event say more than the latest ranking: in a playoff, and when
    an event of several phases is over."""
    begun = [each for each in snapshot.phases if each.rounds]
    if not snapshot.final or not begun:
        return False
    playoff = phases.playoff(begun[-1].phase.type) is not None
    return playoff or (snapshot.over and len(begun) > 1)


def final_view(snapshot: Snapshot, directory: Directory) -> FinalView:
    """The places as they are known now."""
    counted = list(_counted(snapshot))
    lines = tuple(_lines(snapshot, directory, counted))
    return FinalView(
        _title(snapshot),
        _note(snapshot),
        " and ".join(each.phase.name for each in counted),
        lines,
        any(line.about for line in lines),
        rankings.others(snapshot),
    )


def places(snapshot: Snapshot) -> Mapping[str, str]:
    """ "Place 3–4 of 24", for the pages of the players; nothing where no place is known."""
    many = len(snapshot.final)
    return {
        each.player: f"{'In the playoff: p' if each.still_in else 'P'}lace "
        f"{texts.span(each.first, each.last)} of {many}"
        for each in (snapshot.final if shown(snapshot) else ())
    }


def _title(snapshot: Snapshot) -> str:
    return "The whole event" if snapshot.over else "The whole event, so far"


def _note(snapshot: Snapshot) -> str:
    if snapshot.over:
        return "Final: all rounds are played."
    there = sum(1 for each in snapshot.final if each.still_in)
    players = count(there, "player is", "players are")
    return f"{players} still in. All other places are certain unless a result is corrected."


def _counted(snapshot: Snapshot) -> Iterator[PhaseResult]:
    """The first phase, and those after it that go on counting its points."""
    for at, each in enumerate(snapshot.phases):
        if at and not (each.carried and each.rounds):
            return
        yield each


def _lines(
    snapshot: Snapshot, directory: Directory, counted: Sequence[PhaseResult]
) -> Iterator[FinalLine]:
    rows: dict[str, StandingRow] = {}
    for phase in counted:
        rows |= {row.player: row for row in phase.current.rows} if phase.current else {}
    names = {each.phase.number: each.phase.name for each in snapshot.phases}
    ends = {each.phase: each for each in snapshot.final}  # the last line of each phase
    for each in snapshot.final:
        last = ends[each.phase] is each and each is not snapshot.final[-1]
        yield _line(each, directory, rows.get(each.player), names[each.phase], last)


def _line(
    found: FinalPlace, directory: Directory, row: StandingRow | None, came: str, last: bool
) -> FinalLine:
    person = directory[found.player]
    about = [person.club, *(text for _, text in person.facts)]
    words = "in the playoff" if found.still_in else "dropped" if row and row.dropped else ""
    return FinalLine(
        texts.span(found.first, found.last),
        person.name,
        person.file,
        " · ".join(filter(None, about)),
        came,
        texts.record(row.record) if row else "",
        points(row.match_points) if row else "",
        words,
        last,
    )
