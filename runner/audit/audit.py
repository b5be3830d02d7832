"""Ask a document every question of the checklist."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from runner.audit import meetings, playoffs, records, rounds, seats, standings
from runner.audit.questions import Case, Question, questions
from runner.audit.tournament import Tournament

CHECKS = (
    rounds.places, rounds.times, rounds.numbers, rounds.results, rounds.sizes, rounds.byes,
    rounds.table_numbers, meetings.meetings, meetings.floats, seats.seats, seats.first_round,
    standings.values, standings.rows, playoffs.playoffs, records.published, records.edits,
    records.drawn_again,
)  # fmt: skip
_SHOWN = 3  # places of one question


@dataclass(frozen=True)
class Answer:
    """A question, how many things it asked about, and those that are not as they should be."""

    question: Question
    asked: int
    wrong: tuple[Case, ...]

    @property
    def word(self) -> str:
        """The answer: "yes", "no", or "not asked" where the document has nothing to ask about."""
        return "no" if self.wrong else "yes" if self.asked else "not asked"

    @property
    def failed(self) -> bool:
        """Whether it is a hard failure."""
        return bool(self.wrong) and self.question.hard

    def to_document(self) -> dict[str, Any]:
        """Return the answer as JSON, with the first few places."""
        question = self.question
        return {
            "id": question.id, "group": question.group, "hard": question.hard,
            "question": question.text, "answer": self.word, "asked": self.asked,
            "wrong": len(self.wrong), "places": [place(case) for case in self.wrong[:_SHOWN]],
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield the answer as text, a place on each line after the first."""
        mark = "✗" if self.failed else {"yes": "✓", "no": "!"}.get(self.word, "·")
        yield f"{mark} {self.question.id} {self.question.text} {self.word}"
        for case in self.wrong[:_SHOWN]:
            yield f"    {in_words(case)}"
        if len(self.wrong) > _SHOWN:
            yield f"    and {len(self.wrong) - _SHOWN} more"


def audit(document: Mapping[str, Any]) -> list[Answer]:
    """Return the answers to all questions that a file can answer."""
    found = defaultdict[str, list[Case]](list)
    for case in cases(Tournament(document)):
        found[case.check].append(case)
    asked = [(question, found[question.check]) for question in questions() if question.check]
    return [
        Answer(question, len(about), tuple(case for case in about if not case.fine))
        for question, about in asked
    ]


def cases(t: Tournament) -> Iterator[Case]:
    """Yield whatever is asked about."""
    for check in CHECKS:
        yield from check(t)


def place(case: Case) -> dict[str, Any]:
    """Return where something is, as JSON."""
    found: dict[str, Any] = {"players": [*case.players]}
    if case.round:
        found |= {"phase": case.round.stage.number, "round": case.round.number}
    return found | ({"table": case.table.number} if case.table else {})


def in_words(case: Case) -> str:
    """Return where something is, in words."""
    at = place(case)
    players = ", ".join(at.pop("players"))
    where = ", ".join(f"{what} {number}" for what, number in at.items()) or "the event"
    return f"{where}: {players}" if players else where
