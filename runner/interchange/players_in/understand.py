"""A list from its bytes to its players, with the reason for every line that gives none."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from runner.core import names, spelling
from runner.core.phrases import count, listed
from runner.core.teams import MOST_MEMBERS, called
from runner.interchange.players_in import decoding, documents, pages, splitting
from runner.interchange.players_in.columns import kinds_by_content
from runner.interchange.players_in.doubles import without_doubles
from runner.interchange.players_in.headings import Kind, is_heading_row, kind_of, kinds_of, normal
from runner.interchange.players_in.model import (
    E_MAIL,
    NOTES,
    NUMBER,
    Entrant,
    Fate,
    Line,
    Source,
    Understood,
)
from runner.interchange.players_in.order import (
    Order,
    Pair,
    is_first_name,
    is_suffix,
    order,
    together,
    words,
)
from runner.interchange.players_in.tidy import (
    Says,
    Tidied,
    is_nobody,
    tidied,
    without_bracket,
    word_says,
)

MOST_BYTES = 5_000_000
MOST_LINES = 20_000
_LONGEST_NAME, _MOST_WORDS = 80, 8
_PEOPLE = frozenset({Kind.NAME, Kind.FIRST, Kind.LAST, Kind.PLAYER, Kind.MEMBER})
_TEAMS = frozenset({Kind.TEAM, Kind.CLUB})
_OF_NAMES = frozenset({Kind.NAME, Kind.FIRST, Kind.LAST, Kind.OTHER})
_BELOW = {"dropped": "not coming", "waiting": "waiting"}
_SHORT = 4  # letters; "No" and "Out" alone are names
_SENTENCE = 4  # words; a longer text that ends in a full stop is no name
_LONGEST_SHOWN = 120
_CONTROL = re.compile("[\x01-\x08\x0e-\x1a\x1c-\x1f]")
_CLEAN = 50  # a text has fewer characters that control than one in so many
_WITHIN = 15  # lines in which headings are looked for
_HALF = 0.5
_SEVERAL = 2
_NO_MATTER = frozenset(
    "paid payment paymentstatus bezahlt payé pagado pago pagato checkedin checkin present anwesend"
    "".split()
)
"""Columns of yes and no, of which neither keeps anybody from playing."""
_REMARKS = frozenset(
    "note notes remark remarks comment comments bemerkung bemerkungen anmerkung anmerkungen "
    "kommentar remarque remarques commentaire comentario comentarios observaciones commento "
    "observações 備考 "
    "playernotes allergies".split()
)
_SIGNATURES = (
    (b"PK\x03\x04", "a workbook or an archive",
     "It could not be read as an .xlsx workbook. Save the list as .xlsx or CSV, or paste it."),
    (b"\xd0\xcf\x11\xe0", "an old Excel workbook (.xls)",
     "Open it, and save it as .xlsx or CSV; or copy the cells and paste them."),
    (b"%PDF", "a PDF", "Copy the names out of it and paste them."),
    (b"{\\rtf", "a document (RTF)", "Copy the names out of it and paste them."),
    (b"\x89PNG", "a picture", "Names have to be typed off a picture."),
    (b"\xff\xd8\xff", "a picture", "Names have to be typed off a picture."),
    (b"GIF8", "a picture", "Names have to be typed off a picture."),
)  # fmt: skip
_ONLY_NUMBER = re.compile(r"\W{0,3}\d{5,}\W{0,3}")
_BULLET = re.compile(r"^\s*[-*•·▪–]\s*(?P<name>\S.*)$")
_BARE_NUMBER = re.compile(r"^\s*\d{1,4}\s+(?=[^\W\d])")
_ANY_NUMBER = re.compile(r"^\W{0,3}\d{1,4}\s*[.)\]:]")
_TEAM = re.compile(r"^(?P<team>[^:：]{1,60}?)\s*[:：](?!//)\s*(?P<people>\S.*)$")
_TOGETHER = re.compile(r"\s+/\s+|\s*&\s*|\s+\+\s+|\s+(?:and|und|et)\s+|\s+vs\.?\s+")
_AMONG = re.compile(r"\s*[,;、，/&+]\s*|\s+(?:and|und|et)\s+")
_WHEN = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,2}[:.h]\d{2}\b|\b\d{1,2}[./]\d{1,2}\b|\b\d{1,2}\.\s|\d+\s*(?:€|\$|£|eur|usd)"
    r"|[€$£]\s*\d|\d{1,2}(?:st|nd|rd|th)\b|\d年|\d月|\d名|\d人",
    re.IGNORECASE,
)
_TITLES = re.compile(
    r"\b(?:players?|participants?|attendees?|sign-?ups?|list of|registered|registrations?|total|"
    r"tournament|league night|pre-?release|round \d|pairings|standings|spielerliste|"
    r"teilnehmer\w*|anmeldungen|turnier|runde \d|gesamt|joueurs|inscrits|liste|tournoi|jugadores|"
    r"inscritos|lista|torneo|giocatori|iscritti|jogadores|torneio|friday night magic|fnm|cedh|edh|"
    r"commander|magic|thanks|please|hello|hallo|hi all|deadline|page \d|seite \d)\b"
    r"|参加者|一覧|大会|リスト|名簿|合計",
    re.IGNORECASE,
)
_CHAT = re.compile(
    r"^\W?(?:\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s+)?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[AaPp]\.?[Mm]\.?)?"
    r"\]?\s*(?:-\s*)?(?P<who>[^:]{1,60}):\s*(?P<said>.*)$"
)


def understood(data: bytes | str, name: str = "") -> Understood:
    """A list of players as it was understood; `name` is that of its file. Never raises.

    An .xlsx workbook is read elsewhere: its cells go to `understood_cells`.
    """
    odd = ""
    if isinstance(data, bytes):
        if problem := _no_text(data, name):
            return problem
        data, odd = decoding.text_of(data)
        if len(_CONTROL.findall(data)) * _CLEAN > len(data):
            return Understood("no text", problem="Save the list as .xlsx or CSV, or paste it.")
    if len(data) > MOST_BYTES:
        return Understood("a text", problem="It is too long for a list of players.")
    return _noted(_understood_text(data.removeprefix("\ufeff")), odd)


def understood_cells(
    rows: Iterable[tuple[int, Sequence[str]]], format_: str = "a table"
) -> Understood:
    """The same of the rows of a table, each with its number."""
    return _List(splitting.texts(rows), format_).understood()


def _no_text(data: bytes, name: str) -> Understood | None:
    """What those bytes are, where they are no text."""
    if len(data) > MOST_BYTES:
        return Understood("a file", problem="It is too large for a list of players.")
    for signature, what, problem in _SIGNATURES:
        if data.startswith(signature):
            if signature.startswith(b"PK") and name.lower().endswith(".ods"):
                what = "a workbook of LibreOffice (.ods)"
            return Understood(what, problem=problem)
    return None


def _noted(found: Understood, odd: str) -> Understood:
    return replace(found, notes=(odd, *found.notes)) if odd else found


def _understood_text(text: str) -> Understood:
    if documents.is_document(text) and (document := documents.document_of(text)):
        return understood_cells(enumerate(document.rows, 0), document.format)
    if pages.is_page(text):
        return understood_cells(pages.rows_of(text), "a table or a list of a web page")
    found = splitting.split(text)
    if len(found.sources) > MOST_LINES:
        return Understood("a text", problem="It has too many lines for a list of players.")
    return _List(found.sources, splitting.WORDS[found.separator], found.separator,
                 found.spaced).understood()  # fmt: skip


@dataclass(slots=True)
class _Read:
    """A row with its columns read: a name, or its halves, and all else."""

    source: Source
    name: str = ""
    halves: Pair | None = None
    middle: str = ""
    players: list[str] = field(default_factory=list)
    apart: bool = False
    """Whether those play for themselves: a table of pairings."""
    club: str = ""
    commander: str = ""
    decklist: str = ""
    team: str = ""
    private: dict[str, str] = field(default_factory=dict)
    more: dict[str, str] = field(default_factory=dict)
    says: Says = Says.NOTHING
    word: str = ""


@dataclass(slots=True)
class _List:
    """One list being understood."""

    sources: Sequence[Source]
    format: str
    separator: str = splitting.COMMA
    spaced: bool = True
    notes: list[str] = field(default_factory=list)
    rows: list[Entrant] = field(default_factory=list)
    lines: dict[int, Line] = field(default_factory=dict)
    below: str = ""
    """What all lines from here on are: those who wait, those who do not come."""

    def understood(self) -> Understood:
        """All of it."""
        rest = [source for source in self.sources if self._stays(source)]
        at = self._headings_at(rest)
        if at is not None:
            self._by_headings(rest, at)
        elif (people := self._in_one_line(rest)) is not None:
            self._each(people)
        elif any(len(source.cells) > 1 for source in rest):
            self._by_content(rest)
        elif not self._teams_with_bullets(rest):
            self._each([_Read(source, name=source.cells[0]) for source in rest])
        lines = [self.lines[number] for number in sorted(self.lines) if number]
        rows, told = without_doubles(self.rows, lines)
        return Understood(self.format, rows, told, tuple(self.notes))

    def _stays(self, source: Source) -> bool:
        """Whether there is something in a line; where not, that is noted."""
        text = source.text
        if source.blank or not text.strip("\ufeff\u200b \t"):
            self._line(source, Fate.BLANK)
        elif splitting.is_rule(text):
            self._line(source, Fate.BLANK, "a drawn line")
        elif not any(letter.isalpha() for letter in names.clean(text)):
            if _ONLY_NUMBER.fullmatch(names.clean(text)):
                self._line(source, Fate.LEFT_OUT, "only a number, no name")
            else:
                self._line(source, Fate.BLANK, "no letter in it")
        else:
            return True
        return False

    def _line(self, source: Source, fate: Fate, why: str = "", found: Sequence[str] = ()) -> None:
        text = names.clean(source.text)
        shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
        self.lines[source.number] = Line(source.number, shown, fate, why, tuple(found))

    # What the columns are

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
            self._line(source, Fate.HEADING, "above the headings")
        heads = list(sources[at].cells)
        self._line(sources[at], Fate.HEADING)
        self._known_format(heads)
        kinds, reads = kinds_of(heads), list[_Read]()
        lost = [head for head, kind in zip(heads, kinds, strict=True)
                if kind is Kind.OTHER and head.strip()]  # fmt: skip
        for source in sources[at + 1 :]:
            if is_heading_row(source.cells) and len(source.cells) > 1:
                heads, kinds = list(source.cells), kinds_of(source.cells)
                self._line(source, Fate.HEADING)
            else:
                reads.append(_read(source, kinds, heads))
        if lost:
            self.notes.append(
                f"Columns that Runner has none for: {listed(list(map(names.clean, lost)))}. They "
                "are taken over where Players has a column so called."
            )
        self._halves(reads, usual=False, by_headings=True)
        self._each(reads)

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

    def _in_one_line(self, sources: Sequence[Source]) -> list[_Read] | None:
        """The people of a list that is written in one line or two, or in lines of several full
        names each; None where it is none."""
        many, full, cells = 0, 0, 0
        found = list[_Read]()
        for source in sources:
            match = _TEAM.match(source.text)
            title = match is not None and _title(match["team"])
            team = match is not None and not title
            parts = splitting.split_inside(match["people"] if match and title else source.text)
            parts = [part for part in parts if part]
            if team or any("@" in part and not tidied(part).name for part in parts):
                return None
            many += len(parts) > 2
            cells += len(parts)
            full += sum(words(tidied(part).name) > 1 for part in parts)
            found += [_Read(replace(source, cells=(part,)), name=part) for part in parts]
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
        rows = [[cell.strip() for cell in source.cells] for source in sources]
        if self.separator in (splitting.COLON, splitting.COMMA) and self._teams(sources):
            return
        kinds = kinds_by_content(rows)
        if self.separator in (splitting.DASH, splitting.COLON) and kinds[0] in _OF_NAMES:
            kinds = [Kind.NAME, *(Kind.OTHER if kind in _OF_NAMES else kind for kind in kinds[1:])]
        heads = [""] * len(kinds)
        reads = [_read(source, kinds, heads) for source in sources]
        texts = [at for at, kind in enumerate(kinds) if kind is Kind.OTHER]
        pair = self._comma(kinds, rows)
        if pair:
            reads = [
                _Read(source, halves=Pair(row[0], row[1])) if len(row) > 1 and row[1]
                else _Read(source, name=source.text)
                for source, row in zip(sources, rows, strict=True)
            ]  # fmt: skip
            self.format = "a list, one player a line, with commas"
        elif texts and self.separator != splitting.NONE:
            self._left_out_columns(texts, rows)
        self._halves(reads, usual=pair and self.spaced)
        self._each(reads)

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
            self.notes.append(
                f"What stands in column {at + 1} ({quoted}) was left out: put "
                "a heading on top, such as Club or Commander, to keep it."
            )

    def _teams(self, sources: Sequence[Source]) -> bool:
        """Whether the lines are teams with their people, "Red Foxes: Ana, Bo, Cy"; then they are
        noted."""
        found = [(source, _TEAM.match(tidied_line(source.text))) for source in sources]
        several = [match for _, match in found if match and _AMONG.search(match["people"])]
        if (
            len(several) < _HALF * len(sources)
            or not several
            or any(_title(match["team"]) for match in several)
        ):
            return False
        self.format = "teams with their members, one team a line"
        reads = []
        for source, match in found:
            if match is None or not _AMONG.search(match["people"]):
                reads.append(_Read(source, name=source.text))
                continue
            people = _AMONG.split(match["people"])
            reads.append(_Read(source, team=match["team"], players=people))
        self._each(reads)
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
            self._line(title, Fate.HEADING)
            sources = [source for source in sources if source is not title]
        for source in sources:
            if source.number in inside:
                if tidied(_bullet(source)).says in (Says.DROPPED, Says.WAITING):
                    self._line(source, Fate.LEFT_OUT, "it says so, so taken as not coming")
                else:
                    self._line(source, Fate.HEADING, "a member of the team above")
        self._each([
            _Read(replace(source, text=team), name=team, team=team,
                  players=[_bullet(each) for each in heads[source.number]
                           if self.lines[each.number].fate is Fate.HEADING])
            if source.number in heads else _Read(source, name=source.text)
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
        other = word_says(text) or kind_of(text) in _PEOPLE or _title(text) or _dated(text)
        return bool(text) and not other

    # Whole names

    def _halves(self, reads: Sequence[_Read], *, usual: bool, by_headings: bool = False) -> None:
        """Put halves together, in the order that the column as a whole has."""
        halved = [read for read in reads if read.halves is not None]
        if not halved:
            return
        pairs = [
            Pair(tidied(read.halves.left).name, without_bracket(tidied(read.halves.right).name)[0])
            for read in halved if read.halves
        ]  # fmt: skip
        full = [pair for pair in pairs if pair.left and pair.right and not is_suffix(pair.right)]
        found = Order(False, "", True) if by_headings else order(full, usual=usual)
        for read, pair in zip(halved, pairs, strict=True):
            if read.halves is None:
                continue
            if not (pair.left and pair.right):
                read.name = pair.left or pair.right
            elif is_suffix(pair.right):
                read.name = f"{pair.left} {pair.right}"
            else:
                first = Pair(f"{pair.left} {read.middle}".strip(), pair.right)
                read.name = together(first, last_first=found.last_first)
            if inside := without_bracket(tidied(read.halves.right).name)[1]:
                read.name = f"{read.name} ({inside})"
            for half in read.halves:
                _take(tidied(half), read)
        if not by_headings:
            self._tell_order(found, full)

    def _tell_order(self, found: Order, pairs: Sequence[Pair]) -> None:
        example = f": “{together(pairs[0], last_first=found.last_first)}”" if pairs else ""
        which = "last names first" if found.last_first else "first names first"
        why = f", {found.why}" if found.sure else ", as nothing told otherwise: check that"
        self.notes.append(f"Taken as {which}{why}{example}.")

    def _each(self, reads: Sequence[_Read]) -> None:
        """Every row in turn, as a player or with the reason why not."""
        reads = self._unnumbered(reads)
        done = [(read, tidied(read.name)) for read in reads]
        self._brackets([(read, name) for read, name in done if not read.players])
        turned = self._turned([name.name for read, name in done if not read.players])
        pairs = sum(bool(_TOGETHER.search(name.name)) for read, name in done if not read.players)
        for at, (read, name) in enumerate(done):
            before = self.lines.get(read.source.number)
            self._one(read, name, turned, title=self._may_be_title(done, at),
                      in_pairs=2 * pairs > len(done))  # fmt: skip
            if before is not None:
                self._join(before, read.source.number)

    def _unnumbered(self, reads: Sequence[_Read]) -> Sequence[_Read]:
        """The rows without numbers that nothing stands behind, where most have a number."""
        bare = [read for read in reads if _BARE_NUMBER.match(read.name)]
        numbered = len(bare) + sum(_ANY_NUMBER.match(read.name) is not None for read in reads)
        if 2 * numbered <= len(reads) or numbered < _SEVERAL:
            return reads
        for read in bare:
            read.name = _BARE_NUMBER.sub("", read.name)
        return reads

    def _brackets(self, done: Sequence[tuple[_Read, Tidied]]) -> None:
        """What stands in brackets behind names is no part of them, and goes where the first line
        says. Two of one name keep theirs, where these differ."""
        kind = self._of_brackets(done)
        found = [(read, name, *without_bracket(name.name)) for read, name in done]
        same = dict[str, set[str]]()
        for _, _, bare, inside in found:
            if inside:
                same.setdefault(spelling.folded(bare), set()).add(names.key(inside))
        apart = {key for key, insides in same.items() if len(insides) > 1}
        left = list[tuple[Tidied, str]]()
        for read, name, bare, inside in found:
            if not inside or (kind is None and spelling.folded(bare) in apart):
                continue
            name.name = bare
            if kind is Kind.COMMANDER:
                read.commander = read.commander or inside
            elif kind is Kind.CLUB:
                read.club = read.club or inside
            else:
                left.append((name, inside))
        if len(left) >= _SEVERAL and 2 * len(left) > len(done):
            quoted = listed([f"“{inside[:40]}”" for _, inside in left[:2]])
            self.notes.append(
                f"What stands in brackets behind the names ({quoted}) was left out: put “Name "
                "(Commander)” or “Name (Club)” on top to keep it."
            )
            return
        for name, inside in left:
            name.told.append(f"“({inside})” was left out of the name")

    def _of_brackets(self, done: Sequence[tuple[_Read, Tidied]]) -> Kind | None:
        """What the first line says that brackets hold: "Name (Commander)"."""
        head, inside = without_bracket(done[0][0].name.strip()) if done else ("", "")
        kind = kind_of(inside)
        return kind if kind_of(head) in _PEOPLE and kind in (Kind.COMMANDER, Kind.CLUB) else None

    def _join(self, before: Line, number: int) -> None:
        """Two people of one line: what is said of either."""
        now = self.lines[number]
        fate = Fate.PLAYER if Fate.PLAYER in (before.fate, now.fate) else now.fate
        why = "; ".join(dict.fromkeys(filter(None, (before.why, now.why))))
        self.lines[number] = replace(now, fate=fate, why=why, names=(*before.names, *now.names))

    def _may_be_title(self, done: Sequence[tuple[_Read, Tidied]], at: int) -> bool:
        """Whether a line stands where titles do: the first, or with a colon at its end."""
        text = done[at][0].source.text.rstrip("* _")
        return text.endswith((":", "：")) or text.startswith("#") or at == 0

    def _turned(self, found: Sequence[str]) -> bool | None:
        """Whether names with a comma have the last name in front; None where none has one."""
        pairs = [Pair(*map(str.strip, name.split(",", 1))) for name in found if "," in name]
        pairs = [
            Pair(pair.left, pair.right.partition(",")[0].strip())
            for pair in pairs
            if pair.left and pair.right and not is_suffix(pair.right)
        ]
        if not pairs:
            return None
        wide = [pair for pair in pairs if words(pair.left) > 1 and not is_first_name(pair.right)]
        if 2 * len(wide) > len(pairs):
            return False
        turned = order(pairs, usual=True)
        if len(pairs) > 1 or words(pairs[0].left) > 1:
            self._tell_order(turned, pairs)
        return turned.last_first

    def _one(
        self, read: _Read, name: Tidied, turned: bool | None, *, title: bool, in_pairs: bool
    ) -> None:
        source = read.source
        _take(name, read)
        if why := self._section(read, name, title=title):
            self._line(source, Fate.HEADING, why)
            return
        if read.players:
            self._team(read)
            return
        text = _straight(name, turned)
        if why := self._no_name(text, read):
            self._line(source, Fate.LEFT_OUT, why)
            return
        people = [tidied(part).name for part in _TOGETHER.split(text)]
        if len(people) > 1 and all(people):
            if in_pairs and len(people) <= MOST_MEMBERS:
                read.players, read.team = people, read.team
                self._team(read)
            else:
                self._keep(read, [Entrant(each, source.number) for each in people], name)
            return
        self._keep(read, [Entrant(text, source.number)], name)

    def _section(self, read: _Read, name: Tidied, *, title: bool) -> str:
        """What a line says of all below it, or of what the list is; "" where it is neither."""
        text = name.name or names.clean(read.source.text)
        plain = text.rstrip(":： ")
        says = word_says(re.sub(r"[\s(]*\d+\)?$", "", plain))
        colon = read.source.text.rstrip("* _").endswith((":", "："))
        if says and (colon or (says in _BELOW and len(plain) > _SHORT and not read.halves)):
            self.below = _BELOW.get(says, "")
            return f"from here on: {names.clean(plain)}" if self.below else "a heading"
        alone = len(read.source.cells) == 1
        said = _CHAT.match(read.source.text) is not None or _sentence(read.source.text)
        if (title and not said and (colon or _title(text) or _dated(text))) or (
            alone and kind_of(plain) in _PEOPLE
        ):
            self.below = ""
            return "a heading"
        return ""

    def _no_name(self, text: str, read: _Read) -> str:
        """Why that is nobody; "" where it may be somebody."""
        if not text:
            if E_MAIL in read.private:
                return "only an e-mail address, no name"
            return "no name here"
        if is_nobody(text):
            return f"“{text}” is nobody’s name"
        if read.says is Says.DROPPED:
            return f"{read.word}, so taken as not coming: “{text}”"
        if read.says is Says.WAITING:
            return f"{read.word}, so taken as waiting: “{text}”"
        if self.below:
            return f"below “{self.below}”: “{text}”"
        if len(text) > _LONGEST_NAME or len(text.split()) > _MOST_WORDS:
            return "too long for a name"
        if _CHAT.match(read.source.text):
            return "a line of a chat: paste the names alone"
        if _title(text):
            return "reads like a title, not like a name"
        if _dated(text):
            return "reads like a date, a time or a price"
        if _sentence(read.source.text):
            return "a sentence"
        return ""

    def _team(self, read: _Read) -> None:
        source = read.source
        people = [tidied(part).name for part in read.players]
        people = [each for each in people if each and not is_nobody(each)]
        if not people:
            self._line(source, Fate.LEFT_OUT, "a team without people")
            return
        if read.apart or len(people) > MOST_MEMBERS or not (read.team or len(people) > 1):
            self._keep(read, [Entrant(each, source.number) for each in people], Tidied())
            return
        team = tidied(read.team).name or called(people)
        self._keep(read, [Entrant(team, source.number, members=tuple(people))], Tidied())

    def _keep(self, read: _Read, people: Sequence[Entrant], name: Tidied) -> None:
        told = list(name.told)
        if read.says is Says.UNSURE:
            told.append(f"marked as not sure{f' ({read.word})' if read.word else ''}")
        alone = len(people) == 1
        for each in people:
            self.rows.append(
                replace(
                    each, club=_cell(read.club), commander=_cell(read.commander) if alone else "",
                    decklist=read.decklist.strip() if alone else "",
                    private=read.private if alone else {},
                    more={key: text for key, text in read.more.items() if text and alone},
                    told=tuple(told),
                )
            )  # fmt: skip
        self._line(read.source, Fate.PLAYER, "; ".join(told), [each.name for each in people])


def _bullet(source: Source) -> str:
    found = _BULLET.match(source.text)
    return found["name"] if found else source.text


def tidied_line(text: str) -> str:
    """A line without a number or a bullet at its front."""
    return re.sub(r"^\W{0,3}(?:\d{1,4}\s*[.)\]]\s*|[-*•·]\s+)", "", text.strip())


def _cell(text: str) -> str:
    return names.clean(text)


def _title(text: str) -> bool:
    return _TITLES.search(text) is not None


def _sentence(text: str) -> bool:
    """Whether a text ends as sentences do, and is long enough for one."""
    return len(text.split()) > _SENTENCE and text.rstrip().endswith((".", "!", "?"))


def _dated(text: str) -> bool:
    """Whether a text names a day of a month or a time: a title, and no name."""
    return _WHEN.search(text) is not None


def _straight(name: Tidied, turned: bool | None) -> str:
    """The name with its first name first."""
    left, comma, right = (part.strip() for part in name.name.partition(","))
    if not comma or not right:
        return left or right
    if is_suffix(right):
        return f"{left} {right}"
    if "," in right:
        inner, _, suffix = (part.strip() for part in right.partition(","))
        if is_suffix(suffix):
            return f"{together(Pair(left, inner), last_first=turned is not False)} {suffix}"
        name.told.append(f"“{right}” behind the comma was left out")
        return left
    if turned is False and words(left) > 1 and not is_first_name(right):
        name.told.append(f"“{right}” behind the comma was left out")
        return left
    return together(Pair(left, right), last_first=turned is not False)


def _take(name: Tidied, read: _Read) -> None:
    """What stood beside a name goes to the row."""
    for what, text in name.private.items():
        _hold(read, what, text)
    read.decklist = read.decklist or name.decklist
    if name.pronouns:
        read.more.setdefault("Pronouns", name.pronouns)
    if name.says is not Says.NOTHING:
        read.says, read.word = name.says, name.word


def _read(source: Source, kinds: Sequence[Kind], heads: Sequence[str]) -> _Read:
    """A row by what its columns are."""
    read = _Read(source)
    first = last = ""
    for at, cell in enumerate(source.cells):
        text, kind = cell.strip(), kinds[at] if at < len(kinds) else Kind.OTHER
        if not text:
            continue
        match kind:
            case Kind.NAME:
                read.name = read.name or text
            case Kind.FIRST:
                first = f"{first} {text}".strip()
            case Kind.MIDDLE:
                read.middle = text
            case Kind.LAST:
                last = f"{last} {text}".strip()
            case Kind.PLAYER | Kind.MEMBER:
                read.players.append(text)
                read.apart = kind is Kind.PLAYER
            case Kind.TEAM:
                read.team = text
            case Kind.CLUB:
                read.club = read.club or text
            case Kind.COMMANDER:
                read.commander = " / ".join(filter(None, (read.commander, text)))
            case Kind.DECKLIST:
                read.decklist = read.decklist or text
            case Kind.E_MAIL | Kind.PRIVATE:
                head = names.clean(heads[at]) if at < len(heads) else ""
                _hold(read, *_labelled(head, names.clean(text), kind))
            case Kind.STATUS:
                _status(heads[at] if at < len(heads) else "", text, read)
            case Kind.OTHER:
                if at < len(heads) and heads[at].strip():
                    read.more[names.clean(heads[at])] = text
            case Kind.NUMBER:
                pass
    if first or last:
        read.halves = Pair(first, last)
    return read


def _hold(read: _Read, what: str, text: str) -> None:
    """Note something private, once."""
    there = read.private.get(what, "")
    if text not in there.split("; "):
        read.private[what] = "; ".join(filter(None, (there, text)))


def _labelled(head: str, text: str, kind: Kind) -> tuple[str, str]:
    """What of a player that is, and its text."""
    if kind is Kind.E_MAIL:
        return E_MAIL, text
    if kind_of(head) is Kind.PRIVATE and normal(head) in _REMARKS:
        return NOTES, text
    return head or NUMBER, text


def _status(head: str, text: str, read: _Read) -> None:
    """What a column such as "Dropped" or "Status" says of a player."""
    plain, says = normal(head), word_says(text)
    yes = normal(text) in ("yes", "y", "true", "x", "1", "ja", "oui", "si", "sim", "✓", "✔", "✅")
    no = normal(text) in ("no", "n", "false", "0", "nein", "non", "não", "nao", "❌", "✗")
    if plain in ("dropped", "drop", "cancelled", "canceled"):
        gone = yes or (not no and text.strip(" -") != "")
        says = "dropped" if gone else ""
    elif plain in ("waitlist", "waitinglist", "warteliste"):
        says = "" if no else "waiting"
    elif plain in _NO_MATTER:
        return
    if says in ("dropped", "waiting"):
        read.says = Says.DROPPED if says == "dropped" else Says.WAITING
        read.word = f"{names.clean(head) or 'a column'} says “{names.clean(text)}”"
    elif says == "unsure":
        read.says, read.word = Says.UNSURE, f"“{names.clean(text)}”"


def summary(found: Understood) -> Iterator[str]:
    """What was understood, in sentences for an organiser."""
    if found.problem:
        yield f"This is {found.format}. {found.problem}"
        return
    yield f"Taken for {found.format}: {count(len(found.rows), 'player')}."
    yield from found.notes
