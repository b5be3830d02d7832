"""EDH_matchmaker as a program that the checklist is asked of: `benchmarks/checklist.py` starts it.

    python benchmarks/checklist_edh.py CLONE

It drives a clone of EDH_matchmaker (Python 3.12 or later, numpy, requests, tqdm, typing_extensions)
by the calls of its own window: pods of four and three, without byes, and the points of MAMTR.
"""

import json
import random
import sys
from typing import Any
from uuid import UUID

sys.path.insert(0, sys.argv[1])

from src import core  # type: ignore[import-not-found]

Document = dict[str, Any]


class Session:
    """One tournament."""

    def __init__(self, document: Document) -> None:
        random.seed(document["event"]["seed"])
        self.rounds = document["phases"][0]["rounds"]
        self.players: dict[str, Any] = {}
        self.tournament = core.Tournament(
            core.TournamentConfiguration(
                pod_sizes=[4, 3], allow_bye=False, win_points=7, bye_points=7, draw_points=1,
                n_rounds=self.rounds, auto_export=False,
            )
        )  # fmt: skip
        self.tournament.new_round()

    def answer(self, document: Document) -> Document:
        """Return the next round, or the standings after the last."""
        at = len(document["rounds"]) + 1
        if at > 1 and not self.finish(document, at):
            points = {
                one: int(player.rating(self.tournament.tour_round))
                for one, player in self.players.items()
            }
            order = sorted(points, key=lambda one: -points[one])
            return {
                "standings": [
                    {"rank": rank, "player": one, "match_points": points[one]}
                    for rank, one in enumerate(order, 1)
                ]
            }
        for one in document["players"]:
            if one["enters"] == at:
                entry = (one["id"], UUID(int=int(one["id"][1:])))
                (self.players[one["id"]],) = self.tournament.add_player(entry)
        for one in document["players"]:
            if one["awarded_byes"] >= at:
                self.tournament.toggle_bye([self.players[one["id"]]])
        self.tournament.create_pairings()
        now = self.tournament.tour_round
        tables = [
            {"table": number, "seats": [player.name for player in pod.players]}
            for number, pod in enumerate(now.pods, 1)
        ]
        byes = sorted(player.name for player in now.byes)
        return {"tables": tables, "byes": byes} if tables else {}

    def finish(self, document: Document, at: int) -> bool:
        """Enter the results of the last round and who drops; return whether another follows."""
        for table in document["rounds"][-1]["tables"]:
            for seat in table["seats"]:
                if seat["outcome"] == "win":
                    self.tournament.report_win(self.players[seat["player"]])
                elif seat["outcome"] == "draw":
                    self.tournament.report_draw(self.players[seat["player"]])
        for one in document["players"]:
            if one["drops_after"] == at - 1 and at <= self.rounds:
                self.tournament.drop_player(self.players[one["id"]])
        return at <= self.rounds and bool(self.tournament.new_round())


def main() -> None:
    """Answer each line of standard input with a line of standard output."""
    core.TournamentAction.LOGF = False
    out, sys.stdout = sys.stdout, sys.stderr
    session: Session | None = None
    for line in sys.stdin:
        document = json.loads(line)
        if not document["rounds"] or session is None:
            session = Session(document)
        print(json.dumps(session.answer(document)), file=out, flush=True)


if __name__ == "__main__":
    main()
