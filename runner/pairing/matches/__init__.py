"""Who meets whom head-to-head: `pairs` is where it begins."""

from runner.pairing.matches.pairs import Matches, match_up

__all__ = ["Matches", "match_up"]
