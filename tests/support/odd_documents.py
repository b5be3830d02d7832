"""Documents to import, spoilt by chance: each reproducible from a number."""

import copy
import json
import random
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.cli import main as commands
from runner.compute.verify import verify
from runner.core.phase import Mode
from runner.interchange.event_out import event_document
from runner.ledger.parsing import parse
from tests.support.events import ask, phase, planned, published, typed
from tests.support.folders import opened
from tests.support.fuzzing import Wrong, count_outcomes, quick_folder, say

SLOWEST = 10.0  # seconds of computing that one import may take
TEXTS = (
    "", " ", "x", "0", "-1", "1/3", "1/0", "0/1", "1e400", "1,5", "½", "nan", "Infinity", "none",
    "=1+1", "@x", "\x00", "\x1b[2J", "\x7f", "\u202e", "\u200b", "\ud800", "\ufffe", "🔥",
    "a\u0301" * 40, "a" * 501, "a" * 40_000, "<b>", "{{7*7}}", "../..", "P001", "P999", "A", "win",
    "draw", "swiss", "mtr", "topdeck", "hareruya", "single_elimination", "draft", "Ana\nBo",
    "_x0041_", "R1T1",
)  # fmt: skip
NUMBERS = (
    0, 1, 2, 3, 4, 5, 7, 20, 21, 99, 100, 999, 1000, 9999, 10_000, 99_999, 100_000, 10**6, 10**9,
    10**15, 10**18, 10**40, 10**400, -1, -10_000, -(10**18), 0.5, 2.5, 1.0, 3.0, 1e-7, 1e-300,
    1e15, 1e308, float("inf"), float("-inf"), float("nan"), 0.1234567, -0.0,
)  # fmt: skip
KEYS = ("settings", "extra", "win", "pod_size", "first_table", "seat_factors", "tiebreakers", "x",
        "rounds", "cut", "outcome", "points", "games_won", "games_drawn", "byes", "absent",
        "preset", "table_gaps", "best_of", "enters", "drops_after", "returns", "fixed_table",
        "time_zone", "", "a" * 200, "\x00", "place")  # fmt: skip


@cache
def sound() -> tuple[str, ...]:
    """Documents that can be imported: pods, matches, and a playoff after one round."""
    swiss, duel = phase(1, rounds=2), phase(1, mode=Mode.HEAD_TO_HEAD, rounds=2)
    cut = phase(2, "single_elimination", cut=4)
    days = ((planned(8, swiss), 1), (planned(5, duel), 2), (planned(9, phase(1, rounds=1), cut), 2))
    return tuple(json.dumps(_document(*day)) for day in days)


def _document(now: Any, rounds: int) -> Any:
    now = type(now)(**{each: getattr(now, each) for each in now.__slots__} | {"automatic": True})
    now = ask(now, "pair round", 1)
    snapshot, ledger = published(now)
    for _ in range(rounds):
        now = typed(now, snapshot, lambda table: "A" if len(table.seats) > 2 else "2-1")
        snapshot, ledger = published(now, ledger)
    return event_document(snapshot, ledger)


def spoilt(number: int) -> tuple[str, str]:
    """What was done to the document, and its text: one value in eight of them is another."""
    chance = random.Random(number)
    text = chance.choice(sound())
    if chance.random() < 0.1:
        return _text(chance, text)
    document = json.loads(text)
    done = [_change(chance, document) for _ in range(chance.choice((1, 1, 1, 2, 4)))]
    return "; ".join(done), json.dumps(document)


def _text(chance: random.Random, text: str) -> tuple[str, str]:
    """The text itself: cut, doubled, nested without end, with numbers that JSON has not."""
    at = chance.randrange(len(text))
    match chance.randrange(6):
        case 0:
            return "cut", text[:at]
        case 1:
            depth = chance.choice((30, 900, 100_000))
            return f"nested {depth}", text.replace(
                '"settings": {}', '"settings": {"x": ' + "[" * depth + "]" * depth + "}", 1
            )
        case 2:
            return "a long number", text.replace(
                ": 1,", ": " + "9" * chance.choice((20, 400, 5000)) + ",", 1
            )
        case 3:
            return "1e999", text.replace(": 1,", ": 1e999,", 1)
        case 4:
            return "a piece twice", text[:at] + text[max(0, at - 9) :]
        case _:
            return "another letter", text[:at] + chance.choice('"{}[]:,0\\\x00é') + text[at + 1 :]


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Each place of a document: what holds it, and under which key."""
    keys = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    for key in keys:
        yield value, key
        yield from _places(value[key])


def _change(chance: random.Random, document: Any) -> str:
    holder, key = chance.choice(list(_places(document)))
    match chance.randrange(8):
        case 0:
            del holder[key]
            return f"without {key}"
        case 1 if isinstance(holder, list):
            holder.insert(key, copy.deepcopy(holder[key]))
            return f"{key} twice"
        case 2:
            many = chance.choice((3, 30, 200))
            holder[key] = [copy.deepcopy(holder[key]) for _ in range(many)]
            return f"{key} as a list of {many}"
        case 3 if isinstance(holder[key], dict):
            name, value = chance.choice(KEYS), _value(chance)
            holder[key][name] = value
            return f"{name!a} of {key}: {str(value)[:40]!a}"
        case 4 if isinstance(holder[key], list) and holder[key]:
            holder[key] = holder[key] * chance.choice((2, 300))
            return f"{key} again and again"
        case _:
            holder[key] = value = _value(chance)
            return f"{key}: {str(value)[:40]!a}"


def _value(chance: random.Random) -> Any:
    match chance.randrange(8):
        case 0:
            return chance.choice((None, True, False, [], {}, [[]], [None], {"a": 1}))
        case 1:
            return [chance.choice(NUMBERS) for _ in range(3)]
        case 2 | 3 | 4:
            return chance.choice(NUMBERS)
        case _:
            return chance.choice(TEXTS)


class Bench:
    """A folder in which one document after the other is imported."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def outcome(self, number: int) -> str:
        """ "refused": a sentence says why, and there is nothing; "made": the event can be saved and
        published, its ledger is whole, and its export equals what came in. Raises Wrong."""
        _, text = spoilt(number)
        root, file = self._root / f"event {number}", self._root / "document.json"
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        done = CliRunner().invoke(commands, ["import", str(file), str(root)])
        if done.exception and not isinstance(done.exception, SystemExit):
            raise done.exception
        if done.exit_code:
            if root.exists() or {each.name for each in self._root.iterdir()} != {"document.json"}:
                raise Wrong("refused, and something was made")
            if "✗" not in done.output and "Error" not in done.output:
                raise Wrong(f"refused without a word: {done.output}")
            return "refused"
        try:
            self._made(EventFolder(root), json.loads(text))
        finally:
            for path in sorted(self._root.rglob("*"), reverse=True):
                path.rmdir() if path.is_dir() else path.unlink()
        return "made"

    def _made(self, folder: EventFolder, document: Any) -> None:
        loaded = opened(folder)
        if event_document(loaded.snapshot, loaded.ledger) != document:
            raise Wrong("the export is another document")
        (workbook,) = folder.root.glob("*.xlsx")
        pipeline = Pipeline(folder, self._root / "site")
        report = pipeline.run(workbook.read_bytes())
        if report.snapshot is None:
            raise Wrong(f"made, and not published: {list(map(str, report.problems))}")
        pipeline.write_names(unlocked_for=0)
        ledger, broken = parse(folder.ledger.read_bytes() if folder.ledger.exists() else b"")
        if broken or any(each.sound is False for each in verify(ledger)):
            raise Wrong("the ledger does not verify")


def main(first: int, count: int) -> None:
    """One line of JSON for each document that comes to something that it must not, then a count."""

    def about(number: int) -> dict[str, Any]:
        return {"number": number, "done": spoilt(number)[0]}

    with tempfile.TemporaryDirectory(dir=quick_folder()) as name:
        say(count_outcomes(first, count, Bench(Path(name)).outcome, about, SLOWEST))
