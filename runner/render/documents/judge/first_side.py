"""The first side of the judge's card: how games and matches end."""

from runner.core.language import N_
from runner.render.documents.judge.rule import Rule, Topic

_TIME = Topic(
    N_("Time"),
    (
        Rule(N_("Swiss, Competitive: 75 minutes, and 20 for the extra turns."), "MAMTR App. B"),
        Rule(N_("Swiss, Regular: 90 minutes, and no limit for the extra turns."), "MAMTR App. B"),
        Rule(N_("Playoff: no limit. A pod that has agreed on a draw has 150 minutes from the start "
                "of the round, and more only while a pod without one still plays. The final never "
                "has a limit."), "MAMTR 2.5C, App. B"),
        Rule(N_("A table’s time extension first; what follows begins after it."), "MTR 2.4"),
        Rule(N_("Who has already passed the turn has passed it: the next player’s turn is the one "
                "to finish."), "MTR 2.4"),
        Rule(N_("Deck check: the time it took and 3 minutes, in Commander and 4."),
             "MTR 2.6, MAMTR *.5A"),
    ),
)  # fmt: skip
_TURNS = Topic(
    N_("Extra turns"),
    (
        Rule(N_("The turn is finished; then as many turns as players are in the game when time is "
                "called. Who leaves later changes nothing."), "MAMTR 2.4A"),
        Rule(N_("The time for them is over: the turn is finished, and it is a draw."),
             "MAMTR 2.4B"),
        Rule(N_("Matches of two: five turns. Two-Headed Giant: three."), "MTR 2.4"),
        Rule(N_("A drawn match in the playoff: the best of Swiss goes on."), "MAMTR 2.4C"),
        Rule(N_("2023: the same turns in rounds of up to 75 minutes; in longer ones the turn is "
                "finished, and no other follows. No rule for a drawn playoff match."),
             "MAMTR 2023 2.5AA, 2.5AB, 2.5B"),
    ),
)  # fmt: skip
_DRAWS = Topic(
    N_("Draws and concessions"),
    (
        Rule(N_("Until the result is recorded players may concede or agree on a draw, never for a "
                "reward: that is Bribery."), "MTR 2.5, 5.2"),
        Rule(N_("To draw a game, all who are still in it must want it. Who is out has no say."),
             "MAMTR 2.5A"),
        Rule(N_("To draw a match, all who are still in the match must, also who is out of this "
                "game."), "MAMTR 2.5B"),
        Rule(N_("A drawn game: a new one with the whole pod. Who has left the area may be tardy."),
             "MAMTR 2.1A, 2.5B"),
        Rule(N_("A drawn match: everybody has the draw, but not who conceded or has a match loss."),
             "MAMTR 2.1A"),
        Rule(N_("Best when they could cast a sorcery: conceding a game."), "MAMTR 2.5D"),
        Rule(N_("Nobody may concede to change the game they leave, or the event: Collusion or "
                "Spite Play; knowingly for an advantage, Cheating."), "MAMTR 2.5E"),
        Rule(N_("Who refuses to play has conceded."), "MTR 2.5"),
        Rule(N_("2023: what is going on, or about to, happens until the end of the phase as though "
                "the one who left were still there."), "MAMTR 2023 2.4B"),
    ),
)  # fmt: skip
_OUT = Topic(
    N_("A player has left the game"),
    (
        Rule(N_("All that is theirs leaves at once, and their control of the rest ends; what they "
                "would still control is exiled."), "CR 800.4a"),
        Rule(N_("They had priority: the next player in turn order has it."), "CR 800.4a"),
        Rule(N_("Their triggers, tokens and permanents come no more, and no combat damage reaches "
                "them."), "CR 800.4b, d, e"),
        Rule(N_("Costs are not paid. Of choices, the controller of the effect names another "
                "player, an opponent for an opponent."), "CR 800.4f, g"),
        Rule(N_("It was their turn: it goes on without an active player. Their next one does not "
                "begin."), "CR 800.4j, k"),
        Rule(N_("“Until your next turn” lasts until that turn would have begun."), "CR 800.4m"),
        Rule(N_("They are spectators now: no advice, no politics."), "MAMTR 1.10A"),
    ),
)  # fmt: skip
FIRST_SIDE = (_TIME, _TURNS, _DRAWS, _OUT)
