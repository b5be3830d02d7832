"""A bracket's page read back from its HTML: what stands on it, by stage and match."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"meta", "link", "br", "input"}


@dataclass
class Node:
    """An element with its attributes and what is in it."""

    tag: str
    attributes: dict[str, str]
    inside: list["Node | str"] = field(default_factory=list)

    @property
    def classes(self) -> set[str]:
        return {*self.attributes.get("class", "").split()}

    @property
    def text(self) -> str:
        return " ".join(self.written.split())

    @property
    def written(self) -> str:
        """The words as they are in the file."""
        return "".join(part if isinstance(part, str) else part.written for part in self.inside)

    def elements(self) -> list["Node"]:
        """Everything below this one, in the order of the page."""
        nodes = [part for part in self.inside if isinstance(part, Node)]
        return [found for node in nodes for found in (node, *node.elements())]

    def all(self, tag: str, class_: str = "") -> list["Node"]:
        """The elements of that kind below this one, in the order of the page."""
        return [
            node
            for node in self.elements()
            if node.tag == tag and (not class_ or class_ in node.classes)
        ]

    def children(self, tag: str) -> list["Node"]:
        """The elements of that kind directly in this one."""
        return [part for part in self.inside if isinstance(part, Node) and part.tag == tag]


class _Reader(HTMLParser):
    """Builds the nodes; an <li> ends where the next one begins, as browsers have it."""

    def __init__(self) -> None:
        super().__init__()
        self.open = [Node("", {})]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "li" and self.open[-1].tag == "li":
            self.open.pop()
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].inside.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1].tag == "li" and tag != "li":
            self.open.pop()
        assert self.open[-1].tag == tag, f"{tag} ends in {self.open[-1].tag}"
        self.open.pop()

    def handle_data(self, data: str) -> None:
        self.open[-1].inside.append(data)


@dataclass(frozen=True)
class PlaceOnPage:
    """A place: `seed` is 0 and `file` "" for somebody who is still open; `id_` is its address."""

    seed: int
    name: str
    file: str
    score: str
    seat: str
    said: str
    classes: frozenset[str]
    id_: str
    title: str


@dataclass(frozen=True)
class MatchOnPage:
    """A card: what stands above and below its places, and how many lines lead on from it."""

    head: str
    places: tuple[PlaceOnPage, ...]
    foot: str
    state: frozenset[str]
    lines: int

    @property
    def seeds(self) -> list[int]:
        return [place.seed for place in self.places if place.file]


def whole(page: str) -> Node:
    reader = _Reader()
    reader.feed(page)
    return reader.open[0]


def stages(page: str) -> dict[str, list[MatchOnPage]]:
    """The matches of a bracket by the title of their stage, from the top."""
    tree = whole(page).all("div", "tree")[0]
    return {
        title_of(section.all("h2")[0]): [
            _match(cell.all("div", "match")[0], len(cell.all("i", "join")))
            for cell in section.children("ol")[0].children("li")
        ]
        for section in tree.children("section")
    }


def title_of(heading: Node) -> str:
    """The title of a stage, without how many of its matches are over."""
    progress = [small.text for small in heading.all("small")]
    return heading.text.removesuffix("".join(progress)).strip()


def way(page: str) -> list[tuple[str, MatchOnPage]]:
    """The matches of a player's own page with the titles of their stages."""
    section = whole(page).all("section", "way")[0]
    return [
        (item.all("h3")[0].text, _match(item.all("div", "match")[0], 0))
        for item in section.children("ol")[0].children("li")
    ]


def _match(card: Node, lines: int) -> MatchOnPage:
    first, *_ = card.children("ol")
    at = card.inside.index(first)
    words = [(part, card.inside.index(part) < at) for part in card.children("p")]
    return MatchOnPage(
        " ".join(part.text for part, above in words if above),
        tuple(_place(item) for item in first.children("li")),
        " ".join(part.text for part, above in words if not above),
        frozenset(card.classes - {"match"}),
        lines,
    )


def _place(item: Node) -> PlaceOnPage:
    links = item.children("a")
    link = links[0] if links else item
    seed, seat, score, said = (
        "".join(node.text for node in link.children(tag) if ("seat" in node.classes) is seated)
        for tag, seated in (("span", False), ("b", True), ("b", False), ("em", False))
    )
    href = link.attributes.get("href", "")
    return PlaceOnPage(
        int(seed or 0), link.all("bdi")[0].text, href.rpartition("/")[2].removesuffix(".html"),
        score, seat.removeprefix("Seat "), said, frozenset(item.classes),
        item.attributes.get("id", ""), link.attributes.get("title", ""),
    )  # fmt: skip
