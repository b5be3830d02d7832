"""Everybody before the next cut, as the results stand."""

from dataclasses import replace

from runner.compute.outlook.bounds import Unpaired
from runner.compute.outlook.last_round import LastRound
from runner.compute.outlook.margins import Margins
from runner.compute.outlook.model import Outlook, Outlooks, Verdict
from runner.compute.outlook.stage import Stage, stage
from runner.compute.outlook.tables import Endings
from runner.compute.outlook.worths import Worths
from runner.compute.snapshot import Snapshot
from runner.phases.model import Results
from runner.phases.qualification import Qualification


def outlook(snapshot: Snapshot) -> Outlooks | None:
    """What is to be said of everybody who contends for the cut ahead; None where there is no cut,
    and where nothing can be said for certain."""
    return of_phases(snapshot.phases, snapshot.event.chance)


def of_phases(results: Results, seed: str) -> Outlooks | None:
    """The same of these phases; `seed` is what every draw of the event follows from."""
    ahead = stage(results)
    if ahead is None:
        return None
    return Outlooks(
        phase=ahead.phase.phase.number,
        into=ahead.into.phase.number,
        most=ahead.cut.most,
        of_groups=bool(ahead.phase.groups),
        paired=not ahead.later,
        final=ahead.final,
        players=_after_it(ahead) if ahead.final else _before_it(ahead, seed),
    )


def _after_it(ahead: Stage) -> dict[str, Outlook]:
    """All results are in: who goes on, as things stand."""
    into = ahead.into
    made = Qualification(into.phase, into.ruleset, ahead.phase, ahead.first).qualified()
    on = {*made}
    return {player: Outlook(Verdict.IN if player in on else Verdict.OUT) for player in ahead.people}


def _before_it(ahead: Stage, seed: str) -> dict[str, Outlook]:
    found: dict[str, Outlook] = {}
    worths, endings = Worths(ahead), Endings(ahead.tables, ahead.prizes)
    margins = Margins(ahead, worths, endings)
    for race, most in ahead.races():
        if ahead.later:
            unpaired = Unpaired(ahead, race, most)
            found |= {each.id: unpaired.outlook(each) for each in race}
        else:
            last = LastRound(ahead, race, most, endings, margins)
            found |= {each.id: last.outlook(each) for each in race}
    if ahead.later or all(each.verdict is not Verdict.OPEN for each in found.values()):
        return found
    from runner.compute.outlook.simulation import simulated  # here, because numpy takes a while

    shares = simulated(ahead, worths, found, seed)
    return {player: replace(each, shares=shares.get(player, {})) for player, each in found.items()}
