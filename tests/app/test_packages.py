"""What is built for others is whole: wheel, source distribution, and what an index is told."""

import email
import io
import os
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from runner import __version__

pytestmark = pytest.mark.thorough
ROOT = Path(__file__).parents[2]
HOME = "https://example.org/us/runner"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a wheel that was built from a source distribution, as a release does it."""
    pytest.importorskip("hatchling", reason="it builds both")
    place = tmp_path_factory.mktemp("dist")
    told = os.environ | {"RUNNER_HOME": HOME}
    _hatchling("sdist", ROOT, place, told)
    with tarfile.open(next(place.glob("*.tar.gz"))) as source:
        safely = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}  # not in 3.11.2
        source.extractall(place, **safely)  # type: ignore[arg-type]
    _hatchling("wheel", next(path for path in place.iterdir() if path.is_dir()), place, told)
    return place


def _hatchling(target: str, source: Path, place: Path, told: dict[str, str]) -> None:
    words = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(place)]
    done = subprocess.run(words, cwd=source, env=told, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def wheel(built: Path) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(next(built.glob("*.whl")).read_bytes()))


@pytest.fixture(scope="module")
def source(built: Path) -> set[str]:
    with tarfile.open(next(built.glob("*.tar.gz"))) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def in_git(*under: str) -> set[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout")
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", *under],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()}


def test_the_source_is_all_that_is_kept(source: set[str]) -> None:
    assert not in_git() - source


def test_the_source_has_nothing_else(source: set[str]) -> None:
    assert source - in_git() == {"PKG-INFO"}


def test_the_wheel_has_all_that_runner_needs(wheel: zipfile.ZipFile) -> None:
    names = set(wheel.namelist())
    wanted = {
        *in_git("runner"),
        *(f"runner/_fonts/{name.removeprefix('fonts/')}" for name in in_git("fonts")),
        *(f"runner/_templates/{name.removeprefix('templates/')}" for name in in_git("templates")),
        *(f"runner/_schema/{name.removeprefix('docs/schema/')}" for name in in_git("docs/schema")),
    }
    assert not wanted - names
    assert "runner/py.typed" in names


def test_the_wheel_has_nothing_else(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert tops == {"runner", f"runner_tournaments-{__version__}.dist-info"}
    odd = [name for name in wheel.namelist() if re.search(r"test|\.pyc$|\.xlsx$|site_out", name)]
    assert not odd


def test_an_index_is_told_what_it_asks_for(wheel: zipfile.ZipFile) -> None:
    path = f"runner_tournaments-{__version__}.dist-info/METADATA"
    told = email.message_from_bytes(wheel.read(path))
    assert told["Version"] == __version__
    assert told["License-Expression"] == "MIT AND OFL-1.1"
    assert told["Description-Content-Type"] == "text/markdown"
    assert len(told.get_all("License-File") or []) == 2
    assert len(told.get_all("Classifier") or []) > 5
    assert {each.split(",")[0] for each in told.get_all("Project-URL") or []} == {
        "Homepage", "Documentation", "Changelog", "Issues",
    }  # fmt: skip


def test_every_picture_and_link_of_the_readme_leads_somewhere_from_an_index(
    wheel: zipfile.ZipFile,
) -> None:
    path = f"runner_tournaments-{__version__}.dist-info/METADATA"
    shown = wheel.read(path).decode().partition("\n\n")[2]
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", shown)
    assert pictures
    for picture in pictures:
        kept = picture.removeprefix(f"{HOME}/raw/v{__version__}/")
        assert kept != picture
        assert (ROOT / kept).is_file(), picture
    links = re.findall(r"(?<!!)\[[^\]]*\]\(([^)]+)\)", shown)
    assert links
    assert not [link for link in links if not link.startswith(("https://", "#"))]


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == __version__
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.search(rf"^## {re.escape(__version__)} \(\d{{4}}-\d\d-\d\d\)$", changes, re.MULTILINE)
