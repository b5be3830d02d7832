"""An import is whole or not at all: documents that are absurd, and disks that fail."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from runner.app import import_event as importing
from runner.interchange import schema
from runner.workbook.column import SheetSchema
from runner.workbook.read.phases import PHASES
from runner.workbook.schema import PENALTY, PLAYERS
from tests.support import odd_documents, processes
from tests.support.commands import ran
from tests.support.soak import SOAKING

pytestmark = pytest.mark.thorough  # left out of make quick

CHUNKS, CHUNK = (100, 100) if SOAKING else (6, 50)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_no_document_raises_or_leaves_half_an_event(chunk: int) -> None:
    done = processes.run("odd_documents", chunk * CHUNK, CHUNK, text=True)
    lines = [json.loads(each) for each in done.stdout.splitlines()]
    assert [each for each in lines if "wrong" in each] == []
    assert sum(lines[-1]["counts"].values()) == CHUNK
    assert {*lines[-1]["counts"]} == {"refused", "made"}


Change = Callable[[Any], object]


def put(*path: str | int, value: Any) -> Change:
    def change(document: Any) -> None:
        for key in path[:-1]:
            document = document[key]
        document[path[-1]] = value

    return change


def nested(depth: int) -> Any:
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


SEAT = ("rounds", 0, "tables", 0, "seats", 0)
POINTS: list[Change] = [put("rounds", 0, "tables", 0, "seats", at, "outcome", value="points")
                        for at in range(4)]  # fmt: skip
ABSURD: dict[str, list[Change]] = {
    "deep nesting": [put("event", "settings", "win", value=nested(500))],
    "deep nesting where nobody looks": [put("event", "of our own", value=nested(500))],
    "infinite points": [*POINTS, put(*SEAT, "points", value=float("inf"))],
    "points that are no number": [*POINTS, put(*SEAT, "points", value=float("nan"))],
    "points by nothing": [*POINTS, put(*SEAT, "points", value="1/0")],
    "points as a word": [*POINTS, put(*SEAT, "points", value="many")],
    "points of 10^400": [*POINTS, put(*SEAT, "points", value=10**400)],
    "points too fine to be typed": [*POINTS, put(*SEAT, "points", value="1/999983")],
    "points of one seat only": [POINTS[0], put(*SEAT, "points", value=3)],
    "half a result": [put(*SEAT, "outcome", value=None)],
    "two winners": [put("rounds", 0, "tables", 0, "seats", 1, "outcome", value="win")],
    "pods of a million": [put("phases", 0, "pod_size", value=10**6)],
    "table 10^9": [put("rounds", 0, "tables", 0, "table", value=10**9)],
    "games without end": [put(*SEAT, "games_won", value=10**18)],
    "10^18 rounds before a drop": [put("players", 0, "drops_after", value=10**18)],
    "10^18 byes": [put("players", 0, "awarded_byes", value=10**18)],
    "a win of 10^400": [put("event", "settings", "win", value=10**400)],
    "a win of 1e308": [put("event", "settings", "win", value=1e308)],
    "a first table of 10^18": [put("phases", 0, "settings", "first_table", value=10**18)],
    "2.5 extra turns": [put("phases", 0, "settings", "extra_turns", value=2.5)],
    "a setting that there is not": [put("phases", 0, "settings", "luck", value=1)],
    "200 phases": [lambda document: document.update(phases=document["phases"] * 200)],
    "20 phases of 99 rounds": [
        put("phases", 0, "rounds", value=99),
        lambda document: document.update(phases=document["phases"][:1] * 20),
    ],
    "a name as long as a book": [put("players", 0, "name", value="a" * 40_000)],
    "a control character": [put("players", 0, "club", value="Nowhere\x00Land"),
                            put("phases", 0, "rounds", value=0)],
}  # fmt: skip


def imported(document: str, root: Path) -> tuple[int, str]:
    root.parent.mkdir(exist_ok=True)
    file = root.parent / "document.json"
    file.write_text(document)
    done = ran("import", file, root)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    file.unlink()
    return done.exit_code, done.output


@pytest.mark.parametrize("name", ABSURD)
def test_an_absurd_document_is_told_and_nothing_is_made(name: str, tmp_path: Path) -> None:
    document = json.loads(odd_documents.sound()[0])
    for change in ABSURD[name]:
        change(document)
    code, said = imported(json.dumps(document), tmp_path / "all" / "event")
    assert code == 1
    assert said.strip().endswith(("again.", "counts.", "Take it out."))
    assert len(said) < 20_000
    assert [*(tmp_path / "all").iterdir()] == []


@pytest.mark.parametrize("text", ["[" * 100_000 + "]" * 100_000, "9" * 5000, '{"a": 1e999}', "{"])
def test_a_text_that_is_hardly_json_is_told(text: str, tmp_path: Path) -> None:
    code, said = imported(text, tmp_path / "all" / "event")
    assert code == 1
    assert said
    assert [*(tmp_path / "all").iterdir()] == []


@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_fails_leaves_nothing_of_an_import(
    there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    root = tmp_path / "all" / "event"
    if there:
        root.mkdir(parents=True)
    with monkeypatch.context() as failing:
        failing.setattr(importing.kept_ledger, "append", full)
        with pytest.raises(OSError, match="No space"):
            importing.import_event(json.loads(odd_documents.sound()[0]), root)
    assert [each for each in (tmp_path / "all").rglob("*") if each != root] == []
    assert imported(odd_documents.sound()[0], root)[0] == 0
    assert {each.name for each in root.iterdir()} >= {"event.xlsx", "ledger.jsonl"}


def test_3_and_3_0_are_the_same_number(tmp_path: Path) -> None:
    text = odd_documents.sound()[0]
    document = json.loads(text)
    for round_ in document["rounds"]:
        round_["number"] = float(round_["number"])
        for table in round_["tables"]:
            table["table"] = float(table["table"])
    root = tmp_path / "all" / "event"
    assert imported(json.dumps(document), root)[0] == 0
    assert json.loads(ran("export", root).output) == json.loads(text)


@pytest.mark.parametrize(
    ("sheet", "definition"), [(PLAYERS, "player"), (PHASES, "phase"), (PENALTY, "penalty")]
)
def test_the_bounds_are_those_of_the_workbook(sheet: SheetSchema, definition: str) -> None:
    known = schema.validator("runner-event/1").schema["$defs"]  # type: ignore[index]
    for column in sheet.columns:
        said = known[definition]["properties"].get(column.key, {})
        said = known[said["$ref"].rpartition("/")[2]] if "$ref" in said else said
        if "maximum" in said:
            assert said["maximum"] == column.most, column.key


def test_no_number_and_no_text_of_the_schema_is_without_bounds() -> None:
    def unbounded(at: Any, path: str = "") -> list[str]:
        if not isinstance(at, dict):
            return []
        kinds = {at.get("type")} if isinstance(at.get("type"), str) else {*at.get("type", ())}
        wanted = {"maximum"} if kinds & {"integer", "number"} else set()
        wanted |= {"maxItems"} if "array" in kinds else set()
        wanted |= {"maxLength"} if kinds == {"string"} else set()
        found = [path] if wanted - at.keys() else []
        return found + [
            each for key, part in at.items() for each in unbounded(part, f"{path}/{key}")
        ]

    assert unbounded(schema.validator("runner-event/1").schema) == []
