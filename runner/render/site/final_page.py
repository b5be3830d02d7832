"""The places of the whole event, as a page: the standings of an event that ends in a playoff."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.phrases import count
from runner.phases.model import PhaseResult
from runner.render import text as texts
from runner.render.directory import Directory
from runner.render.rows import StandingLine, standing_line
from runner.render.site.links import RoundLink
from runner.standings.model import StandingRow


class FinalView(NamedTuple):
    """Everybody's place. `first` tells of which phases record and points are: the first one, and
    later ones that went on counting them; a line is drawn below each phase."""

    title: str
    note: str
    first: str
    lines: tuple[StandingLine, ...]
    others: tuple[RoundLink, ...]

    @property
    def leaders_title(self) -> str:
        """What stands above the first lines, where they stand alone."""
        alone = all(line.came == self.first for line in self.lines)  # a single phase
        return self.title if alone else f"{self.title}; record and points are those of {self.first}"

    @property
    def leaders(self) -> tuple[StandingLine, ...]:
        """The lines from the top."""
        return self.lines


def shown(snapshot: Snapshot) -> bool:
    """Whether places of the whole event say more than the latest ranking: in a playoff, and when
    an event of several phases is over."""
    begun = [phase for phase in snapshot.phases if phase.rounds]
    if not snapshot.final or not begun:
        return False
    playoff = phases.playoff(begun[-1].phase.type) is not None
    return playoff or (snapshot.over and len(begun) > 1)


def final_view(
    snapshot: Snapshot, directory: Directory, others: tuple[RoundLink, ...]
) -> FinalView:
    """The places as they are known now; `others` are the rounds with a ranking of their own."""
    counted = list(_counted(snapshot))
    return FinalView(
        title="The whole event" if snapshot.over else "The whole event, so far",
        note=_note(snapshot),
        first=" and ".join(phase.phase.name for phase in counted),
        lines=tuple(_lines(snapshot, directory, counted)),
        others=others,
    )


def places(snapshot: Snapshot) -> Mapping[str, str]:
    """ "Place 3–4 of 24", for the pages of the players; nothing where no place is known."""
    many = len(snapshot.final)
    return {
        place.player: f"{'In the playoff: p' if place.still_in else 'P'}lace "
        f"{texts.span(place.first, place.last)} of {many}"
        for place in (snapshot.final if shown(snapshot) else ())
    }


def _note(snapshot: Snapshot) -> str:
    if snapshot.over:
        return "Final: all rounds are played."
    there = sum(1 for place in snapshot.final if place.still_in)
    players = count(there, "player is", "players are")
    return f"{players} still in. All other places are certain unless a result is corrected."


def _counted(snapshot: Snapshot) -> Iterator[PhaseResult]:
    """The first phase, and those after it that go on counting its points."""
    for at, phase in enumerate(snapshot.phases):
        if at and not (phase.carried and phase.rounds):
            return
        yield phase


def _lines(
    snapshot: Snapshot, directory: Directory, counted: Sequence[PhaseResult]
) -> Iterator[StandingLine]:
    rows: dict[str, StandingRow] = {}
    for phase in counted:
        rows |= {row.player: row for row in phase.current.rows} if phase.current else {}
    names = {phase.phase.number: phase.phase.name for phase in snapshot.phases}
    ends = {place.phase: place for place in snapshot.final}  # the last line of each phase
    for place in snapshot.final:
        line = standing_line(directory, place.player, rows.get(place.player))
        yield line._replace(
            rank=texts.span(place.first, place.last),
            dropped=line.dropped and not place.still_in,
            cut=ends[place.phase] is place and place is not snapshot.final[-1],
            mark="in the playoff" if place.still_in else "",
            came=names[place.phase],
        )
