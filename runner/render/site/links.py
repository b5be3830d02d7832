"""The rounds that are out, as links to their pages, rankings and brackets."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.render.site import rounds
from runner.render.site.bracket.page import addresses


class RoundLink(NamedTuple):
    """A round in a list: `standings` says whether a ranking is after it; `bracket` is the page
    of its playoff, or ""."""

    id: RoundId
    title: str
    status: str
    standings: bool
    bracket: str

    @property
    def file(self) -> str:
        """The name of its page: "R3"."""
        return self.id.prefix


def round_links(snapshot: Snapshot) -> tuple[RoundLink, ...]:
    """Every published round, the latest first."""
    complete = {
        each.after for phase in snapshot.phases for each in phase.standings if each.complete
    }
    drawn = addresses(snapshot)
    return tuple(
        RoundLink(
            id=each.id,
            title=rounds.title(snapshot, each.id),
            status=rounds.status(each),
            standings=each.id in complete,
            bracket=drawn.get(each.id.phase, ""),
        )
        for each in reversed(snapshot.rounds)
    )
