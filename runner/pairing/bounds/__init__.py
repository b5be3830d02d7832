"""How good the pods of a round could have been at best: a lower bound, and often a proof.

Nothing here makes pods. The pods that were made are the start of a linear programme over all pods
that there could be (`linear`); its prices, rounded to whole numbers and checked exactly against
every possible pod (`pricing`), give a bound that holds whatever rounding the solver did. Cuts
exclude solutions that take fractions of pods (`gaps`). Where a gap is left, branch and bound splits
the pairings by how their pods stand at one level, and bounds each part (`search`). At last all pods
that could be part of a better pairing are listed, and a search tries every way to combine them.
"""
