"""What screens are made from, in parts that change at different times: one file each."""

from collections.abc import Callable, Mapping

from runner.render.screens.hall import Hall
from runner.render.screens.parts import bracket, draft, now, pairings, results, standings

Part = Callable[[Hall], object]

REGISTRY: Mapping[str, Part] = {
    "now": now.part,
    "pairings": pairings.part,
    "standings": standings.part,
    "results": results.part,
    "bracket": bracket.part,
    "draft": draft.part,
}
"""Each part by its name: that of its script, `display/data/NAME.js`."""
