"""Free-for-all: everybody against everybody, and the last one in wins (CR 806)."""

from runner.core.language import N_
from runner.rules.variants.variant import ResultForm, Variant

FREE_FOR_ALL = Variant(
    key="free_for_all",
    name=N_("Free-for-all"),
    fewest=3,
    best=4,
    most=6,
    form=ResultForm.ORDER,
    knock_out=True,
    spellings=("FFA", "Casual", "Casual tables"),
)
