"""How good each seat of a pod is."""

from fractions import Fraction

from runner.core.language import N_

WIN_RATES = tuple(Fraction(each, 1000) for each in (315, 242, 241, 202))
"""The share of decided pods that each seat won, the first seat first: 648 pods of four in the Swiss
rounds of competitive Commander events (Spielrahoo, "cEDH Tournaments and First Player Advantage:
Data from Silicon Dynasty", https://eminence.events/articles/first-player-adv-silicon-dynasty)."""
SOURCE = N_("648 pods of cEDH events (eminence.events)")
