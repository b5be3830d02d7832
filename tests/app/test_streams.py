"""Commands in a console that knows no UTF-8: what comes in and goes out is UTF-8 all the same."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook

from runner.cli.group import COMMANDS
from tests.support.soak import some

pytestmark = pytest.mark.thorough  # left out of make quick

NAME = "Łukasz Ωmega 山田"
CONSOLES = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "ascii": {
        "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "PYTHONIOENCODING": "ascii",
    },
    "C": {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"},
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("console", some(sorted(CONSOLES), 2))
def test_commands_speak_utf8_whatever_the_console_says(console: str, tmp_path: Path) -> None:
    def runner(*words: str, given: bytes = b"", fails: bool = False) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "runner", *words], input=given, capture_output=True,
            env={**os.environ, **CONSOLES[console]}, cwd=tmp_path, check=False,
        )  # fmt: skip
        said = (done.stdout + done.stderr).decode()
        assert "Traceback" not in said
        assert (done.returncode != 0) == fails, said
        return done.stdout.decode() or said

    runner("new", "friday", "--sample", "8")
    workbook = tmp_path / "friday" / "friday.xlsx"
    loaded = load_workbook(workbook)
    loaded["Players"]["B5"] = NAME
    loaded["Players"]["B6"] = NAME
    loaded.save(workbook)
    assert NAME in runner("status", "friday", fails=True)
    loaded["Players"]["B6"] = "Bo"
    loaded.save(workbook)
    document = runner("export", "friday")
    assert json.loads(document)["players"][0]["name"] == NAME
    assert runner("export", "friday", "--to", f"{NAME}.json") == f"Wrote {NAME}.json.\n"
    assert (tmp_path / f"{NAME}.json").read_bytes() == document.encode()
    for folder, mark in (("saturday", b""), ("sunday", b"\xef\xbb\xbf")):
        runner("import", "-", folder, given=mark + document.encode())
        assert json.loads(runner("export", folder)) == json.loads(document)
    assert f"Made {NAME}" in runner("new", NAME, "--name", f"✗ {NAME}")
    assert f'"✗ {NAME}"' in runner("export", NAME)
    runner("build", "friday")
    assert runner("status", "friday")
    assert runner("history", "friday")
    assert "not UTF-8" in runner("import", "-", "odd", given=b'{"a": "\xe9"}', fails=True)


def test_a_workbook_given_for_its_folder_is_told_so(tmp_path: Path) -> None:
    def runner(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "runner", *words], capture_output=True, cwd=tmp_path, check=False
        )
        assert done.returncode == 1
        return done.stderr.decode()

    (tmp_path / "friday").mkdir()
    (tmp_path / "friday" / "friday.xlsx").write_bytes(b"x")
    said = runner("status", str(Path("friday") / "friday.xlsx"))
    assert "the event is the folder that it lies in. Give that instead: friday" in said
    assert "Which site? Give the folder of the event" in runner("serve")


@pytest.mark.soak
@pytest.mark.parametrize("console", some(sorted(CONSOLES), 3))
def test_every_command_says_names_of_all_scripts(console: str, tmp_path: Path) -> None:
    """None ends in a traceback, and what they say is UTF-8."""
    people = [
        "Łukasz Ωmega", "Владимир Ёлкин", "山田 太郎", "김민준", "محمد علي", "דוד לוי", "สมชาย",
        "Zoë Ann",
    ]  # fmt: skip
    (tmp_path / "people.txt").write_text("\n".join(people), encoding="utf-8")

    def runner(*words: str) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "runner", *words], capture_output=True, cwd=tmp_path,
            env={**os.environ, **CONSOLES[console]}, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        said = (done.stdout + done.stderr).decode()
        assert "Traceback" not in said, (words, said)
        assert "\\u" not in said, (words, said)
        return said

    event = "Łódź 山"
    runner("new", event, "--name", "Turniej Łódź ✗")
    assert "Added 8 players." in runner("players", event, "people.txt", "--yes")
    document = json.loads(runner("export", event))
    assert [player["name"] for player in document["players"]] == people
    for words in EVERY:
        runner(*(event if word == "EVENT" else word for word in words.split()))
    names = {word for words in EVERY for word in words.split()[:1]}
    assert names | {"new", "players", "import", "pair", *NEVER_ENDING} >= set(COMMANDS)


EVERY = """
help status
check EVENT
status EVENT
next EVENT
build EVENT
slips EVENT
print EVENT
verify EVENT
prove EVENT
compare EVENT
history EVENT
diff EVENT 1
export EVENT --snapshot
export EVENT --for chat
standings EVENT
export EVENT --to whole.json
audit whole.json
generate --players 4
restore EVENT
doctor EVENT
rules
rehearse EVENT --rounds 1
publish EVENT --to out
phones renew EVENT
phones free EVENT 1
erase EVENT Łukasz
demo EVENT-demo --rounds 1
""".strip().splitlines()
NEVER_ENDING = ("watch", "serve", "door")
