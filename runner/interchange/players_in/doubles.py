"""Who is in a list twice, or in the event already; and what an event makes of teams."""

import difflib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from runner.core import names, spelling
from runner.core.teams import called
from runner.interchange.players_in.model import Entrant, Fate, Line, Understood
from runner.interchange.players_in.tidy import without_bracket

_ALIKE = 0.9
_COMPARED = 200  # names that begin with the same letter, the latest


@dataclass(frozen=True, slots=True)
class _Met:
    """Somebody of the same name: on which line of the list, or 0 in the event."""

    name: str
    line: int
    e_mail: str = ""


def without_doubles(rows: Iterable[Entrant], lines: Sequence[Line]) -> tuple[
    tuple[Entrant, ...], tuple[Line, ...]
]:  # fmt: skip
    """The rows with each name once; the lines say of the others whose doubles they are."""
    known, kept, fates = (
        dict[str, _Met](),
        list[Entrant](),
        dict[int, list[tuple[str, Fate, str]]](),
    )
    begun = defaultdict[str, dict[str, _Met]](dict)  # by the first letter, or all would be compared
    for row in rows:
        met = next((known[key] for key in _keys(row.name) if key in known), None)
        if met is None:
            near = _near(row.name, known, begun[spelling.folded(row.name)[:1]])
            kept.append(replace(row, told=(*row.told, near)) if near else row)
            now = _Met(row.name, row.line, row.e_mail)
            known |= dict.fromkeys(_keys(row.name), now)
            begun[spelling.folded(row.name)[:1]][spelling.folded(row.name)] = now
        else:
            fates.setdefault(row.line, []).append((row.name, Fate.DOUBLE, _twice(row, met)))
    return tuple(kept), tuple(_with_fates(lines, fates))


def _keys(name: str) -> tuple[str, ...]:
    """By what a name is known again: itself, without accents, with "ae" for "ä"; not its words in
    another order."""
    return (names.key(name), *spelling.in_order(name))


def _twice(row: Entrant, met: _Met) -> str:
    same = names.key(row.name) == names.key(met.name)
    if row.e_mail and met.e_mail and row.e_mail.casefold() != met.e_mail.casefold():
        return (
            f"the same name as line {met.line}, but another address: if they are two people, add a "
            "town or an initial to one of them"
        )
    spelt = "" if same else f", as “{met.name}”"
    return f"is on line {met.line} already{spelt}"


def _near(name: str, known: Mapping[str, _Met], like: dict[str, _Met]) -> str:
    """A sentence where somebody has nearly the same name, or its words in another order."""
    met = next((known[key] for key in sorted(spelling.keys(name)) if key in known), None)
    if met is None:
        few = islice(reversed(like), _COMPARED)
        close = difflib.get_close_matches(spelling.folded(name), few, 1, _ALIKE)
        met = like[close[0]] if close else None
    return f"nearly the same as “{met.name}” on line {met.line}" if met else ""


def _with_fates(
    lines: Sequence[Line], fates: dict[int, list[tuple[str, Fate, str]]]
) -> Iterator[Line]:
    """The lines without the names that were taken out, and why these were."""
    for line in lines:
        if line.number not in fates or line.fate is not Fate.PLAYER:
            yield line
            continue
        out = fates[line.number]
        gone, left = Counter(name for name, _, _ in out), list[str]()
        for name in reversed(line.names):  # the first of two is kept
            if gone[name]:
                gone[name] -= 1
            else:
                left.append(name)
        left.reverse()
        whys = "; ".join(f"“{name}” {why}" if left else why for name, _, why in out)
        why = "; ".join(filter(None, (line.why, whys)))
        yield replace(line, fate=Fate.PLAYER if left else out[0][1], why=why, names=tuple(left))


def beside(found: Understood, there: Iterable[str], *, teams: bool = False) -> Understood:
    """The list beside the names `there` already are in the event: those are no rows any more, and
    their lines say so. Where no `teams` play, the members of a team are players of that club.
    """
    rows = list(found.rows) if teams else [each for row in found.rows for each in _apart(row)]
    lines = found.lines if teams else tuple(_apart_lines(found))
    there = tuple(there)
    known = {key: name for name in there for key in _keys(without_bracket(name)[0])}
    known |= {key: name for name in there for key in _keys(name)}
    kept, fates = list[Entrant](), dict[int, list[tuple[str, Fate, str]]]()
    for row in rows:
        met = next((known[key] for key in _keys(row.name) if key in known), None)
        if met is None:
            kept.append(row)
            continue
        same = names.key(met) == names.key(row.name)
        why = "plays already" if same else f"plays already, as “{met}”"
        fates.setdefault(row.line, []).append((row.name, Fate.ENTERED, why))
    lines = tuple(_with_fates(lines, fates))
    if not teams and any(row.members for row in found.rows):
        rows_once, lines = without_doubles(kept, lines)
        return replace(found, rows=rows_once, lines=lines)
    return replace(found, rows=tuple(kept), lines=lines)


def _apart(row: Entrant) -> list[Entrant]:
    """The people of a team as players; a player as such."""
    if not row.members:
        return [row]
    own = row.club or ("" if row.name == called(row.members) else row.name)
    told = (*row.told, f"of {row.name}")
    return [
        Entrant(name, row.line, own, told=told)
        for name in row.members
    ]  # fmt: skip


def _apart_lines(found: Understood) -> Iterator[Line]:
    people = {row.name: row.members for row in found.rows if row.members}
    for line in found.lines:
        named = [member for name in line.names for member in people.get(name, (name,))]
        yield replace(line, names=tuple(named))
