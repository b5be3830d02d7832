"""What the desk says of the next round once its pairing was undone."""

from runner.compute.decisions.pair import PairRound
from runner.compute.decisions.undo import Undo
from runner.render.desk.facts import Facts
from runner.render.desk.steps import steps
from tests.support.events import AT
from tests.support.hall import quick


def test_a_go_that_says_yes_still_is_to_be_cleared_first() -> None:
    hall = quick(12)
    hall.save()
    hall.say(Undo.KEY)
    assert not hall.snapshot.rounds
    (words, *_) = [step.words for step in steps(hall.snapshot, Facts(AT), ())]
    assert words == "On Decisions, clear yes, save, and type yes again in Go for Round 1, and save."
    hall.silence(Undo.KEY, PairRound.KEY)
    (words, *_) = [step.words for step in steps(hall.snapshot, Facts(AT), ())]
    assert words == "On Decisions, type yes in Go for Round 1, and save."
    hall.say(PairRound.KEY, 1)
    assert len(hall.snapshot.rounds) == 1
