"""The CSS for a playoff: positions of cards on wide screens, and the marked path.

It is a separate file because pages allow no inline styles (see `base.html`).
"""

from collections.abc import Iterator
from types import SimpleNamespace

_PATH = ".path:has(.s{0}:is(:target,.mine,:hover,:focus-within)) .s{0}"
_MARKED = "--row:var(--mine);--edge:var(--accent);--way:var(--mark);--lift:1"


def style_sheet(columns: int, stages: tuple[SimpleNamespace, ...], players: int) -> str:
    """Return the CSS of a playoff, with equal rules combined."""
    rules = {f"--columns:{columns}": [".tree"]}
    for at, stage in enumerate(stages, 1):
        area = f"grid-area:{stage.row + 1}/{stage.column + 1}/span {stage.rows}"
        rules.setdefault(area, []).append(f"#stage-{at}")
        for number, cell in enumerate(stage.cells, 1):
            for selector, declarations in _of_cell(f"#stage-{at}>ol>:nth-child({number})", cell):
                rules.setdefault(declarations, []).append(selector)
    past = [stage.row for stage in stages if stage.past]
    if past:
        rules[f"grid-row:{min(past)}"] = [".since"]
    if players:
        rules[_MARKED] = [_PATH.format(seed) for seed in range(1, players + 1)]
    return "".join(
        f"{','.join(selectors)}{{{declarations}}}\n" for declarations, selectors in rules.items()
    )


def _of_cell(item: str, cell: SimpleNamespace) -> Iterator[tuple[str, str]]:
    yield item, f"--at:{cell.row}/span {cell.rows}"
    places = {spot.file: at for at, spot in enumerate(cell.card.spots, 1)}
    for mover, join in cell.joins.items():
        place = f" li:nth-child({places[mover]})" if mover else ""
        yield f"{item}{place}>.join", _line(join)


def _line(join: SimpleNamespace) -> str:
    over = f";--spans:{join.columns}" if join.columns > 1 else ""
    return f"--drop:{join.drop}{over}{';--far:none' if join.far else ''}"
