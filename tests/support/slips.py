from collections.abc import Sequence
from dataclasses import replace

from runner.compute.snapshot import Snapshot
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.problems import Place
from runner.core.rounds import Round, Seat, Table
from runner.phases.model import PhaseResult
from runner.render.documents.slips.slip import Slip
from runner.rules.ruleset import Ruleset

ROUND = RoundId(1, 3)


def slip(table: int = 1, seats: int = 4, **changes: object) -> Slip:
    made = Slip(
        table=table, event="Friday Commander", round="Round 3",
        seats=tuple(f"Player{table}x{seat}, Ana" for seat in range(seats)), best_of=1, address="",
        rehearsal=False,
    )  # fmt: skip
    return replace(made, **changes)  # type: ignore[arg-type]  # any field, by name


def snapshot(
    pods: Sequence[Sequence[str]], *, byes: Sequence[str] = (), best_of: int = 1, address: str = "",
    rehearsal: bool = False,
) -> Snapshot:  # fmt: skip
    """A third round with these names at tables 1, 2, ..."""
    names = [*(name for pod in pods for name in pod), *byes]
    players = {
        f"P{number}": Player(f"P{number}", name, place=Place("Players", f"B{number + 4}"))
        for number, name in enumerate(names)
    }
    ids = {player.name: identity for identity, player in players.items()}
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss")
    tables = [
        Table(number, tuple(Seat(ids[name]) for name in pod))
        for number, pod in enumerate(pods, start=1)
    ]
    played = Round(ROUND, tuple(tables), byes=tuple(ids[name] for name in byes))
    event = Event("Friday Commander", address=address, phases=(phase,))
    result = PhaseResult(phase, Ruleset("mamtr", best_of=best_of), rounds=(played,))
    return Snapshot(event, players, (result,), pairings=(), rehearsal=rehearsal)
