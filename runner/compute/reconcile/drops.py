"""Who drops by what was typed beside a result: “A, D drop” is the same as the round's number under
“Drops after round” on Players, which wins where it says something else. A bye may have a “drop” as
well, and nothing else."""

from collections.abc import Iterator, Mapping
from dataclasses import replace

from runner.compute.reconcile.players import Directory
from runner.core.event import Player, Round, RoundId, RoundSheet, RowKind
from runner.core.problems import Place, Problem, error, warning
from runner.core.results import says_drop


def with_drops(
    who: Directory, rounds: Mapping[RoundId, Round], sheets: Mapping[RoundId, RoundSheet]
) -> tuple[dict[str, Player], list[Problem]]:
    """The players with their drops of both kinds, and what cannot be. A drop on Players from which
    somebody has returned by then is no hindrance."""
    known, problems = dict(who.players), list[Problem]()
    for number, id_ in enumerate(sorted(rounds), 1):
        sheet = sheets.get(id_) or RoundSheet(id_, ())
        for player, place in (
            *_at_tables(rounds[id_], sheet),
            *_with_byes(rounds[id_], sheet, who),
        ):
            typed = who.players[player]
            back = typed.returns is not None and typed.returns <= number
            if back or typed.drops_after in (None, number):
                returns = None if back else typed.returns
                known[player] = replace(known[player], drops_after=number, returns=returns)
                continue
            why = f"{typed.name} drops after round {number} by this result, but Players says after "
            fix = "Players counts. Correct “Drops after round” there, or the result."
            problems.append(
                warning("player.drops-twice", place, f"{why}round {typed.drops_after}.", fix)
            )
        problems += _no_result_of_a_bye(sheet)
    for each in known.values():
        if each.returns is not None and each.drops_after is None:
            known[each.id] = replace(each, returns=None)
            problems.append(_returns_from_nowhere(each))
    return known, problems


def _at_tables(now: Round, sheet: RoundSheet) -> Iterator[tuple[str, Place]]:
    for table in now.tables:
        for player in table.drops:
            yield player, sheet.tables[table.number].place("result")


def _with_byes(now: Round, sheet: RoundSheet, who: Directory) -> Iterator[tuple[str, Place]]:
    for row in sheet.rows:
        player = who.find(row.seats[0]) if row.seats else None
        if row.key.kind is RowKind.BYE and player in now.byes and says_drop(row.reported):
            yield player or "", row.reported_at


def _no_result_of_a_bye(sheet: RoundSheet) -> Iterator[Problem]:
    for row in sheet.rows:
        known = row.key.kind is RowKind.BYE and says_drop(row.reported)
        if row.key.kind is not RowKind.TABLE and row.reported and not known:
            why = f"Nobody plays in this row, so “{row.reported}” is ignored."
            yield warning(
                "result.of-a-bye",
                row.reported_at,
                why,
                "Clear it; beside a bye only “drop” means something.",
            )


def _returns_from_nowhere(player: Player) -> Problem:
    return error(
        "player.returns-without-drop",
        player.at("returns"),
        f"{player.name} cannot return in round {player.returns} without having dropped before it.",
        "Fill in “Drops after round”, or clear “Returns in round”.",
    )
