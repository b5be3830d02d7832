"""Players who drop, or stay after all, by their phone once the result of their table counts.

A drop is recorded like that of a judge (`rulings`): it counts, and Runner writes it on Players,
where the organiser has the last word. Who stays after all takes that back, or what was reported
with the result as long as this is not in its cell yet; anything else is for the organiser.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId, seat_letter
from runner.core.phone_reports import FREED, OpenRound, Report
from runner.core.problems import Problem, warning
from runner.core.rulings import Ruling, RulingReport
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.rulings import IN_FORCE


def without_drop(result: str, seat: int) -> str:
    """Return a result as typed without the drop of the player in a seat."""
    return ", ".join(part for part in result.split(", ") if part != f"{seat_letter(seat)} drop")


def wishes(reports: Iterable[Report], now: OpenRound) -> dict[str, Report]:
    """Return the last report of each seated player that came after the result counted, without
    those from before the seats were freed."""
    wished: dict[str, Report] = {}
    for report in reports:
        if report.pairing != now.pairing or report.table not in now.tables:
            continue
        if report.voice == FREED:
            wished = {voice: wish for voice, wish in wished.items() if wish.table != report.table}
        elif report.after and report.voice in dict(now.tables[report.table].seats):
            wished[report.voice] = report
    return wished


def drops(reports: Iterable[Report], now: OpenRound, ledger: Ledger) -> Iterator[RulingReport]:
    """Yield what players wish as rulings: that they drop, or the end of that."""
    known = ledger.rulings.known.values()
    for player, wish in wishes(reports, now).items():
        if not wish.drops:
            for each in known:
                at = each.round, each.ruling.player, each.ruling.drops, each.of_player
                if at == (now.round, player, True, True) and each.state in IN_FORCE:
                    yield RulingReport(
                        wish.number, "", now.round, now.pairing, "", undoes=each.id, at=wish.at
                    )
        elif player not in now.tables[wish.table].drops:
            yield RulingReport(
                wish.number, _id(wish), now.round, now.pairing, "",
                Ruling(wish.table, player, drops=True), at=wish.at,
            )  # fmt: skip


def last_wished(ledger: Ledger, round_id: RoundId) -> dict[int, int]:
    """Return the number of the last wish at each table of which account was taken."""
    known = ledger.rulings.known
    return {
        known[entry.data["id"]].ruling.table: int(entry.data["last"])
        for entry in ledger.entries
        if entry.kind in (EntryKind.RULED, EntryKind.RULING_UNDONE) and entry.round == round_id
        if "last" in entry.data and entry.data["id"] in known
    }


def _id(wish: Report) -> str:
    """Return the id of the ruling that a wish becomes, the same each time."""
    return sha256(f"{wish.pairing} {wish.number}".encode()).hexdigest()[:16]


def problems(
    reports: Iterable[Report], snapshot: Snapshot, now: OpenRound, ledger: Ledger
) -> Iterator[Problem]:
    """Yield a warning for each player who stays although the workbook says otherwise, and for each
    who wished to drop when the next round was out already."""
    number, ruled = len(snapshot.rounds), ledger.rulings.known
    for player, wish in wishes(reports, now).items():
        if wish.drops or player not in now.tables[wish.table].drops:
            continue
        known = snapshot.players[player]
        yield warning(
            "phones.drop", known.at("drops_after"), f"{known.name} stays after all, by phone.",
            f"Clear the {number} here, or the drop beside the result of table {wish.table}.",
        )  # fmt: skip
    before = next((round_.id for round_ in snapshot.rounds[-2:-1]), None)
    late = {each.voice: each for each in reports if each.after and each.round == before}
    for player, wish in late.items():
        there = snapshot.players.get(player)
        if wish.drops and there and there.drops_after is None and _id(wish) not in ruled:
            yield warning(
                "phones.drop-late", there.at("drops_after"),
                f"{there.name} wished to drop by phone when {now.title} was out already.",
                f"Ask at the table, and type {number} here once that has played.",
            )  # fmt: skip
