"""What there is to say of the colours that are chosen for Two-Color Star."""

from collections.abc import Iterator

from runner.compute.progress import Progress
from runner.core.event import Player, RowKey, RowKind, seat_letter
from runner.core.phrases import count, listed
from runner.core.problems import Problem, warning
from runner.phases.model import PhaseResult, Results
from runner.rules.variants.colours import NAMES, PAIRS

_MOST = 6


def chosen_by_all(progress: Progress, results: Results) -> Iterator[Problem]:
    """Some have chosen, and others have not."""
    for players in _there(progress, results):
        without = [player for player in players if not player.colours]
        if without and len(without) < len(players):
            names = listed([player.name for player in without], _MOST)
            yield warning(
                "star.colours-missing",
                without[0].at("colours"),
                f"{names} {'has' if len(without) == 1 else 'have'} no colours yet, and others have "
                "chosen; until then Runner gives those that are fewest.",
                "Choose a pair for everybody under Colours, or for nobody: then seats say them.",
            )


def too_many(progress: Progress, results: Results) -> Iterator[Problem]:
    """A pair of colours has more players than there can be tables."""
    for players in _there(progress, results):
        own = {pair: [each for each in players if each.colours == pair] for pair in PAIRS}
        if not all(player.colours for player in players):
            continue
        tables = min(map(len, own.values()))
        over = {pair: len(same) - tables for pair, same in own.items() if len(same) > tables}
        if over:
            said = listed([f"{more} of {NAMES[pair]}" for pair, more in over.items()])
            rarest = listed([NAMES[pair] for pair, same in own.items() if len(same) == tables])
            most = max(over, key=lambda pair: over[pair])
            yield warning(
                "star.too-many-of-colours",
                own[most][-1].at("colours"),
                f"A table of Two-Color Star has one of each pair of colours. The colours chosen "
                f"make {count(tables, 'table')}, and {said} sit out each round.",
                f"Let some of them play {rarest}, or clear Colours for all: then the seats say "
                "them.",
            )


def in_their_chairs(progress: Progress, results: Results) -> Iterator[Problem]:
    """Somebody has been seated by hand where other colours sit."""
    for result in results:
        if not _star(result) or not result.rounds:
            continue
        now = result.rounds[-1]
        players = {player.id: player for player in result.field}
        for table in now.tables:
            if table.finished or len(table.seats) != len(PAIRS):
                continue
            for at, (player, pair) in enumerate(zip(table.players, PAIRS, strict=True)):
                own = players[player].colours if player in players else ""
                if own and own != pair:
                    yield warning(
                        "star.wrong-chair",
                        progress.event.cell(
                            RowKey(now.id, RowKind.TABLE, table.number), f"seat {at + 1}"
                        ),
                        f"{players[player].name} plays {NAMES[own]}, and seat {seat_letter(at)} of "
                        f"table {table.number} is that of {NAMES[pair]}.",
                        "Exchange the names, so that opponents sit across from each other.",
                    )


def _there(progress: Progress, results: Results) -> Iterator[list[Player]]:
    """Those who play Two-Color Star in the next round of a phase, where somebody has chosen."""
    for result in results:
        if not _star(result) or result.over:
            continue
        playing = {*result.playing}
        players = [
            player
            for player in progress.reconciled.players.values()
            if (player.id in playing if playing else player.plays(1))
        ]
        if any(player.colours for player in players):
            yield players


def _star(result: PhaseResult) -> bool:
    variant = result.ruleset.played_as
    return variant is not None and variant.across
