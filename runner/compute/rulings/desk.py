"""What the desk has to know of rulings."""

from collections.abc import Iterator

from runner.compute.rulings.due import Due, Found, Lines
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phone_reports import Phones
from runner.core.problems import Problem, note, warning
from runner.ledger.rulings import IN_FORCE, PENALTIES, PLAYERS, TIME, Ruled, Rulings, State
from runner.ledger.words import ruled as in_words


def problems(fit: Due) -> Iterator[Problem]:
    """Yield what the desk has to know: tables that need a judge, notes, and what is undone and
    still in the workbook."""
    event, ledger = fit.lines.event, fit.lines.ledger
    if ledger.rounds and event.phones is not Phones.NO:
        yield from _at_tables(event, ledger.rulings, max(ledger.rounds))
    for ruled, found in fit.to_clear:
        yield note(
            "phones.undone-not-cleared", found.place,
            f"This cell does not count any more: {_about(fit, ruled)}, sent by phone, was "
            "undone or has ended with its pairing.",
            "Runner clears it when the workbook is closed. In a workbook on the web, clear it.",
        )  # fmt: skip
    for ruled in ledger.rulings.known.values():
        changed = (
            ruled.state is State.KEPT and ruled.ruling.note == "" and _similar(ruled, fit.lines)
        )
        if changed:
            yield warning(
                "phones.undone-counts", changed.place,
                f"{_who(fit, ruled)} has undone {_about(fit, ruled)}, but the line was typed or "
                "changed in the workbook, so it counts.",
                "If it should not count, clear it.",
            )  # fmt: skip
        overtyped = ruled.state is State.WRITTEN and ruled.ruling.drops and ruled.typed
        if overtyped and (there := _similar(ruled, fit.lines)):
            yield warning(
                "phones.drop-differs", there.place,
                f"{_who(fit, ruled)} has sent {_about(fit, ruled)}, and the cell has "
                f"{there.texts['drops_after']}. The cell counts.",
                f"If that is right, type {ruled.number}.",
            )  # fmt: skip


def _at_tables(event: Event, rulings: Rulings, now: RoundId) -> Iterator[Problem]:
    """Yield the tables of the latest round that need a judge, and the notes about its tables."""
    current = [
        each for each in rulings.known.values()
        if each.round == now and each.state in IN_FORCE
    ]  # fmt: skip
    calls = {each.ruling.table: each for each in current if each.ruling.calls is not None}
    for table, call in sorted(calls.items()):
        if call.ruling.calls:
            yield warning(
                "phones.needs-judge", event.table_cell(call.round, table, "note"),
                f"Table {table} needs a judge, since {call.at[11:16]}.",
                "Send a judge, who ends the call on the judges’ page.",
            )  # fmt: skip
    for each in current:
        if each.ruling.note:
            table = each.ruling.table
            yield note(
                "phones.judge-note", event.table_cell(each.round, table, "note"),
                f"Table {table}, noted by a judge at {each.at[11:16]}: {in_words(each.ruling)}",
            )  # fmt: skip


def _who(fit: Due, ruled: Ruled) -> str:
    return fit.lines.name(ruled.ruling.player) if ruled.of_player else "A judge"


def _about(fit: Due, ruled: Ruled) -> str:
    """Return "5 more minutes for table 3 in Round 2", for a sentence."""
    ruling = ruled.ruling
    whom = fit.lines.name(ruling.player) if ruling.player else f"table {ruling.table}"
    where = fit.lines.event.title(ruled.round)
    if ruling.drops:
        return f"the drop of {whom} after {where}"
    return f"{in_words(ruling)} for {whom} in {where}"


def _similar(ruled: Ruled, lines: Lines) -> Found | None:
    """Return the last line of the workbook that a ruling's own may have been changed into; None if
    there is none. It is about the same round and table or player and none of a ruling; one of Time
    still has Runner's reason, one of Penalties the infraction or the penalty."""
    known = {each.line for each in lines.ledger.rulings.known.values()
             if each.state in (State.WRITTEN, State.UNDONE)}  # fmt: skip
    depth = 2 if ruled.line[0] == PLAYERS else 3
    alike = [line for line in lines.found if line[:depth] == ruled.line[:depth]]
    if ruled.line[0] == TIME:
        alike = [line for line in alike if len(line) == len(ruled.line)]
    elif ruled.line[0] == PENALTIES:
        alike = [line for line in alike if {*line[3:]} & {*ruled.line[3:]}]
    there = [lines.found[line][-1] for line in alike if line not in known]
    return there[-1] if there else None
