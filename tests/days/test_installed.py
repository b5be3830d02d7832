"""The wheel as organisers install it, in an empty environment and outside of any checkout.
`make packages-test` builds it, and names it in RUNNER_WHEEL."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest

from runner import __version__

WHEEL = os.environ.get("RUNNER_WHEEL", "")
pytestmark = pytest.mark.skipif(not WHEEL, reason="make packages-test builds the wheel first")


class Installed:
    """Runner in a home of its own; `words` install it there."""

    def __init__(self, home: Path, words: list[str], program: str) -> None:
        self.home, self.program = home, home / program
        kept = {
            name: said
            for name, said in os.environ.items()
            if name in ("PATH", "LANG", "SSL_CERT_FILE") or name.startswith(("UV_", "PIP_"))
        }
        self.told = kept | {
            "HOME": str(home), "UV_TOOL_DIR": str(home / "tools"),
            "UV_TOOL_BIN_DIR": str(home / "bin"), "PIPX_HOME": str(home / "pipx"),
            "PIPX_BIN_DIR": str(home / "bin"), "PYTHONDONTWRITEBYTECODE": "1",
        }  # fmt: skip
        done = subprocess.run(words, env=self.told, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def run(self, *words: str, given: str = "") -> str:
        done = subprocess.run(
            [str(self.program), *words], input=given, env=self.told, cwd=self.home,
            capture_output=True, text=True, encoding="utf-8",
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def packages(self) -> set[Path]:
        return {path for top in self.home.rglob("site-packages") for path in top.rglob("*")}


@pytest.fixture(scope="module", params=["uv", "pipx", "pip"])
def installed(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Installed]:
    tool, home = request.param, tmp_path_factory.mktemp("home of somebody")
    if shutil.which(tool) is None and tool != "pip":
        pytest.skip(f"{tool} is not here")
    if tool == "pip":
        subprocess.run([sys.executable, "-m", "venv", str(home / "env")], check=True)
        pip = [str(home / "env" / "bin" / "python"), "-m", "pip", "install", "-q", WHEEL]
        yield Installed(home, pip, "env/bin/runner")
    elif tool == "uv":
        python = ["--python", sys.executable]
        yield Installed(home, ["uv", "tool", "install", *python, WHEEL], "bin/runner")
    else:
        yield Installed(home, ["pipx", "install", "--python", sys.executable, WHEEL], "bin/runner")
    shutil.rmtree(home)


def test_it_says_which_it_is(installed: Installed) -> None:
    assert __version__ in installed.run("--version")


def test_a_whole_event_leaves_the_installation_as_it_was(installed: Installed) -> None:
    before = installed.packages()
    assert before
    home = installed.home
    installed.run("demo", "events/demo", "--site", "site")
    assert [*(home / "events/demo/slips").glob("slips-R*")]
    assert (home / "site/index.html").is_file()
    installed.run("new", "events/friday", "--sample", "24", "--rounds", "3")
    installed.run("rehearse", "events/friday", "--rounds", "2", "--site", "friday-site")
    installed.run("verify", "events/friday")
    installed.run("import", "-", "events/again", given=installed.run("export", "events/friday"))
    assert "Multiplayer Addendum" in installed.run("rules", "mamtr")
    assert installed.packages() == before


def test_the_hall_is_served(installed: Installed) -> None:
    words = [str(installed.program), "serve", "site", "--port", "8766"]
    serve = subprocess.Popen(
        words, env=installed.told, cwd=installed.home, stdout=subprocess.PIPE, text=True
    )
    try:
        assert serve.stdout is not None
        assert next(line for line in serve.stdout if "8766" in line)
        with urlopen("http://127.0.0.1:8766/") as page:
            assert b"<html" in page.read()
    finally:
        serve.kill()
        serve.communicate()
