"""Checks of booster drafts: whoever plays should have a pod, and nobody else."""

from collections.abc import Iterator

from runner.compute.checks.check import Check
from runner.compute.progress import Progress
from runner.core.phrases import listed, numbered
from runner.core.problems import Place, Problem, note, warning
from runner.phases.model import PhaseResult, Results

_MOST = 6


def pods_and_players(progress: Progress, results: Results) -> Iterator[Problem]:
    """Who plays and is in no pod, and who is in one and does not play; until round 1 is out."""
    for result in results:
        draft = progress.ledger.drafts.get(result.phase.number)
        if draft is None or not draft.pods or result.rounds:
            continue
        yield from _missing(progress, result, draft.spots)
        for player, (pod, seat) in draft.spots.items():
            if player not in result.playing:
                yield warning(
                    _cell(progress, result, player),
                    f"{_name(progress, player)} has pod {pod}, seat {seat} of {result.phase.name}, "
                    "but does not play.",
                    "Clear pod and seat, or choose “Make pods” again.",
                )


def mates_who_build_together(progress: Progress, results: Results) -> Iterator[Problem]:
    """Two of one pod share a building table, where one pod is larger than all others together."""
    for result in results:
        draft = progress.ledger.drafts.get(result.phase.number)
        if draft is None or result.rounds:
            continue
        spots = draft.spots
        mates = [
            number
            for number, ids in draft.tables.items()
            if len({spots[player][0] for player in ids if player in spots}) < len(ids)
        ]
        if mates:
            what = "building table" if len(mates) == 1 else "building tables"
            yield note(
                Place("Draft"),
                f"At {what} {numbered(mates)} two of one pod sit together; no other seating has "
                "fewer such tables.",
                "Make pods of more even sizes, or let them sit alone.",
            )


def _missing(
    progress: Progress, result: PhaseResult, spots: dict[str, tuple[int, int]]
) -> Iterator[Problem]:
    missing = [player for player in result.playing if player not in spots]
    if missing:
        names = listed([_name(progress, player) for player in missing], _MOST)
        has = "has no pod" if len(missing) == 1 else "have no pods"
        yield warning(
            _cell(progress, result, missing[0]),
            f"{names} {has} in the draft of {result.phase.name}.",
            "Type a pod and a seat for them on Draft, or choose “Make pods” again.",
        )


def _name(progress: Progress, player: str) -> str:
    found = progress.reconciled.players.get(player)
    return found.name if found else player


def _cell(progress: Progress, result: PhaseResult, player: str) -> Place:
    """The pod's cell in the player's line, or the whole sheet."""
    names = {player, _name(progress, player)}
    lines = (line for line in progress.event.draft if line.phase == result.phase.number)
    return next((line.places["pod"] for line in lines if line.player in names), Place("Draft"))


CHECKS: tuple[Check, ...] = (pods_and_players, mates_who_build_together)
