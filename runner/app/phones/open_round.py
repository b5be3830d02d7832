"""What the hall's server has to know about the round that is out, to take reports for it.

The watch writes it at each save, and removes it where nobody may report. Names stand in it as on
the pages.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from runner import languages, phases
from runner.compute.phones import from_phones, pairing_mark, recorded_results
from runner.compute.reconcile.seating import result_text
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import seat_letter
from runner.core.language import speaking
from runner.core.phase import Mode
from runner.core.phone_reports import OpenRound, OpenTable, Phones, TypedResult
from runner.core.results import ParseContext, usual_games
from runner.core.rounds import Round
from runner.disk import make_own, read_regular_file, remove_patiently, replace_unsynced
from runner.ledger.ledger import Ledger
from runner.rules.ruleset import games_in


def open_round(snapshot: Snapshot, ledger: Ledger) -> OpenRound | None:
    """Return the round for which reports may come; None if there is none, or nobody may report."""
    rounds = snapshot.rounds[-2:]
    if not rounds or snapshot.event.phones is Phones.NO:
        return None
    *before, now = (_round(each, snapshot, ledger) for each in rounds)
    return replace(now, before=before[0] if before else None)


def _round(now: Round, snapshot: Snapshot, ledger: Ledger) -> OpenRound:
    """Return what is known of one round."""
    event, names = snapshot.for_players.event, snapshot.for_players.players
    phase = snapshot.phases[now.id.phase - 1]
    rules, pods = phase.ruleset, phase.phase.mode is Mode.MULTIPLAYER
    best_of = games_in(rules.best_of, now.id.number)
    seats = max((len(table.seats) for table in now.tables), default=0)
    by_phone = from_phones(snapshot.event, ledger, now.id)
    recorded, rulings = recorded_results(ledger, now.id), ledger.rulings.known.values()
    waiting, rows = ledger.phone_results.get(now.id, {}), snapshot.event.table_rows(now.id)
    clock, tables = snapshot.clocks.get(now.id), dict[int, OpenTable]()
    for table in (each for each in now.tables if each.seats):
        at, players = table.number, table.players
        timed, row = clock.at(at) if clock else None, rows.get(at)
        last = recorded[at].last if at in recorded else 0
        wishes = [each.last for each in rulings if (each.round, each.ruling.table) == (now.id, at)]
        tables[at] = OpenTable(
            tuple((player, names[player].name) for player in players), result_text(table, best_of),
            by_phone.get(at, ()), last,
            [each for each in players if names[each].drops_after == len(snapshot.rounds)],
            timed is not None, timed.called if timed else "", timed.extra if timed else 0,
            wished=max((last, *wishes)),
            cell=str(row.reported_at) if row and row.reported and at not in waiting else "",
        )  # fmt: skip
    plays_on = phases.find(phase.phase.type).plays_on(rules)
    offers = () if rules.variant else tuple(_offers(seats, best_of, pods, plays_on))
    with speaking(languages.language(event.language)):
        title = snapshot.for_players.title(now.id)
    return OpenRound(
        event.name, event.language, event.phones, now.id, snapshot.title(now.id),
        pairing_mark(ledger, now.id), best_of, offers, tables,
        stopped=clock.stopped if clock else "", local_title=title,
    )  # fmt: skip


def _offers(seats: int, best_of: int, pods: bool, plays_on: bool) -> Iterator[TypedResult]:
    """Yield the results that a table may have, the usual ones first; `plays_on`: it plays until it
    has a winner."""
    if pods:
        yield from ((seat_letter(seat), "") for seat in range(seats))
        if not plays_on:
            yield "draw", ""
    else:
        for games in usual_games(ParseContext(("",) * 2, best_of)):
            won, lost = games.split("-")[:2]
            if won != lost or not plays_on:
                yield "", games
    if not plays_on:
        yield "ID", ""


def write(path: Path, now: OpenRound | None) -> None:
    """Write what the server has to know, if it differs; remove it where there is nothing."""
    if now is None:
        if path.exists():
            remove_patiently(path)
        return
    make_own(path.parent)
    data = json.dumps(now.document, ensure_ascii=False).encode()
    replace_unsynced(path, data, mode=0o600)


def read(path: Path) -> OpenRound | None:
    """Return what the watch has written; None if there is nothing."""
    try:
        return OpenRound.of(json.loads(read_regular_file(path)))
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None
