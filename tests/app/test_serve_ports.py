"""An event is at one address of a computer, whatever is shown there in between, and no other is."""

import shutil
import socket
from pathlib import Path

import platformdirs
import pytest

from runner.app.publish.folder import MANIFEST, Owner, manifest_bytes
from runner.app.serve import PortTakenError, open_server, ports
from runner.app.serve.ports import expected


def site_of(event: Path, mark: str | None = None) -> Path:
    """The site of an event, with one page, known by a mark; "" where nobody has said."""
    site = event / "site"
    site.mkdir(parents=True)
    owner = Owner(event.name if mark is None else mark)
    (site / MANIFEST).write_bytes(manifest_bytes(owner, {"index.html": ("x", 1, 1)}, None))
    return site


@pytest.fixture(autouse=True)
def first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> int:
    """The first port that is given, above which some are free, and settings of the test's own."""
    monkeypatch.setattr(platformdirs, "user_config_path", lambda *_, **__: tmp_path / "own")
    monkeypatch.setattr(ports, "PATIENCE", 0.3)
    with socket.create_server(("0.0.0.0", 0)) as found:
        port = int(found.getsockname()[1])
    monkeypatch.setattr(ports, "FIRST", port)
    return port


def shown(site: Path, port: int | None = None, *, anew: bool = False) -> int:
    """Show it, and end; at which port it was."""
    with open_server(site, port, anew=anew) as server:
        return int(server.port)


def test_each_event_goes_on_at_its_own_port(tmp_path: Path) -> None:
    friday, saturday = site_of(tmp_path / "friday"), site_of(tmp_path / "saturday")
    was = shown(friday)
    assert expected(friday) == was
    other = shown(saturday)  # though the first one is free again
    assert other != was
    for _ in range(2):
        assert (shown(saturday), shown(friday)) == (other, was)
    assert shown(site_of(tmp_path / "sunday"), was) not in (was, other)  # not even if asked for
    assert shown(friday, was) == was


def test_it_goes_with_the_folder(tmp_path: Path) -> None:
    friday = site_of(tmp_path / "friday")
    was = shown(friday)
    moved = friday.parent.rename(tmp_path / "elsewhere") / friday.name
    assert shown(moved) == was


def test_a_port_that_somebody_else_has_is_told_and_no_other_is_taken(tmp_path: Path) -> None:
    friday = site_of(tmp_path / "friday")
    was = shown(friday)
    with socket.create_server(("0.0.0.0", was)):
        with pytest.raises(PortTakenError, match=f"Port {was} is taken by another program"):
            open_server(friday)
        anew = shown(friday, anew=True)
    assert anew != was
    assert shown(friday) == anew
    assert shown(site_of(tmp_path / "saturday")) not in (was, anew)  # nor the one of before


def test_any_free_port_is_not_remembered(tmp_path: Path, first: int) -> None:
    friday = site_of(tmp_path / "friday")
    shown(friday, 0)
    assert expected(friday) == first


@pytest.mark.parametrize("kept", ["", "[1]", '{"a": "b"}', "{", '{"a": null}'])
def test_what_cannot_be_read_or_written_keeps_nothing_from_being_shown(
    tmp_path: Path, kept: str
) -> None:
    friday = site_of(tmp_path / "friday")
    if kept:
        (tmp_path / "own").mkdir()
        (tmp_path / "own" / "ports.json").write_text(kept)
    else:
        (tmp_path / "own").write_text("a file")
    assert shown(friday) > 0


def test_sites_of_nobody_are_known_by_their_place(tmp_path: Path) -> None:
    one, two = site_of(tmp_path / "one", ""), site_of(tmp_path / "two", "demo")
    was = shown(one)
    assert shown(two) != was
    assert shown(one) == was


def test_a_copy_of_an_event_is_another_one(tmp_path: Path) -> None:
    friday = site_of(tmp_path / "friday")
    was = shown(friday)
    copied = Path(shutil.copytree(friday.parent, tmp_path / "saturday")) / "site"
    own = shown(copied)
    assert own != was
    owner = Owner("saturday")  # once it is published
    (copied / MANIFEST).write_bytes(manifest_bytes(owner, {"index.html": ("x", 1, 1)}, None))
    assert (shown(copied), shown(friday)) == (own, was)
