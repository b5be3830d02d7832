"""What-if: who has made the next cut, who no longer can, and what a win or a draw is worth.

In: a snapshot. Out: for each player a verdict that holds whatever happens, and simulated odds if
there is none. Pure, with no randomness except the event's seed. Nothing here knows a page or a
sentence. `docs/what-if.md` says what is exact.

    stage                  the next cut, its contenders, and how many rounds are left
    outlook                verdicts: bounds for unpaired rounds, and the tables of the last round
    tiebreak_projection    ties that can only end one way
    rivals                 who can still end above a player, and how many of them are too many
    simulation             the odds, by the real tiebreakers
"""
