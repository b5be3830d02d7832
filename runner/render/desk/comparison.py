"""An event under all presets, side by side: what the staff's page and the terminal both show."""

from collections.abc import Iterator
from types import SimpleNamespace

from runner.compute.comparison import Comparison, Ranked
from runner.compute.snapshot import Snapshot
from runner.core.language import within
from runner.core.numbers import points
from runner.render.directory import Directory
from runner.render.rows import PlayerLine, standing_line


def comparison_view(snapshot: Snapshot, found: Comparison) -> SimpleNamespace:
    """Return the comparison with names; `after` and `cut` are sentences without and with their full
    stop, `in_force` and `presets` the rankings by their rules, `changes` who moves by each preset,
    and `lines` every player by the rules in force and by each preset."""
    now = found.now.standings
    return SimpleNamespace(
        event=snapshot.event.name,
        after=f"After {within(snapshot.event.title(now.after))}"
        + ("" if now.complete else ", while it is being played"),
        rehearsal=snapshot.rehearsal,
        in_force=found.now,
        presets=found.others,
        cut="There is no cut."
        if found.cut is None
        else f"The cut is a Top {found.cut}{', as recommended' if found.advised else ''}.",
        changes=tuple(_change(snapshot, found, preset) for preset in found.others),
        lines=tuple(_lines(snapshot, found)),
    )


def _change(snapshot: Snapshot, found: Comparison, preset: Ranked) -> SimpleNamespace:
    """Return how many move under one preset, and who comes into the cut and falls out of it, with
    their ranks ("7 → 4")."""

    def named(player: str) -> PlayerLine:
        words = f"{found.now.ranks[player]} → {preset.ranks[player]}"
        return PlayerLine(snapshot.players[player].name, words=words)

    moves = found.moves(preset)
    into, out = [*map(named, moves.into)], [*map(named, moves.out)]
    return SimpleNamespace(preset=preset, moved=moves.moved, into=into, out=out)


def _lines(snapshot: Snapshot, found: Comparison) -> Iterator[SimpleNamespace]:
    directory = Directory(snapshot)
    above = found.now.above_cut(found.cut or 0)
    by_preset = [_cells(found, preset) for preset in found.others]
    for row in found.now.standings.rows:
        line = standing_line(directory, row.player, row)
        rank = f"{line.rank}=" if line.tied else line.rank
        yield SimpleNamespace(
            now=line._replace(rank=rank, cut=row.player in above[-1:]),
            cells=[cells[row.player] for cells in by_preset],
        )


def _cells(found: Comparison, preset: Ranked) -> dict[str, SimpleNamespace]:
    """Return each player under one preset, by id: `rank` is "3", or "3=" where the seed alone has
    decided it, `move` how many places better (above 0) or worse; `crossed` is "in" or "out" where
    the cut lies between the two ranks."""
    moves = found.moves(preset)
    return {
        row.player: SimpleNamespace(
            rank=f"{row.rank}{'=' if row.tied_with else ''}",
            points=points(row.match_points),
            move=found.now.ranks[row.player] - row.rank,
            crossed="in" if row.player in moves.into else "out" if row.player in moves.out else "",
        )
        for row in preset.standings.rows
    }
