"""An event under all presets, side by side: what the staff's page and the terminal both show."""

from collections.abc import Iterator
from typing import NamedTuple

from runner.compute.comparison import Comparison, Ranked
from runner.compute.snapshot import Snapshot
from runner.core.language import within
from runner.core.numbers import points
from runner.render.directory import Directory
from runner.render.rows import PlayerLine, StandingLine, standing_line


class Cell(NamedTuple):
    """A player under one preset; `rank` is "3", or "3=" where the seed alone has decided it. `move`
    is how many places better (above 0) or worse; `crossed` is "in" or "out" where the cut lies
    between the two ranks."""

    rank: str
    points: str
    move: int
    crossed: str


class ComparedLine(NamedTuple):
    """A player by the rules in force, cut below the last above it, and by each preset."""

    now: StandingLine
    cells: tuple[Cell, ...]


class Change(NamedTuple):
    """Who moves under one preset: how many, and who comes into the cut and falls out of it, with
    their ranks ("7 → 4")."""

    preset: Ranked
    moved: int
    into: tuple[PlayerLine, ...]
    out: tuple[PlayerLine, ...]


class ComparisonView(NamedTuple):
    """All that is shown; `after` and `cut` are sentences without and with their full stop."""

    event: str
    after: str
    rehearsal: bool
    in_force: Ranked
    presets: tuple[Ranked, ...]
    cut: str
    changes: tuple[Change, ...]
    lines: tuple[ComparedLine, ...]


def comparison_view(snapshot: Snapshot, found: Comparison) -> ComparisonView:
    """The comparison with names, ready to be shown."""
    now = found.now.standings
    return ComparisonView(
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


def _change(snapshot: Snapshot, found: Comparison, preset: Ranked) -> Change:
    def named(player: str) -> PlayerLine:
        words = f"{found.now.ranks[player]} → {preset.ranks[player]}"
        return PlayerLine(snapshot.players[player].name, words=words)

    moves = found.moves(preset)
    return Change(preset, moves.moved, tuple(map(named, moves.into)), tuple(map(named, moves.out)))


def _lines(snapshot: Snapshot, found: Comparison) -> Iterator[ComparedLine]:
    directory = Directory(snapshot)
    above = found.now.above_cut(found.cut or 0)
    by_preset = [_cells(found, preset) for preset in found.others]
    for row in found.now.standings.rows:
        line = standing_line(directory, row.player, row)
        rank = f"{line.rank}=" if line.tied else line.rank
        yield ComparedLine(
            line._replace(rank=rank, cut=row.player in above[-1:]),
            tuple(cells[row.player] for cells in by_preset),
        )


def _cells(found: Comparison, preset: Ranked) -> dict[str, Cell]:
    moves = found.moves(preset)
    return {
        row.player: Cell(
            rank=f"{row.rank}{'=' if row.tied_with else ''}",
            points=points(row.match_points),
            move=found.now.ranks[row.player] - row.rank,
            crossed="in" if row.player in moves.into else "out" if row.player in moves.out else "",
        )
        for row in preset.standings.rows
    }
