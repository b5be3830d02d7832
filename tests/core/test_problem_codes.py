"""Each problem has a code of its own, well formed, at one place of the program."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from runner.core.problems import Place, error, note, warning

ROOT = Path(__file__).parents[2] / "runner"
MAKERS = {
    "error", "warning", "note", "question", "ResultError", "DecisionError", "_stopped", "Problem",
}  # fmt: skip
CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*\.[a-z0-9]+(-[a-z0-9]+)*")


def calls() -> Iterator[tuple[str, ast.expr]]:
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in MAKERS:
                    yield f"{path.relative_to(ROOT)}:{node.lineno}", node.args[0]


def test_each_code_is_well_formed_and_made_at_one_place() -> None:
    codes = [
        (where, code.value)
        for where, code in calls()
        if isinstance(code, ast.Constant) and isinstance(code.value, str)
    ]
    assert len(codes) > 300
    assert [each for each in codes if not CODE.fullmatch(each[1])] == []
    assert [code for code, times in Counter(code for _, code in codes).items() if times > 1] == []


def test_the_constructors_take_code_place_text_and_what_to_do() -> None:
    place = Place("Players", "B5")
    for make, severity in ((error, "error"), (warning, "warning"), (note, "note")):
        problem = make("players.no-name", place, "No name\x1b.", "Type it.", "")
        assert (problem.code, problem.severity, problem.place) == (
            "players.no-name", severity, place
        )  # fmt: skip
        assert problem.fix == ("Type it.",)
        assert "\x1b" not in problem.text
    assert error("a.b", place, "", fatal=True).fatal
