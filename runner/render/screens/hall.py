"""The input for all parts of the screens' data: the public view of the event."""

from functools import cached_property

from runner.compute.clock import RoundClock
from runner.compute.draft import Draft
from runner.compute.snapshot import Snapshot
from runner.core.rounds import Round, Table
from runner.phases.model import PhaseResult
from runner.render.directory import Directory
from runner.render.site import draft_page


class Hall:
    """A snapshot for players with their names, the published round, and the ids of players kept off
    camera."""

    def __init__(self, snapshot: Snapshot, off_camera: frozenset[str] = frozenset()) -> None:
        self.snapshot, self.directory = snapshot, Directory(snapshot)
        self.off_camera = off_camera
        self.round: Round | None = snapshot.current_round

    @cached_property
    def phase(self) -> PhaseResult | None:
        """The phase of the published round."""
        return self.snapshot.phases[self.round.id.phase - 1] if self.round else None

    @cached_property
    def draft(self) -> Draft | None:
        """The draft in progress, or the latest."""
        drafts = self.snapshot.drafts
        return draft_page.current(self.snapshot) or (drafts[-1] if drafts else None)

    @cached_property
    def clock(self) -> RoundClock | None:
        """The clock of the published round."""
        return self.snapshot.clocks.get(self.round.id) if self.round else None

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The occupied tables of the published round, by number."""
        seated = (table for table in self.round.tables if table.seats) if self.round else ()
        return tuple(sorted(seated, key=lambda table: table.number))

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The numbers of the tables still playing."""
        if self.clock:
            return tuple(table.table for table in self.clock.tables)
        return tuple(table.number for table in self.tables if not table.finished)

    @property
    def veiled(self) -> bool:
        """Whether results must be hidden: there are none, or the phase keeps them secret."""
        return self.phase is None or self.phase.veiled

    def name(self, player: str) -> tuple[str, str]:
        """Return the last name and the first names, as in lists."""
        return self.directory[player].last_and_first
