"""Melee: attack to the left, and take a point whenever the player to the left goes out."""

from runner.core.event import SettingValue
from runner.core.language import N_
from runner.rules.variants.variant import ResultForm, Variant

POINTS: dict[str, SettingValue] = {
    "scoring": "match_points", "win": 2, "draw": 0, "loss": 0, "bye": 2, "pod_size": 8,
    "tiebreakers": ["wins", "oamp"], "uneven": "small_pods", "seats": "random",
    "opponent_floor": "0", "phantom_in_small_pods": False,
}  # fmt: skip
"""Two points for the last one in; the others come from the order in which players go out."""

MELEE = Variant(
    key="melee",
    name=N_("Melee"),
    fewest=6,
    best=8,
    most=10,
    form=ResultForm.ORDER,
    neighbours=True,
    usual=POINTS,
)
