"""What several pages of one snapshot show, made once for all of them."""

from runner.compute.snapshot import Snapshot
from runner.render.directory import Directory
from runner.render.outlook import outlook_view
from runner.render.site.links import round_links
from runner.render.site.rankings import standings_view
from runner.render.site.rounds import round_view


class Shared:
    """A snapshot with its players, rounds and rankings as pages show them.

    `rounds` are all that are out, by id. `rankings`, by the round that they are after, are those of
    completed rounds, and the latest of each phase. `outlook` is what is certain of the cut ahead.
    `current` is the round that is out, or None;
    `links` are the rounds, the latest first.
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
