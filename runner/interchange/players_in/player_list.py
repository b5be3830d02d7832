"""One list: what its columns are, or which kind of list without columns it is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from runner.core import names
from runner.core.phrases import listed
from runner.core.teams import MOST_MEMBERS
from runner.interchange.players_in import splitting
from runner.interchange.players_in.columns import kinds_by_content
from runner.interchange.players_in.doubles import without_doubles
from runner.interchange.players_in.headings import (
    OF_PEOPLE,
    Kind,
    in_brackets,
    is_heading_row,
    kind_of,
    kinds_of,
    normal,
)
from runner.interchange.players_in.model import Fate, Source, Understood
from runner.interchange.players_in.not_a_name import is_dated, is_title
from runner.interchange.players_in.numbered import without_numbers
from runner.interchange.players_in.order import Pair, is_first_name, is_suffix, words
from runner.interchange.players_in.people import People
from runner.interchange.players_in.row import Row, row_of
from runner.interchange.players_in.tidy import Says, tidied, word_says

_TEAMS = frozenset({Kind.TEAM, Kind.CLUB})
_OF_NAMES = frozenset({Kind.NAME, Kind.FIRST, Kind.LAST, Kind.OTHER})
_WITHIN = 15  # lines in which headings are looked for
_HALF = 0.5
_SEVERAL = 2
_ONLY_NUMBER = re.compile(r"\W{0,3}\d{5,}\W{0,3}")
_BULLET = re.compile(r"^\s*[-*•·▪–]\s*(?P<name>\S.*)$")
_TEAM = re.compile(r"^(?P<team>[^:：]{1,60}?)\s*[:：](?!//)\s*(?P<people>\S.*)$")
_AMONG = re.compile(r"(?:(?<!\s)\s+)?[,;、，/&+]\s*|(?<!\s)\s+(?:and|und|et)\s+")


@dataclass(slots=True)
class PlayerList:
    """One list being understood."""

    sources: Sequence[Source]
    format: str
    separator: str = splitting.COMMA
    spaced: bool = True
    people: People = field(default_factory=People)

    def understood(self) -> Understood:
        """All of it."""
        rest = [source for source in self.sources if self._stays(source)]
        at = self._headings_at(rest)
        if at is not None:
            self._by_headings(rest, at)
        elif (people := self._in_one_line(rest)) is not None:
            self.people.each(people)
        elif any(len(source.cells) > 1 for source in rest):
            self._by_content(rest)
        elif not self._teams_with_bullets(rest):
            self.people.each([Row(source, name=source.cells[0]) for source in rest])
        lines = [self.people.lines[number] for number in sorted(self.people.lines) if number]
        rows, told = without_doubles(self.people.rows, lines)
        return Understood(self.format, rows, told, tuple(self.people.notes))

    def _stays(self, source: Source) -> bool:
        """Whether there is something in a line; where not, that is noted."""
        text = source.text
        if source.blank or not text.strip("\ufeff\u200b \t"):
            self.people.line(source, Fate.BLANK)
        elif splitting.is_rule(text):
            self.people.line(source, Fate.BLANK, "a drawn line")
        elif not any(letter.isalpha() for letter in names.clean(text)):
            if _ONLY_NUMBER.fullmatch(names.clean(text)):
                self.people.line(source, Fate.LEFT_OUT, "only a number, no name")
            else:
                self.people.line(source, Fate.BLANK, "no letter in it")
        else:
            return True
        return False

    def _headings_at(self, sources: Sequence[Source]) -> int | None:
        return next(
            (
                at
                for at, source in enumerate(sources[:_WITHIN])
                if len(source.cells) > 1 and is_heading_row(source.cells)
            ),
            None,
        )

    def _by_headings(self, sources: Sequence[Source], at: int) -> None:
        for source in sources[:at]:
            self.people.line(source, Fate.HEADING, "above the headings")
        heads = list(sources[at].cells)
        self.people.line(sources[at], Fate.HEADING)
        self._known_format(heads)
        kinds, reads = kinds_of(heads), list[Row]()
        self.people.in_brackets = next(filter(None, map(in_brackets, heads)), None)
        lost = [head for head, kind in zip(heads, kinds, strict=True)
                if kind is Kind.OTHER and head.strip()]  # fmt: skip
        for source in sources[at + 1 :]:
            if is_heading_row(source.cells) and len(source.cells) > 1:
                heads, kinds = list(source.cells), kinds_of(source.cells)
                self.people.line(source, Fate.HEADING)
            else:
                reads.append(row_of(source, kinds, heads))
        if lost:
            self.people.notes.append(
                f"Columns that Runner has none for: {listed(list(map(names.clean, lost)))}. They "
                "are taken over where Players has a column so called."
            )
        self.people.halves(reads, usual=False, by_headings=True)
        self.people.each(reads)

    def _known_format(self, heads: Sequence[str]) -> None:
        """Programs that are known by their headings."""
        known = {normal(head) for head in heads if head.strip()}
        if {"email", "firstname", "lastname"} <= known and "Email" in map(str.strip, heads):
            self.format = "a list of players for Melee"
        elif {"table", "player1", "player2"} <= known:
            self.format = "pairings of TopDeck"
        elif {"player", "name", "club"} <= known:
            self.format = "Runner’s own list of players"
        elif {"table", "player", "opponent"} <= known:
            self.format = "pairings of EventLink"
        elif {"rank", "name", "points"} <= known and any("omw" in head for head in known):
            self.format = "standings, as EventLink has them"

    def _in_one_line(self, sources: Sequence[Source]) -> list[Row] | None:
        """The people of a list that is written in one line or two, or in lines of several full
        names each; None where it is none."""
        many, full, cells = 0, 0, 0
        found = list[Row]()
        for source in sources:
            match = _TEAM.match(source.text)
            title = match is not None and is_title(match["team"])
            team = match is not None and not title
            parts = splitting.split_inside(match["people"] if match and title else source.text)
            parts = [part for part in parts if part]
            if team or any("@" in part and not tidied(part).name for part in parts):
                return None
            many += len(parts) > 2
            cells += len(parts)
            full += sum(words(tidied(part).name) > 1 for part in parts)
            found += [Row(replace(source, cells=(part,)), name=part) for part in parts]
        if self.separator in ("\t", "|", splitting.SPACES) or not many or 2 * many < len(sources):
            return None
        figures = sum(not tidied(read.name).name for read in found)
        if figures * 4 > cells or (len(sources) > 3 and full < 0.7 * cells):
            return None
        self.format = "a list with several players a line"
        self.separator = splitting.NONE
        return found

    def _by_content(self, sources: Sequence[Source]) -> None:
        """The columns of a table without headings, or names with a comma in each."""
        if self.separator == splitting.COMMA:
            first = without_numbers([source.cells[0] for source in sources])
            sources = [replace(source, cells=(text, *source.cells[1:]))
                       for source, text in zip(sources, first, strict=True)]  # fmt: skip
        rows = [[cell.strip() for cell in source.cells] for source in sources]
        if self.separator in (splitting.COLON, splitting.COMMA) and self._teams(sources):
            return
        kinds = kinds_by_content(rows)
        if self.separator in (splitting.DASH, splitting.COLON) and kinds[0] in _OF_NAMES:
            kinds = [Kind.NAME, *(Kind.OTHER if kind in _OF_NAMES else kind for kind in kinds[1:])]
        heads = [""] * len(kinds)
        reads = [row_of(source, kinds, heads) for source in sources]
        texts = [at for at, kind in enumerate(kinds) if kind is Kind.OTHER]
        pair = self._comma(kinds, rows)
        if pair:
            reads = [
                Row(source, halves=Pair(row[0], row[1])) if len(row) > 1 and row[1]
                else Row(source, name=source.text)
                for source, row in zip(sources, rows, strict=True)
            ]  # fmt: skip
            self.format = "a list, one player a line, with commas"
        elif texts and self.separator != splitting.NONE:
            self._left_out_columns(texts, rows)
        self.people.halves(reads, usual=pair and self.spaced)
        self.people.each(reads)

    def _comma(self, kinds: Sequence[Kind], rows: Sequence[Sequence[str]]) -> bool:
        """Whether the one comma of each line stands between the halves of a name."""
        if self.separator != splitting.COMMA or len(kinds) != 2:
            return False
        if kinds == [Kind.FIRST, Kind.LAST]:
            return True
        if {*kinds} - {Kind.NAME, Kind.OTHER}:
            return False
        pairs = [row for row in rows if len(row) > 1 and row[1]]
        first = sum(is_first_name(row[1]) for row in pairs)
        suffixes = sum(is_suffix(row[1]) for row in pairs)
        return first + suffixes >= _HALF * len(pairs)

    def _left_out_columns(self, texts: Sequence[int], rows: Sequence[Sequence[str]]) -> None:
        for at in texts:
            some = [row[at] for row in rows if at < len(row) and row[at]][:2]
            quoted = listed([f"“{names.clean(each)[:40]}”" for each in some])
            self.people.notes.append(
                f"What stands in column {at + 1} ({quoted}) was left out: put "
                "a heading on top, such as Club or Commander, to keep it."
            )

    def _teams(self, sources: Sequence[Source]) -> bool:
        """Whether the lines are teams with their people, "Red Foxes: Ana, Bo, Cy"; then they are
        noted."""
        found = [(source, _TEAM.match(_unnumbered(source.text))) for source in sources]
        several = [match for _, match in found if match and _AMONG.search(match["people"])]
        if (
            len(several) < _HALF * len(sources)
            or not several
            or any(is_title(match["team"]) for match in several)
        ):
            return False
        self.format = "teams with their members, one team a line"
        reads = []
        for source, match in found:
            if match is None or not _AMONG.search(match["people"]):
                reads.append(Row(source, name=source.text))
                continue
            people = _AMONG.split(match["people"])
            reads.append(Row(source, team=match["team"], players=people))
        self.people.each(reads)
        return True

    def _teams_with_bullets(self, sources: Sequence[Source]) -> bool:
        """Whether each team is a heading, with its people as bullets below; then they are noted."""
        blocks = list[tuple[Source, list[Source]]]()
        for source in sources:
            if not _BULLET.match(source.text):
                blocks.append((source, []))
            elif not blocks:
                return False
            else:
                blocks[-1][1].append(source)
        title = blocks[0][0] if blocks and not blocks[0][1] else None
        blocks = blocks[1:] if title else blocks
        if not self._are_several(blocks) or not all(
            1 < len(people) <= MOST_MEMBERS and self._may_be_team(head) for head, people in blocks
        ):
            return False
        self.format = "teams with their members, each below the name of its team"
        inside = {source.number for _, people in blocks for source in people}
        heads = {head.number: people for head, people in blocks}
        if title:
            self.people.line(title, Fate.HEADING)
            sources = [source for source in sources if source is not title]
        for source in sources:
            if source.number in inside:
                if tidied(_bullet(source)).says in (Says.DROPPED, Says.WAITING):
                    self.people.line(source, Fate.LEFT_OUT, "it says so, so taken as not coming")
                else:
                    self.people.line(source, Fate.HEADING, "a member of the team above")
        self.people.each([
            Row(replace(source, text=team), name=team, team=team,
                  players=[_bullet(each) for each in heads[source.number]
                           if self.people.lines[each.number].fate is Fate.HEADING])
            if source.number in heads else Row(source, name=source.text)
            for source in sources if source.number not in inside
            for team in [source.text.strip().rstrip(":： ")]
        ])  # fmt: skip
        return True

    def _are_several(self, blocks: Sequence[tuple[Source, Sequence[Source]]]) -> bool:
        """Whether that is more than one team, or one that calls itself so."""
        first = blocks[0][0].text.split()[:1] if blocks else []
        return len(blocks) >= _SEVERAL or any(kind_of(word) in _TEAMS for word in first)

    def _may_be_team(self, head: Source) -> bool:
        text = tidied(head.text).name.rstrip(":： ")
        other = word_says(text) or kind_of(text) in OF_PEOPLE or is_title(text) or is_dated(text)
        return bool(text) and not other


def _bullet(source: Source) -> str:
    found = _BULLET.match(source.text)
    return found["name"] if found else source.text


def _unnumbered(text: str) -> str:
    """A line without a number or a bullet at its front."""
    return re.sub(r"^\W{0,3}(?:\d{1,4}\s*[.)\]]\s*|[-*•·]\s+)", "", text.strip())
