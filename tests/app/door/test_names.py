"""Folders of new events: names that every disk can bear, and none twice."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runner.app.door.names import folder_name, free_folder

RESERVED = {
    "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$",
    *(f"{port}{n}" for port in ("COM", "LPT") for n in "0123456789¹²³"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "folder"),
    [
        ("Friday cEDH", "Friday cEDH"), ("Friday: cEDH?", "Friday cEDH"), ("a/b\\c", "a b c"),
        ("CON", "CON event"), ("nul", "nul event"), ("com1.x", "event com1.x"), ("Cup...", "Cup"),
        ("  ", "Event"), ("...", "Event"), ("../../etc", "etc"), (".hidden", "hidden"),
        ("~$lock", "lock"), ("--help", "help"), ("Żółw 🎲 “Ü”", "Żółw 🎲 “Ü”"),
        ("tab\tand\nline", "tab and line"), ("a\x00b\u202ec", "a bc"),
        ("Con Artists", "Con Artists"),
    ],
)  # fmt: skip
def test_a_name_becomes_a_folder_s(name: str, folder: str) -> None:
    assert folder_name(name) == folder


@pytest.mark.thorough
@given(st.text(max_size=300))
def test_every_name_gives_one_that_every_system_takes(name: str) -> None:
    found = folder_name(name)
    assert 0 < len(found.encode()) <= 130
    assert not set(found) & set('<>:"/\\|?*')
    assert found.isprintable()
    assert found[-1] not in ". "
    assert found[0] not in ".~$- "
    assert found.split(".")[0].strip().upper() not in RESERVED


def test_a_second_event_of_that_name_has_a_folder_of_its_own(tmp_path: Path) -> None:
    for expected in ("Cup", "Cup 2", "Cup 3"):
        found = free_folder(tmp_path, "Cup")
        assert found.name == expected
        found.mkdir()
    (tmp_path / "Ghost").symlink_to(tmp_path / "nowhere")
    assert free_folder(tmp_path, "Ghost").name == "Ghost 2"
