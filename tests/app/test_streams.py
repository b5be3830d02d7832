"""Commands in a console that knows no UTF-8: what comes in and goes out is UTF-8 all the same."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from openpyxl import load_workbook

pytestmark = pytest.mark.thorough  # left out of make quick

NAME = "Łukasz Ωmega 山田"
CONSOLES = {
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "C": {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C"},
}


@pytest.mark.parametrize("console", CONSOLES)
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
    assert NAME in runner("check", "friday", fails=True)
    loaded["Players"]["B6"] = "Bo"
    loaded.save(workbook)
    document = runner("export", "friday")
    assert json.loads(document)["players"][0]["name"] == NAME
    for folder, mark in (("saturday", b""), ("sunday", b"\xef\xbb\xbf")):
        runner("import", "-", folder, given=mark + document.encode())
        assert json.loads(runner("export", folder)) == json.loads(document)
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
