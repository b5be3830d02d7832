"""What-if: who has made the next cut, who cannot any more, what a win or a draw is worth.

In: a snapshot. Out: for each player a verdict that holds whatever happens, and shares that are
simulated where there is none. Pure, with no chance but the event's seed. It must never know a page
or a sentence. `docs/what-if.md` says what is exact.

    stage        which cut is ahead, who contends for it, how many rounds are left
    bounds       rounds that nobody has paired yet: counting points and wins
    last_round   the last round at its tables: counting them out, result by result
    margins      which ties can only end one way
    rivals       who can still end above a player, and how many of them are too many
    simulation   how often it would be enough, by the real tiebreakers
"""
