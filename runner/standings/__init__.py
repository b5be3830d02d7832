"""Standings: a phase's matches become points, tiebreakers and a ranking, with all working shown.

In: rounds with results, players, the rules in force. Out: `Standings` with exact values. A scoring
or a tiebreaker is one class in its folder. Nothing here knows how a round was paired, or what is
decided about the next one.
"""
