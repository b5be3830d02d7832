"""Links to published rounds, their rankings and brackets."""

from collections.abc import Sequence
from types import SimpleNamespace

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import _
from runner.render.site import rounds
from runner.render.site.bracket.page import addresses


def chip(
    title: str, spoken: str, path: str, here: bool, apart: bool = False
) -> SimpleNamespace:  # fmt: skip
    """Return a round, or the whole event, as a choice: screen readers read `spoken`, if not "", in
    place of `title`; `path` is from the site's root, and `here` marks the current page. `apart`:
    the rounds of another phase begin here."""
    return SimpleNamespace(title=title, spoken=spoken, path=path, here=here, apart=apart)


def ranking_chips(
    ranked: Sequence[SimpleNamespace], latest: SimpleNamespace, latest_round: RoundId | None,
    file: str = "",
) -> tuple[SimpleNamespace, ...]:  # fmt: skip
    """Return links to the rankings, `latest` first; `ranked` are the rounds with a ranking,
    earliest first. Within a phase, only the first link and stages have titles; others have numbers.
    """
    chips, phase = [latest], latest_round.phase if latest_round else 0
    for link in reversed(ranked):
        if link.id == latest_round:
            continue
        apart = link.id.phase != phase
        title = link.title if apart or link.stage else str(link.id.number)
        spoken = _("Standings after {round}", round=link.called)
        path = f"standings/{link.file}.html"
        chips.append(chip(title, spoken, path, link.file == file, apart))
        phase = link.id.phase
    return tuple(chips)


def round_links(snapshot: Snapshot) -> tuple[SimpleNamespace, ...]:
    """Return all published rounds, latest first. `standings`: there is a ranking after the round;
    `bracket` is the page of its playoff, or ""; `called` is its title within a sentence; `stage`:
    it is one of the playoff."""
    rankings = (ranking for phase in snapshot.phases for ranking in phase.standings)
    complete = {ranking.after for ranking in rankings if ranking.complete}
    drawn = addresses(snapshot)
    return tuple(
        SimpleNamespace(
            id=round_.id,
            file=round_.id.prefix,
            title=snapshot.event.title(round_.id),
            called=snapshot.phases[round_.id.phase - 1].phase.called(round_.id.number),
            stage=bool(snapshot.phases[round_.id.phase - 1].phase.stage(round_.id.number)),
            status=rounds.status(round_),
            standings=round_.id in complete,
            bracket=drawn.get(round_.id.phase, ""),
        )
        for round_ in reversed(snapshot.rounds)
    )
