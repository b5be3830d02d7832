"""Read a player list from bytes: find its layout, and read each row as a player or say why not."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice

from runner.core import names
from runner.core.teams import MOST_MEMBERS, called
from runner.interchange.player_import import cells, columns, patterns, rows
from runner.interchange.player_import.cells import Pair, Row, bare_name, word_count
from runner.interchange.player_import.columns import OF_PEOPLE, kind_of
from runner.interchange.player_import.layout import Layout, quoted
from runner.interchange.player_import.patterns import DATE, PATTERN, TITLE, Remark, remark_of
from runner.interchange.player_import.player_list import Entrant, Finding, LineStatus, PlayerList

MOST_BYTES = 5_000_000
MOST_LINES = 20_000
TOO_MANY_LINES = "It has too many lines for a list of players."
LONGEST_LINE = 20_000  # characters, of a cell too
_CONTROL = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_CLEAN = 50  # a text has at most one control character in so many characters
_LONGEST_NAME, _MOST_WORDS = 80, 8
_SHORT = 4  # letters; shorter words alone, such as "No" and "Out", are names
_CHAT = "a line of a chat: paste the names alone"
_TOO_LONG = "It is too long for a list of players."


def read_players(data: bytes | str, name: str = "") -> PlayerList:
    """Return a player list as read; `name` is its file name. Never raises. An .xlsx workbook is
    read elsewhere: its cells go to `read_player_rows`."""
    odd = ""
    if len(data) > MOST_BYTES:
        return PlayerList("a file" if isinstance(data, bytes) else "a text", problem=_TOO_LONG)
    if isinstance(data, bytes):
        for begin, (what, problem) in patterns.TABLE["files"].items():
            if data.startswith(begin.encode("latin-1")):
                if begin.startswith("PK") and name.lower().endswith(".ods"):
                    what = "a workbook of LibreOffice (.ods)"
                return PlayerList(what, problem=problem)
        data, odd = rows.decode(data)
        if len(_CONTROL.findall(data)) * _CLEAN > len(data):
            return PlayerList("no text", problem="Save the list as .xlsx or CSV, or paste it.")
    players = _read_text(data.removeprefix("\ufeff"))
    return replace(players, notes=(*filter(None, [odd]), *players.notes))


def read_player_rows(
    table: Iterable[tuple[int, Sequence[str]]], format_: str = "a table"
) -> PlayerList:
    """Return the player list in the rows of a table, each given with its number."""
    sources = rows.table_rows(islice(table, MOST_LINES + 1))
    if problem := _too_much([(source.number, source.text) for source in sources]):
        return PlayerList(format_, problem=problem)
    return _read(Layout(sources, format_))


def _read_text(text: str) -> PlayerList:
    if document := rows.document_rows(text):
        return read_player_rows(enumerate(document[0]), document[1])
    if (page := rows.page_rows(text)) is not None:
        return read_player_rows(enumerate(page, 1), "a table or a list of a web page")
    lines = [line.rstrip(" ") for line in rows.lines_of(text)]
    if problem := _too_much([*enumerate(lines, 1)]):
        return PlayerList("a text", problem=problem)
    sources, separator = rows.text_rows(lines)
    return _read(Layout(sources, patterns.TABLE["separators"][separator], separator))


def _too_much(lines: Sequence[tuple[int, str]]) -> str:
    """Return why the lines are too many or too long for a player list; "" if they are not."""
    if len(lines) > MOST_LINES:
        return TOO_MANY_LINES
    for number, text in lines:
        if len(text) > LONGEST_LINE:
            why = f"Line {number} has {len(text):,} characters, more than a player takes."
            return f"{why} Put each player into a line of their own."
    return _TOO_LONG if sum(len(text) for _, text in lines) > MOST_BYTES else ""


def _read(layout: Layout) -> PlayerList:
    """Return the players of the list, and what was done with each line."""
    _Reader(layout).read(layout.rows())
    read = PlayerList(layout.format, tuple(layout.findings), tuple(layout.notes))
    return read.without_duplicates()


@dataclass(slots=True)
class _Reader:
    """Reads the rows of a list into the notes and findings of its layout."""

    layout: Layout
    below: Remark = Remark.NONE
    """What all lines from here on are: waiting, or not coming."""

    def read(self, every: Sequence[Row]) -> None:
        """Keep the players of these rows, or find why a row gives none."""
        raw = cells.without_numbers([row.name for row in every])
        for row, text in zip(every, raw, strict=True):
            row.name = cells.clean_name(text, row)
        single = [row for row in every if not row.players]
        self._take_brackets(single, raw[0] if raw else "")
        turned = {
            halved: self._last_names_first([row for row in single if row.halved is halved])
            for halved in (True, False)
        }
        plain = [row.name for row in single if "," not in row.name]
        one_word = 2 * sum(word_count(name) == 1 for name in plain) > len(plain)
        pairs = sum(bool(PATTERN["together"].search(row.name)) for row in single)
        in_pairs = 2 * pairs > len(every)
        for at, row in enumerate(every):
            if why := self._heading(row, first=at == 0):
                self.layout.find(row.source, LineStatus.HEADING, why)
                continue
            if not row.players:
                row.name = _first_name_first(row, turned[row.halved], one_word=one_word)
                why = self._why_nobody(row)
            if why:
                self.layout.find(row.source, LineStatus.LEFT_OUT, why)
            else:
                self._keep(row, in_pairs=in_pairs)

    def _take_brackets(self, read: Sequence[Row], first: str) -> None:
        """Remove brackets from the names, and put their content where the heading or the first line
        says. Two players with the same name keep theirs if these differ."""
        kind = self.layout.in_brackets or columns.bracket_kind(first)
        parts = [(row, *patterns.without_bracket(row.name)) for row in read]
        brackets = {(names.folded(bare), names.key(inside)) for _, bare, inside in parts if inside}
        apart = Counter(bare for bare, _ in brackets)
        left_out = list[tuple[Row, str]]()
        for row, bare, inside in parts:
            if inside and kind:
                setattr(row, kind, getattr(row, kind) or inside)
            elif inside and apart[names.folded(bare)] == 1:
                left_out.append((row, inside))
            else:
                continue
            row.name = bare
        if len(left_out) > 1 and 2 * len(left_out) > len(read):
            self.layout.notes.append(
                "What stands in brackets behind the names "
                f"({quoted(inside for _, inside in left_out[:2])}) was left out: put “Name "
                "(Commander)” or “Name (Club)” on top to keep it."
            )
        else:
            for row, inside in left_out:
                row.notes.append(f"“({inside})” was left out of the name")

    def _last_names_first(self, read: Sequence[Row]) -> bool | None:
        """Return whether the last name precedes the comma; None if that is unknown."""
        halved = bool(read) and read[0].halved
        usual = not halved or 2 * sum(", " in row.source.text for row in read) > len(read)
        every = [halves for row in read if all(halves := _halves(row.name))]
        pairs = [
            Pair(left, right.partition(",")[0].strip())
            for left, right in every if not cells.is_suffix(right)
        ]  # fmt: skip
        wide = [word_count(left) > 1 and not cells.is_first_name(right) for left, right in pairs]
        if pairs and not halved and 2 * sum(wide) > len(pairs):
            return False
        if not pairs:  # each right half is "Jun" or the like: the left half decides
            either = [left for left, right in every if cells.may_be_name(right)]
            short = sum(word_count(left) == 1 for left in either)
            if len(either) < 2 or 2 * short == len(either):
                return None
            return 2 * short > len(either)
        last_first, told_by = cells.order_of(pairs, usual=usual)
        if halved or len(pairs) > 1 or word_count(pairs[0].left) > 1:
            which = "last" if last_first else "first"
            why = told_by or "as nothing told otherwise: check that"
            example = cells.together(pairs[0], last_first=last_first)
            self.layout.notes.append(f"Taken as {which} names first, {why}: “{example}”.")
        return last_first

    def _heading(self, row: Row, *, first: bool) -> str:
        """Return what a line says about all lines below it, or about the list; "" if it is neither.
        Titles are the `first` line, or end with a colon."""
        source = row.source
        text = row.name or names.clean(source.text)
        plain, bare = text.rstrip(":： "), source.text.rstrip("* _")
        remark = remark_of(re.sub(r"[\s(]*\d+\)?$", "", plain))
        colon, absent = bare.endswith((":", "：")), remark in patterns.ABSENT
        alone = sum(map(bool, map(str.strip, source.cells))) == 1
        if remark and (colon or (absent and alone and len(plain) > _SHORT)):
            self.below = remark if absent else Remark.NONE
            return f"from here on: {names.clean(plain)}" if absent else "a heading"
        titled = first or bare.startswith("#")
        title = colon or (titled and (TITLE.search(text) or DATE.search(text)))
        people = alone and kind_of(plain) in OF_PEOPLE
        if people or (title and not _why_no_line(source.text)):
            self.below = Remark.NONE
            return "a heading"
        return ""

    def _why_nobody(self, row: Row) -> str:
        name, why = row.name, _why_no_line(row.source.text)
        reasons = (
            (not name and patterns.E_MAIL in row.private, "only an e-mail address, no name"),
            (not name, "no name here"),
            (_is_nobody(name), f"“{name}” is nobody’s name"),
            (row.remark in patterns.ABSENT, f"{row.word}, so taken as {row.remark}: “{name}”"),
            (self.below, f"below “{self.below}”: “{name}”"),
            (len(name) > _LONGEST_NAME or len(name.split()) > _MOST_WORDS, "too long for a name"),
            (why == _CHAT, _CHAT),
            (TITLE.search(name), "reads like a title, not like a name"),
            (DATE.search(name), "reads like a date, a time or a price"),
            (True, why),
        )
        return next(reason for holds, reason in reasons if holds)

    def _keep(self, row: Row, *, in_pairs: bool) -> None:
        """Keep the player of a row, or several people: as a team, if most rows are pairs."""
        people, of_team = row.players, bool(row.players) or in_pairs
        if people:
            people = [each for each in map(bare_name, people) if each and not _is_nobody(each)]
        elif len(people := PATTERN["together"].split(row.name)) > 1:
            people = [*map(bare_name, people)]
            people = people if all(people) else [row.name]
        if not people:
            self.layout.find(row.source, LineStatus.LEFT_OUT, "a team without people")
            return
        entrants: list[tuple[str, tuple[str, ...]]] = [(name, ()) for name in people]
        several = bool(row.team) or len(people) > 1
        if of_team and several and not row.apart and len(people) <= MOST_MEMBERS:
            entrants = [(bare_name(row.team) or called(people), tuple(people))]
        if row.remark is Remark.UNSURE:
            row.notes.append(f"marked as not sure{f' ({row.word})' if row.word else ''}")
        if len(entrants) > 1:  # it is unknown whose these are
            row.commander, row.decklist, row.private, row.more = "", "", {}, {}
        why, notes, club = "; ".join(row.notes), tuple(row.notes), names.clean(row.club)
        for name, members in entrants:
            entrant = Entrant(
                name, row.source.number, club, names.clean(row.commander), row.decklist.strip(),
                members, row.private, row.more, notes,
            )  # fmt: skip
            self.layout.findings.append(Finding(row.source, LineStatus.PLAYER, why, entrant))


@lru_cache(maxsize=16)  # called for each of the people of a line
def _why_no_line(text: str) -> str:
    """Return why a whole line is no player; "" if it may be one."""
    if PATTERN["chat"].match(text):
        return _CHAT
    words = text.split()
    ends = len(words) > 4 and words[-1].endswith((".", "!", "?")) and not cells.is_suffix(words[-1])
    return "a sentence" if ends else ""


def _is_nobody(name: str) -> bool:
    return names.plain(names.key(name)) in patterns.NOBODY


def _halves(name: str) -> Pair:
    """Return what is before and behind the comma of a name; a comma in its bracket is none."""
    if "," not in patterns.without_bracket(name)[0]:
        return Pair(name, "")
    left, _, right = name.partition(",")
    return Pair(left.strip(), right.strip())


def _first_name_first(row: Row, turned: bool | None, *, one_word: bool) -> str:
    """Return the name of a row with its first name first. `turned` is the result of
    `_last_names_first` for the list, `one_word` whether most names without a comma are one word."""
    left, right = _halves(row.name)
    if not right or not left:
        return left or right
    short, ends = word_count(left) < 2, cells.is_suffix(right)
    if cells.may_be_name(right):  # the list decides between "Sato, Jun" and "Davis, Junior"
        ends = (turned is None and one_word) if short else not turned or cells.is_first_name(left)
        half = "the last name" if turned is False else "a first name"
        taken = "the end of the name, like “Jr.”" if ends else half
        row.notes.append(f"“{right}” is taken as {taken}")
    if ends:
        return f"{left} {right}"
    inner, comma, suffix = (part.strip() for part in right.partition(","))
    if comma and cells.is_suffix(suffix):
        return f"{cells.together(Pair(left, inner), last_first=turned is not False)} {suffix}"
    ends = turned is False and not (short or row.halved or cells.is_first_name(right))
    if comma or ends:
        row.notes.append(f"“{right}” behind the comma was left out")
        return left
    return cells.together(Pair(left, right), last_first=turned is not False)
