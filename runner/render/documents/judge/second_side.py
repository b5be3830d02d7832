"""The second side of the judge's card: what players may show, say and do to one another."""

from runner.core.language import N_
from runner.render.documents.judge.rule import Rule, Topic

_HIDDEN = Topic(
    N_("Who may show the face of a card"),
    (
        Rule(N_("its owner"), "MAMTR 3.13A", N_("Hand")),
        Rule(N_("its owner, and only while told to look at it"), "MAMTR 3.13A", N_("Library")),
        Rule(N_("its controller"), "MAMTR 3.13A", N_("Face down: battlefield, stack")),
        Rule(N_("whoever may look at it now"), "MAMTR 3.13A", N_("Face down: exile, elsewhere")),
        Rule(N_("To look is not to reveal: who may look at another’s hand does not show it round. "
                "Anybody may say what they saw, or bluff."), "MAMTR 3.13A"),
        Rule(N_("Who controls another player does not decide what that one shows."),
             "MAMTR 3.13A"),
    ),
)  # fmt: skip
_TALK = Topic(
    N_("Communication"),
    (
        Rule(N_("Life, counters on a player, monarch and the like, unspent mana, dungeon, the Ring, "
                "commander damage. Announced, and kept in sight."), "MTR 4.1, MAMTR 4.1",
             N_("Status")),
        Rule(N_("Actions now, and past ones that still matter; names, counters, tapped or not, "
                "zones; the score, the step; casts of a commander. Asked for, told fully and "
                "truly."), "MTR 4.1, MAMTR 4.1", N_("Free")),
        Rule(N_("How many of anything in a zone, characteristics, rules, Oracle texts. Nobody need "
                "help, nobody may lie. At Regular it is free."), "MTR 4.1", N_("Derived")),
        Rule(N_("The rest. Nobody need tell."), "MTR 4.1", N_("Private")),
        Rule(N_("Nobody may pass on anything in secret."), "MAMTR 4.1"),
        Rule(N_("Judges help with status and free information, not with derived."), "MTR 4.1"),
    ),
)  # fmt: skip
_PRIORITY = Topic(
    N_("Priority, shortcuts, loops"),
    (
        Rule(N_("In shortcuts, “the non-active player” is each of them, in turn order."),
             "MAMTR 4.2A"),
        Rule(N_("More than two players: always say whom or what each creature attacks."),
             "MAMTR 4.2B"),
        Rule(N_("Priority asked for and not used: back to the active player, to just after the "
                "last action. Not to whoever had it, as in a game of two."),
             "MAMTR 4.2C; 2023 4.2A"),
        Rule(N_("A loop: in turn order, each names how often, and where in it they would stop, "
                "until nobody names an earlier point. The first to name that one has priority "
                "there."), "MAMTR 4.4A"),
        Rule(N_("Nobody keeps it up and nobody acts: a draw. No shortcut where chance or choices "
                "decide. What a loop is, the judge says."), "MTR 4.4"),
    ),
)  # fmt: skip
_CONDUCT = Topic(
    N_("Unsporting conduct"),
    (
        Rule(N_("To make a player act by the threat that another one wins, in words or without. "
                "Not: talk before there is any pressure to act."), "MAMTR 5.4A", N_("Coercion")),
        Rule(N_("Terms and hands may be laid open; no pressure on who is against it."),
             "MAMTR 5.4A", N_("Offer of a draw")),
        Rule(N_("To act against oneself so that an opponent gains in the event. Not: a mistake."),
             "MAMTR 5.4A", N_("Collusion")),
        Rule(N_("To do harm for no reason but to punish. Not: a mistake, or to save a draw."),
             "MAMTR 5.4A", N_("Spite Play")),
        Rule(N_("No offence, unless it is Collusion or Spite Play."), "MAMTR 5.4A",
             N_("Kingmaking")),
        Rule(N_("Judges let no hand be guessed from their ruling: ask before all whether the player "
                "knows the rule on Spite Play, rather than look at the hand."), "MAMTR 5.4A"),
        Rule(N_("2023 has none of these five; it adds the organizer’s code of conduct."),
             "MAMTR 2023 5.4"),
    ),
)  # fmt: skip
SECOND_SIDE = (_HIDDEN, _TALK, _PRIORITY, _CONDUCT)
