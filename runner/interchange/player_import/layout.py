"""The layout of a player list: which of its lines are headings, and where the others have names.

A list has headings, or several players a line, or teams with their members, or columns that only
their content tells apart, or one name a line.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from runner.core import names
from runner.core.language import listed
from runner.core.teams import MOST_MEMBERS
from runner.interchange.player_import import cells, columns, patterns, rows
from runner.interchange.player_import.cells import Row, bare_name, word_count
from runner.interchange.player_import.columns import OF_PEOPLE, kind_of
from runner.interchange.player_import.patterns import ABSENT, DATE, PATTERN, TITLE, Kind, remark_of
from runner.interchange.player_import.player_list import Finding, LineStatus, SourceLine

_HEADINGS_WITHIN = 15  # lines
_TEXTS = frozenset({Kind.NAME, Kind.FIRST, Kind.LAST, Kind.OTHER})


@dataclass(slots=True)
class Layout:
    """The lines of one list, their format and separator, and what was found out about them."""

    sources: Sequence[SourceLine]
    format: str
    separator: str = rows.COMMA
    notes: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    in_brackets: Kind | None = None
    """What brackets after names contain, if a heading says so."""

    def rows(self) -> list[Row]:
        """Return a row for each line that may have players, and find what the others are."""
        sources = [source for source in self.sources if self._has_letters(source)]
        for at, source in enumerate(sources[:_HEADINGS_WITHIN]):
            if columns.is_heading_row(source.cells):
                return self._by_headings(sources, at)
        table = any(len(source.cells) > 1 for source in sources)
        teams = self._teams_a_line if table else self._teams_with_bullets
        read = self._several_a_line(sources) or teams(sources)
        if not read and not table:
            read = [Row(source, name=source.cells[0]) for source in sources]
        return read or self._by_content(sources)

    def find(self, source: SourceLine, status: LineStatus, why: str = "") -> None:
        """Record what was done with a line that gives no player."""
        self.findings.append(Finding(source, status, why))

    def _has_letters(self, source: SourceLine) -> bool:
        text = names.clean(source.text)
        if patterns.has_letter(text):
            return True
        if PATTERN["only_number"].fullmatch(text):
            self.find(source, LineStatus.LEFT_OUT, "only a number, no name")
        else:
            self.find(source, LineStatus.BLANK, "no letter in it" if text else "")
        return False

    def _by_headings(self, sources: Sequence[SourceLine], at: int) -> list[Row]:
        for source in sources[:at]:
            self.find(source, LineStatus.HEADING, "above the headings")
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
                self.find(source, LineStatus.HEADING)
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
            parts = [*filter(None, rows.split_inside(team["people"] if team else source.text))]
            people_rows += [Row(replace(source, cells=(part,)), name=part) for part in parts]
            many += len(parts) > 2
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
                f"What stands in column {at + 1} ({quoted(some)}) was left out: put a heading on "
                "top, such as Club or Commander, to keep it."
            )
        return [columns.row_of(source, kinds, ()) for source in sources]

    def _teams_a_line(self, sources: Sequence[SourceLine]) -> list[Row] | None:
        """Return teams with their people, "Red Foxes: Ana, Bo, Cy"; None if there are none."""
        if self.separator not in (rows.COLON, rows.COMMA):
            return None
        among = PATTERN["among_members"]
        texts = (PATTERN["number_or_bullet"].sub("", source.text.strip()) for source in sources)
        matches = map(PATTERN["team"].match, texts)
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
        """Return teams that are headings, with their people as bullets below; None for others."""
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
            self.find(title, LineStatus.HEADING)
        teams = list[Row]()
        for head, people in blocks:
            team = head.text.strip().rstrip(":： ")
            teams.append(row := Row(replace(head, text=team), name=team, team=team))
            for source in people:
                member = Row(source, name=PATTERN["bullet"].sub("", source.text))
                cells.clean_name(member.name, member)
                if member.remark in ABSENT:
                    self.find(source, LineStatus.LEFT_OUT, "it says so, so taken as not coming")
                else:
                    self.find(source, LineStatus.HEADING, "a member of the team above")
                    row.players.append(member.name)
        return teams


def quoted(texts: Iterable[str]) -> str:
    """Return the beginnings of texts, as a sentence lists them."""
    return listed([f"“{text[:40]}”" for text in texts])
