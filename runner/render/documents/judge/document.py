"""The judge's card on paper."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.documents.judge.first_side import FIRST_SIDE
from runner.render.documents.judge.rule import Rule, Topic
from runner.render.documents.judge.second_side import SECOND_SIDE
from runner.render.documents.sheets.sheet import Content, Sheet


class TopicView(NamedTuple):
    """A subject as it is said: its rules that are about something each as a table, and the
    others."""

    heading: str
    table: tuple[Rule, ...]
    rules: tuple[Rule, ...]


class JudgeCard(Sheet):
    """What policy says about games of more than two, in short, with the numbers of the rules."""

    KEY, NAME, TEMPLATE = "judge", "judge’s card", "judge.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """The same for every event, in its language."""
        sides = tuple(tuple(map(_said, side)) for side in (FIRST_SIDE, SECOND_SIDE))
        return Content(_("Judge’s card"), sides)


def _said(topic: Topic) -> TopicView:
    rules = [Rule(_(each.text), each.source, each.about and _(each.about)) for each in topic.rules]
    table = tuple(rule for rule in rules if rule.about)
    return TopicView(_(topic.heading), table, tuple(rule for rule in rules if not rule.about))
