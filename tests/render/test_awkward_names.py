"""A thousand awkward names on every document: none cut off, none over another, none off the page;
measured in the boxes that are printed."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from runner.compute.snapshot import Snapshot
from runner.core.event import Mode, RoundId
from runner.core.names import last_first
from runner.render.documents import pdf
from runner.render.documents.registry import REGISTRY
from tests.support import events
from tests.support.awkward import awkward
from tests.support.day import Day, drawn_results
from tests.support.draft_day import DraftDay
from tests.support.printed import MM, Line, lines
from tests.support.teams import phase_of, teams

pytestmark = pytest.mark.thorough  # left out of make quick

pytest.importorskip("weasyprint", exc_type=OSError)

SLACK = 0.6  # millimetres
Laid = Callable[[str, Snapshot, RoundId], list[Any]]


@pytest.fixture(scope="module")
def hall() -> Snapshot:
    """1,000 of them in the second round."""
    return _day(1000, 0).snapshot


def _day(count: int, first: int) -> Day:
    now = events.swiss_and_playoff(count, Mode.MULTIPLAYER, swiss=3, cut=4)
    called = zip(now.players, awkward(first + count)[first:], strict=True)
    named = tuple(replace(player, name=name, club=name[::-1]) for player, name in called)
    day = Day(replace(now, players=named))
    day.play_until(1, 2, drawn_results("awkward"))
    return day


@pytest.fixture
def laid_out(monkeypatch: pytest.MonkeyPatch) -> Laid:
    """The pages of a document as they are about to be written."""
    seen: list[Any] = []
    write = pdf.written

    def written(document: Any, finisher: Any) -> bytes:
        seen.append(document)
        return write(document, finisher)

    monkeypatch.setattr(pdf, "written", written)

    def pages(key: str, snapshot: Snapshot, round_id: RoundId) -> list[Any]:
        seen.clear()
        assert REGISTRY[key].render(snapshot, round_id).files
        return list(seen[-1].pages)

    return pages


def squeezed(text: str) -> str:
    return re.sub(r"[\s\u200b-\u200f\u2060-\u206f]", "", text)


@pytest.mark.parametrize("key", ["slips", "pairings", "tables", "standings", "players", "badges"])
def test_a_thousand_awkward_names_are_whole_and_apart(
    key: str, hall: Snapshot, laid_out: Laid
) -> None:
    pages = laid_out(key, hall, hall.rounds[-1].id)
    _whole_and_apart(pages, hall)


@pytest.mark.parametrize("key", ["final", "prizes", "bracket"])
@pytest.mark.parametrize("first", range(0, 960, 240))
def test_who_plays_for_the_cup_is_whole_and_apart(key: str, first: int, laid_out: Laid) -> None:
    day = _day(24, first)
    day.play_until(2, 1, drawn_results("awkward"))
    pages = laid_out(key, day.snapshot, RoundId(2, 1))
    _whole_and_apart(pages, day.snapshot if key != "bracket" else None)


@pytest.mark.parametrize("key", ["slips", "pairings", "tables", "bracket", "final", "prizes"])
@pytest.mark.parametrize("first", range(0, 900, 180))
def test_teams_of_awkward_people_are_whole_and_apart(key: str, first: int, laid_out: Laid) -> None:
    called = iter(awkward(first + 48)[first:])
    crews = tuple(
        replace(
            team,
            name=next(called),
            members=tuple(next(called) for _ in team.members),
        )
        for team in teams(12, 3)
    )
    swiss = phase_of("trios", rounds=2)
    playoff = phase_of("trios", 2, "single_elimination", cut=4)
    day = Day(events.event(crews, swiss, playoff))
    day.play_until(2, 2)
    _whole_and_apart(laid_out(key, day.snapshot, RoundId(2, 2)), None)


@pytest.mark.parametrize("first", range(0, 1000, 250))
def test_who_drafts_is_whole_and_apart(first: int, laid_out: Laid) -> None:
    called = awkward(first + 250)[first:]
    phase = events.phase(1, "swiss", Mode.DRAFT, name="Draft", rounds=3)
    now = events.event(len(called), phase, automatic=False, decisions=())
    named = zip(now.players, called, strict=True)
    people = tuple(replace(player, name=name) for player, name in named)
    drafted = DraftDay(replace(now, players=people)).ask("make pods")
    _whole_and_apart(laid_out("draft", drafted, RoundId(1, 0)), drafted)


@pytest.mark.parametrize("key", ["certificate", "cards", "numbers", "judge"])
@pytest.mark.parametrize("first", range(0, 1000, 125))
def test_an_event_with_an_awkward_name_is_whole_and_apart(
    key: str, first: int, laid_out: Laid
) -> None:
    for name in awkward(first + 125)[first::25]:
        now = events.swiss(8)
        called = replace(now.phases[0], name=name)
        made, _ = events.published(replace(now, name=name, phases=(called,)))
        pages = laid_out(key, made, RoundId(1, 1))
        _whole_and_apart(pages, None)
        text = squeezed("".join(line.text for page in pages for line in lines(page)))
        assert squeezed(name) in text or key in {"numbers", "judge"}, name


def _whole_and_apart(pages: list[Any], everybody: Snapshot | None) -> None:
    printed: list[Line] = []
    for page in pages:
        found = list(lines(page))
        if any(line.what in ("round", "event") for line in found):
            continue  # an empty form
        _apart(found)
        for line in found:
            assert line.left >= -SLACK, line
            assert line.right <= page.width * MM + SLACK, line
            assert 0 <= line.middle <= page.height * MM, line
        printed += found
    if everybody is not None:
        text = squeezed("".join(line.text for line in printed))
        for player in everybody.players.values():
            wanted = {squeezed(last_first(player.name)), squeezed(player.name)}
            assert any(each in text for each in wanted), player.name


def _apart(found: list[Line]) -> None:
    """No line stands over another: what is as high as small letters keeps off the others."""
    ordered = sorted(found, key=lambda line: line.middle)
    for at, one in enumerate(ordered):
        for other in ordered[at + 1 :]:
            if other.middle - one.middle > 12:
                break
            beside = one.right <= other.left + SLACK or other.right <= one.left + SLACK
            below = other.middle - one.middle >= 0.27 * (one.size + other.size)
            assert beside or below, (one, other)
