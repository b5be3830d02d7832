"""What all parts of the screens' data are made from: the event as everybody may see it."""

from functools import cached_property

from runner.compute.clock import RoundClock
from runner.compute.draft import Draft
from runner.compute.snapshot import Snapshot
from runner.core.rounds import Round, Table
from runner.phases.model import PhaseResult
from runner.render.directory import Directory
from runner.render.site import draft_page


class Hall:
    """A snapshot for players with their names, the round that is out, and the ids of those who
    are kept off camera."""

    def __init__(self, snapshot: Snapshot, off_camera: frozenset[str] = frozenset()) -> None:
        self.snapshot, self.directory = snapshot, Directory(snapshot)
        self.off_camera = off_camera
        self.round: Round | None = snapshot.current_round

    @cached_property
    def phase(self) -> PhaseResult | None:
        """The phase of the round that is out."""
        return self.snapshot.phases[self.round.id.phase - 1] if self.round else None

    @cached_property
    def draft(self) -> Draft | None:
        """The draft that is under way, or was the latest."""
        drafts = self.snapshot.drafts
        return draft_page.current(self.snapshot) or (drafts[-1] if drafts else None)

    @cached_property
    def clock(self) -> RoundClock | None:
        """The clock of the round that is out."""
        return self.snapshot.clocks.get(self.round.id) if self.round else None

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """The tables of the round that is out, by number, without those that nobody sits at."""
        seated = (table for table in self.round.tables if table.seats) if self.round else ()
        return tuple(sorted(seated, key=lambda table: table.number))

    @cached_property
    def playing(self) -> tuple[int, ...]:
        """The tables that still play."""
        if self.clock:
            return tuple(table.table for table in self.clock.tables)
        return tuple(table.number for table in self.tables if not table.finished)

    @property
    def veiled(self) -> bool:
        """Whether no result may be shown: none is there, or the phase keeps them back."""
        return self.phase is None or self.phase.veiled

    def name(self, player: str) -> tuple[str, str]:
        """Last name and first names, as lists have them."""
        return self.directory[player].last_and_first
