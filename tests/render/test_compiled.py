"""Compiled templates are kept between two starts; whatever is wrong with one, it is compiled."""

import os
from pathlib import Path
from typing import Any

import platformdirs
import pytest
from jinja2 import DictLoader, Environment

from runner.render import compiled
from tests.support import processes


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder they are in."""
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: tmp_path / "cache")
    return tmp_path / "cache" / "templates"


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is compiled, by name."""
    seen: list[str] = []
    compile_ = Environment.compile

    def compile_and_tell(self: Environment, source: Any, name: str, *more: Any) -> Any:
        seen.append(name)
        return compile_(self, source, name, *more)

    monkeypatch.setattr(Environment, "compile", compile_and_tell)
    return seen


def template(source: str) -> str:
    """What it says, after a new start of Runner."""
    loader = DictLoader({"one.html": source})
    made = Environment(loader=loader, autoescape=True, bytecode_cache=compiled.compiled("site-en"))
    return str(made.get_template("one.html").render(n=3))


def test_a_template_is_compiled_once(kept: Path, compiling: list[str]) -> None:
    assert [template("{{ n }} rounds"), template("{{ n }} rounds")] == ["3 rounds"] * 2
    assert compiling == ["one.html"]
    assert [file.name for file in kept.iterdir()] == ["site-en-one.html.jinja"]


def test_another_text_and_another_version_are_compiled_anew(
    kept: Path, compiling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert template("{{ n }} rounds") == "3 rounds"
    assert template("{{ n }} tables") == "3 tables"
    monkeypatch.setattr(compiled, "__version__", "the next")
    assert template("{{ n }} tables") == "3 tables"
    assert compiling == ["one.html"] * 3
    assert len(list(kept.iterdir())) == 1


@pytest.mark.parametrize("damage", [b"", b"\x00" * 500, b"cut", b"longer"])
def test_a_damaged_one_is_compiled_anew(kept: Path, compiling: list[str], damage: bytes) -> None:
    template("{{ n }} rounds")
    (file,) = kept.iterdir()
    whole = file.read_bytes()
    file.write_bytes({b"cut": whole[:90], b"longer": b"x" + whole}.get(damage, damage))
    assert template("{{ n }} rounds") == "3 rounds"
    assert compiling == ["one.html"] * 2
    assert file.read_bytes() == whole


def test_nothing_is_kept_where_that_cannot_be(kept: Path, compiling: list[str]) -> None:
    kept.parent.write_text("a file where the folder would be")
    assert [template("{{ n }} rounds"), template("{{ n }} rounds")] == ["3 rounds"] * 2
    assert compiling == ["one.html"] * 2


def test_nothing_is_kept_where_the_user_has_no_home(
    compiling: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda *_, **__: Path("~/.cache/runner"))
    assert [template("{{ n }} rounds"), template("{{ n }} rounds")] == ["3 rounds"] * 2
    assert len(compiling) == 2
    assert not list(tmp_path.iterdir())


def test_a_full_disk_stops_nothing(
    kept: Path, compiling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("jinja2.bccache.Bucket.write_bytecode", full)
    assert [template("{{ n }} rounds"), template("{{ n }} rounds")] == ["3 rounds"] * 2
    assert len(compiling) == 2
    assert not list(kept.iterdir())


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="folders belong to nobody here")
def test_what_another_user_put_there_is_not_run(
    kept: Path, compiling: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    template("{{ n }} rounds")
    monkeypatch.setattr(os, "getuid", lambda: kept.stat().st_uid + 1)
    assert template("{{ n }} rounds") == "3 rounds"
    assert compiling == ["one.html"] * 2


@pytest.mark.thorough
def test_one_start_of_runner_finds_what_another_compiled(tmp_path: Path) -> None:
    first, second = (processes.run("load_template", tmp_path).stdout.split() for _ in range(2))
    assert b"base.html" in first
    assert not second
