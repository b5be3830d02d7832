"""Rows shared by several pages of a snapshot."""

from runner.compute.snapshot import Snapshot
from runner.render.directory import Directory
from runner.render.outlook import outlook_view
from runner.render.site.links import round_links
from runner.render.site.rankings import standings_view
from runner.render.site.rounds import round_view


class Shared:
    """A snapshot with the views of its players, rounds and rankings.

    `rounds` are all published rounds, by id. `rankings` are those of complete rounds and the latest
    of each phase, by the round that they follow. `outlook` is what is known about the next cut.
    `current` is the published round, or None; `links` are the rounds, latest first; `ranked` are
    those with a ranking, earliest first.
    """

    def __init__(self, snapshot: Snapshot) -> None:
        self.snapshot, self.directory = snapshot, Directory(snapshot)
        self.rounds = {
            round_.id: round_view(snapshot, self.directory, round_) for round_ in snapshot.rounds
        }
        self.outlook = outlook_view(snapshot)
        self.rankings = {
            ranking.after: standings_view(snapshot, self.directory, ranking, self.outlook)
            for phase in snapshot.phases
            for ranking in phase.standings
            if ranking.complete or ranking is phase.current
        }
        now = snapshot.current_round
        self.current = self.rounds[now.id] if now else None
        self.links = round_links(snapshot)
        self.ranked = tuple(link for link in reversed(self.links) if link.standings)
