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
    rankings = (ranking for phase in snapshot.phases for ranking in phase.standings)
    complete = {ranking.after for ranking in rankings if ranking.complete}
    drawn = addresses(snapshot)
    return tuple(
        RoundLink(
            id=round_.id,
            title=snapshot.event.title(round_.id),
            status=rounds.status(round_),
            standings=round_.id in complete,
            bracket=drawn.get(round_.id.phase, ""),
        )
        for round_ in reversed(snapshot.rounds)
    )
