"""How good the pods of a round could have been at best: a lower bound, and often a proof.

Nothing here makes pods. The pods that were made are the start of a linear programme over all pods
that there could be (`linear`); its prices, rounded to whole numbers and checked exactly against
every possible pod (`bargains`), give a bound that holds whatever rounding the solver did. Cuts tell
the programme what only whole pods do (`gaps`); where a gap is left, all pairings are parted by how
their pods stand at one level or another, and each part has its own bound (`search`). At last all
pods that could be part of anything better are listed, and a search goes through every way to take
them.
"""
