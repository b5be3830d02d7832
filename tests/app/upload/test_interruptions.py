"""Uploads that end after any number of steps, one after the other, in memory."""

import random
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from runner.app.upload import upload as uploading
from runner.app.upload.destination import destination
from runner.app.upload.targets import Access, Sent
from runner.app.upload.upload import take_down, upload
from runner.ledger.ledger import Ledger
from tests.support.site_states import links, put, states
from tests.support.soak import SOAKING

pytestmark = pytest.mark.soak

DAYS, UPLOADS = (3000 if SOAKING else 60), 6


class Memory:
    """A target that carries out so many steps, and no more; in a stage, in any order."""

    def __init__(self, chance: random.Random) -> None:
        self.files: dict[str, bytes] = {}
        self.steps, self._chance = 0, chance
        self.wrong: list[str] = []

    def read(self, name: str) -> bytes | None:
        return self.files.get(name)

    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        for name in self._chance.sample([*files], len(files)):
            self._step()
            self.files[name] = files[name]
            sent(len(files[name]))
            self._visited()

    def remove(self, names: Iterable[str]) -> None:
        for name in names:
            self._step()
            self.files.pop(name, None)
            self._visited()

    def finish(self) -> None:
        """Every file is visible already."""

    def close(self) -> None:
        """There is no connection."""

    def _step(self) -> None:
        if not self.steps:
            raise KeyboardInterrupt
        self.steps -= 1

    def _visited(self) -> None:
        """Walk through all pages that a visitor finds, and note what they lead to in vain."""
        found, seen = ["index.html"], {"index.html"}
        while found:
            page = found.pop()
            for name in LINKS[page, self.files[page]] if page in self.files else ():
                if name not in self.files:
                    self.wrong.append(f"{page} leads to {name}")
                elif name not in seen:
                    seen.add(name)
                    found += [name] * name.endswith(".html")


LINKS = {
    (page, content): {*links(page, content)}
    for state in states()
    for page, content in state.items()
    if page.endswith(".html")
}


@pytest.mark.thorough
def test_no_page_leads_to_nothing_however_often_uploads_are_interrupted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sites, to = [tmp_path / str(at) for at in range(len(states()))], destination("out", tmp_path)
    for site, state in zip(sites, states(), strict=True):
        put(state, site)
    for day in range(DAYS):
        chance = random.Random(day)
        target = Memory(chance)
        monkeypatch.setattr(uploading, "opened", lambda *_, target=target: target)
        asked = [chance.randrange(len(sites)) for _ in range(UPLOADS)]
        for turn, at in enumerate(asked):
            whole = len(states()[at]) + 4
            target.steps = whole * 2 if turn in (0, UPLOADS - 1) else chance.randrange(whole)
            try:
                upload(sites[at], to, Access(tmp_path), Ledger())
            except KeyboardInterrupt:
                assert turn not in (0, UPLOADS - 1)
        assert target.wrong == [], f"day {day}: {asked}"
        last = states()[asked[-1]]
        assert {name: content for name, content in target.files.items() if name[0] != "."} == last


def test_what_was_half_taken_down_is_published_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    site, to, target = tmp_path / "site", destination("out", tmp_path), Memory(random.Random(0))
    monkeypatch.setattr(uploading, "opened", lambda *_: target)
    put(states()[1], site)
    target.steps = 1000
    upload(site, to, Access(tmp_path), Ledger())
    target.steps = 9
    with pytest.raises(KeyboardInterrupt):
        take_down(site, to, Access(tmp_path))
    target.steps = 1000
    upload(site, to, Access(tmp_path), Ledger())
    assert target.files.keys() >= states()[1].keys()
