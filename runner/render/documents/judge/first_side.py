"""The first side of the judge's card: how games and matches end."""

from runner.core.language import N_
from runner.render.documents.judge.rule import Rule, Topic

_TIME = Topic(
    N_("Time limits"),
    (
        Rule(N_("Swiss, Competitive: 75 minutes, and 20 for the extra turns."), "MAMTR App. B"),
        Rule(N_("Swiss, Regular: 90 minutes, and no limit for the extra turns."), "MAMTR App. B"),
        Rule(N_("Playoff: no limit. A pod that has drawn a game by agreement has 150 minutes from "
                "the start of the round, and longer only while a pod that has not done so is still "
                "playing. The final has no limit."), "MAMTR App. B, 2.5C"),
        Rule(N_("A table with a time extension plays it out first."), "MTR 2.4"),
        Rule(N_("If the active player has already passed the turn when time is called, the next "
                "turn is the one to finish."), "MTR 2.4"),
        Rule(N_("Deck check: the time it took plus 3 minutes; in Commander plus 4."),
             "MTR 2.6, MAMTR *.5A"),
    ),
)  # fmt: skip
_TURNS = Topic(
    N_("Extra turns"),
    (
        Rule(N_("Finish the turn, then play as many turns as players were in the game when time "
                "was called. Nothing changes when somebody leaves later."), "MAMTR 2.4A"),
        Rule(N_("When the time for extra turns is over, finish the turn. No winner: a draw."),
             "MAMTR 2.4B"),
        Rule(N_("Matches of two players: five turns. Two-Headed Giant: three."), "MTR 2.4"),
        Rule(N_("A drawn match in the playoff: the highest in the Swiss standings advances."),
             "MAMTR 2.4C"),
        Rule(N_("2023: rounds of up to 75 minutes have these extra turns; in longer ones the turn "
                "is finished, and the game ends. No rule for a drawn match in the playoff."),
             "MAMTR 2023 2.5A, 2.5B"),
    ),
)  # fmt: skip
_DRAWS = Topic(
    N_("Draws and concessions"),
    (
        Rule(N_("Until the result is recorded players may concede or agree on a draw, but never "
                "for a reward: that is Bribery."), "MTR 2.5, 5.2"),
        Rule(N_("To draw a game, all who are still in the game must agree. Players who are out "
                "have no say."),
             "MAMTR 2.5A"),
        Rule(N_("To draw a match, all players still in the match must agree, including those who "
                "are out of this game."), "MAMTR 2.5B"),
        Rule(N_("After a drawn game the whole pod plays a new one. A player who has left the area "
                "may get a penalty for Tardiness."), "MAMTR 2.1A, 2.5B"),
        Rule(N_("A drawn match is a draw for everybody, except for a player who conceded or has a "
                "match loss."), "MAMTR 2.1A"),
        Rule(N_("Players are asked to concede only when they could cast a sorcery."),
             "MAMTR 2.5D"),
        Rule(N_("Nobody may concede to influence the game they leave, or the event: Collusion or "
                "Spite Play; done knowingly for an advantage, Cheating."), "MAMTR 2.5E"),
        Rule(N_("A player who refuses to play has conceded."), "MTR 2.5"),
        Rule(N_("2023: actions under way or about to happen continue as if the player had not "
                "left, until the end of the phase."), "MAMTR 2023 2.4B"),
    ),
)  # fmt: skip
_OUT = Topic(
    N_("A player leaves the game"),
    (
        Rule(N_("Their cards leave at once, and what they control of others goes back. What they "
                "would still control is exiled."), "CR 800.4a"),
        Rule(N_("If they had priority, the next player in turn order gets it."), "CR 800.4a"),
        Rule(N_("They get no more tokens, permanents or triggers, and no combat damage."),
             "CR 800.4b, d, e"),
        Rule(N_("Costs they would pay are not paid. For other choices the controller of the effect "
                "names another player; in place of an opponent, another opponent if possible."),
             "CR 800.4f, g"),
        Rule(N_("Their own turn continues without an active player. Their next turn does not "
                "begin."),
             "CR 800.4j, k"),
        Rule(N_("“Until your next turn” lasts until that turn would have begun."), "CR 800.4m"),
        Rule(N_("They are spectators now: no advice, no politics."), "MAMTR 1.10A"),
    ),
)  # fmt: skip
FIRST_SIDE = (_TIME, _TURNS, _DRAWS, _OUT)
