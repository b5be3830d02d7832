"""The page of a playoff: its stages with the cards of their matches, and everybody's path.

Which phases have one, and under which address, is said here for all pages that link to it.
"""

from collections.abc import Mapping
from types import SimpleNamespace

from runner import phases
from runner.compute.snapshot import Snapshot
from runner.core.language import _
from runner.core.phase import Mode
from runner.core.rounds import Round
from runner.phases import tree
from runner.phases.model import PhaseResult
from runner.render.directory import Directory
from runner.render.site import rounds
from runner.render.site.bracket.cards import Card, Cards
from runner.render.site.bracket.layout import Layout, page_layout
from runner.render.site.bracket.names import NamedStage, Names
from runner.render.site.bracket.reached import by_seed
from runner.render.site.bracket.stages import style_sheet
from runner.render.site.static import checksum
from runner.render.timed_text import time_view


class Brackets:
    """The playoffs of one snapshot: each that has begun."""

    def __init__(self, snapshot: Snapshot, directory: Directory) -> None:
        pages = addresses(snapshot)
        self._playoffs = [
            _Playoff(snapshot, phase, pages[phase.phase.number], directory)
            for phase in snapshot.phases
            if phase.phase.number in pages
        ]

    def views(self) -> Mapping[str, SimpleNamespace]:
        """What stands on each page, by its address."""
        links = tuple((playoff.phase.phase.name, playoff.page) for playoff in self._playoffs)
        others = links if len(links) > 1 else ()
        return {playoff.page: playoff.view(others) for playoff in self._playoffs}

    def paths(self, player: str) -> tuple[SimpleNamespace, ...]:
        """The way of a player through each playoff, the latest first."""
        found = (playoff.path(player) for playoff in reversed(self._playoffs))
        return tuple(path for path in found if path)

    def now(self, current: Round | None) -> tuple[str, tuple[Card, ...]]:
        """The title and the matches of the current round, if it is one of a playoff."""
        latest = self._playoffs[-1] if self._playoffs else None
        if latest is None or current is None or latest.phase.phase.number != current.id.phase:
            return "", ()
        return latest.matches(current.id.number)


class _Playoff:
    """One playoff with its tree; nothing is shown while its results are kept back."""

    def __init__(
        self, snapshot: Snapshot, phase: PhaseResult, page: str, directory: Directory
    ) -> None:
        self.phase, self.page = phase, page
        self._directory = directory
        self._time = time_view(snapshot, phase.rounds[-1])
        made = None if phase.veiled else tree(phase)
        self._names = Names(made, pods=phase.phase.mode is Mode.MULTIPLAYER) if made else None
        self._cards = Cards(self._names, phase, snapshot, directory) if self._names else None

    def view(self, others: tuple[tuple[str, str], ...]) -> SimpleNamespace:
        """`decided` says why somebody is champion whom no result made it. `veil` is said in place
        of results that are kept back. `everybody` is by seed, and `others` are the titles and
        addresses of all playoffs of the event, if there are more. `style` is the style sheet of the
        page and `style_at` its address, both "" where none is drawn; `style_link` changes with it,
        so that no browser keeps an old one."""
        names, cards = self._names, self._cards
        made = SimpleNamespace(
            title=self.phase.phase.name, champion="", decided="", status="", time=None, veil="",
            columns=0, stages=(), everybody=(), others=others, style="", style_at="", style_link="",
        )  # fmt: skip
        if names is None or cards is None or not names.stages:
            made.veil = rounds.veil(self.phase)
            return made
        layout = page_layout(names, cards)
        crowned = (card for card in cards.by_match.values() if card.state == "crown")
        made.champion = next((card.winner.name for card in crowned if card.winner), "")
        made.decided = by_seed(self.phase) if made.champion else ""
        latest = self.phase.rounds[-1]
        made.status = _(
            # Note: “Top 16, round 1: 3 of 4 tables still playing.”
            "{round}: {status}.",
            round=self.phase.phase.title(latest.id.number),
            status=rounds.status(latest),
        )
        made.time, made.columns = self._time, layout.columns
        made.everybody = tuple(self._directory[player] for player in names.seeds)
        stages = zip(names.stages, cards.by_stage, strict=True)
        live = _live(cards)
        made.stages = tuple(
            _stage(stage, there, layout, in_short=names.double, live=at == live)
            for at, (stage, there) in enumerate(stages)
        )
        made.style = style_sheet(layout.columns, made.stages, len(made.everybody))
        made.style_at = f"static/bracket-P{self.phase.phase.number}.css"
        made.style_link = f"{made.style_at}?v={checksum(made.style.encode())}"
        return made

    def matches(self, number: int) -> tuple[str, tuple[Card, ...]]:
        """The matches that have a table in a round, with its title: that of their stage if all are
        of one."""
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

    def path(self, player: str) -> SimpleNamespace | None:
        """The matches of a player with the titles of their stages; `page` has all of it."""
        matches = self._cards.of_player(player) if self._cards else ()
        title, file = self.phase.phase.name, self._directory[player].file
        return (
            SimpleNamespace(title=title, page=self.page, file=file, matches=matches)
            if matches
            else None
        )


def _live(cards: Cards) -> int:
    """The first stage that somebody plays in; between rounds the first with a match to come, and
    at the end the last."""
    stages = cards.by_stage
    playing = (at for at, there in enumerate(stages) if any(c.state == "playing" for c in there))
    to_come = (at for at, there in enumerate(stages) if any(_to_come(card) for card in there))
    return next(playing, next(to_come, len(stages) - 1))


def _to_come(card: Card) -> bool:
    return card.state != "bye" and not card.winner and any(spot.file for spot in card.spots)


def _stage(
    stage: NamedStage, cards: tuple[Card, ...], layout: Layout, *, in_short: bool, live: bool
) -> SimpleNamespace:
    """Return a stage: its title, and in short for a row of links; `progress` is "2 of 4" while it
    is played, and at the one that is `live` the page opens; one that is `past` comes before all
    others on phones. On wide screens it stands in this column, from this row on, in so many
    rows."""
    top, end = layout.rows(stage)
    played = [card for card in cards if card.state != "bye"]
    playing = sum(card.state == "playing" for card in played)
    # Note: so many matches of a stage are over.
    done = _("{done} of {total}", done=len(played) - playing, total=len(played)) if playing else ""
    return SimpleNamespace(
        side=stage.side.value,
        title=stage.title,
        short=stage.short if in_short else stage.title,
        progress=done,
        live=live,
        past=cards[0].keys[0] in layout.later,
        column=layout.cells[cards[0].keys[0]].column,
        row=top,
        rows=end - top,
        cells=tuple(_cell(card, top, layout) for card in cards),
    )


def _cell(card: Card, top: int, layout: Layout) -> SimpleNamespace:
    """Return a card in its stage: its first row there, from 1, and how many it takes. `joins` are
    the lines from it, by the file of the player who goes on, or "" while that is open."""
    cell = layout.cells[card.keys[0]]
    joins = {join.mover: join for join in layout.joins(card)}
    return SimpleNamespace(card=card, row=cell.row - top, rows=cell.rows, joins=joins)


def addresses(snapshot: Snapshot) -> Mapping[int, str]:
    """The page of each playoff that has begun, by the number of its phase.

    Where the event has several they are told apart from the beginning, so that no address changes
    its meaning during the day.
    """
    playoffs = [phase for phase in snapshot.phases if phases.playoff(phase.phase.type)]
    return {
        phase.phase.number: (
            "bracket.html" if len(playoffs) == 1 else f"phase-{phase.phase.number}-bracket.html"
        )
        for phase in playoffs
        if phase.rounds and phase.seeds
    }
