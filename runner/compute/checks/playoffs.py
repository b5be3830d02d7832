"""Tables of a playoff from which nobody goes on yet."""

from collections.abc import Iterator

from runner import phases
from runner.compute.progress import Progress
from runner.core.event import RowKey, RowKind, Table, seat_letter
from runner.core.problems import Place, Problem, error, warning
from runner.core.results import ByOrder
from runner.phases.bracket import contenders, lost_by_all
from runner.phases.elimination.playoff_type import PlayoffType
from runner.phases.model import PhaseResult, Results
from runner.rules.elimination import won_by


def drawn_playoff(progress: Progress, results: Results) -> Iterator[Problem]:
    """A drawn table of a playoff that is to be played on holds up the next round."""
    for result in results:
        if not result.rounds or not phases.find(result.phase.type).plays_on(result.ruleset):
            continue
        last = result.rounds[-1]
        title = result.phase.title(last.id.number)
        for table in last.tables:
            if table.finished and len(contenders(table)) > 1:
                yield warning(
                    "playoff.table-drawn",
                    progress.event.cell(RowKey(last.id, RowKind.TABLE, table.number), "result"),
                    f"Table {table.number} of {title} is drawn, and is played on until it has a "
                    "winner.",
                    "Type the winner when it is decided; the next round waits for it.",
                )


def nobody_goes_on(progress: Progress, results: Results) -> Iterator[Problem]:
    """Everybody at a table of a playoff has lost: who goes on is asked, never decided by seed."""
    for result in results:
        if not result.rounds or not isinstance(phases.find(result.phase.type), PlayoffType):
            continue
        last = result.rounds[-1]
        for table in last.tables:
            if table.finished and table.seats and not contenders(table):
                cell = progress.event.cell(RowKey(last.id, RowKind.TABLE, table.number), "result")
                yield _who_goes_on(table, cell, result, result.phase.title(last.id.number))


def _who_goes_on(table: Table, cell: Place, result: PhaseResult, title: str) -> Problem:
    """The question who goes on from a table; where all gave the match up, that nobody does."""
    ordered = isinstance(won_by(result.ruleset), ByOrder)
    letters = [seat_letter(at) for at in range(len(table.seats))]
    winners = ", ".join(f"“{letter}{' wins' if ordered else ''}”" for letter in letters)
    none = "+".join(f"{letter} penalty" for letter in letters) if ordered else "all penalty"
    if not lost_by_all(table):
        return warning(
            "playoff.table-without-survivor",
            cell,
            f"Nobody advances from table {table.number} of {title}: all there are out.",
            "Whoever was to meet the winner has a bye. If somebody does advance, type who has won: "
            f"{winners}.",
        )
    return error(
        "playoff.table-without-winner",
        cell,
        f"Nobody has won table {table.number} of {title}, so it is open who advances.",
        f"Type who has won: {winners}; or “{none}” where nobody advances. The next round waits for "
        "it.",
    )
