"""Home says what matters now: before the first round, while it is played, once it is over, between
phases, at the end."""

from dataclasses import replace

from runner.core.event import Mode, RoundId, RoundStart
from runner.render.directory import Directory
from runner.render.site.front_page import FrontView, State, front_view
from runner.render.site.shared import Shared
from tests.support.day import Day
from tests.support.events import event, phase, swiss

PAIRS = Mode.HEAD_TO_HEAD


def home(day: Day) -> FrontView:
    return front_view(Shared(day.snapshot.for_players), None)


def test_before_the_first_round_it_says_when_and_how() -> None:
    view = home(Day(replace(swiss(8), decisions=(), venue="Turm 3")))
    assert view.state is State.BEFORE
    assert view.headline.above == "Saturday, 21 November 2026 · Turm 3"
    assert view.headline.text == "Round 1 is not paired yet"
    assert view.headline.below == "8 players are on the list. Are you?"
    assert [(each.label, each.value, each.unit) for each in view.figures[0]] == [
        ("Day 1", "3", "rounds"), ("A round", "75", "min"),
    ]  # fmt: skip
    assert [each.value for each in view.figures[1]] == ["7", "1", "0"]


def test_a_first_round_whose_time_is_known_is_announced() -> None:
    starts = (RoundStart(1, "10:00"),)
    view = home(Day(replace(swiss(8), decisions=(), starts=starts)))
    assert view.headline.text == "Round 1 at 10:00"


def test_while_a_round_is_played_it_asks_who_is_looking() -> None:
    view = home(Day(swiss(8)))
    assert (view.state, view.headline.text) == (State.PLAYING, "Where do I sit?")
    assert (view.done, view.total, view.playing) == (0, 2, (1, 2))
    assert view.time.words.startswith("until ")


def test_once_a_round_is_over_it_says_which_comes_next() -> None:
    day = Day(swiss(8))
    day.play()
    view = home(day)
    assert view.state is State.OVER
    assert (view.headline.above, view.headline.text) == ("Round 1 is over", "Round 2 comes next")


def test_between_phases_it_names_the_next_and_promises_a_table_to_nobody() -> None:
    two = event(
        8, phase(1, mode=PAIRS, rounds=1), phase(2, "single_elimination", PAIRS, cut=4),
        automatic=False,
    )  # fmt: skip
    day = Day(two)
    day.play()
    view = home(day)
    assert view.state is State.BETWEEN
    assert view.headline.text == f"{two.phases[1].name} comes next"
    assert "Your table" not in view.headline.below


def test_at_the_end_it_names_the_champion_with_the_seed() -> None:
    day = Day(
        event(8, phase(1, mode=PAIRS, rounds=1), phase(2, "single_elimination", PAIRS, cut=4))
    )
    day.play_out()
    view, first = home(day), day.snapshot.final[0].player
    assert view.state is State.FINAL
    assert day.snapshot.rounds[-1].id == RoundId(2, 2)
    assert view.headline.text == Directory(day.snapshot)[first].name
    seed = day.snapshot.phases[1].seeds.index(first) + 1
    assert view.headline.below == f"Seed {seed} of 4 · 8 players · 21 November 2026"
