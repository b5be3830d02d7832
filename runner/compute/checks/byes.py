"""Byes that nobody can have: in a final nothing is left to go on to."""

from collections.abc import Iterator

from runner.compute.decisions.seats import GiveBye
from runner.compute.progress import Progress
from runner.compute.reconcile.players import Directory
from runner.core.event import RoundId, RowKind
from runner.core.problems import Place, Problem, error
from runner.phases.model import Results


def in_a_final(progress: Progress, results: Results) -> Iterator[Problem]:
    """Somebody is to have a bye in the last pod or match of a playoff, which waits for that."""
    for result in results:
        wanted = RoundId(result.phase.number, len(result.rounds) + 1)
        for player in progress.byes_in_the_final(result):
            name = progress.reconciled.players[player].name
            yield error(
                "bye.in-final",
                _place(progress, wanted, player),
                f"{name} cannot have a bye in {progress.event.title(wanted)}: it is the final of "
                f"{result.phase.name}, so a bye would win nothing.",
                "Take the bye out, and the final is paired. For a player who cannot play, fill in "
                "“Drops after round” on Players.",
            )


def _place(progress: Progress, wanted: RoundId, player: str) -> Place:
    """Where the bye stands: a line on Decisions, a row of the round's sheet, or the player's own
    byes."""
    directory = Directory(progress.reconciled.players, progress.ledger.names)
    lines = [
        line.place
        for line in progress.event.decisions
        if line.kind == GiveBye.KEY
        and line.round == wanted
        and directory.find(line.player) == player
    ]
    sheet = progress.event.sheet(wanted)
    rows = [
        row.place("seat 1")
        for row in (sheet.rows if sheet else ())
        if row.key.kind is RowKind.BYE and row.seats and directory.find(row.seats[0]) == player
    ]
    return next(iter((*lines[::-1], *rows)), progress.reconciled.players[player].at("awarded_byes"))
