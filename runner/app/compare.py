"""Shows an event under all presets: a few lines for the console, and a page for the staff."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from runner.app.event_folder import EventFolder
from runner.compute.comparison import Comparison, Ranked
from runner.compute.snapshot import Snapshot
from runner.core.numbers import points
from runner.disk import replace_synced
from runner.render.templating import environment

FILE = "compare.html"
_WIDEST_NAME = 28


def write_page(folder: EventFolder, snapshot: Snapshot, found: Comparison) -> Path:
    """Write the staff page into the event's folder; it is not part of the public site."""
    path = folder.root / FILE
    text = environment("staff").get_template(FILE).render(view=_view(snapshot, found))
    replace_synced(path, text.encode())
    return path


# --- the console ---------------------------------------------------------------------------------


def lines(snapshot: Snapshot, found: Comparison, top: int) -> Iterator[str]:
    """A table of the first `top` players (0: all), and who would make the cut under which rules."""
    yield f"{_after(found)}. Rank by the rules in force ({found.now.key}), and by each preset:"
    yield ""
    yield from _table(snapshot, found, top)
    yield ""
    yield from filter(None, (_cut_line(found), *_moves(snapshot, found)))


def _table(snapshot: Snapshot, found: Comparison, top: int) -> Iterator[str]:
    rows = found.now.standings.rows[: top or None]
    names = [snapshot.players[row.player].name[:_WIDEST_NAME] for row in rows]
    wide = max(map(len, (*names, "Player")))
    yield "  ".join(("Rank", "Player".ljust(wide), *(each.key for each in found.others)))
    for row, name in zip(rows, names, strict=True):
        ranks = [_rank(each, row.player).rjust(len(each.key)) for each in found.others]
        yield "  ".join((_rank(found.now, row.player).rjust(4), name.ljust(wide), *ranks)).rstrip()


def _rank(ranked: Ranked, player: str) -> str:
    """ "3", or "3=" where the seed alone has decided it."""
    return f"{ranked.ranks[player]}{'=' if player in ranked.tied else ' '}"


def _cut_line(found: Comparison) -> str:
    if found.cut is None:
        return "There is no cut."
    return f"The cut is a Top {found.cut}{', as recommended' if found.advised else ''}."


def _moves(snapshot: Snapshot, found: Comparison) -> Iterator[str]:
    for each in found.others:
        moves = found.moves(each)
        if not moves.moved:
            yield f"{each.key}: everybody stays where they are."
            continue
        said = f"{each.key}: {moves.moved} of {len(found.now.ranks)} have another rank"
        if found.cut is None:
            yield f"{said}."
        elif not moves.into:
            yield f"{said}; the same players make the cut."
        else:
            into, out = _named(snapshot, moves.into), _named(snapshot, moves.out)
            yield f"{said}. In: {into}. Out: {out}."


def _named(snapshot: Snapshot, players: tuple[str, ...]) -> str:
    return ", ".join(snapshot.players[each].name for each in players)


def _after(found: Comparison) -> str:
    now = found.now.standings
    return f"After {now.after.sheet}" + ("" if now.complete else ", while it is being played")


# --- the staff page ------------------------------------------------------------------------------


class Head(NamedTuple):
    """A column: the preset's key, and its name in full."""

    key: str
    name: str


class Cell(NamedTuple):
    """A player under one preset. `move` is how many places better (above 0) or worse; `crossed`
    is "in" or "out" where the cut lies between the two ranks."""

    rank: str
    points: str
    move: int
    crossed: str


class Line(NamedTuple):
    """A player: the rank by the rules in force and the cells of the presets; `last` above the
    cut has the line below it."""

    rank: str
    name: str
    points: str
    dropped: bool
    last: bool
    cells: tuple[Cell, ...]


class Change(NamedTuple):
    """Who moves under one preset."""

    key: str
    name: str
    moved: int
    into: tuple[str, ...]
    out: tuple[str, ...]


class View(NamedTuple):
    """All that the staff page shows."""

    event: str
    after: str
    rehearsal: bool
    in_force: Head
    heads: tuple[Head, ...]
    cut: str
    changes: tuple[Change, ...]
    lines: tuple[Line, ...]


def _view(snapshot: Snapshot, found: Comparison) -> View:
    changes = []
    for each in found.others:
        moves = found.moves(each)
        into, out = (
            tuple(_with_ranks(snapshot, found, each, player) for player in players)
            for players in (moves.into, moves.out)
        )
        changes.append(Change(each.key, each.name, moves.moved, into, out))
    return View(
        snapshot.event.name,
        _after(found),
        snapshot.rehearsal,
        Head(found.now.key, found.now.name),
        tuple(Head(each.key, each.name) for each in found.others),
        _cut_line(found),
        tuple(changes),
        tuple(_lines(snapshot, found)),
    )


def _with_ranks(snapshot: Snapshot, found: Comparison, other: Ranked, player: str) -> str:
    name = snapshot.players[player].name
    return f"{name} ({found.now.ranks[player]} → {other.ranks[player]})"


def _lines(snapshot: Snapshot, found: Comparison) -> Iterator[Line]:
    above = found.now.above_cut(found.cut or 0)
    moves = [(each, found.moves(each), _scores(each)) for each in found.others]
    for row in found.now.standings.rows:
        cells = tuple(
            Cell(
                _rank(each, row.player).strip(),
                scores[row.player],
                row.rank - each.ranks[row.player],
                "in" if row.player in made.into else "out" if row.player in made.out else "",
            )
            for each, made, scores in moves
        )
        yield Line(
            _rank(found.now, row.player).strip(),
            snapshot.players[row.player].name,
            points(row.match_points),
            row.dropped,
            row.player == (above[-1] if above else ""),
            cells,
        )


def _scores(ranked: Ranked) -> dict[str, str]:
    return {row.player: points(row.match_points) for row in ranked.standings.rows}
