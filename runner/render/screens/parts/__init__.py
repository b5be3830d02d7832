"""The data of screens, in parts that change at different times."""

from collections.abc import Callable, Mapping

from runner.render.screens.hall import Hall
from runner.render.screens.parts import draft, feature, now, rankings, tables

Part = Callable[[Hall], object]

REGISTRY: Mapping[str, Part] = {
    "now": now.part,
    "pairings": tables.pairings,
    "standings": rankings.standings,
    "results": tables.results,
    "bracket": rankings.bracket,
    "draft": draft.part,
    "feature": feature.part,
}
"""The parts by name, which is also that of their script: `display/data/NAME.js`."""
