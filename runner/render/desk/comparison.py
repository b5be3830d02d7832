"""An event under all presets, side by side, for the staff's page and the terminal."""

from collections.abc import Iterator
from types import SimpleNamespace

from runner.compute.comparison import Comparison, Ranked
from runner.compute.snapshot import Snapshot
from runner.core.language import within
from runner.core.numbers import points
from runner.render.directory import Directory
from runner.render.rows import PlayerLine, standing_line


def comparison_view(snapshot: Snapshot, compared: Comparison) -> SimpleNamespace:
    """Return the comparison with names. `after` and `cut` are sentences, without and with a full
    stop; `in_force` and `presets` are the rankings, `changes` the moves under each preset, and
    `lines` each player under the rules in force and under each preset."""
    now = compared.now.standings
    return SimpleNamespace(
        event=snapshot.event.name,
        after=f"After {within(snapshot.event.title(now.after))}"
        + ("" if now.complete else ", while it is being played"),
        rehearsal=snapshot.rehearsal,
        in_force=compared.now,
        presets=compared.others,
        cut="There is no cut."
        if compared.cut is None
        else f"The cut is a Top {compared.cut}{', as recommended' if compared.advised else ''}.",
        changes=tuple(_change(snapshot, compared, preset) for preset in compared.others),
        lines=tuple(_lines(snapshot, compared)),
    )


def _change(snapshot: Snapshot, compared: Comparison, preset: Ranked) -> SimpleNamespace:
    """Return how many ranks change under a preset, and who moves into and out of the cut ("7
    → 4")."""

    def named(player: str) -> PlayerLine:
        words = f"{compared.now.ranks[player]} → {preset.ranks[player]}"
        return PlayerLine(snapshot.players[player].name, words=words)

    moves = compared.moves(preset)
    into, out = [*map(named, moves.into)], [*map(named, moves.out)]
    return SimpleNamespace(preset=preset, moved=moves.moved, into=into, out=out)


def _lines(snapshot: Snapshot, compared: Comparison) -> Iterator[SimpleNamespace]:
    directory = Directory(snapshot)
    above = compared.now.above_cut(compared.cut or 0)
    by_preset = [_cells(compared, preset) for preset in compared.others]
    for row in compared.now.standings.rows:
        line = standing_line(directory, row.player, row)
        rank = f"{line.rank}=" if line.tied else line.rank
        yield SimpleNamespace(
            now=line._replace(rank=rank, cut=row.player in above[-1:]),
            cells=[cells[row.player] for cells in by_preset],
        )


def _cells(compared: Comparison, preset: Ranked) -> dict[str, SimpleNamespace]:
    """Return each player's cell under a preset, by id. `rank` is "3", or "3=" if only the seed
    decides; `move` is the number of ranks gained (above 0) or lost; `crossed` is "in" or "out" if
    the player crosses the cut, else ""."""
    moves = compared.moves(preset)
    return {
        row.player: SimpleNamespace(
            rank=f"{row.rank}{'=' if row.tied_with else ''}",
            points=points(row.match_points),
            move=compared.now.ranks[row.player] - row.rank,
            crossed="in" if row.player in moves.into else "out" if row.player in moves.out else "",
        )
        for row in preset.standings.rows
    }
