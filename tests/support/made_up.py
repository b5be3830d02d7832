"""Whole events at random, as documents of another program: nothing was paired by Runner."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.rules import presets

_GONE = ("concession", "penalty_loss", "no_show")
_PENALTIES = ("warning", "game loss", "game loss", "match loss", "disqualification")


def event_document(
    chance: Stream, preset: str, level: str = "competitive", **settings: Any
) -> dict[str, Any]:
    duel = presets.load(preset).mode is Mode.HEAD_TO_HEAD
    size = 2 if duel else 4
    rounds = 1 + chance.below(6)
    best_of = chance.choice((1, 3, 5) if duel else (1, 1, 1, 3))
    players = [_player(chance, number, rounds) for number in range(1, 6 + chance.below(22))]
    played = [
        _round(chance, number, _there(players, number), size, best_of)
        for number in range(1, rounds + 1)
    ]
    if rounds > 1 and chance.below(3) == 0:
        _take_back(chance, played[-1])
    ids = [player["id"] for player in players]
    return {
        "format": "runner-event/1",
        "event": {"name": "Made up", "date": "2026-11-21", "enforcement": level, "seed": "s"},
        "phases": [
            {
                "name": "Swiss", "mode": "head_to_head" if duel else "multiplayer",
                "type": "swiss", "preset": preset, "rounds": 6,
                "settings": {"best_of": best_of, **settings},
            }
        ],
        "players": players,
        "rounds": played,
        "penalties": [
            {"round": 1 + chance.below(rounds), "player": chance.choice(ids),
             "penalty": chance.choice(_PENALTIES)}
            for _ in range(chance.below(7))
        ],
    }  # fmt: skip


def _player(chance: Stream, number: int, rounds: int) -> dict[str, Any]:
    player: dict[str, Any] = {"id": f"P{number:03}", "name": f"Player {number:03}", "enters": 1}
    if chance.below(6) == 0:
        player["enters"] = 1 + chance.below(rounds + 1)
    if chance.below(6) == 0:
        player["drops_after"] = player["enters"] + chance.below(rounds)
        if chance.below(3) == 0:
            player["returns"] = player["drops_after"] + 2
    return player


def _there(players: Sequence[dict[str, Any]], round_: int) -> list[str]:
    """Those who have come and have not left, or are back."""
    return [
        player["id"]
        for player in players
        if player["enters"] <= round_
        and (round_ <= player.get("drops_after", 99) or round_ >= player.get("returns", 99))
    ]


def _round(
    chance: Stream, number: int, there: Sequence[str], size: int, best_of: int
) -> dict[str, Any]:
    waiting, tables, apart = chance.shuffled(there), [], count(1)
    byes, absent = [], []
    while len(waiting) >= (2 if size == 2 else 3):
        if chance.below(12) == 0:
            absent.append(waiting.pop())
            continue
        seats = size if size == 2 else chance.choice((size, size, size, 3, 5))
        tables.append(_table(chance, next(apart), waiting[:seats], best_of))
        del waiting[:seats]
    for player in waiting:
        (absent if chance.below(3) == 0 else byes).append(player)
    return {"phase": 1, "number": number, "tables": tables, "byes": byes, "absent": absent}


def _table(chance: Stream, number: int, ids: Sequence[str], best_of: int) -> dict[str, Any]:
    made = _match(chance, best_of) if len(ids) == 2 else _pod(chance, len(ids), best_of)
    outcomes, games, drawn = made
    seats = [
        {"player": each, **({"outcome": outcomes[at]} if outcomes else {}),
         **({"games_won": games[at]} if games else {})}
        for at, each in enumerate(ids)
    ]  # fmt: skip
    return {"table": number, "seats": seats, **({"games_drawn": drawn} if drawn else {})}


def _match(chance: Stream, best_of: int) -> tuple[list[str], list[int], int]:
    """A match of two: by its games, or given up by one or both with games typed or not."""
    needed = best_of // 2 + 1
    kind = chance.below(10)
    if kind < 6:
        won = [chance.below(needed + 1), chance.below(needed + 1)]
        if won == [needed, needed] or (kind == 0 and won[0] == won[1]):
            won = [needed, needed - 1]
        return [], won, chance.below(2)
    if kind == 6:
        return ["draw", "draw"], [0, 0], best_of
    outcomes = ["win", chance.choice(_GONE)] if kind < 9 else [chance.choice(_GONE) for _ in "12"]
    outcomes = chance.shuffled(outcomes)
    won = [chance.below(needed + 1), chance.below(needed + 1)]
    if won == [needed, needed] or chance.below(2):
        return outcomes, [], 0
    return outcomes, won, 0


def _pod(chance: Stream, seats: int, best_of: int) -> tuple[list[str], list[int], int]:
    """A pod: somebody won, all drew, or nobody won, and now and then somebody gave up."""
    kind = chance.below(10)
    outcomes = ["draw" if kind < 3 else "loss"] * seats
    for at in range(seats):
        if chance.below(8) == 0:
            outcomes[at] = chance.choice(_GONE)
    winner = chance.below(seats)
    if kind > 3:
        outcomes[winner] = "win"
    if best_of == 1 or chance.below(2):
        return outcomes, [], 0
    return outcomes, [int(at == winner and kind > 3) for at in range(seats)], chance.below(2)


def _take_back(chance: Stream, last: dict[str, Any]) -> None:
    """Some tables of the last round still play."""
    for table in last["tables"]:
        if chance.below(2):
            table.pop("games_drawn", None)
            for seat in table["seats"]:
                seat["outcome"] = None
                seat.pop("games_won", None)
