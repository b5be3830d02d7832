"""Read a player list from bytes: detect its format, and read each row as a player or say why
not."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import islice

from runner.core import names
from runner.core.language import listed
from runner.core.teams import MOST_MEMBERS, called
from runner.interchange.player_import import cells, columns, patterns, rows
from runner.interchange.player_import.cells import Pair, Row, bare_name, word_count
from runner.interchange.player_import.columns import OF_PEOPLE, kind_of
from runner.interchange.player_import.patterns import DATE, PATTERN, TITLE, Kind, Remark, remark_of
from runner.interchange.player_import.player_list import (
    Entrant,
    Finding,
    LineStatus,
    PlayerList,
    SourceLine,
    without_duplicates,
)

MOST_BYTES = 5_000_000
MOST_LINES = 20_000
TOO_MANY_LINES = "It has too many lines for a list of players."
LONGEST_LINE = 20_000
"""The most characters of a line, or of a cell."""
_CONTROL = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_CLEAN = 50  # a text has at most one control character in so many characters
_HEADINGS_WITHIN = 15  # lines
_LONGEST_NAME, _MOST_WORDS = 80, 8
_SHORT = 4  # letters; shorter words alone, such as "No" and "Out", are names
_ABSENT = frozenset({Remark.DROPPED, Remark.WAITING})
_TEXTS = frozenset({Kind.NAME, Kind.FIRST, Kind.LAST, Kind.OTHER})
_CHAT = "a line of a chat: paste the names alone"


def read_players(data: bytes | str, name: str = "") -> PlayerList:
    """Return a player list as read; `name` is its file name. Never raises. An .xlsx workbook is
    read elsewhere: its cells go to `read_player_rows`."""
    odd = ""
    if isinstance(data, bytes):
        if len(data) > MOST_BYTES:
            return PlayerList("a file", problem="It is too large for a list of players.")
        for begin, (what, problem) in patterns.TABLE["files"].items():
            if data.startswith(begin.encode("latin-1")):
                if begin.startswith("PK") and name.lower().endswith(".ods"):
                    what = "a workbook of LibreOffice (.ods)"
                return PlayerList(what, problem=problem)
        data, odd = rows.decode(data)
        if len(_CONTROL.findall(data)) * _CLEAN > len(data):
            return PlayerList("no text", problem="Save the list as .xlsx or CSV, or paste it.")
    if len(data) > MOST_BYTES:
        return PlayerList("a text", problem="It is too long for a list of players.")
    players = _read_text(data.removeprefix("\ufeff"))
    return replace(players, notes=(*filter(None, [odd]), *players.notes))


def read_player_rows(
    table: Iterable[tuple[int, Sequence[str]]], format_: str = "a table"
) -> PlayerList:
    """Return the player list in the rows of a table, each given with its number."""
    sources = rows.table_rows(islice(table, MOST_LINES + 1))
    if problem := _too_much([(source.number, source.text) for source in sources]):
        return PlayerList(format_, problem=problem)
    return _Reader(sources, format_).read()


def _read_text(text: str) -> PlayerList:
    if document := rows.document_rows(text):
        return read_player_rows(enumerate(document[0]), document[1])
    if (page := rows.page_rows(text)) is not None:
        return read_player_rows(enumerate(page, 1), "a table or a list of a web page")
    lines = [line.rstrip(" ") for line in rows.lines_of(text)]
    if problem := _too_much([*enumerate(lines, 1)]):
        return PlayerList("a text", problem=problem)
    sources, separator = rows.text_rows(lines)
    return _Reader(sources, patterns.TABLE["separators"][separator], separator).read()


def _too_much(lines: Sequence[tuple[int, str]]) -> str:
    """Return why the lines are too many or too long for a player list; "" if they are not."""
    if len(lines) > MOST_LINES:
        return TOO_MANY_LINES
    for number, text in lines:
        if len(text) > LONGEST_LINE:
            why = f"Line {number} has {len(text):,} characters, more than a player takes."
            return f"{why} Put each player into a line of their own."
    long = sum(len(text) for _, text in lines) > MOST_BYTES
    return "It is too long for a list of players." if long else ""


@dataclass(slots=True)
class _Reader:
    """One list while it is read: its lines, the detected format, and the separator of its cells."""

    sources: Sequence[SourceLine]
    format: str
    separator: str = rows.COMMA
    notes: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    in_brackets: Kind | None = None
    """What brackets after names contain, if a heading says so."""
    below: Remark = Remark.NONE
    """What all lines from here on are: waiting, or not coming."""

    def read(self) -> PlayerList:
        """Return the players of the list, and what was done with each line."""
        sources = [source for source in self.sources if self._has_letters(source)]
        top = (source.cells for source in sources[:_HEADINGS_WITHIN])
        at = next((at for at, row in enumerate(top) if columns.is_heading_row(row)), None)
        if at is not None:
            self._read_rows(self._by_headings(sources, at))
        else:
            table = any(len(source.cells) > 1 for source in sources)
            teams = self._teams_a_line if table else self._teams_with_bullets
            read = self._several_a_line(sources) or teams(sources)
            if not read and not table:
                read = [Row(source, name=source.cells[0]) for source in sources]
            self._read_rows(read or self._by_content(sources))
        findings = tuple(without_duplicates(self.findings))
        return PlayerList(self.format, findings, tuple(self.notes))

    def _find(self, source: SourceLine, status: LineStatus, why: str = "") -> None:
        self.findings.append(Finding(source, status, why))

    def _has_letters(self, source: SourceLine) -> bool:
        text = names.clean(source.text)
        if patterns.has_letter(text):
            return True
        if PATTERN["only_number"].fullmatch(text):
            self._find(source, LineStatus.LEFT_OUT, "only a number, no name")
        else:
            self._find(source, LineStatus.BLANK, "no letter in it" if text else "")
        return False

    def _by_headings(self, sources: Sequence[SourceLine], at: int) -> list[Row]:
        for source in sources[:at]:
            self._find(source, LineStatus.HEADING, "above the headings")
        headings = sources[at].cells
        known = {*headings, *map(patterns.normal, headings)}
        self.format = next((f for f, words in patterns.FORMATS if words <= known), self.format)
        self.in_brackets = next(filter(None, map(columns.bracket_kind, headings)), None)
        kinds, read = columns.kinds_of(headings), list[Row]()
        other = [names.clean(heading) for heading, kind in zip(headings, kinds, strict=True)
                 if kind is Kind.OTHER and heading.strip()]  # fmt: skip
        if other:
            where = "They are taken over where Players has a column so called."
            self.notes.append(f"Columns that Runner has none for: {listed(other)}. {where}")
        for source in sources[at:]:
            if columns.is_heading_row(source.cells):
                headings, kinds = source.cells, columns.kinds_of(source.cells)
                self._find(source, LineStatus.HEADING)
            else:
                read.append(columns.row_of(source, kinds, headings))
        return read

    def _several_a_line(self, sources: Sequence[SourceLine]) -> list[Row] | None:
        """Return the people of a list in one or two lines, or in lines of several full names; None
        if it is not such a list."""
        people_rows, many = list[Row](), 0
        for source in sources:
            team = PATTERN["team"].match(source.text)
            if team and not TITLE.search(team["team"]):
                return None
            parts = rows.split_inside(team["people"] if team else source.text)
            people_rows += [
                Row(replace(source, cells=(part,)), name=part) for part in parts if part
            ]
            many += len([*filter(None, parts)]) > 2
        table = self.separator in (rows.TAB, rows.PIPE, rows.SPACES)
        if table or not many or 2 * many < len(sources):
            return None
        people = [bare_name(row.name) for row in people_rows]
        if any("@" in row.name and not name for row, name in zip(people_rows, people, strict=True)):
            return None  # columns, of which one has addresses
        full = sum(word_count(name) > 1 for name in people)
        if 4 * people.count("") > len(people) or (len(sources) > 3 and full < 0.7 * len(people)):
            return None
        self.format = "a list with several players a line"
        return people_rows

    def _by_content(self, sources: Sequence[SourceLine]) -> list[Row]:
        """Return the rows of a table without headings, or of names that all have a comma."""
        comma = self.separator == rows.COMMA
        if comma:
            first = cells.without_numbers([source.cells[0] for source in sources])
            sources = [replace(source, cells=(text, *source.cells[1:]))
                       for source, text in zip(sources, first, strict=True)]  # fmt: skip
        table = [[cell.strip() for cell in source.cells] for source in sources]
        kinds = columns.kinds_by_content(table)
        if self.separator in (rows.DASH, rows.COLON) and kinds[0] in _TEXTS:
            kinds = [Kind.NAME, *(Kind.OTHER if kind in _TEXTS else kind for kind in kinds[1:])]
        if comma and len(kinds) == 2 and {*kinds} <= _TEXTS:
            right = [row[1] for row in table if len(row) > 1 and row[1]]
            of_names = sum(cells.is_first_name(half) + cells.is_suffix(half) for half in right)
            if Kind.FIRST in kinds or 2 * of_names >= len(right):
                kinds = [Kind.FIRST, Kind.LAST]
                self.format = "a list, one player a line, with commas"
        for at in (at for at, kind in enumerate(kinds) if kind is Kind.OTHER):
            some = [names.clean(row[at]) for row in table if at < len(row) and row[at]][:2]
            self.notes.append(
                f"What stands in column {at + 1} ({_quoted(some)}) was left out: put a heading on "
                "top, such as Club or Commander, to keep it."
            )
        return [columns.row_of(source, kinds, ()) for source in sources]

    def _teams_a_line(self, sources: Sequence[SourceLine]) -> list[Row] | None:
        """Return teams with their people, "Red Foxes: Ana, Bo, Cy"; None if there are none."""
        if self.separator not in (rows.COLON, rows.COMMA):
            return None
        among = PATTERN["among_members"]
        matches = [
            PATTERN["team"].match(PATTERN["number_or_bullet"].sub("", source.text.strip()))
            for source in sources
        ]
        teams = [match if match and among.search(match["people"]) else None for match in matches]
        known = [match["team"] for match in teams if match]
        if not known or 2 * len(known) < len(sources) or any(map(TITLE.search, known)):
            return None
        self.format = "teams with their members, one team a line"
        return [
            Row(source, team=match["team"], players=among.split(match["people"])) if match
            else Row(source, name=source.text)
            for source, match in zip(sources, teams, strict=True)
        ]  # fmt: skip

    def _teams_with_bullets(self, sources: Sequence[SourceLine]) -> list[Row] | None:
        """Return teams that are headings, with their people as bullets below; None if there are
        none."""
        blocks = list[tuple[SourceLine, list[SourceLine]]]()
        for source in sources:
            if not PATTERN["bullet"].match(source.text):
                blocks.append((source, []))
            elif blocks:
                blocks[-1][1].append(source)
            else:
                return None
        title = blocks.pop(0)[0] if blocks and not blocks[0][1] else None
        several = len(blocks) > 1 or any(
            kind_of(head.text.split()[0]) in (Kind.TEAM, Kind.CLUB) for head, _ in blocks
        )
        sizes = {len(people) for _, people in blocks}
        if not (several and min(sizes) > 1 and max(sizes) <= MOST_MEMBERS):
            return None
        heads = [bare_name(head.text).rstrip(":： ") for head, _ in blocks]
        if not all(heads) or any(
            remark_of(head) or kind_of(head) in OF_PEOPLE or TITLE.search(head) or DATE.search(head)
            for head in heads
        ):
            return None
        self.format = "teams with their members, each below the name of its team"
        if title:
            self._find(title, LineStatus.HEADING)
        teams = list[Row]()
        for head, people in blocks:
            team = head.text.strip().rstrip(":： ")
            teams.append(row := Row(replace(head, text=team), name=team, team=team))
            for source in people:
                member = Row(source, name=PATTERN["bullet"].sub("", source.text))
                cells.clean_name(member.name, member)
                if member.remark in _ABSENT:
                    self._find(source, LineStatus.LEFT_OUT, "it says so, so taken as not coming")
                else:
                    self._find(source, LineStatus.HEADING, "a member of the team above")
                    row.players.append(member.name)
        return teams

    def _read_rows(self, read: Sequence[Row]) -> None:
        raw = cells.without_numbers([row.name for row in read])
        for row, text in zip(read, raw, strict=True):
            row.name = cells.clean_name(text, row)
        single = [row for row in read if not row.players]
        self._take_brackets(single, raw[:1])
        turned = {
            halved: self._last_names_first([row for row in single if row.halved is halved])
            for halved in (True, False)
        }
        plain = [row.name for row in single if "," not in row.name]
        one_word = 2 * sum(word_count(name) == 1 for name in plain) > len(plain)
        pairs = sum(bool(PATTERN["together"].search(row.name)) for row in single)
        in_pairs = 2 * pairs > len(read)
        for at, row in enumerate(read):
            if why := self._heading(row, first=at == 0):
                self._find(row.source, LineStatus.HEADING, why)
                continue
            if not row.players:
                row.name = _first_name_first(row, turned[row.halved], one_word=one_word)
                why = self._why_nobody(row)
            if why:
                self._find(row.source, LineStatus.LEFT_OUT, why)
            else:
                self._keep(row, in_pairs=in_pairs)

    def _take_brackets(self, read: Sequence[Row], raw: Sequence[str]) -> None:
        """Remove brackets from the names, and put their content where the heading or the first line
        says. Two players with the same name keep theirs if these differ."""
        kind = self.in_brackets or (columns.bracket_kind(raw[0]) if raw else None)
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
            self.notes.append(
                "What stands in brackets behind the names "
                f"({_quoted(inside for _, inside in left_out[:2])}) was left out: put “Name "
                "(Commander)” or “Name (Club)” on top to keep it."
            )
        else:
            for row, inside in left_out:
                row.notes.append(f"“({inside})” was left out of the name")

    def _last_names_first(self, read: Sequence[Row]) -> bool | None:
        """Return whether the last name precedes the comma; None if that is unknown."""
        halved = bool(read) and read[0].halved
        usual = not halved or 2 * sum(", " in row.source.text for row in read) > len(read)
        halves = [row.name.split(",", 1) for row in read
                  if "," in patterns.without_bracket(row.name)[0]]  # fmt: skip
        every = [Pair(left.strip(), right.strip()) for left, right in halves]
        pairs = [
            Pair(pair.left, pair.right.partition(",")[0].strip())
            for pair in every
            if pair.left and pair.right and not cells.is_suffix(pair.right)
        ]
        wide = [word_count(left) > 1 and not cells.is_first_name(right) for left, right in pairs]
        if pairs and not halved and 2 * sum(wide) > len(pairs):
            return False
        if not pairs:  # each right half is "Jun" or the like: the left half decides
            either = [pair for pair in every if cells.may_be_name(pair.right) and pair.left]
            short = sum(word_count(pair.left) == 1 for pair in either)
            if len(either) < 2 or 2 * short == len(either):
                return None
            return 2 * short > len(either)
        last_first, told_by = cells.order_of(pairs, usual=usual)
        if halved or len(pairs) > 1 or word_count(pairs[0].left) > 1:
            which = "last" if last_first else "first"
            why = told_by or "as nothing told otherwise: check that"
            example = cells.together(pairs[0], last_first=last_first)
            self.notes.append(f"Taken as {which} names first, {why}: “{example}”.")
        return last_first

    def _heading(self, row: Row, *, first: bool) -> str:
        """Return what a line says about all lines below it, or about the list; "" if it is neither.
        Titles are the `first` line, or end with a colon."""
        source = row.source
        text = row.name or names.clean(source.text)
        plain, bare = text.rstrip(":： "), source.text.rstrip("* _")
        remark = remark_of(re.sub(r"[\s(]*\d+\)?$", "", plain))
        colon, absent = bare.endswith((":", "：")), remark in _ABSENT
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
            (row.remark in _ABSENT, f"{row.word}, so taken as {row.remark}: “{name}”"),
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
            self._find(row.source, LineStatus.LEFT_OUT, "a team without people")
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
            self.findings.append(Finding(row.source, LineStatus.PLAYER, why, entrant))


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


def _first_name_first(row: Row, turned: bool | None, *, one_word: bool) -> str:
    """Return the name of a row with its first name first. `turned` is the result of
    `_last_names_first` for the list, `one_word` whether most names without a comma are one word."""
    if "," not in patterns.without_bracket(row.name)[0]:
        return row.name
    left, _, right = (part.strip() for part in row.name.partition(","))
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


def _quoted(texts: Iterable[str]) -> str:
    return listed([f"“{text[:40]}”" for text in texts])
