"""Team trios: seats A, B and C of two teams play a match each, and two of them win."""

from runner.core.language import N_
from runner.rules.variants.teams import SOURCES, TEAMS
from runner.rules.variants.variant import ResultForm, Variant

TRIOS = Variant(
    key="trios",
    name=N_("Team trios"),
    members=3,
    knock_out=True,
    form=ResultForm.DUELS,
    usual={**TEAMS, "best_of": 3},
    sources=SOURCES,
    spellings=("Trios", "Team of three", "Team constructed"),
)
