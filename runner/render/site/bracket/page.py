"""The page of a playoff: its stages with the cards of their matches, and each player's path.

Also determines which phases have such a page, and its address.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import permutations
from types import SimpleNamespace
from typing import NamedTuple

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.language import _, listed
from runner.core.phase import Mode
from runner.core.rounds import Round
from runner.phases import tree
from runner.phases.elimination.names import NamedStage, Names
from runner.phases.elimination.tree import From, Place, Side
from runner.phases.model import PhaseResult
from runner.render.directory import Directory
from runner.render.site import rounds
from runner.render.site.bracket.cards import Card, Cards
from runner.render.site.bracket.layout import Layout, page_layout
from runner.render.site.bracket.reached import by_seed
from runner.render.site.bracket.stages import style_sheet
from runner.render.site.static import checksum
from runner.render.timed_text import time_view


class _Room(NamedTuple):
    """The most that a printed page holds."""

    columns: int
    rows: int


_ON_ONE, _ON_EACH = _Room(5, 26), _Room(9, 40)  # in larger and in smaller type


_FEW = 2  # up to so many matches are named one by one
_ALSO = 2  # other matches of the round that a phone shows below the live stage

Matches = tuple[str, tuple[Card, ...]]
"""The matches of a round after their title, "" and () while results are hidden."""


class Coming(NamedTuple):
    """The next match of a player, which has no table yet: its `stage`, "Losers’ round 4"; the
    `opponent`, "against Ana Berg", "against the winner of table 3", or "" if that depends on a
    later round; and the matches that are played `before`: "L3.1 and L3.4"."""

    stage: str
    opponent: str
    before: str


class Brackets:
    """All playoffs of a snapshot that have begun."""

    def __init__(self, snapshot: Snapshot, directory: Directory) -> None:
        pages = addresses(snapshot)
        self._playoffs = [
            _Playoff(snapshot, phase, pages[phase.phase.number], directory)
            for phase in snapshot.phases
            if phase.phase.number in pages
        ]

    def views(self) -> Mapping[str, SimpleNamespace]:
        """Return the view of each page, by address."""
        links = tuple((playoff.phase.phase.name, playoff.page) for playoff in self._playoffs)
        others = links if len(links) > 1 else ()
        return {playoff.page: playoff.view(others) for playoff in self._playoffs}

    def paths(self, player: str) -> tuple[SimpleNamespace, ...]:
        """Return a player's way through each playoff, latest first."""
        ways = (playoff.path(player) for playoff in reversed(self._playoffs))
        return tuple(path for path in ways if path)

    def now(self, current: Round | None) -> tuple[Matches, ...]:
        """Return the matches of the current round, and then those of the rounds before it, latest
        first; () if it is not in a playoff."""
        latest = self._playoffs[-1] if self._playoffs else None
        if latest is None or current is None or latest.phase.phase.number != current.id.phase:
            return ()
        return tuple(map(latest.matches, range(current.id.number, 0, -1)))

    @cached_property
    def to_come(self) -> Mapping[str, Coming]:
        """The next match of each player in the latest playoff whose match has no table yet, by the
        file of the player's page."""
        return dict(self._playoffs[-1].to_come()) if self._playoffs else {}


class _Playoff:
    """A playoff with its tree; nothing is shown while its results are hidden."""

    def __init__(
        self, snapshot: Snapshot, phase: PhaseResult, page: str, directory: Directory
    ) -> None:
        self.phase, self.page = phase, page
        self._directory = directory
        self._name = phase.phase.name if len(snapshot.phases) > 1 else ""
        self._title = self._name or _("Bracket")
        self._time = time_view(snapshot, phase.rounds[-1])
        drawn = None if phase.veiled else tree(phase)
        self._names = Names(drawn, pods=phase.phase.mode is Mode.MULTIPLAYER) if drawn else None
        self._cards = Cards(self._names, phase, snapshot, directory) if self._names else None

    def view(self, others: tuple[tuple[str, str], ...]) -> SimpleNamespace:
        """Return the page. `crown` is the card of the match that decided, None before; `decided`
        explains a champion without a decisive result; `veil` replaces hidden results. `ending`: no
        two matches are left side by side. `also` are the other stages of the round with their
        matches, if a phone has room for them below the live stage. `everybody` is by seed, and
        `others` are titles and addresses of all playoffs, if there are several. `paper` is the
        class that prints the tree: on one "sheet" or on several "sheets"; without it stages are
        printed one after the other. `style` is the CSS and `style_at` its path, both "" if nothing
        is drawn; `style_link` adds a version against browser caches."""
        names, cards = self._names, self._cards
        page = SimpleNamespace(
            title=self._title, crown=None, champion="", decided="", status="", time=None,
            veil="", columns=0, ending=False, paper="", stages=(), everybody=(), others=others,
            also=(), style="", style_at="", style_link="",
        )  # fmt: skip
        if names is None or cards is None or not names.stages:
            page.veil = rounds.veil(self.phase)
            return page
        layout = page_layout(names, cards)
        crowned = (card for card in cards.by_match.values() if card.state == "crown")
        page.crown = next((card for card in crowned if card.winner), None)
        page.champion = page.crown.winner.name if page.crown else ""
        page.decided = by_seed(self.phase) if page.champion else ""
        latest = self.phase.rounds[-1]
        page.status = _(
            # Note: “Round 1: 3 of 4 tables still playing.”
            "{round}: {status}.",
            round=self._round(latest.id.number),
            status=rounds.status(latest),
        )
        page.time, page.columns = self._time, layout.columns
        page.everybody = tuple(self._directory[player] for player in names.seeds)
        stages = zip(names.stages, cards.by_stage, strict=True)
        live = _live(cards)
        page.ending = _is_ending(names, cards, live)
        _title, current = self.matches(latest.id.number)
        others_ = [card for card in current if card not in cards.by_stage[live]]
        page.also = tuple(
            (stage.title, tuple(there))
            for stage in names.stages
            if (there := [card for card in others_ if names.stage_of[card.keys[0]] is stage])
            and len(others_) <= _ALSO
        )
        page.stages = tuple(
            _stage(stage, there, layout, in_short=names.double, live=at == live)
            for at, (stage, there) in enumerate(stages)
        )
        page.paper = _on_paper(layout, page.stages)
        page.style = style_sheet(layout.columns, page.stages, len(page.everybody))
        page.style_at = f"static/bracket-P{self.phase.phase.number}.css"
        page.style_link = f"{page.style_at}?v={checksum(page.style.encode())}"
        return page

    def _round(self, number: int) -> str:
        """Return the title of a round below that of the page."""
        return self.phase.phase.stage(number) or _("Round {number}", number=number)

    def matches(self, number: int) -> Matches:
        """Return the matches with a table in a round, after a title: the stage's if they
        share one."""
        names, cards = self._names, self._cards
        if names is None or cards is None:
            return "", ()
        keys = [
            match.key
            for match in names.matches.values()
            if match.round == number and match.table is not None
        ]
        stages = {names.stage_of[key].title for key in keys}
        title = stages.pop() if len(stages) == 1 else self.phase.phase.title(number)
        return title, tuple(cards.by_match[key] for key in keys)

    def to_come(self) -> Iterator[tuple[str, Coming]]:
        """Yield the file of each player whose next match has no table yet, and that match."""
        names = self._names
        if names is None:
            return
        before = self._playing(names)
        for match in names.matches.values():
            if match.table is not None or match.bye or match.winner or len(match.places) > 2:
                continue
            stage = names.stage_of[match.key].title
            for player, other in permutations(match.places, 2):
                if player.player:
                    coming = Coming(stage, self._meets(other), before)
                    yield self._directory[player.player].file, coming

    def _playing(self, names: Names) -> str:
        """Return the matches that are played now, if few, or else their stages: "L3.1 and L3.4"."""
        keys = [
            match.key
            for match in names.matches.values()
            if match.round == len(self.phase.rounds)
            and match.table is not None
            and not match.winner
        ]
        if len(keys) <= _FEW:
            return listed([names.labels[key] for key in keys])
        return listed([*dict.fromkeys(names.stage_of[key].title for key in keys)])

    def _meets(self, opponent: Place) -> str:
        """Return who takes a place, or will; "" if that depends on a later round. A player who
        waits never meets the loser of a match that is being played."""
        source = self._names and self._names.matches.get(opponent.source.match)
        if opponent.player:
            return _("against {name}", name=self._directory[opponent.player].name)
        known = source and source.table is not None and not source.winner
        if not source or not known or opponent.source.kind is not From.WINNER:
            return ""
        return _("against the winner of table {table}", table=source.table)

    def path(self, player: str) -> SimpleNamespace | None:
        """Return a player's matches with their stages' titles, or None; `title` is that of the
        playoff, "" if it is the whole event, and `page` the address."""
        matches = self._cards.of_player(player) if self._cards else ()
        file = self._directory[player].file
        return (
            SimpleNamespace(title=self._name, page=self.page, file=file, matches=matches)
            if matches
            else None
        )


def _live(cards: Cards) -> int:
    """Return the index of the first stage being played; between rounds, the first with a match to
    come, and at the end the last."""
    stages = cards.by_stage
    playing = (at for at, there in enumerate(stages) if any(c.state == "playing" for c in there))
    to_come = (at for at, there in enumerate(stages) if any(_to_come(card) for card in there))
    return next(playing, next(to_come, len(stages) - 1))


def _is_ending(names: Names, cards: Cards, live: int) -> bool:
    """Return whether each stage from the live one on is a single match, with one at a time."""
    left = cards.by_stage[live:]
    playing = sum(card.state == "playing" for there in left for card in there)
    third = names.stages[live].side is Side.THIRD
    return not third and playing <= 1 and all(len(there) == 1 for there in left)


def _on_paper(layout: Layout, stages: Iterable[SimpleNamespace]) -> str:
    tallest = max(stage.rows for stage in stages)
    if layout.columns <= _ON_ONE.columns and tallest <= _ON_ONE.rows:
        return "sheet"
    return "sheets" if layout.columns <= _ON_EACH.columns and tallest <= _ON_EACH.rows else ""


def _to_come(card: Card) -> bool:
    return card.state != "bye" and not card.winner and any(spot.file for spot in card.spots)


def _stage(
    stage: NamedStage, cards: tuple[Card, ...], layout: Layout, *, in_short: bool, live: bool
) -> SimpleNamespace:
    """Return a stage: its title, and a short one for a row of links; `progress` is "2 of 4" if
    several matches are `playing`; the page opens at the `live` one; a `past` one comes first on
    phones. On wide screens it is in this column and row, over this many rows."""
    top, end = layout.rows(stage)
    played = [card for card in cards if card.state != "bye"]
    playing = sum(card.state == "playing" for card in played)
    counted = playing and len(played) > 1
    over = len(played) - playing
    # Note: so many matches of a stage are over.
    done = _("{done} of {total} done", done=over, total=len(played)) if counted else ""
    return SimpleNamespace(
        side=stage.side.value,
        title=stage.title,
        short=stage.short if in_short else stage.title,
        playing=playing > 0,
        progress=done,
        live=live,
        past=cards[0].keys[0] in layout.later,
        column=layout.cells[cards[0].keys[0]].column,
        row=top,
        rows=end - top,
        cells=tuple(_cell(card, top, layout) for card in cards),
    )


def _cell(card: Card, top: int, layout: Layout) -> SimpleNamespace:
    """Return a card in its stage: its first row there, from 1, and its number of rows. `joins` are
    the lines from it, by the file of the player who advances, or "" while unknown."""
    cell = layout.cells[card.keys[0]]
    joins = {join.mover: join for join in layout.joins(card)}
    return SimpleNamespace(card=card, row=cell.row - top, rows=cell.rows, joins=joins)


def addresses(snapshot: Snapshot) -> Mapping[int, str]:
    """Return the page of each playoff that has begun, by phase number.

    If the event has several, their addresses differ from the beginning, so that none changes its
    meaning.
    """
    playoffs = [phase for phase in snapshot.phases if phases.playoff(phase.phase.type)]
    return {
        phase.phase.number: (
            "bracket.html" if len(playoffs) == 1 else f"phase-{phase.phase.number}-bracket.html"
        )
        for phase in playoffs
        if phase.rounds and phase.seeds
    }
