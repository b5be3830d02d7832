"""Read teams and their members from Players, and report addresses and telephone numbers.

A team's members are in its row; a person in two teams is a problem. Addresses and telephone numbers
in cells that others see are left out of everything published; each cell is reported, or a whole
column, as in a pasted list, in one sentence.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from runner.core import contacts, names
from runner.core.language import listed
from runner.core.player import Player
from runner.core.problems import Place, Problem, error
from runner.workbook.column import normal
from runner.workbook.read.sheet import Contact, Report, SheetRow, clean
from runner.workbook.schema import MEMBERS

_EACH = 3  # cells of a column that are reported one by one


def problems(leaks: Iterable[Contact]) -> Iterator[Problem]:
    """Yield an error for each cell, or for a whole column of them."""
    for _, column in groupby(sorted(leaks, key=_column), key=_column):
        cells = list(column)
        for together in [cells] if len(cells) > _EACH else [[cell] for cell in cells]:
            yield error("cell.contact", together[0].place,
                f"{_where(together)}, which is shown to nobody{_instead(together)}.",
                _fix(together))  # fmt: skip


def _column(cell: Contact) -> tuple[str, str]:
    return cell.place.sheet, cell.heading


def _where(cells: Sequence[Contact]) -> str:
    what = " or ".join(sorted({contacts.kind(cell.text) for cell in cells}))
    if len(cells) == 1:
        return f"There is {what} under {cells[0].heading}"
    others = [cell.place.cell for cell in cells[1:]]
    return f"There is {what} here and in {listed(others, most=4)}"


def _instead(cells: Sequence[Contact]) -> str:
    """Return what pages and slips have in the place of a player's name."""
    if not cells[0].a_name:
        return ""
    if len(cells) > 1:
        return ": pages and slips have the rest of each name, or a number"
    shown = f"“{cells[0].shown}”" if cells[0].shown else "a number, such as “Player 12”,"
    return f": pages and slips have {shown} instead"


def _fix(cells: Sequence[Contact]) -> str:
    number = any(contacts.kind(cell.text) == contacts.TELEPHONE for cell in cells)
    other = " If it is a number of another kind, write # before it." if number else ""
    return f"Take it out, or move it to Notes on Players, which are private.{other}"


_KEYS = tuple(column.key for column in MEMBERS)
_LISTED = "substitutes"


def members_of(row: SheetRow) -> dict[str, str]:
    """Return who stands in the row as a member, by the column; nobody twice."""
    members: dict[str, str] = {}
    for key in _KEYS:
        name = row.text(key)
        if not name or normal(name) == normal(row.view.schema[key].heading):
            continue
        name = clean(row.for_everybody(key, name))
        same = (at for at, other in members.items() if names.key(other) == names.key(name))
        if first := next(same, ""):
            row.warning("team.member-twice", key,
                        f"“{name}” is in this team twice, and counts once.",
                        f"Type somebody else, or clear {row.place(key).cell} or "
                        f"{row.place(first).cell}.")  # fmt: skip
        elif name:
            members[key] = name
    return members


def substitutes_of(row: SheetRow, members: Mapping[str, str]) -> tuple[str, ...]:
    """Return who may come in for a member; a member does not count as one."""
    text = row.text(_LISTED)
    shown = row.for_everybody(_LISTED, text) if text else ""
    listed = {names.key(name): clean(name) for name in shown.replace(";", "\n").split("\n")}
    own = {"", *map(names.key, members.values())}
    return tuple(name for key, name in listed.items() if key not in own)


def alone(
    players: Sequence[Player], cells: Mapping[str, Mapping[str, str]], report: Report
) -> tuple[Player, ...]:
    """Return the players, each person in one team alone, the first; nobody is called as another row
    is. `cells` has who stands where in each row, by `names.key` of the player."""
    rows = {names.key(player.name): player for player in players}
    first: dict[str, tuple[Player, Place]] = {}
    left_out: dict[str, set[str]] = defaultdict(set)
    for team in players:
        for column, name in cells.get(names.key(team.name), {}).items():
            at, known = team.at(column), names.key(name)
            there, other = first.setdefault(known, (team, at))
            row = rows.get(known, team)
            if row is not team:
                report.error("team.member-has-row", at, f"“{name}” is a member of “{team.name}”, "
                             f"and {row.place.cell} has a row of that name too.",
                             "Whoever plays in a team has no row of their own: clear one of the "
                             "two. If they are not the same, add something to one of the "
                             "names.")  # fmt: skip
            elif there is not team:
                report.error("team.member-in-two", at, f"“{name}” is in two teams, in "
                             f"“{there.name}” ({other.cell}) and in “{team.name}”; only the first "
                             "counts.", "Clear one of the two cells. If they are two people, add "
                             "something to one of the names.")  # fmt: skip
            else:
                continue
            left_out[team.name].add(name)
    return tuple(
        replace(team, members=tuple(each for each in team.members if each not in out))
        if (out := left_out.get(team.name))
        else team
        for team in players
    )
