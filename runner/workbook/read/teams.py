"""The people of a team in its row of Players, and who of them is in two places."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from runner.core import names
from runner.core.event import Player
from runner.core.problems import Place
from runner.workbook.column import normal
from runner.workbook.read.sheet import Report, SheetRow, clean
from runner.workbook.schema import MEMBERS

_KEYS = tuple(column.key for column in MEMBERS)
_LISTED = "substitutes"


def members_of(row: SheetRow) -> dict[str, str]:
    """Who stands in the row as a member, by the column; nobody twice."""
    found: dict[str, str] = {}
    for key in _KEYS:
        name = row.text(key)
        if not name or normal(name) == normal(row.view.schema[key].heading):
            continue
        if name := clean(row.for_everybody(key, name)):
            first = _of(name, found)
            if first:
                row.warning(
                    "team.member-twice",
                    key,
                    f"“{name}” is in this team twice, and counts once.",
                    f"Type somebody else, or clear {row.place(key).cell} or "
                    f"{row.place(first).cell}.",
                )
            else:
                found[key] = name
    return found


def substitutes_of(row: SheetRow, members: Mapping[str, str]) -> tuple[str, ...]:
    """Who may come in for a member; a member does not count as one."""
    text = row.text(_LISTED)
    shown = row.for_everybody(_LISTED, text) if text else ""
    listed = {names.key(name): clean(name) for name in shown.replace(";", "\n").split("\n")}
    own = {"", *map(names.key, members.values())}
    return tuple(name for key, name in listed.items() if key not in own)


def _of(name: str, members: Mapping[str, str]) -> str:
    """The column in which somebody stands; "" for none."""
    same = (key for key, other in members.items() if names.key(other) == names.key(name))
    return next(same, "")


def alone(
    players: Sequence[Player], cells: Mapping[str, Mapping[str, str]], report: Report
) -> tuple[Player, ...]:
    """The players, each person in one team alone, the first; nobody is called as another row is.

    `cells` has who stands where in each row, by `names.key` of the player.
    """
    rows = {names.key(player.name): player for player in players}
    first: dict[str, tuple[Player, Place]] = {}
    left_out: set[tuple[str, str]] = set()
    for team in players:
        for column, name in cells.get(names.key(team.name), {}).items():
            at, known = team.at(column), names.key(name)
            there, other = first.setdefault(known, (team, at))
            row = rows.get(known, team)
            if row is not team:
                _also_a_row(report, at, name, team, row)
            elif there is not team:
                _in_two(report, name, (there, other), (team, at))
            else:
                continue
            left_out.add((team.name, name))
    return tuple(_without(player, left_out) for player in players)


def _without(team: Player, left_out: Collection[tuple[str, str]]) -> Player:
    if not team.members:
        return team
    kept = tuple(name for name in team.members if (team.name, name) not in left_out)
    return team if kept == team.members else replace(team, members=kept)


def _also_a_row(report: Report, at: Place, name: str, team: Player, row: Player) -> None:
    report.error(
        "team.member-has-row",
        at,
        f"“{name}” is a member of “{team.name}”, and {row.place.cell} has a row of that name too.",
        "Whoever plays in a team has no row of their own: clear one of the two. If they are not "
        "the same, add something to one of the names.",
    )


def _in_two(
    report: Report, name: str, first: tuple[Player, Place], second: tuple[Player, Place]
) -> None:
    (one, there), (other, at) = first, second
    report.error(
        "team.member-in-two",
        at,
        f"“{name}” is in two teams, in “{one.name}” ({there.cell}) and in “{other.name}”; only the "
        "first counts.",
        "Clear one of the two cells. If they are two people, add something to one of the names.",
    )
