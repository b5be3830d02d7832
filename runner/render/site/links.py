"""The rounds that are out, as links to their pages, rankings and brackets."""

from collections.abc import Sequence
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.site import rounds
from runner.render.site.bracket.page import addresses


class RoundLink(NamedTuple):
    """A round in a list: `standings` says whether a ranking is after it; `bracket` is the page
    of its playoff, or "", and `called` its title inside a sentence."""

    id: RoundId
    title: str
    called: str
    status: str
    standings: bool
    bracket: str

    @property
    def file(self) -> str:
        """The name of its page: "R3"."""
        return self.id.prefix


class Chip(NamedTuple):
    """A round, or the whole event, to choose: `said` is what is heard in place of `title`, or "";
    `path` is from the site's root, and `here` says that it is the page at hand."""

    title: str
    said: str
    path: str
    here: bool


def ranking_chips(
    ranked: Sequence[RoundLink], latest: Chip, latest_round: RoundId | None, file: str = ""
) -> tuple[Chip, ...]:
    """The rankings, the `latest` first; `ranked` are the rounds with one of their own, the first of
    the event first. Within a phase the number is enough after the first of them."""
    chips, phase = [latest], latest_round.phase if latest_round else 0
    for link in reversed(ranked):
        if link.id == latest_round:
            continue
        title = str(link.id.number) if link.id.phase == phase else link.title
        said = _("Standings after {round}", round=link.called)
        chips.append(Chip(title, said, f"standings/{link.file}.html", link.file == file))
        phase = link.id.phase
    return tuple(chips)


def round_links(snapshot: Snapshot) -> tuple[RoundLink, ...]:
    """Every published round, the latest first."""
    rankings = (ranking for phase in snapshot.phases for ranking in phase.standings)
    complete = {ranking.after for ranking in rankings if ranking.complete}
    drawn = addresses(snapshot)
    return tuple(
        RoundLink(
            id=round_.id,
            title=snapshot.event.title(round_.id),
            called=snapshot.phases[round_.id.phase - 1].phase.called(round_.id.number),
            status=rounds.status(round_),
            standings=round_.id in complete,
            bracket=drawn.get(round_.id.phase, ""),
        )
        for round_ in reversed(snapshot.rounds)
    )
