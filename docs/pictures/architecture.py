"""Draws `architecture.svg`: the packages of `runner/` on their layers, and who imports whom.

    python docs/pictures/architecture.py

Layers come from the contract in `pyproject.toml`, folders and imports from the code. An arrow that
follows from others is left out: where A imports B and B imports C, none leads from A to C. An arrow
over more than one layer is written into its box instead: "↓ languages".
"""

import ast
import tomllib
from collections.abc import Mapping
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[2]
PICTURE = Path(__file__).with_suffix(".svg")
WIDTH, BAND, BOX, MARGIN, LABEL = 1120, 116, 76, 24, 60
Box = tuple[float, float, float]  # left, top, width
STYLE = """
svg { background: #ffffff; font-family: system-ui, sans-serif; }
.band { fill: #f3f5f8; } .box { fill: #ffffff; stroke: #8793a3; stroke-width: 1.5; }
.name { font-weight: 700; font-size: 17px; fill: #12161c; }
.inner, .layer, .far { font-size: 12px; fill: #4a5563; } .far { fill: #2359b8; }
.arrow { fill: none; stroke: #2f6fde; stroke-width: 1.6; }
.head { fill: #2f6fde; }
@media (prefers-color-scheme: dark) {
  svg { background: #0d1117; } .band { fill: #161c24; } .box { fill: #0d1117; stroke: #6a7686; }
  .name { fill: #f1f4f8; } .inner, .layer { fill: #a9b4c2; } .far { fill: #74a7ff; }
  .arrow { stroke: #74a7ff; } .head { fill: #74a7ff; }
}
"""


def layers() -> list[list[str]]:
    """The packages of each layer, the highest first, as `pyproject.toml` has them."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    found: list[str] = contracts["contracts"][0]["layers"]
    return [[name.strip() for name in layer.split("|")] for layer in found]


def imports() -> dict[str, set[str]]:
    """The packages that each package imports, itself left out."""
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "runner").rglob("*.py")):
        package = path.relative_to(ROOT / "runner").parts[0].removesuffix(".py")
        tree = ast.parse(path.read_text())
        nodes = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        names = [f"{node.module}.{alias.name}" for node in nodes for alias in node.names]
        imported = {name.split(".")[1] for name in names if name.startswith("runner.")}
        found.setdefault(package, set()).update(imported - {package})
    return found


def needed(arrows: Mapping[str, set[str]]) -> list[tuple[str, str]]:
    """The transitive reduction: arrows that do not follow from others."""

    def reached(start: str) -> set[str]:
        below = arrows.get(start, set())
        return below.union(*map(reached, below))

    return [
        (upper, lower)
        for upper, below in sorted(arrows.items())
        for lower in sorted(below)
        if not any(lower in reached(other) for other in below)
    ]


def inner(package: str) -> str:
    """The folders within a package, "pods, matches, …", as many as fit into its box."""
    folder = ROOT / "runner" / package
    names = sorted(each.parent.name for each in folder.glob("*/__init__.py"))
    return ", ".join(names) or ("" if folder.is_dir() else "one file")


def wrapped(text: str, letters: int) -> list[str]:
    """The text in at most two lines of so many letters; "…" where more would follow."""
    lines = [""]
    for word in text.split():
        if len(lines[-1]) + len(word) + 1 > letters:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines if len(lines) <= 2 else [lines[0], f"{lines[1].rstrip(',')}, …"]


def drawn() -> str:
    """The picture as SVG."""
    floors = layers()
    known = {name for floor in floors for name in floor}
    height = BAND * len(floors) + 2 * MARGIN
    shapes: list[str] = []
    boxes: dict[str, Box] = {}
    for index, floor in enumerate(floors):
        top = MARGIN + index * BAND
        shapes.append(
            f'<rect class="band" x="{MARGIN}" y="{top}" width="{WIDTH - 2 * MARGIN}" '
            f'height="{BAND - 12}" rx="10"/>'
            + text("layer", MARGIN + 14, top + BAND / 2, str(len(floors) - index))
        )
        room = (WIDTH - 2 * MARGIN - 2 * LABEL) / len(floor)
        for at, name in enumerate(floor):
            width = min(room - 28, 420)
            left = MARGIN + LABEL + at * room + (room - width) / 2
            boxes[name] = (left, top + (BAND - 12 - BOX) / 2, width)
    far: dict[str, list[str]] = {name: [] for name in known}
    for upper, lower in needed(imports()):
        if upper not in known or lower not in known:
            continue
        if boxes[lower][1] - boxes[upper][1] > BAND:
            far[upper].append(lower)
        else:
            shapes.append(arrow(boxes[upper], boxes[lower]))
    shapes += [box(name, place, far[name]) for name, place in boxes.items()]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        f'aria-label="The packages of Runner on {len(floors)} layers; imports lead downward">'
        f'<style>{STYLE}</style><defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" '
        f'markerWidth="8" markerHeight="8" orient="auto"><path class="head" d="M0 0L8 4L0 8z"/>'
        f"</marker></defs>{''.join(shapes)}</svg>\n"
    )


def box(name: str, place: Box, far: list[str]) -> str:
    """A package with its folders, and below them the packages further down that it imports."""
    left, top, width = place
    lines = [("inner", line) for line in wrapped(inner(name), int((width - 20) / 6.4)) if line]
    lines += [("far", f"↓ {', '.join(far)}")] if far else []
    first = top + BOX / 2 + 6 - 7.5 * len(lines)
    texts = [text("name", left + 12, first, name)]
    for at, (kind, line) in enumerate(lines, start=1):
        texts.append(text(kind, left + 12, first + 2 + 15 * at, line))
    rect = f'<rect class="box" x="{left:.0f}" y="{top:.0f}" width="{width:.0f}" height="{BOX}"'
    return f'{rect} rx="8"/>{"".join(texts)}'


def text(kind: str, left: float, baseline: float, words: str) -> str:
    """A line of text; nothing where there are no words."""
    return (
        words and f'<text class="{kind}" x="{left:.0f}" y="{baseline:.0f}">{escape(words)}</text>'
    )


def arrow(upper: Box, lower: Box) -> str:
    """From the lower edge of the one box to the upper edge of the other."""
    start, end = upper[0] + upper[2] / 2, lower[0] + lower[2] / 2
    top, bottom = upper[1] + BOX, lower[1] - 2
    middle = (top + bottom) / 2
    return (
        f'<path class="arrow" marker-end="url(#head)" d="M{start:.0f} {top:.0f}'
        f'C{start:.0f} {middle:.0f} {end:.0f} {middle:.0f} {end:.0f} {bottom:.0f}"/>'
    )


if __name__ == "__main__":
    PICTURE.write_text(drawn())
