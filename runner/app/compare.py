"""Shows an event under all presets: a few lines for the console, and a page for the staff."""

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from runner.app.event_folder import EventFolder
from runner.compute.comparison import Comparison
from runner.compute.snapshot import Snapshot
from runner.disk import replace_synced
from runner.render.desk.comparison import comparison_view
from runner.render.templating import environment

FILE = "compare.html"
_WIDEST_NAME = 28


def write_page(folder: EventFolder, snapshot: Snapshot, comparison: Comparison) -> Path:
    """Write the staff page into the event's folder; it is not part of the public site."""
    path = folder.root / FILE
    template = environment("staff").get_template(FILE)
    replace_synced(path, template.render(view=comparison_view(snapshot, comparison)).encode())
    return path


def document(snapshot: Snapshot, comparison: Comparison) -> dict[str, Any]:
    """Return the comparison as JSON has it: ranks by each set of rules, and changes of the cut."""
    rules = (comparison.now, *comparison.others)
    return {
        "format": "runner-comparison/1",
        "rules": comparison.now.key,
        "cut": comparison.cut,
        "players": [
            {"id": id_, "name": snapshot.players[id_].name,
             "ranks": {each.key: each.ranks[id_] for each in rules}}
            for id_ in comparison.now.ranks
        ],
        "changes": {
            each.key: {"moved": moves.moved, "into": [*moves.into], "out": [*moves.out]}
            for each in comparison.others
            for moves in [comparison.moves(each)]
        },
    }  # fmt: skip


def lines(snapshot: Snapshot, comparison: Comparison, top: int) -> Iterator[str]:
    """Return a table of the first `top` players (0: all), and who would make the cut by which
    rules."""
    view = comparison_view(snapshot, comparison)
    yield f"{view.after}. Rank by the rules in force ({comparison.now.key}), and by each preset:"
    yield ""
    yield from _table(view, top)
    yield ""
    yield view.cut
    yield from _moves(view, cut=comparison.cut is not None)


def _table(view: SimpleNamespace, top: int) -> Iterator[str]:
    shown = view.lines[: top or None]
    names = [line.now.name[:_WIDEST_NAME] for line in shown]
    wide = max(map(len, (*names, "Player")))
    keys = [preset.key for preset in view.presets]
    yield "  ".join(("Rank", "Player".ljust(wide), *keys))
    for line, name in zip(shown, names, strict=True):
        ranks = (_aligned(cell.rank, len(key)) for cell, key in zip(line.cells, keys, strict=True))
        yield "  ".join((_aligned(line.now.rank, 4), name.ljust(wide), *ranks)).rstrip()


def _aligned(rank: str, width: int) -> str:
    """Right-align a text, leaving room for an =."""
    return (rank if rank.endswith("=") else f"{rank} ").rjust(width)


def _moves(view: SimpleNamespace, *, cut: bool) -> Iterator[str]:
    for change in view.changes:
        key = change.preset.key
        sentence = f"{key}: {change.moved} of {len(view.lines)} have another rank"
        if not change.moved:
            yield f"{key}: nobody moves."
        elif not cut:
            yield f"{sentence}."
        elif not change.into:
            yield f"{sentence}; the same players make the cut."
        else:
            into, out = (
                ", ".join(player.name for player in players)
                for players in (change.into, change.out)
            )
            yield f"{sentence}. In: {into}. Out: {out}."
