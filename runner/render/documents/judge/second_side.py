"""The second side of the judge's card: what players may show, say and do to one another."""

from runner.core.language import N_
from runner.render.documents.judge.rule import Rule, Topic

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
        Rule(N_("A player who controls another one cannot make them show a card."),
             "MAMTR 3.13A"),
    ),
)  # fmt: skip
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
)  # fmt: skip
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
)  # fmt: skip
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
)  # fmt: skip
SECOND_SIDE = (_HIDDEN, _TALK, _PRIORITY, _CONDUCT)
