"""The ledger's line for a round that goes out: all that it was drawn from, and who was there."""

from collections.abc import Sequence
from dataclasses import replace

from runner.compute.kept_apart import changed
from runner.compute.progress import Progress
from runner.compute.reconcile.results import result_text
from runner.compute.since_roll import changed as changed_since
from runner.core.event import Player, RoundId
from runner.core.seating import Seating
from runner.ledger.entries import ALWAYS, Entry, EntryKind, coming
from runner.ledger.published import members_in, names_in, seating_document
from runner.phases.model import Proposal


def publication(
    progress: Progress,
    kind: EntryKind,
    proposal: Proposal,
    reason: str = "",
    field: Sequence[Player] = (),
) -> Entry:
    """The line for a round that goes out now; with the first of a phase `field` is who has gone on
    into it."""
    pairing, reconciled = proposal.pairing, progress.reconciled
    absent = reconciled.placed.get(pairing.round, Seating()).absent
    seating = replace(pairing.seating, absent=absent)
    data = {
        "algorithm": proposal.algorithm,
        **seating_document(seating),
        "names": names_in(seating, reconciled.players),
        **members_in(seating, reconciled.players),
        "certificate": pairing.certificate.to_document() if pairing.certificate else None,
        "state": proposal.state,
        "closed": _closed(progress, pairing.round),
        "coming": {
            player.id: list(coming(player))
            for player in progress.event.players
            if coming(player) != ALWAYS
        },
    }
    if variant := progress.event.phase(pairing.round.phase).variant:
        data["variant"] = variant
    apart = changed(proposal.algorithm, proposal.state)
    if apart:
        data["kept_apart"] = apart
    since = since_roll(progress) if pairing.round == RoundId(1, 1) else {}
    if since:
        data["since_roll"] = since
    if field and pairing.round.number == 1 and pairing.round.phase > 1:
        data["field"] = [player.id for player in field]
    if kind is EntryKind.PAIRED and (typed := _too_early(progress, pairing.round, seating)):
        data["typed"] = typed
    return Entry(kind, pairing.round, {**data, "reason": reason} if reason else data)


def since_roll(progress: Progress) -> dict[str, int]:
    """What was changed after the hall rolled."""
    phase, players = progress.event.phase(1), progress.reconciled.players
    return changed_since(progress.ledger, players, phase, progress.rules[1])


def _too_early(progress: Progress, id_: RoundId, seating: Seating) -> dict[str, list[str]]:
    """Result and games of each table that were typed before anybody knew who would sit there: all
    but those beside names that were typed as well."""
    drawn = dict(seating.tables)
    by_hand = dict(progress.reconciled.placed.get(id_, Seating()).tables)
    return {
        str(number): [row.result, row.games]
        for number, row in progress.event.table_rows(id_).items()
        if row.reported and (number not in drawn or by_hand.get(number) != drawn[number])
    }


def _closed(progress: Progress, next_round: RoundId) -> dict[str, object] | None:
    """The results of the round before, as they stand when the next one goes out."""
    before = [id_ for id_ in progress.reconciled.rounds if id_ < next_round]
    if not before:
        return None
    return {"round": list(before[-1]), "results": results_of(progress, before[-1])}


def results_of(progress: Progress, id_: RoundId) -> dict[str, str]:
    """The result of each table of a round as the ledger has it, "" while it plays."""
    best_of = progress.rules[id_.phase].games(id_.number)
    tables = progress.reconciled.rounds[id_].tables
    return {str(table.number): result_text(table, best_of) for table in tables}
