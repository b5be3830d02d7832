"""What a game gives in which players go out one after the other, in plain language."""

from collections.abc import Iterator

from runner.core.language import _, ngettext
from runner.rules.voice import Sentence, Voice


def neighbours(voice: Voice) -> Iterator[Sentence]:
    """The points of a Melee."""
    rules = voice.rules
    yield voice.says(
        _("Whenever the player to your left goes out of the game you get 1 point, whoever did it. "
          "The turn passes to the left, and seats close up behind those who are out.")
    )  # fmt: skip
    yield voice.says(
        ngettext(
            "The last one in gets {n} more point.", "The last one in gets {n} more points.",
            rules.win,
        ),
        "win",
    )  # fmt: skip
    yield voice.says(
        _("Who goes out at the same time as the player to the left still gets that point. Where "
          "several are still in when time ends the game, nobody is the last one in.")
    )  # fmt: skip
    yield voice.says(
        _("A player who is out by a match loss, a disqualification or a no-show gets no points.")
    )
