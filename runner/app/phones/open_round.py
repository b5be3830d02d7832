"""What the hall's server has to know about the round that is out, to take reports for it.

The watch writes it at each save, and removes it where nobody may report. Names stand in it as on
the pages.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from runner import languages, phases
from runner.app.event_folder import EventFolder
from runner.app.phones import codes
from runner.compute.clock import RoundClock
from runner.compute.phones import from_phones, pairing_mark, recorded_results
from runner.compute.reconcile.seating import result_text
from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import seat_letter
from runner.core.language import count, speaking
from runner.core.phase import Mode
from runner.core.phone_reports import OpenRound, OpenTable, Phones, Role, TypedResult
from runner.core.problems import Problem, note
from runner.core.results import ParseContext, usual_games
from runner.core.round_sheet import Row
from runner.core.rounds import Round
from runner.disk import make_own, read_regular_file, remove_patiently, replace_unsynced
from runner.ledger.ledger import Ledger
from runner.rules.ruleset import games_in

BESIDE_THE_HALL = ("phones.on", "phones.second-voice", "phones.contradict", "phones.objects")
"""The codes of what the desk says and the local page repeats beside the hall; no name is in it."""


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
    last = {at: each.last for at, each in recorded_results(ledger, now.id).items()}
    wishes = [each for each in ledger.rulings.known.values() if each.round == now.id]
    wished = {each.ruling.table: each.last for each in sorted(wishes, key=lambda each: each.last)}
    clock, rows = snapshot.clocks.get(now.id), snapshot.event.table_rows(now.id)
    waiting = ledger.phone_results.get(now.id, {})
    tables = {
        table.number: OpenTable(
            tuple((player, names[player].name) for player in table.players),
            result_text(table, best_of),
            by_phone.get(table.number, ()),
            last.get(table.number, 0),
            [each for each in table.players if names[each].drops_after == len(snapshot.rounds)],
            *_time(clock, table.number),
            max(last.get(table.number, 0), wished.get(table.number, 0)),
            "" if table.number in waiting else _cell(rows.get(table.number)),
        )
        for table in now.tables
        if table.seats
    }
    plays_on = phases.find(phase.phase.type).plays_on(rules)
    offers = () if rules.variant else tuple(_offers(seats, best_of, pods, plays_on))
    with speaking(languages.language(event.language)):
        title = snapshot.title(now.id)
    return OpenRound(
        event.name, event.language, event.phones, now.id, snapshot.title(now.id),
        pairing_mark(ledger, now.id), best_of, offers, tables,
        stopped=clock.stopped if clock else "", local_title=title,
    )  # fmt: skip


def _cell(row: Row | None) -> str:
    """Return where the workbook has the result of a table; "" if it has none."""
    return str(row.reported_at) if row and row.reported else ""


def _time(clock: RoundClock | None, table: int) -> tuple[bool, str, int]:
    """Return whether a table is playing, when its time is called, and its extra minutes."""
    timed = clock.at(table) if clock else None
    return (True, timed.called, timed.extra) if timed else (False, "", 0)


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


def staff_codes(folder: EventFolder) -> dict[Role, str]:
    """Return the codes of the staff in two groups, as they are read out: "ABC DEFG"."""
    key = codes.secret(folder.phone_secret)
    known = {role: codes.staff_code(key, role) for role in Role}
    return {role: f"{code[:3]} {code[3:]}" for role, code in known.items()}


def desk_note(folder: EventFolder, event: Event, ledger: Ledger) -> Problem:
    """Return what the desk says while results by phone are on: how many of those that count have
    come by phone, and the codes of the staff."""
    now = max(ledger.rounds, default=None)
    what = "Results by phone are on"
    if now is not None:
        many = count(len(from_phones(event, ledger, now)), "result")
        what += f"; {many} of {event.title(now)} came by phone"
    code = staff_codes(folder)
    return note(
        "phones.on", event.at("phones"), f"{what}.",
        f"Scorekeepers open the pages’ address with /report behind it, and type "
        f"{code[Role.SCOREKEEPER]}; judges type {code[Role.JUDGE]}.",
    )  # fmt: skip


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
