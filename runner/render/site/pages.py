"""Which pages a site has, and what stands on each; rows that several show are made once."""

from __future__ import annotations

from collections.abc import Iterator

from runner.compute.snapshot import Snapshot
from runner.render.directory import Directory
from runner.render.site import final_page, front_page, lists, rankings, rounds, scoring_page
from runner.render.site.bracket.page import Brackets
from runner.render.site.final_page import FinalView
from runner.render.site.frame import Page
from runner.render.site.links import ranked_rounds, round_links
from runner.render.site.players import PlayerPages
from runner.render.site.rankings import StandingsPage, StandingsView
from runner.render.site.round_page import round_page


class Pages:
    """The pages of one snapshot."""

    def __init__(self, snapshot: Snapshot, directory: Directory) -> None:
        self._snapshot, self._directory = snapshot, directory
        self._name = snapshot.event.name
        self._rounds = {
            each.id: rounds.round_view(snapshot, directory, each) for each in snapshot.rounds
        }
        self._rankings = {
            ranking.after: rankings.standings_view(snapshot, directory, ranking)
            for phase in snapshot.phases
            for ranking in phase.standings
            if ranking.complete or ranking is phase.current
        }
        current = snapshot.current_round
        self._current = self._rounds[current.id] if current else None
        self._now = rounds.title(snapshot, current.id) if current else "no round yet"
        self._places = final_page.shown(snapshot)
        self.pairings = lists.pairings_view(snapshot, directory, self._current)

    def __iter__(self) -> Iterator[Page]:
        yield from self._of_the_event()
        yield from self._of_rounds()
        yield from self._of_rankings()
        brackets = Brackets(self._snapshot, self._directory)
        for path, view in brackets.views().items():
            yield Page(
                path, "bracket.html", "bracket", f"Bracket, {view.title}",
                f"The bracket of {self._name}, with seeds and results as they come in.", view,
            )  # fmt: skip
        yield from self._of_players(brackets)

    def _of_the_event(self) -> Iterator[Page]:
        snapshot, directory, name = self._snapshot, self._directory, self._name
        standings = self._standings()
        leading = standings if isinstance(standings, FinalView) else standings.ranking
        yield Page(
            "index.html", "index.html", "event", name,
            f"{name}: pairings, tables and standings.", front_page.front_view(snapshot, leading),
        )  # fmt: skip
        yield Page(
            "pairings.html", "pairings.html", "pairings", f"Pairings, {self._now}",
            f"Who sits where in {name}, by last name.", self.pairings,
        )  # fmt: skip
        yield Page(
            "tables.html", "tables.html", "tables", f"Tables, {self._now}",
            f"The tables of {name} with results as they come in.", self._current,
        )  # fmt: skip
        yield Page(
            "standings.html", "final.html" if self._places else "standings.html", "standings",
            "Standings", f"The ranking of {name}.", standings,
        )  # fmt: skip
        yield Page(
            "players/index.html", "players.html", "players", "Players",
            f"Everybody who plays in {name}.", lists.players_view(snapshot, directory),
        )  # fmt: skip
        yield Page(
            "rounds/index.html", "rounds.html", "rounds", "Rounds",
            f"Every round of {name}.", round_links(snapshot),
        )  # fmt: skip
        yield Page(
            scoring_page.PATH, "scoring.html", "scoring", "How this event is scored",
            f"Points, tiebreakers, pairing and time in {name}, in plain words.",
            scoring_page.scoring_view(snapshot),
        )  # fmt: skip

    def _standings(self) -> FinalView | StandingsPage:
        """The places of the whole event where they say more than the latest ranking, which has
        nothing to show before the first result."""
        snapshot = self._snapshot
        if self._places:
            return final_page.final_view(snapshot, self._directory)
        latest = next((each for each in reversed(snapshot.phases) if each.current), None)
        ranking: StandingsView | None = None
        if latest and latest.current:
            ranking = self._rankings[latest.current.after]
            if latest.over and latest is snapshot.phases[-1]:
                ranking = rankings.final(ranking)
        return StandingsPage(
            ranking, others=ranked_rounds(snapshot), veil=front_page.veil(snapshot)
        )

    def _of_rounds(self) -> Iterator[Page]:
        snapshot = self._snapshot
        for index, (id_, view) in enumerate(self._rounds.items()):
            yield Page(
                f"rounds/{view.file}.html", "round.html", "rounds", rounds.title(snapshot, id_),
                f"Tables and results of {self._name}.",
                round_page(snapshot, self._directory, view, index),
            )  # fmt: skip

    def _of_rankings(self) -> Iterator[Page]:
        others = ranked_rounds(self._snapshot)
        for link in others:
            view = self._rankings[link.id]
            yield Page(
                f"standings/{link.file}.html", "standings.html", "standings",
                f"Standings {view.title[:1].lower()}{view.title[1:]}",
                f"The ranking of {self._name}.",
                StandingsPage(view, others, link.file, whole=self._places),
            )  # fmt: skip

    def _of_players(self, brackets: Brackets) -> Iterator[Page]:
        players = PlayerPages(
            self._snapshot, self._directory, brackets, self._rounds, self._rankings
        )
        for player, person in self._directory.people.items():
            yield Page(
                f"players/{person.file}.html", "player.html", "players", person.name,
                f"Table, rounds and tiebreakers in {self._name}.", players.view(player),
            )  # fmt: skip
