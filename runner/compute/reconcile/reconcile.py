"""Workbook and ledger put together: who everybody is, who sat where, and how it ended.

The ledger says what was published; the workbook says what happened and what the organiser has
changed by hand. Where both agree nothing is said. Where the organiser has typed another name, the
organiser is right: that is an override, recorded once.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass, field, replace

from runner.compute.reconcile.players import Directory, identified
from runner.compute.reconcile.results import OnRecord, with_results
from runner.compute.reconcile.seating import Seated, placed_in, seated_in
from runner.core.event import Event, Player, Round, RoundId, RoundSheet, RowKind
from runner.core.problems import Problem, warning
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.published import PublishedRound
from runner.ledger.seating import Seating, difference
from runner.phases.model import Placed
from runner.rules.ruleset import BestOf, games_in


@dataclass(frozen=True, slots=True)
class Settled:
    """The event with every name understood; `players` in the order of the sheet. `displaced` are
    those who lost their place in a round without a dash that says that it was meant."""

    players: Mapping[str, Player]
    rounds: Mapping[RoundId, Round]
    placed: Mapping[RoundId, Placed]
    problems: tuple[Problem, ...]
    entries: tuple[Entry, ...]
    displaced: Mapping[RoundId, frozenset[str]] = field(default_factory=dict)


def settle(
    event: Event,
    ledger: Ledger,
    best_of: Mapping[int, BestOf],
    plays_on: Container[int] = (),
) -> Settled:
    """Put workbook and ledger together. `best_of` gives the games in a match for each phase;
    `plays_on` are the phases in which a drawn match goes on until somebody has won."""
    players, problems = identified(event, ledger)
    directory = Directory(players, ledger.names)
    entries: list[Entry] = []
    rounds: dict[RoundId, Round] = {}
    placed: dict[RoundId, Placed] = {}
    displaced: dict[RoundId, frozenset[str]] = {}
    sheets = {sheet.id: sheet for sheet in event.rounds}
    spelled = {each.id: each.name for each in players.values()}
    for id_, published in ledger.rounds.items():
        sheet, left = _without_spoilt(sheets.get(id_) or RoundSheet(id_, ()), published)
        seating = seated_in(sheet, published, directory)
        displaced[id_] = seating.displaced
        if seating.differs(published):
            entries.append(_override(published, seating, sheet, directory))
        games = games_in(best_of.get(id_.phase, 1), id_.number)
        rounds[id_], wrong = with_results(seating.round, sheet, spelled, games, seating.strange)
        problems += [*left, *seating.problems, *wrong]
        recorded = _on_record(published, ledger, games, id_.phase in plays_on)
        entries += recorded.entries(rounds[id_], _reasons(sheet), seating.strange)
    for id_, sheet in sheets.items():
        if id_ not in ledger.rounds:
            gone = ledger.gone.get(id_, PublishedRound(id_, ()))
            fresh, _ = _without_spoilt(sheet, gone)
            placed[id_], wrong = placed_in(fresh, directory, gone)
            problems += wrong
    return Settled(players, rounds, placed, tuple(problems), tuple(entries), displaced)


def _on_record(published: PublishedRound, ledger: Ledger, best_of: int, plays_on: bool) -> OnRecord:
    """What the ledger has of a round's results, for those who sat there when they came in."""
    seats = {table.number: table.seats for table in published.tables}
    closed = published.id != max(ledger.rounds)
    return OnRecord(ledger.results.get(published.id, {}), seats, closed, best_of, plays_on)


def _override(published: PublishedRound, now: Seated, sheet: RoundSheet, who: Directory) -> Entry:
    """The line for what the organiser has changed, with the notes beside it as reasons."""
    old = Seating(published.tables, published.byes, published.absent)
    new = Seating(now.tables, now.byes, now.absent)
    notes = _reasons(sheet)
    why: dict[str, str] = {}
    for seating in (old, new):  # the note where somebody is now counts before the old one
        for number, seats in seating.tables.items():
            why.update((each, notes[number]) for each in seats if notes.get(number))
    for row in sheet.rows:
        if row.key.kind is not RowKind.TABLE and row.note and row.seats:
            why[who.find(row.seats[0]) or ""] = row.note
    data = difference(old, new, notes, why)
    data["names"] = {player: who.name(player) for player in sorted(new.people)}
    typed = {
        row.key.number: [row.result, row.games] for row in sheet.rows if row.result or row.games
    }
    for change in data["changes"]:
        if change["table"] in typed and change["old"]:
            change["result"] = typed[change["table"]]
    return Entry(EntryKind.OVERRIDDEN, published.id, data)


def _reasons(sheet: RoundSheet) -> dict[int, str]:
    """The organiser's note beside each table."""
    return {
        row.key.number: row.note
        for row in sheet.rows
        if row.key.kind is RowKind.TABLE and not row.rehearsed
    }


def _without_spoilt(
    sheet: RoundSheet, published: PublishedRound
) -> tuple[RoundSheet, list[Problem]]:
    """The sheet without the results that were typed for a pairing that is no more."""
    if not published.spoilt:
        return sheet, []
    rows, problems = [], []
    for row in sheet.rows:
        typed = (row.result, row.games)
        if row.key.kind is RowKind.TABLE and any(typed) and (
            published.spoilt.get(row.key.number) == typed
        ):  # fmt: skip
            problems.append(
                warning(
                    row.place("result"),
                    f"“{' '.join(filter(None, typed))}” at table {row.key.number} was typed before "
                    f"{sheet.id.sheet} was paired anew, so it does not count.",
                    "Runner clears it when the workbook is closed. Type the new result over it; "
                    "where it is the same, clear the cell and save first.",
                )
            )
            row = replace(row, result="", games="")
        rows.append(row)
    return replace(sheet, rows=tuple(rows)), problems
