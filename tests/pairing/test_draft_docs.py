"""docs/drafts.md says what is drawn. UPDATE_DOCS=1 renews the table of sizes."""

import contextlib
import io
import os
import re
from pathlib import Path

from runner.pairing.draft.draw import Drafter, DraftState, draw
from runner.pairing.draft.sizes import pod_sizes

PAGE = Path(__file__).parents[2] / "docs" / "drafts.md"
MARK = "<!-- draft pods: made by tests/pairing/test_draft_docs.py; UPDATE_DOCS=1 renews it -->"
END = "\n\n## Who sits where"


def table() -> str:
    lines = ["| players | most eights | closest to eight | full tables |", "| --- " * 4 + "|"]
    for players in range(4, 41):
        eights, *others = (
            " + ".join(map(str, pod_sizes(players, aim)))
            for aim in ("most_eights", "closest_to_eight", "full_tables")
        )
        shown = ["the same" if other == eights else other for other in others]
        lines.append(f"| {players} | {' | '.join((eights, *shown))} |")
    return "\n".join(lines)


def test_the_table_of_pods_is_that_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    head, tail = text[: text.index(MARK)], text[text.index(END) :]
    expected = f"{head}{MARK}\n\n{table()}{tail}"
    if "UPDATE_DOCS" in os.environ:
        PAGE.write_text(expected, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == expected


def test_the_draw_by_hand_is_the_one_of_the_code() -> None:
    text = PAGE.read_text(encoding="utf-8")
    program = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    printed = re.search(r"```text\n(.*?)```", text, re.DOTALL)
    assert program
    assert printed
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(program[1], {})
    assert out.getvalue() == printed[1]
    players = tuple(Drafter(f"P{at:03}") for at in range(1, 15))
    pods = draw(DraftState("friday", 1, 0, "random", (8, 6), players)).pods
    assert out.getvalue() == "".join(f"{' '.join(pod)}\n" for pod in pods)
