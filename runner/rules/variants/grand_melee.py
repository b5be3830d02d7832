"""Grand Melee: one circle of everybody, and several turns at once (CR 807)."""

from runner.core.language import N_
from runner.rules.variants.melee import POINTS
from runner.rules.variants.variant import ResultForm, Variant

GRAND_MELEE = Variant(
    key="grand_melee",
    name=N_("Grand Melee"),
    fewest=10,
    best=28,
    most=60,
    form=ResultForm.ORDER,
    neighbours=True,
    circle=True,
    usual={**POINTS, "pod_size": 28},
)
