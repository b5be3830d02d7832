"""The tables of docs/checklist.md: the questions, and what programs answered (benchmarks)."""

import json
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from runner.audit.questions import Question, questions

RESULTS = Path(__file__).parents[2] / "benchmarks" / "checklist.json"
MUTATIONS = "tests/audit/test_mutations.py"


def tables() -> str:
    """Return all that follows the mark in the document."""
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    return "\n\n".join(["\n".join(programs(results)), *groups(results)])


def programs(results: dict[str, Any]) -> Iterator[str]:
    hard = {question.id for question in questions() if question.hard}
    yield "| program | version | tournaments | with a hard failure | hard questions failed |"
    yield "| --- | --- | ---: | ---: | ---: |"
    for name, told in results["programs"].items():
        failed = sum(
            name in counts and counts[name][1] > 0
            for id_, counts in results["counts"].items()
            if id_ in hard
        )
        figures = (told["tournaments"], told["with_hard_failures"], failed)
        yield f"| {' | '.join([name, told['version'], *map('{:,}'.format, figures)])} |"


def groups(results: dict[str, Any]) -> Iterator[str]:
    names = list(results["programs"])
    for group, members in groupby(questions(), lambda each: each.group):
        heads = ["", "question", "", "source", *names]
        lines = [f"| {' | '.join(heads)} |", "| --- " * 4 + "| ---: " * len(names) + "|"]
        lines += [
            row(question, results["counts"].get(question.id, {}), names) for question in members
        ]
        yield f"### {group}\n\n" + "\n".join(lines)


def row(question: Question, counts: dict[str, list[int]], names: list[str]) -> str:
    answers = [answer(*counts[name]) if name in counts else "–" for name in names]
    if question.test:
        path, _ = question.test.split("::")
        answers = [f"[test](../{path})", *["–"] * (len(names) - 1)]
    kind = "hard" if question.hard else "soft"
    return f"| {' | '.join([question.id, question.text, kind, question.source, *answers])} |"


def answer(asked: int, wrong: int) -> str:
    return f"**{wrong:,}** of {asked:,}" if wrong else f"0 of {asked:,}"


def cited(source: str) -> Iterator[str]:
    """Return the beginnings of a source, one of which the document explains."""
    words = source.replace(",", " ").split()
    yield from (" ".join(words[:many]) for many in range(1, len(words) + 1))
