"""The judge's card: policy for games of more than two players, in short, with rule numbers.

Its texts are marked for the catalogues and translated when it is printed (MTR, MAMTR, CR).
"""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import N_, _
from runner.render.documents.sheets.sheet import Content, Sheet


class Rule(NamedTuple):
    """What holds, the rule that says so, and what it is about where that is a table."""

    text: str
    source: str = ""
    about: str = ""


class Topic(NamedTuple):
    """Rules on one subject."""

    heading: str
    rules: tuple[Rule, ...]


# fmt: off
_TIME_LIMITS = Topic(
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
)
_EXTRA_TURNS = Topic(
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
)
_DRAWS = Topic(
    N_("Draws and concessions"),
    (
        Rule(N_("Until the result is recorded players may concede or agree on a draw, but never "
                "for a reward: that is Bribery."), "MTR 2.5, 5.2"),
        Rule(N_("To draw a game, all who are still in the game must agree. Players who are out "
                "have no say."), "MAMTR 2.5A"),
        Rule(N_("To draw a match, all players still in the match must agree, including those who "
                "are out of this game."), "MAMTR 2.5B"),
        Rule(N_("After a drawn game the whole pod plays a new one. A player who has left the area "
                "may get a penalty for Tardiness."), "MAMTR 2.1A, 2.5B"),
        Rule(N_("A drawn match is a draw for everybody, except for a player who conceded or has a "
                "match loss."), "MAMTR 2.1A"),
        Rule(N_("Players are asked to concede only when they could cast a sorcery."), "MAMTR 2.5D"),
        Rule(N_("Nobody may concede to influence the game they leave, or the event: Collusion or "
                "Spite Play; done knowingly for an advantage, Cheating."), "MAMTR 2.5E"),
        Rule(N_("A player who refuses to play has conceded."), "MTR 2.5"),
        Rule(N_("2023: actions under way or about to happen continue as if the player had not "
                "left, until the end of the phase."), "MAMTR 2023 2.4B"),
    ),
)
_LEAVING = Topic(
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
                "begin."), "CR 800.4j, k"),
        Rule(N_("“Until your next turn” lasts until that turn would have begun."), "CR 800.4m"),
        Rule(N_("They are spectators now: no advice, no politics."), "MAMTR 1.10A"),
    ),
)
FIRST_SIDE = (_TIME_LIMITS, _EXTRA_TURNS, _DRAWS, _LEAVING)

_HIDDEN = Topic(
    N_("Who may show a card to everybody"),
    (
        Rule(N_("its owner"), "MAMTR 3.13A", N_("Hand")),
        Rule(N_("its owner, and only while told to look at it"), "MAMTR 3.13A", N_("Library")),
        Rule(N_("its controller"), "MAMTR 3.13A", N_("Face down on the battlefield")),
        Rule(N_("its controller"), "MAMTR 3.13A", N_("Face down on the stack")),
        Rule(N_("whoever may look at it now"), "MAMTR 3.13A", N_("Face down in exile")),
        Rule(N_("whoever may look at it now"), "MAMTR 3.13A", N_("Face down elsewhere")),
        Rule(N_("Looking is not revealing: a player who may look at another player’s hand may not "
                "show it to the table. Telling is always allowed, truly or not."), "MAMTR 3.13A"),
        Rule(N_("A player who controls another one cannot make them show a card."), "MAMTR 3.13A"),
    ),
)
_TALK = Topic(
    N_("Communication"),
    (
        Rule(N_("Announced, and kept in sight: life, counters on a player, monarch and the like, "
                "unspent mana, dungeon, the Ring, commander damage."), "MTR 4.1, MAMTR 4.1",
             N_("Status")),
        Rule(N_("Answered fully and truly: actions now, and past ones that still matter; names, "
                "counters, tapped or untapped, zones; games won; step and active player; how often "
                "a commander was cast."), "MTR 4.1, MAMTR 4.1", N_("Free")),
        Rule(N_("Nobody has to help, but nobody may lie: how many objects, their characteristics, "
                "rules, Oracle texts. At Regular it is free."), "MTR 4.1", N_("Derived")),
        Rule(N_("Everything else. Nobody has to tell."), "MTR 4.1", N_("Private")),
        Rule(N_("Nobody may pass information to another player in secret."), "MAMTR 4.1"),
        Rule(N_("Judges help with status and free information, not with derived information."),
             "MTR 4.1"),
    ),
)
_PRIORITY = Topic(
    N_("Priority, shortcuts, loops"),
    (
        Rule(N_("In a shortcut, “the non-active player” means each of them, in turn order."),
             "MAMTR 4.2A; 2023 4.2"),
        Rule(N_("With more than two players, always say whom or what each creature attacks."),
             "MAMTR 4.2B; 2023 4.2"),
        Rule(N_("A player asks for priority and does nothing: back to just after the last action, "
                "and the active player has priority. (In a game of two: whoever had it.)"),
             "MAMTR 4.2C; 2023 4.2A"),
        Rule(N_("A loop: in turn order each player says how many times, and where they would stop, "
                "until nobody names an earlier point. The first to name the earliest point has "
                "priority there."), "MAMTR 4.4A"),
        Rule(N_("A loop that nobody keeps up and nobody breaks is a draw. Loops with chance or "
                "decisions in them have no shortcut. The judge says what a loop is."), "MTR 4.4"),
    ),
)
_CONDUCT = Topic(
    N_("Unsporting conduct"),
    (
        Rule(N_("Pressing a player to act by threatening that somebody else will win, even without "
                "words. Allowed: talking before that player is under pressure."), "MAMTR 5.4A",
             N_("Coercion")),
        Rule(N_("Terms may be discussed and hands shown. Nobody may press a player who does not "
                "want it."), "MAMTR 5.4A", N_("Offer of a draw")),
        Rule(N_("Acting against one’s own interest so that an opponent gains in the event. A "
                "mistake is not Collusion."), "MAMTR 5.4A", N_("Collusion")),
        Rule(N_("Doing harm only to punish an opponent. A mistake is not Spite Play, nor is "
                "playing for a draw."), "MAMTR 5.4A", N_("Spite Play")),
        Rule(N_("An infraction only if it is Collusion or Spite Play."), "MAMTR 5.4A",
             N_("Kingmaking")),
        Rule(N_("Do not let your ruling give a hand away: ask openly whether the player knows the "
                "rule on Spite Play, instead of looking at the hand."), "MAMTR 5.4A"),
        Rule(N_("2023 names none of these; it adds the organiser’s code of conduct."),
             "MAMTR 2023 5.4"),
    ),
)
SECOND_SIDE = (_HIDDEN, _TALK, _PRIORITY, _CONDUCT)
# fmt: on


class TopicView(NamedTuple):
    """A subject as it is printed: the rules with an `about` as a table, then the others."""

    heading: str
    table: tuple[Rule, ...]
    rules: tuple[Rule, ...]


class JudgeCard(Sheet):
    """What policy says about games of more than two, in short, with the numbers of the rules."""

    KEY, TEMPLATE = "judge", "judge.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return both sides, the same for every event, in its language."""
        sides = tuple(tuple(map(_translated, side)) for side in (FIRST_SIDE, SECOND_SIDE))
        return Content(_("Judge’s card"), sides)


def _translated(topic: Topic) -> TopicView:
    rules = [Rule(_(each.text), each.source, each.about and _(each.about)) for each in topic.rules]
    table = tuple(rule for rule in rules if rule.about)
    return TopicView(_(topic.heading), table, tuple(rule for rule in rules if not rule.about))
