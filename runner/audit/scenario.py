"""Random tournaments for any pairing program, the same bytes from the same seed.

A scenario says who plays, how strong they are, who comes late, leaves, comes back, has byes and
belongs to which club. How a table ends follows from the seed, the round and who sits there, so that
every program meets the same luck.
"""

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from runner.core.randomness import Stream

FORMAT = "runner-event/1"
Pairer = Callable[[dict[str, Any]], Mapping[str, Any] | None]
"""Pairs the next round of a document: its "tables", each with its "table" and "seats", and "byes";
None where there is no further round."""


@dataclass(frozen=True)
class Wanted:
    """What is asked of a scenario; None is left to the seed. Shares are per cent."""

    players: int | None = None
    rounds: int | None = None
    draws: int | None = None
    drops: int | None = None
    late: int | None = None
    clubs: int | None = None
    byes: int | None = None
    cut: int | None = None
    preset: str = "mamtr"


def scenario(seed: str, wanted: Wanted | None = None) -> dict[str, Any]:
    """Return a scenario as a `runner-event/1` document without rounds."""
    want, chance = wanted or Wanted(), Stream("scenario", seed)

    def or_drawn(given: int | None, low: int, high: int) -> int:
        drawn = low + chance.below(high - low + 1)
        return drawn if given is None else given

    count, rounds = or_drawn(want.players, 8, 64), or_drawn(want.rounds, 3, 6)
    draws, drops = or_drawn(want.draws, 0, 35), or_drawn(want.drops, 0, 8)
    late = or_drawn(want.late, 0, 8)
    clubs, byes = or_drawn(want.clubs, 0, max(1, count // 4)), or_drawn(want.byes, 0, 2)
    shares = (drops, late, clubs)
    players = [_player(chance, at, rounds, shares) for at in range(1, count + 1)]
    for player in players[: min(byes, count // 8)]:
        player |= {"awarded_byes": 1, "enters": 1}
    swiss: dict[str, Any] = {
        "name": "Swiss", "mode": "multiplayer", "type": "swiss", "preset": want.preset,
        "rounds": rounds, "pod_size": 4, "settings": {"keep_clubs_apart": clubs > 0},
    }  # fmt: skip
    playoff = {**swiss, "name": f"Top {want.cut}", "type": "single_elimination", "cut": want.cut}
    del playoff["rounds"]
    return {
        "format": FORMAT,
        "event": {"name": f"Scenario {seed}", "seed": f"scenario {seed}", "settings": {}},
        "phases": [swiss, *([playoff] if want.cut else [])],
        "players": players, "rounds": [], "draws": draws,
    }  # fmt: skip


def _player(chance: Stream, at: int, rounds: int, shares: tuple[int, int, int]) -> dict[str, Any]:
    drops, late, clubs = shares
    entered = 2 if chance.below(100) < late else 1
    last = next((each for each in range(entered, rounds) if chance.below(100) < drops), None)
    back = last + 2 if last and last + 2 <= rounds and not chance.below(4) else None
    strength = sum(chance.below(101) for _ in range(4)) // 4
    club = chance.below(2 * clubs) + 1 if clubs else 1
    return {
        "id": f"P{at:04}", "name": f"Player {at}", "club": f"Club {club}" if club <= clubs else "",
        "enters": entered, "drops_after": last, "returns": back, "awarded_byes": 0,
        "strength": strength,
    }  # fmt: skip


def outcomes(document: Mapping[str, Any], at: int, seats: Sequence[str]) -> list[str]:
    """Return how a table of the round `at` of the event ends, seat by seat. A seat earlier in turn
    order and a stronger player win more often; in a draw somebody may have conceded."""
    chance = Stream("results", document["event"]["seed"], at, *sorted(seats))
    strength = {one["id"]: one.get("strength", 50) for one in document["players"]}
    playoff = document["rounds"] and document["rounds"][-1].get("phase", 1) > 1
    if chance.below(100) < document.get("draws", 20) and not playoff:
        gone = "concession" if not chance.below(10) else "draw"
        return ["draw"] * (len(seats) - 1) + [gone]
    tickets = [20 + strength[one] + 3 * (len(seats) - seat) for seat, one in enumerate(seats)]
    winner = bisect([*accumulate(tickets)], chance.below(sum(tickets)))
    return ["win" if seat == winner else "loss" for seat in range(len(seats))]


def play(document: Mapping[str, Any], pair: Pairer) -> dict[str, Any]:
    """Return the scenario with all its rounds, as a program pairs them."""
    played = {**document, "rounds": []}
    while paired := pair(played):
        at = len(played["rounds"]) + 1
        phase = paired.get("phase", 1)
        number = 1 + sum(each["phase"] == phase for each in played["rounds"])
        round_: dict[str, Any] = {"phase": phase, "number": number, "tables": []}
        played["rounds"].append(round_)
        for table in paired["tables"]:
            ended = zip(table["seats"], outcomes(played, at, table["seats"]), strict=True)
            seats = [{"player": player, "outcome": how} for player, how in ended]
            round_["tables"].append({"table": table["table"], "seats": seats})
        round_ |= {"byes": [*paired["byes"]], "absent": []}
    return played
