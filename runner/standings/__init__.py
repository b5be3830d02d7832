"""Standings: the matches of a phase become points, tiebreakers and an order that shows its working.

In: rounds with results, players, the rules in force. Out: `Standings`, exact to the last fraction.
A way of scoring or a tiebreaker is one file in its folder. It must never know how a round was
paired, or what is decided about the next one.
"""
