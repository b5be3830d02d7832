"""The pages of a site, and their views; rows shared by several pages are made once."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property, partial
from types import SimpleNamespace

from runner.compute.snapshot import Snapshot
from runner.core.language import _, ngettext
from runner.core.language import current as spoken
from runner.render.feeds import event_data
from runner.render.rows import PlayerLine
from runner.render.site import (
    crosstable,
    data_page,
    draft_page,
    final_page,
    front_page,
    lists,
    rankings,
    result_cards,
    scoring_page,
    static,
)
from runner.render.site import statistics as figures
from runner.render.site.bracket.page import Brackets, Matches
from runner.render.site.final_page import FinalView
from runner.render.site.frame import Page, address
from runner.render.site.links import chip, ranking_chips
from runner.render.site.players import PlayerPages, PlayerView
from runner.render.site.round_page import round_page
from runner.render.site.shared import Shared

_STANDINGS, OFFLINE, EMBED = "standings.html", "offline.html", "embed.html"


class Pages:
    """All pages of a snapshot except those of players, which are in `of_players`, and the one to
    `embed`. `files` are the paths of other files, and `styles` the CSS files of single pages."""

    def __init__(self, snapshot: Snapshot, files: Collection[str] = ()) -> None:
        self.shared, self._name = Shared(snapshot), snapshot.event.name
        self._places = final_page.shown(snapshot)
        self._latest = next((phase for phase in reversed(snapshot.phases) if phase.current), None)
        self._data = data_page.data_view(files)
        self.styles: dict[str, bytes] = {}
        self._brackets = Brackets(self.shared.snapshot, self.shared.directory)
        self._meets = {file: match.opponent for file, match in self._brackets.to_come.items()}
        self.pairings = lists.pairings_view(self.shared, self._meets)
        self.cards = result_cards.result_cards(snapshot, self.shared.directory)
        self._won = result_cards.winners(snapshot, self.shared.directory, self.cards)

    def __iter__(self) -> Iterator[Page]:
        yield from self._of_the_event()
        yield from self._sometimes()
        yield from self._of_rounds()
        yield from self._of_rankings()
        for path, view in self._brackets.views().items():
            if view.style:
                self.styles[view.style_at] = view.style.encode()
            yield Page(
                path, "bracket.html", "bracket", _("Bracket, {title}", title=view.title),
                _("The bracket of {event}, with seeds and results as they come in.",
                  event=self._name), view,
            )  # fmt: skip

    def _of_the_event(self) -> Iterator[Page]:
        shared, snapshot, name = self.shared, self.shared.snapshot, self._name
        current = snapshot.current_round
        now = snapshot.event.title(current.id) if current else _("no round yet")
        standings, earlier = self._standings, front_page.earlier(self._brackets.now(current))
        front, about = self._front, _("{event}: pairings, tables and standings.", event=name)
        front.data, front.waiting = event_data(snapshot, about, address(snapshot)), self._waiting
        yield Page("index.html", "index.html", "event", name, about, front, self._won)
        yield Page(
            "pairings.html", "pairings.html", "pairings", _("Pairings, {round}", round=now),
            _("Who sits where in {event}, by last name.", event=name),
            self.pairings._replace(earlier=earlier) if current else lists.players_view(shared),
        )  # fmt: skip
        yield Page(
            "tables.html", "tables.html", "tables", _("Tables, {round}", round=now),
            _("The tables of {event} with results as they come in.", event=name),
            self._tables(earlier),
        )  # fmt: skip
        yield Page(
            "standings.html", "final.html" if self._places else "standings.html", "standings",
            _("Standings"), _("The ranking of {event}.", event=name), standings, self._won,
        )  # fmt: skip
        yield Page(
            "players/index.html", "players.html", "players", _("Players"),
            _("Everybody who plays in {event}.", event=name), self._players,
        )  # fmt: skip
        yield Page(
            OFFLINE, "offline.html", "", _("Not connected"),
            _("What a phone shows without a connection for a page that it has not kept."), None,
        )  # fmt: skip
        yield Page(
            "rounds/index.html", "rounds.html", "rounds", _("Rounds"),
            _("Every round of {event}.", event=name), lists.rounds_view(shared),
        )  # fmt: skip
        yield Page(
            scoring_page.PATH, "scoring.html", "scoring", _("How this event is scored"),
            _("Points, tiebreakers, pairing and time in {event}, in plain words.", event=name),
            scoring_page.scoring_view(snapshot),
        )  # fmt: skip

    def _tables(self, earlier: Sequence[Matches]) -> SimpleNamespace:
        """Return the current round, with the `earlier` ones of a playoff and the opponents of
        players who wait; without a round only the day's figures."""
        now = self.shared.current
        if now is None:
            return SimpleNamespace(title="", figures=front_page.today(self.shared.snapshot))
        return SimpleNamespace(**vars(now) | {"earlier": earlier, "waiting": self._waiting})

    @cached_property
    def _waiting(self) -> tuple[PlayerLine, ...]:
        """Players who wait for their next match in a bracket, each with the opponent in words."""
        waiting = self.shared.current.waiting if self.shared.current else ()
        return tuple(each._replace(words=self._meets.get(each.file, "")) for each in waiting)

    def _sometimes(self) -> Iterator[Page]:
        """Yield the pages of drafts, data, crosstables and statistics, if there are any."""
        shared = self.shared
        for draft in shared.snapshot.drafts:
            view = draft_page.draft_view(shared.snapshot, draft, shared.directory)
            yield Page(
                draft_page.file_of(draft), "draft.html", "draft", view.head,
                _("Pods, seats and building tables of {event}.", event=self._name), view,
            )  # fmt: skip
        if len(self._data) > 2:  # more than the feed and the calendar
            yield Page(
                data_page.PATH, "data.html", "data", _("Data"),
                _("Standings, pairings and results of {event} as files.", event=self._name),
                self._data,
            )  # fmt: skip
        if crossed := crosstable.crosstables(shared):
            yield Page(
                crosstable.PATH, "crosstable.html", "standings", _("Crosstable"),
                _("Everybody against everybody in {event}.", event=self._name), crossed,
            )  # fmt: skip
        if numbers := figures.statistics_view(shared.snapshot):
            yield Page(
                figures.PATH, "statistics.html", "statistics", _("Statistics"),
                _("Seats, draws and decks in {event}.", event=self._name), numbers,
            )  # fmt: skip

    @property
    def _players(self) -> lists.ListView:
        """Return all players, with their places or ranks; those of groups would say little."""
        view = self._standings
        if isinstance(view, FinalView):
            lines = (line._replace(rank="" if line.mark else line.rank) for line in view.lines)
            return lists.players_view(self.shared, _("Place"), lines)
        if view.ranking and not view.ranking.groups:
            return lists.players_view(self.shared, _("Rank"), view.ranking.lines)
        return lists.players_view(self.shared)

    @cached_property
    def _front(self) -> SimpleNamespace:
        """Return the view of the front page."""
        view, snapshot = self._standings, self.shared.snapshot
        leading = view if isinstance(view, FinalView) else view.ranking
        playing = None if snapshot.over else snapshot.current_round
        return front_page.front_view(self.shared, leading, self._brackets.now(playing))

    @cached_property
    def _standings(self) -> FinalView | SimpleNamespace:
        """Return the places of the whole event if they say more, or else the latest ranking, which
        is None before the first result. `veil` is a sentence if a later ranking is hidden."""
        shared, snapshot = self.shared, self.shared.snapshot
        if self._places:
            return final_page.final_view(snapshot, shared.directory, self._chips())
        ranking, veil = None, front_page.veil(snapshot)
        latest = self._latest
        if latest and latest.current:
            ranking = shared.rankings[latest.current.after]
            if latest.over and latest is snapshot.phases[-1]:
                ranking = rankings.final(ranking)
        return SimpleNamespace(
            ranking=ranking, chips=self._chips(), veil=veil, figures=front_page.today(snapshot)
        )

    def _chips(self, file: str = "") -> tuple[SimpleNamespace, ...]:
        """Return links to all rankings; `file` is the current one, or "" for the latest."""
        ranked, latest = self.shared.ranked, self._latest
        if self._places:
            return ranking_chips(
                ranked, chip(_("Whole event"), "", _STANDINGS, not file), None, file
            )
        if not latest or not latest.current:
            return ()
        after = latest.current.after
        view = self.shared.rankings[after]
        title = _("{round} · live", round=view.short) if view.live else view.short
        spoken = _("Standings after {round}", round=latest.phase.called(after.number))
        return ranking_chips(ranked, chip(title, spoken, _STANDINGS, not file), after, file)

    def _of_rounds(self) -> Iterator[Page]:
        shared = self.shared
        for index, (id_, view) in enumerate(shared.rounds.items()):
            yield Page(
                f"rounds/{view.file}.html", "round.html", "rounds",
                shared.snapshot.event.title(id_),
                _("Tables and results of {event}.", event=self._name),
                round_page(shared, index),
            )  # fmt: skip

    def _of_rankings(self) -> Iterator[Page]:
        for link in self.shared.ranked:
            view = self.shared.rankings[link.id]
            phase = self.shared.snapshot.event.phase(link.id.phase)
            yield Page(
                f"standings/{link.file}.html", "standings.html", "standings",
                _("Standings after {round}", round=phase.called(link.id.number)),
                _("The ranking of {event}.", event=self._name),
                SimpleNamespace(ranking=view, chips=self._chips(link.file), veil="", figures=()),
            )  # fmt: skip

    @cached_property
    def embed(self) -> Page:
        """The page for a frame on another site: what is going on, the latest ranking, and
        everyone's table, or result once the round is over."""
        style, script = (
            static.checksum(static.files(spoken())[path])
            for path in (static.EMBED_STYLE, static.EMBED_SCRIPT)
        )
        front = self._front
        view = SimpleNamespace(
            standings=self._standings, whole=isinstance(self._standings, FinalView),
            pairings=self.pairings, style=style, script=script,
            state=front.state, headline=front.headline, done=front.done, total=front.total,
        )  # fmt: skip
        return Page(
            EMBED, EMBED, "", _("Standings and pairings"),
            _("{event}: pairings, tables and standings.", event=self._name), view,
        )  # fmt: skip

    @cached_property
    def of_players(self) -> Mapping[str, Callable[[], Page]]:
        """Functions that make the page of each player, by path: making them is most of the work."""
        players, directory = PlayerPages(self.shared, self._brackets), self.shared.directory
        views = [
            *((person, partial(players.view, key)) for key, person in directory.people.items()),
            *(
                (person, partial(players.of_member, key))
                for key, person in directory.members.items()
            ),
        ]
        return {
            f"players/{person.file}.html": partial(self._of_somebody, view)
            for person, view in views
        }

    def _of_somebody(self, make_view: Callable[[], PlayerView]) -> Page:
        view = make_view()
        picture = result_cards.path_of(view.person.file)
        return Page(
            f"players/{view.person.file}.html", "player.html", "players", view.person.name,
            _standing(view) or _("Table, rounds and tiebreakers in {event}.", event=self._name),
            view, picture if picture in self.cards else "",
        )  # fmt: skip


def _standing(view: PlayerView) -> str:
    """Return "Place 3–4 of 118, semifinal" if places are known, or "Rank 6 of 118, 3–2–0, 21
    points" for the latest phase with a ranking, or ""."""
    if place := view.place:
        # Note: {reached} is how far somebody got: “semifinal”, “Swiss”, “still in”.
        return _(
            "Place {place} of {total}, {reached}",
            place=place.place, total=place.of, reached=place.reached,
        )  # fmt: skip
    score = next((phase.score for phase in view.phases if phase.score), None)
    if score is None:
        return ""
    line = score.line
    if not line.points:
        return _(
            "Rank {rank} of {total}, {record}", rank=line.rank, total=score.of, record=line.record
        )
    return ngettext(
        "Rank {rank} of {total}, {record}, {n} point",
        "Rank {rank} of {total}, {record}, {n} points",
        line.worth, rank=line.rank, total=score.of, record=line.record,
    )  # fmt: skip
