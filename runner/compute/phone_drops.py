"""Players who drop, or stay after all, by their phone once the result of their table counts.

A drop is recorded like that of a judge (`rulings`): it counts, and Runner writes it on Players,
where the organiser has the last word. Who stays after all takes that back, or what was reported
with the result as long as this is not in its cell yet; anything else is for the organiser.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from hashlib import sha256

from runner.compute.snapshot import Snapshot
from runner.core.phone_reports import OpenRound, Report, Ruling, not_freed
from runner.core.problems import Problem, warning
from runner.ledger.ledger import Ledger
from runner.ledger.rulings import IN_FORCE


def wishes(reports: Iterable[Report], now: OpenRound) -> dict[str, Report]:
    """Return the last report of each seated player that came after the result counted."""
    return {
        report.voice: report
        for report in not_freed(reports, now.pairing)
        if report.after and report.table in now.tables
        if report.voice in now.tables[report.table].letters
    }


def drops(reports: Iterable[Report], now: OpenRound, ledger: Ledger) -> Iterator[Report]:
    """Yield what players wish as rulings: that they drop, or the end of that."""
    for player, wish in wishes(reports, now).items():
        ruling = Report(wish.number, now.round, now.pairing, at=wish.at)
        if not wish.drops:
            for each in ledger.rulings.known.values():
                of_wish = each.of_player and each.ruling.drops and each.state in IN_FORCE
                if of_wish and (each.round, each.ruling.player) == (now.round, player):
                    yield replace(ruling, undoes=each.id)
        elif player not in now.tables[wish.table].drops:
            yield replace(ruling, id=_id(wish), ruling=Ruling(wish.table, player, drops=True))


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
