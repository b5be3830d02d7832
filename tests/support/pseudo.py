"""A language that says all in English, in brackets: what stands outside is not translated."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from html.parser import HTMLParser

from playwright.sync_api import Page

from runner.core.event import Event
from runner.core.language import Language
from runner.core.player import Player

OPEN, CLOSE = "⟦", "⟧"
_SPOKEN = {"alt", "aria-label", "title", "placeholder", "label", "aria-description"}
_META = {"description", "og:title", "og:description", "og:image:alt"}
_SILENT = {"script", "style", "code", "id"}
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]{2,}")
_SENTENCE = re.compile(r"^[A-Z][a-z]+$|[A-Za-z]{2,}[ ,.:;!?’]+[A-Za-z]{2,}")
_HEARD = """(spoken) => {
  for (const each of document.querySelectorAll("details")) each.open = true;
  const texts = [], others = [document.title];
  const kinds = NodeFilter.SHOW_ELEMENT + NodeFilter.SHOW_TEXT;
  const walk = document.createTreeWalker(document.body, kinds);
  for (let node = walk.currentNode; node; node = walk.nextNode()) {
    const part = node.nodeType === Node.TEXT_NODE ? node.parentElement : node;
    if (part.closest("script, style, code") || !part.checkVisibility()) continue;
    if (part !== node) texts.push(node.data);
    else others.push(...spoken.map((name) => node.getAttribute(name)).filter(Boolean));
  }
  return [texts, others];
}"""
KNOWN = {"Runner", "UTC", "SHA"}
"""Words that are the same in all languages."""
_SOURCE = re.compile(
    r"\b(MTR|FIDE|IPG|MAMTR|MAIPG|MMTA|CR|JAR|Hareruya|TopDeck|Appendix|addendum)\b[\w. ()-]*"
)


class Pseudo(Language):
    """English in brackets, for `direction` "rtl" as well."""

    code, name = "en-x-pseudo", "Pseudo"

    def __init__(self, direction: str = "ltr") -> None:
        self.direction = direction

    def text(self, message: str, context: str = "") -> str:
        """The message in brackets."""
        return f"{OPEN}{message}{CLOSE}"

    def forms(self, one: str, many: str) -> tuple[str, ...]:
        """Both forms in brackets."""
        return self.text(one), self.text(many)

    def plural(self, one: str, many: str, number: object) -> str:
        """The form in brackets."""
        return self.text(one if number == 1 else many)

    def percent(self, number: str) -> str:
        """A number has no words."""
        return f"{number}%"

    def listed(self, words: object) -> str:
        """All of them, with no "and"."""
        assert isinstance(words, list | tuple)
        return " + ".join(words)

    def day(self, when: object) -> str:
        """The plain date."""
        return str(when)

    short_day = day


def in_greek(now: Event) -> Event:
    """The event with nothing in Latin letters that somebody has typed."""
    people = tuple(_greek(player, at) for at, player in enumerate(now.players))
    phases = tuple(replace(phase, name=f"Φάση {phase.number}") for phase in now.phases)
    return replace(
        now, name="Αγώνας", venue="Αθήνα", seed="Σπόρος", players=people, phases=phases,
        language="x-pseudo",
    )  # fmt: skip


def _greek(player: Player, at: int) -> Player:
    first, last = "ΑΒΓΔΕΖΗΘΙΚΛΜ"[at % 12], "ΝΞΟΠΡΣΤΥΦΧΨΩ"[at // 12 % 12]
    return replace(
        player, name=f"{first}λφα{at} {last}ήτα", club=f"Λέσχη {at % 5}" if player.club else "",
        extra=dict.fromkeys(player.extra, f"Στρατηγός {at % 7}"), handle="", listed="",
    )  # fmt: skip


class _Texts(HTMLParser):
    """All that a page says: one text of the page, and one for each attribute."""

    def __init__(self) -> None:
        super().__init__()
        self.page: list[str] = []
        self.others: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in _SILENT
        given = {key: value or "" for key, value in attrs}
        self.others += [value for key, value in given.items() if key in _SPOKEN]
        if tag == "meta" and (given.get("name") or given.get("property")) in _META:
            self.others.append(given["content"])

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in _SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.page.append(data)


def outside(text: str) -> str:
    """What of a text stands outside all brackets."""
    depth, left = 0, []
    for letter in text:
        depth += letter == OPEN
        left.append(" " if depth or letter == CLOSE else letter)
        depth -= letter == CLOSE
    return "".join(left)


def untranslated(page: str) -> list[str]:
    """The words of a page that no catalogue has."""
    texts = _Texts()
    texts.feed(page)
    return _missing(texts.page, texts.others)


def heard(page: Page) -> list[str]:
    """The same of an open page: what can be seen or is read out, after its scripts."""
    texts, others = page.evaluate(_HEARD, [*_SPOKEN])
    return _missing(texts, others)


def _missing(texts: Sequence[str], others: Sequence[str]) -> list[str]:
    # One page is one text: a sentence may have markup within.
    left = [outside("\n".join(texts)), *map(outside, others)]
    found = [line.strip() for each in left for line in each.split("\n")]
    return [re.sub(r"\d+", "#", line) for line in found if words(line)]


def words(text: str) -> list[str]:
    """The words of a text that are neither names nor sources of rules."""
    return [word for word in _LATIN.findall(_SOURCE.sub(" ", text)) if word not in KNOWN]


def of_data(script: str) -> list[str]:
    """The sentences and headings in the values of a script that hands over data."""
    inside = script[script.index("(") + 1 : script.rindex(")")]
    values = json.loads(f"[{inside}]")
    said = (each for each in _strings(values) if not each.endswith(".html"))
    return [each for each in said if _SENTENCE.search(outside(each).strip())]


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)
