"""The rows of a list, each as its players or with the reason why it gives none."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from runner.core import names, spelling
from runner.core.phrases import listed
from runner.core.teams import MOST_MEMBERS, called
from runner.interchange.players_in.headings import OF_PEOPLE, Kind, in_brackets, kind_of
from runner.interchange.players_in.model import E_MAIL, Entrant, Fate, Line, Source
from runner.interchange.players_in.not_a_name import is_chat, is_dated, is_sentence, is_title
from runner.interchange.players_in.numbered import without_numbers
from runner.interchange.players_in.order import (
    Order,
    Pair,
    by_their_words,
    follows,
    is_first_name,
    is_suffix,
    may_be_name,
    order,
    together,
    words,
)
from runner.interchange.players_in.row import Row, take
from runner.interchange.players_in.tidy import (
    Says,
    Tidied,
    is_nobody,
    tidied,
    without_bracket,
    word_says,
)

_LONGEST_NAME, _MOST_WORDS = 80, 8
_BELOW = {"dropped": "not coming", "waiting": "waiting"}
_SHORT = 4  # letters; "No" and "Out" alone are names
_LONGEST_SHOWN = 120
_SEVERAL = 2
_END = "the end of the name, like “Jr.”"
_TOGETHER = re.compile(r"(?<!\s)\s+(?:/|\+|(?:and|und|et)|vs\.?)\s+|(?:(?<!\s)\s+)?&\s*")


@dataclass(slots=True)
class People:
    """Who a list has, line by line."""

    notes: list[str] = field(default_factory=list)
    rows: list[Entrant] = field(default_factory=list)
    lines: dict[int, Line] = field(default_factory=dict)
    in_brackets: Kind | None = None
    """What brackets behind names hold, where a heading says so."""
    below: str = ""
    """What all lines from here on are: those who wait, those who do not come."""

    def line(self, source: Source, fate: Fate, why: str = "", found: Sequence[str] = ()) -> None:
        """What became of one line."""
        shown = _in_short(source.text)
        self.lines[source.number] = Line(source.number, shown, fate, why, tuple(found))

    def halves(self, reads: Sequence[Row], *, usual: bool, by_headings: bool = False) -> None:
        """Put halves together, in the order that the column as a whole has."""
        halved = [read for read in reads if read.halves is not None]
        if not halved:
            return
        pairs = [
            Pair(tidied(read.halves.left).name, without_bracket(tidied(read.halves.right).name)[0])
            for read in halved if read.halves
        ]  # fmt: skip
        full = [pair for pair in pairs if pair.left and pair.right and not is_suffix(pair.right)]
        turned = None if full else by_their_words(pairs)
        usual = usual if turned is None else turned
        found = Order(False, "", True) if by_headings else order(full, usual=usual)
        turned = found.last_first if full else turned
        for read, pair in zip(halved, pairs, strict=True):
            if read.halves is None:
                continue
            if not (pair.left and pair.right):
                read.name = pair.left or pair.right
            elif not by_headings and _follows(pair, turned, read.told):
                read.name = f"{pair.left} {pair.right}"
            else:
                first = f"{pair.left} {read.middle}".strip()
                halves = Pair(pair.right, first) if by_headings else Pair(first, pair.right)
                read.name = together(halves, last_first=by_headings or found.last_first)
            if inside := without_bracket(tidied(read.halves.right).name)[1]:
                read.name = f"{read.name} ({inside})"
            for half in read.halves:
                take(tidied(half), read)
        if not by_headings:
            self._tell_order(found, full)

    def _tell_order(self, found: Order, pairs: Sequence[Pair]) -> None:
        example = f": “{together(pairs[0], last_first=found.last_first)}”" if pairs else ""
        which = "last names first" if found.last_first else "first names first"
        why = f", {found.why}" if found.sure else ", as nothing told otherwise: check that"
        self.notes.append(f"Taken as {which}{why}{example}.")

    def each(self, reads: Sequence[Row]) -> None:
        """Every row in turn, as a player or with the reason why not."""
        for read, text in zip(reads, without_numbers([read.name for read in reads]), strict=True):
            read.name = text
        done = [(read, tidied(read.name)) for read in reads]
        self._brackets([(read, name) for read, name in done if not read.players])
        found = [name.name for read, name in done if not read.players]
        turned, one_word = self._turned(found), _one_word(found)
        pairs = sum(bool(_TOGETHER.search(name.name)) for read, name in done if not read.players)
        of_lines = dict[int, list[Line]]()
        for at, (read, name) in enumerate(done):
            name.told += read.told
            self._one(read, name, turned, one_word, title=self._may_be_title(done, at),
                      in_pairs=2 * pairs > len(done))  # fmt: skip
            number = read.source.number
            of_lines.setdefault(number, []).append(self.lines[number])
        self.lines |= {number: _joined(said) for number, said in of_lines.items()}

    def _brackets(self, done: Sequence[tuple[Row, Tidied]]) -> None:
        """What stands in brackets behind names is no part of them, and goes where the first line
        says. Two of one name keep theirs, where these differ."""
        kind = self.in_brackets or (in_brackets(done[0][0].name) if done else None)
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

    def _may_be_title(self, done: Sequence[tuple[Row, Tidied]], at: int) -> bool:
        """Whether a line stands where titles do: the first, or with a colon at its end."""
        text = done[at][0].source.text.rstrip("* _")
        return text.endswith((":", "：")) or text.startswith("#") or at == 0

    def _turned(self, found: Sequence[str]) -> bool | None:
        """Whether names with a comma have the last name in front; None where none has one."""
        pairs = [
            Pair(*map(str.strip, name.split(",", 1)))
            for name in found
            if "," in without_bracket(name)[0]
        ]
        every = pairs
        pairs = [
            Pair(pair.left, pair.right.partition(",")[0].strip())
            for pair in pairs
            if pair.left and pair.right and not is_suffix(pair.right)
        ]
        if not pairs:
            return by_their_words(every)
        wide = [pair for pair in pairs if words(pair.left) > 1 and not is_first_name(pair.right)]
        if 2 * len(wide) > len(pairs):
            return False
        turned = order(pairs, usual=True)
        if len(pairs) > 1 or words(pairs[0].left) > 1:
            self._tell_order(turned, pairs)
        return turned.last_first

    def _one(
        self, read: Row, name: Tidied, turned: bool | None, one_word: bool, *, title: bool,
        in_pairs: bool,
    ) -> None:  # fmt: skip
        source = read.source
        take(name, read)
        if why := self._section(read, name, title=title):
            self.line(source, Fate.HEADING, why)
            return
        if read.players:
            self._team(read)
            return
        text = _straight(name, turned, one_word=one_word)
        if why := self._no_name(text, read):
            self.line(source, Fate.LEFT_OUT, why)
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

    def _section(self, read: Row, name: Tidied, *, title: bool) -> str:
        """What a line says of all below it, or of what the list is; "" where it is neither."""
        text = name.name or names.clean(read.source.text)
        plain = text.rstrip(":： ")
        says = word_says(re.sub(r"[\s(]*\d+\)?$", "", plain))
        colon = read.source.text.rstrip("* _").endswith((":", "："))
        if says and (colon or (says in _BELOW and len(plain) > _SHORT and not read.halves)):
            self.below = _BELOW.get(says, "")
            return f"from here on: {names.clean(plain)}" if self.below else "a heading"
        alone = len(read.source.cells) == 1
        said = is_chat(read.source.text) or is_sentence(read.source.text)
        if (title and not said and (colon or is_title(text) or is_dated(text))) or (
            alone and kind_of(plain) in OF_PEOPLE
        ):
            self.below = ""
            return "a heading"
        return ""

    def _no_name(self, text: str, read: Row) -> str:
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
        if is_chat(read.source.text):
            return "a line of a chat: paste the names alone"
        if is_title(text):
            return "reads like a title, not like a name"
        if is_dated(text):
            return "reads like a date, a time or a price"
        if is_sentence(read.source.text):
            return "a sentence"
        return ""

    def _team(self, read: Row) -> None:
        source = read.source
        people = [tidied(part).name for part in read.players]
        people = [each for each in people if each and not is_nobody(each)]
        if not people:
            self.line(source, Fate.LEFT_OUT, "a team without people")
            return
        if read.apart or len(people) > MOST_MEMBERS or not (read.team or len(people) > 1):
            self._keep(read, [Entrant(each, source.number) for each in people], Tidied())
            return
        team = tidied(read.team).name or called(people)
        self._keep(read, [Entrant(team, source.number, members=tuple(people))], Tidied())

    def _keep(self, read: Row, people: Sequence[Entrant], name: Tidied) -> None:
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
        self.line(read.source, Fate.PLAYER, "; ".join(told), [each.name for each in people])


def _cell(text: str) -> str:
    return names.clean(text)


@lru_cache(maxsize=16)  # a line of many people is shown for each of them
def _in_short(text: str) -> str:
    shown = names.clean(text)
    return shown if len(shown) <= _LONGEST_SHOWN else f"{shown[:_LONGEST_SHOWN]}…"


def _joined(said: Sequence[Line]) -> Line:
    """The people of one line: what is said of any of them."""
    if len(said) == 1:
        return said[0]
    last = said[-1]
    fate = Fate.PLAYER if any(each.fate is Fate.PLAYER for each in said) else last.fate
    why = "; ".join(dict.fromkeys(each.why for each in said if each.why))
    return replace(last, fate=fate, why=why, names=tuple(n for each in said for n in each.names))


def _one_word(found: Sequence[str]) -> bool:
    """Whether those without a comma are mostly one word: nicknames, and stage names."""
    plain = [name for name in found if "," not in name]
    return 2 * sum(words(name) == 1 for name in plain) > len(plain)


def _follows(pair: Pair, turned: bool | None, told: list[str], *, one_word: bool = False) -> bool:
    """Whether the right half only follows the left one, as "Jr." does; of what can be a first name
    as well it is told what it was taken for."""
    end = follows(*pair, turned, one_word=one_word)
    if may_be_name(pair.right):
        half = "the last name" if turned is False else "a first name"
        told.append(f"“{pair.right}” is taken as {_END if end else half}")
    return end


def _straight(name: Tidied, turned: bool | None, *, one_word: bool) -> str:
    """The name with its first name first."""
    if "," not in without_bracket(name.name)[0]:
        return name.name
    left, comma, right = (part.strip() for part in name.name.partition(","))
    if not comma or not right:
        return left or right
    if _follows(Pair(left, right), turned, name.told, one_word=one_word):
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
