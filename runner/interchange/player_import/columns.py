"""What each column of a table contains, by its heading or content; and rows read accordingly."""

from collections.abc import Callable, Sequence

from runner.core import names
from runner.interchange.player_import import cells, patterns
from runner.interchange.player_import.cells import Pair, Row, word_count
from runner.interchange.player_import.patterns import ABSENT, HEADINGS, Kind, normal, remark_of
from runner.interchange.player_import.player_list import SourceLine

OF_PEOPLE = frozenset({Kind.NAME, Kind.FIRST, Kind.LAST, Kind.PLAYER, Kind.MEMBER})
"""Columns with names of players."""
_OF_HEADINGS = OF_PEOPLE | {Kind.TEAM, Kind.E_MAIL}
_MANY = 3  # known headings are enough for a row of headings
LOOKED_AT = 200  # rows, or lines, that are examined to interpret them
SHARE = 0.6  # of the cells of a column, or of lines, that have to match


def kind_of(heading: str) -> Kind | None:
    """Return what a column with that heading contains; None for unknown headings."""
    plain = heading.strip().strip("*_:").strip()
    if match := patterns.NUMBERED_HEADING.fullmatch(plain):
        return Kind.MEMBER if match["member"] else Kind.PLAYER
    known = HEADINGS.get(normal(plain)) if plain else None
    if known is None and bracket_kind(plain):
        return kind_of(patterns.without_bracket(plain)[0])
    return known


def bracket_kind(heading: str) -> Kind | None:
    """Return what brackets contain below a heading such as "Name (Club)"; None if unknown."""
    head, inside = (
        HEADINGS.get(normal(part)) for part in patterns.without_bracket(heading.strip())
    )
    return inside if head in OF_PEOPLE and inside in (Kind.COMMANDER, Kind.CLUB) else None


def is_heading_row(row: Sequence[str]) -> bool:
    """Return whether a row is one of headings: at least two cells, one of names; half of them, or
    three, are known."""
    filled = [cell for cell in row if cell.strip()]
    kinds = [kind_of(cell) for cell in filled]
    known = sum(kind is not None for kind in kinds)
    return (
        len(row) > 1
        and any(kind in _OF_HEADINGS for kind in kinds)
        and (known >= _MANY or 2 * known >= len(filled))
        and not any("@" in cell and any(map(str.isdigit, cell)) for cell in filled)
    )


def kinds_of(headings: Sequence[str]) -> list[Kind]:
    """Return what each column contains, by its heading and the others: Nom beside Prénom is the
    last name, and Team beside names is a club."""
    kinds = [kind_of(heading) or Kind.OTHER for heading in headings]

    def has(*some: Kind) -> bool:
        return any(kind in kinds for kind in some)

    def turn(old: Kind, new: Kind, words: frozenset[str] = frozenset()) -> None:
        for at, kind in enumerate(kinds):
            if kind is old and (not words or normal(headings[at]) in words):
                kinds[at] = new

    if has(Kind.FIRST) and not has(Kind.LAST):
        turn(Kind.NAME, Kind.LAST, patterns.EITHER_NAME)
    elif has(Kind.LAST) and not has(Kind.FIRST):
        turn(Kind.NAME, Kind.FIRST, patterns.EITHER_NAME)
    if has(Kind.NAME):
        turn(Kind.PLAYER, Kind.NUMBER)
    elif kinds.count(Kind.PLAYER) == 1 and not has(Kind.FIRST, Kind.LAST):
        turn(Kind.PLAYER, Kind.NAME)
    if has(Kind.MEMBER) and not has(Kind.TEAM):
        turn(Kind.CLUB, Kind.TEAM)
        turn(Kind.NAME, Kind.TEAM)
    elif not has(*OF_PEOPLE, Kind.TEAM):
        turn(Kind.CLUB, Kind.NAME)
    if has(Kind.MEMBER, Kind.PLAYER) and has(Kind.TEAM):
        turn(Kind.PLAYER, Kind.MEMBER)
    else:
        turn(Kind.TEAM, Kind.CLUB if has(Kind.NAME, Kind.FIRST, Kind.LAST) else Kind.NAME)
    return kinds


def kinds_by_content(rows: Sequence[Sequence[str]]) -> list[Kind]:
    """Return what each column of a table without headings contains. Names are the first column in
    which most cells have two words; if there is none, the first two columns of words are halves."""
    width = max(map(len, rows), default=0)
    some = rows[:LOOKED_AT]
    columns = [[row[at] for row in some if at < len(row) and row[at]] for at in range(width)]
    kinds = [_kind_by_content(column) for column in columns]
    texts = [at for at, kind in enumerate(kinds) if kind is Kind.OTHER]
    bare = {at: [*map(cells.bare_name, columns[at])] for at in texts}
    full = [at for at in texts if _most(bare[at], lambda name: "," in name or word_count(name) > 1)]
    if len(texts) > 1 and not full:
        first, last = texts[:2]
        if len(columns[last]) >= SHARE * len(columns[first]):
            kinds[first], kinds[last] = Kind.FIRST, Kind.LAST
            return kinds
    for at in (full or texts)[:1]:
        kinds[at] = Kind.NAME
    return kinds


def _kind_by_content(column: Sequence[str]) -> Kind:
    if not column:
        return Kind.NUMBER
    for kind, pattern in patterns.CELLS:
        if _most(column, pattern.fullmatch):
            return kind
    state = _most(column, lambda cell: remark_of(cell) or not patterns.has_letter(cell))
    return Kind.STATUS if state else Kind.OTHER


def _most(column: Sequence[str], test: Callable[[str], object]) -> bool:
    return sum(bool(test(cell)) for cell in column) >= SHARE * len(column)


def row_of(source: SourceLine, kinds: Sequence[Kind], headings: Sequence[str]) -> Row:
    """Return a row according to its columns; halves without headings are joined by a comma."""
    row = Row(source)
    parts = dict.fromkeys((Kind.FIRST, Kind.MIDDLE, Kind.LAST), "")
    for at, cell in enumerate(map(str.strip, source.cells)):
        kind = kinds[at] if at < len(kinds) else Kind.OTHER
        heading = names.clean(headings[at]) if at < len(headings) else ""
        match kind:
            case _ if not cell:
                pass
            case Kind.FIRST | Kind.MIDDLE | Kind.LAST:
                parts[kind] = f"{parts[kind]} {cells.clean_name(cell, row)}".strip()
            case Kind.NAME | Kind.TEAM | Kind.CLUB | Kind.DECKLIST if not getattr(row, kind):
                setattr(row, kind, cell)
            case Kind.PLAYER | Kind.MEMBER:
                row.players.append(cell)
                row.apart = kind is Kind.PLAYER
            case Kind.COMMANDER:
                row.commander = " / ".join(filter(None, (row.commander, cell)))
            case Kind.E_MAIL | Kind.PRIVATE:
                what = patterns.E_MAIL if kind is Kind.E_MAIL else heading or patterns.NUMBER
                notes = normal(heading) in patterns.NOTE_HEADINGS
                row.keep(patterns.NOTES if notes else what, names.clean(cell))
            case Kind.STATUS:
                _read_status(heading, cell, row)
            case Kind.OTHER if heading:
                row.more[heading] = cell
    first, middle, last = parts.values()
    if any(headings) and (first or last):
        halves = Pair(last, f"{first} {middle}".strip())
        row.name = cells.together(halves, last_first=True)
    elif first or last:
        row.name, row.halved = ", ".join(filter(None, (first, last))), bool(first and last)
    return row


def _read_status(heading: str, cell: str, row: Row) -> None:
    remark = patterns.STATUS_HEADINGS.get(normal(heading))
    word = f"“{names.clean(cell)}”"
    if remark is None:
        remark = remark_of(cell)
    elif normal(cell) in patterns.NO or not cell.strip(" -"):
        return
    if remark in ABSENT:
        word = f"{heading or 'a column'} says {word}"
    row.mark(remark, word)
    if not remark and not heading:
        row.notes.append(f"{word} was left out")
