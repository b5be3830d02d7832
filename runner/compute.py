"""compute: an event and its ledger become everything that people want to know.

A pure function. What it would publish it returns as ledger entries; whoever calls it writes them
down and calls again, until there are none.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from runner import checks
from runner.ledger import Ledger
from runner.model import Event, Round
from runner.penalties import penalise
from runner.problems import Problem
from runner.progress import Progress
from runner.publications import Publications
from runner.recommendation import recommendation
from runner.rules.ruleset import Ruleset, ruleset
from runner.settle import settle
from runner.snapshot import Certificate, PairedTable, Pairing, Snapshot
from runner.standings import Rankings


def compute(event: Event, ledger: Ledger, rankings: Rankings | None = None) -> Snapshot:
    """Everything that follows from the workbook and what has been published.

    `rankings` are kept from one call to the next to save time; the result is the same without.
    """
    rules, problems = _rulesets(event)
    best_of = {number: each.best_of for number, each in rules.items()}
    settled = settle(event, ledger, best_of)
    event = replace(event, players=tuple(settled.players.values()), seed=_seed(event))
    counted = penalise(settled.rounds, event.players, event.penalties, best_of)
    in_force = replace(settled, rounds=counted.rounds)
    playing = replace(event, players=counted.players)
    progress = Progress(playing, ledger, in_force, rules, rankings or Rankings())
    results = progress.results()
    proposal = progress.proposal(results)
    published = tuple(_published_pairing(each, ledger) for each in settled.rounds.values())
    entries, refused = Publications(replace(progress, settled=settled)).entries(results, proposal)
    problems += [*settled.problems, *counted.problems, *refused]
    problems += checks.check(event, settled, results)
    return Snapshot(
        event=event,
        players=settled.players,
        phases=results,
        reported=tuple(settled.rounds[each] for each in sorted(settled.rounds)),
        pairings=(*published, *((proposal.pairing,) if proposal else ())),
        problems=tuple(problems),
        entries=(*settled.entries, *entries),
        rehearsal=event.rehearsal or any(each.rehearsed for each in settled.rounds.values()),
        recommendation=recommendation(event, results),
        as_of=_latest(event.saved, ledger.last_at),
    )


def _rulesets(event: Event) -> tuple[dict[int, Ruleset], list[Problem]]:
    rules: dict[int, Ruleset] = {}
    problems: list[Problem] = []
    for phase in event.phases:
        rules[phase.number], wrong = ruleset(phase, event.settings)
        problems += [each for each in wrong if each not in problems]
    return rules, problems


def _seed(event: Event) -> str:
    """The event's seed; one without is drawn from its name and date, and told so by a check."""
    return event.seed or f"{event.name} {event.date}".strip()


def _latest(*times: str) -> str:
    """The latest of some ISO 8601 times; those without a zone count as UTC."""

    def moment(text: str) -> datetime:
        found = datetime.fromisoformat(text)
        return found if found.tzinfo else found.replace(tzinfo=UTC)

    return max(filter(None, times), key=moment, default="")


def _published_pairing(now: Round, ledger: Ledger) -> Pairing:
    certificate = ledger.rounds[now.id].certificate
    return Pairing(
        now.id,
        tuple(PairedTable(table.number, table.players) for table in now.tables),
        now.byes,
        Certificate.from_document(certificate) if certificate else None,
    )
