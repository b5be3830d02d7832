"""The event as a tournament log of EDH_matchmaker, which can open and continue it.

The form is version 1.1 of its documentation; for programs that only know 1.0, the points are in
`config` too. What it cannot express is left out: games within a match, points by place, reasons for
absences, and playoff rounds of a size that it does not know.
"""

from collections.abc import Iterator
from typing import Any
from uuid import NAMESPACE_URL, uuid5

from runner.compute.snapshot import Snapshot
from runner.core.rounds import Outcome, Round, Table
from runner.phases.model import PhaseResult

VERSION = "1.1"
_STAGES = frozenset({4, 7, 10, 13, 16, 40})
"""The numbers of players with which a playoff round may begin."""
_SWISS = frozenset({"swiss", "round_robin"})
_BY_CHANCE, _BY_POINTS = "PairingRandom", "PairingDefault"
_SEAT_RATES = [0.2470, 0.1928, 0.1672, 0.1458]
"""Its own default of how often each seat wins, which a log must have."""


def matchmaker_log(snapshot: Snapshot) -> dict[str, Any]:
    """Return the log, with the players' public names. The same event gives the same ids."""
    return _Log(snapshot.for_players).document()


class _Log:
    def __init__(self, public: Snapshot) -> None:
        self._public = public
        self._own = f"runner/{public.event.name}/{public.event.date}"
        self._uids = {player: self._uid("player", player) for player in public.players}

    def _uid(self, *what: object) -> str:
        return str(uuid5(NAMESPACE_URL, "/".join((self._own, *map(str, what)))))

    def document(self) -> dict[str, Any]:
        """Return the whole log."""
        rounds = [
            (result, round_, stage)
            for result in self._public.phases
            for round_ in result.rounds
            if (stage := _stage(result, round_)) is not None
        ]
        return {
            "format_version": VERSION,
            "generator": {"name": "Runner"},
            "uid": self._uid("event"),
            "config": self._config(),
            "players": [
                {
                    "uid": self._uids[player.id],
                    "name": player.name,
                    "decklist": player.extra.get("Decklist") or None,
                }
                for player in self._public.players.values()
            ],
            "rounds": [self._round(at, *each) for at, each in enumerate(rounds)],
        }

    def _config(self) -> dict[str, Any]:
        phases = self._public.phases
        swiss = next((each for each in phases if each.phase.type in _SWISS), None)
        rules = (swiss or phases[0]).ruleset if phases else None
        size = rules.pod_size if rules else 4
        cuts = [each.phase.cut for each in phases if each.phase.cut in _STAGES]
        points = {
            "win_points": int(rules.win if rules else 5),
            "bye_points": int(rules.bye if rules else 5),
            "draw_points": int(rules.draw if rules else 1),
        }
        by_pods = bool(rules) and size > 2 and "pods" in (rules.uneven if rules else "")
        return {
            "pod_sizes": [size, size - 1] if by_pods else [size],
            "allow_bye": not by_pods,
            "snake_pods": False,
            "n_rounds": (swiss.planned or len(swiss.rounds)) if swiss else 0,
            "max_byes": (rules.max_byes if rules else None) or 2,
            "auto_export": False,
            "standings_export": {"fields": [0, 2, 4], "format": 0, "dir": "./logs/standings.txt"},
            "global_wr_seats": _SEAT_RATES,
            "top_cut": cuts[0] if cuts else 0,
            "scoring_logic": "ScoringDefault",
            "scoring_params": points,
            **points,
        }

    def _round(self, at: int, result: PhaseResult, round_: Round, stage: int) -> dict[str, Any]:
        uid = self._uid("round", round_.id.phase, round_.id.number)
        dropped = set(self._dropped(round_))
        there = {*round_.byes, *(player for table in round_.tables for player in table.players)}
        losers = [
            seat.player
            for table in round_.tables
            for seat in table.seats
            if seat.outcome is Outcome.PENALTY_LOSS
        ]
        return {
            "tour": self._uid("event"),
            "seq": at,
            "stage": stage,
            "logic": _BY_CHANCE if round_.id.number == 1 else _BY_POINTS,
            "uid": uid,
            "dropped": self._of(player for player in self._uids if player in dropped),
            "disabled": self._of(
                player for player in self._uids if player not in dropped and player not in there
            ),
            "byes": self._of(round_.byes),
            "game_loss": self._of(losers),
            "pods": [self._pod(table, uid, result.ruleset.pod_size) for table in round_.tables],
        }

    def _dropped(self, round_: Round) -> Iterator[str]:
        """Yield the players who have left: before this round, or after it if it is the last
        published one."""
        number = self._public.rounds.index(round_) + 1
        due = number + (number == len(self._public.rounds))
        for player in self._public.players.values():
            if player.enters <= number and not player.plays(due):
                yield player.id

    def _pod(self, table: Table, round_uid: str, size: int) -> dict[str, Any]:
        return {
            "uid": self._uid(round_uid, table.number),
            "tour_round": round_uid,
            "table": table.number,
            "cap": max(size, len(table.seats)),
            "result": self._of(_winners(table)),
            "players": self._of(table.players),
        }

    def _of(self, players: Iterator[str] | Any) -> list[str]:
        return [self._uids[player] for player in dict.fromkeys(players)]


def _stage(result: PhaseResult, round_: Round) -> int | None:
    """Return 0 for a Swiss round, or the number of players left for a playoff round; None if a log
    cannot express it."""
    if result.phase.type in _SWISS:
        return 0
    left = len(round_.byes) + sum(len(table.seats) for table in round_.tables)
    return left if left in _STAGES else None


def _winners(table: Table) -> list[str]:
    """Return the winner, or all who drew; empty while the table plays. Where only one drew, as all
    others had conceded or lost by penalty, all are named, since one alone would have won."""
    if not table.finished:
        return []
    won, drew = (
        [seat.player for seat in table.seats if seat.outcome is wanted]
        for wanted in (Outcome.WIN, Outcome.DRAW)
    )
    return won or (drew if len(drew) > 1 else list(table.players) if drew else [])
