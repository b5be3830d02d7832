"""Every action has a wording in the terminal and on the local page."""

from typing import Any, get_args

import pytest

from runner.app.door.wording import on_page
from runner.compute.outlook.stage import Outlook, Outlooks, Own, Share, Verdict
from runner.compute.snapshot import Snapshot
from runner.core.actions import Action, InstallPackages, OpenPorts, Restore, StartReachable
from runner.render.outlook import NOTHING, OutlookLine, in_words, outlook_view
from runner.render.site import render
from runner.render.wording import command_line, in_terminal
from tests.support.events import event as an_event
from tests.support.events import phase, published, swiss, typed, up_to

EXAMPLES = [
    OpenPorts("ufw", 8000, 8019) if kind is OpenPorts
    else InstallPackages(("fonts-noto",)) if kind is InstallPackages
    else StartReachable("LibreOffice", "soffice --accept=x") if kind is StartReachable
    else kind()
    for kind in get_args(Action)
]  # fmt: skip


@pytest.mark.parametrize("action", EXAMPLES, ids=lambda each: type(each).__name__)
def test_every_action_has_a_wording_everywhere(action: Action) -> None:
    assert command_line(action) in in_terminal("It is lost.", action, "Or wait.")
    assert "runner " not in on_page("It is lost.", action)
    assert " --" not in on_page(action)


def test_a_text_is_made_of_sentences_and_command_lines() -> None:
    text = in_terminal("It is gone.", Restore("/a b/c", save=3), "Or wait.")
    assert text == 'It is gone. Write save 3 into a new file: “runner restore "/a b/c" 3”. Or wait.'
    assert in_terminal(Restore(), event="/a b") == 'Put back what is lost: runner restore "/a b"'
    assert on_page("It is gone.", Restore("/a")).startswith("It is gone. “Put back what is lost”")


IN, OUT, OPEN = Verdict.IN, Verdict.OUT, Verdict.OPEN
EACH = (Own.WIN, Own.DRAW, Own.LOSS)


def line(verdict: Verdict, *own: Verdict, ahead: Any = (), **more: Any) -> OutlookLine:
    results = dict(zip(EACH, own, strict=False))
    player = Outlook(verdict, **{"left": int(bool(own)), "own": results, **more})
    about = {"most": 16, "of_groups": False, "paired": True, "final": False, **dict(ahead)}
    return in_words(Outlooks(1, 2, players={"a": player}, **about), "Day 2").lines["a"]


def said(verdict: Verdict, *own: Verdict, ahead: Any = (), **more: Any) -> str:
    return line(verdict, *own, ahead=ahead, **more).sentence


@pytest.mark.parametrize(("own", "sentence"), [
    ((IN, IN, OUT), "A draw is enough for the Top 16. A loss is not enough."),
    ((IN, IN, OPEN), "A draw is enough for the Top 16. Even a loss may be enough."),
    ((IN, OUT, OUT), "Win and you are in the Top 16. A draw is not enough."),
    ((IN, OPEN, OUT), "Win and you are in the Top 16. A draw may be enough."),
    ((IN, OPEN, OPEN), "Win and you are in the Top 16. A draw may be enough, and even a loss."),
    (
        (OPEN, OUT, OUT),
        "A win may be enough for the Top 16, with help from other tables. A draw is not "
        "enough.",
    ),
    ((OPEN, OPEN, OPEN), "Win, draw or lose: it depends on other tables as well."),
    ((), "Whether you are in the Top 16 depends on other tables."),
])  # fmt: skip
def test_what_each_result_comes_to(own: tuple[Verdict, ...], sentence: str) -> None:
    assert line(OPEN, *own) == OutlookLine("", sentence, "")


def test_what_is_certain_has_its_mark() -> None:
    assert line(IN) == OutlookLine("clinched", "You are in the Top 16 whatever happens.")
    out = "You cannot reach the Top 16 any more, unless players ahead leave."
    assert line(OUT) == OutlookLine("out", out)


def test_the_goal_is_a_number_of_places_or_the_next_phase() -> None:
    assert said(IN, ahead={"most": None}) == "You are in Day 2 whatever happens."
    assert said(OUT, ahead={"most": None}) == "You cannot reach Day 2 any more."
    groups = {"most": 2, "of_groups": True}
    assert said(IN, ahead=groups) == "You are among the best 2 of the group whatever happens."


def test_before_the_last_round_is_paired() -> None:
    ahead = {"paired": False}
    sentence = "In the last round: win and you are in the Top 16. A draw may be enough."
    assert said(OPEN, IN, OPEN, OUT, ahead=ahead) == sentence
    assert said(OPEN, OPEN, OPEN, OPEN, ahead=ahead) == ""
    assert said(OPEN, ahead=ahead, left=3, wins=None) == ""
    two = "Win 2 of your 3 remaining matches and you are in the Top 16."
    assert said(OPEN, ahead=ahead, left=3, wins=2) == two
    every = "Win all your 2 remaining matches and you are in the Top 16."
    assert said(OPEN, ahead=ahead, left=2, wins=2) == every


def test_once_all_results_are_in_nobody_is_marked() -> None:
    final = {"final": True}
    assert line(IN, ahead=final) == OutlookLine("", "As the results stand, you are in the Top 16.")
    assert said(OUT, ahead=final) == "As the results stand, you are not in the Top 16."


def test_what_is_simulated_says_so_and_is_rounded() -> None:
    shares = {None: Share(310, 500), Own.DRAW: Share(70, 82), Own.LOSS: Share(1, 300)}
    open_ = line(OPEN, IN, OPEN, OPEN, shares=shares)
    assert open_.simulated == (
        "By simulation (500 runs): about 85% with a draw and less than 5% with a loss."
    )
    assert line(OPEN, shares=shares).simulated == "By simulation (500 runs): about 60%."
    sure = {None: Share(499, 500)}
    assert line(OPEN, shares=sure).simulated == "By simulation (500 runs): more than 95%."


def test_of_a_whole_event() -> None:
    day = an_event(12, phase(1, rounds=2), phase(2, "single_elimination", name="Top 4", cut=4))
    _, snapshot, _ = up_to(day, 1, 2)
    found = outlook_view(snapshot.for_players)
    assert found.phase == 1
    assert {*found.lines} == {*snapshot.players}
    assert any("Top 4" in each.sentence for each in found.lines.values())
    hidden, _ = published(swiss(12))
    assert outlook_view(hidden) == NOTHING, "there is no cut"


def test_nothing_of_results_that_are_kept_back() -> None:
    day = an_event(
        12, phase(1, rounds=2, standings_hidden=True), phase(2, "single_elimination", cut=4)
    )
    _, snapshot, _ = up_to(day, 1, 2)
    assert outlook_view(snapshot) == outlook_view(snapshot.for_players) == NOTHING


def one_open() -> Snapshot:
    day = an_event(12, phase(1, rounds=3), phase(2, "single_elimination", name="Top 4", cut=4))
    now, snapshot, ledger = up_to(day, 1, 3)
    return published(typed(now, snapshot, lambda at: "" if at.number == 2 else "A"), ledger)[0]


def test_standings_mark_who_is_in_or_out_while_the_last_round_is_played() -> None:
    snapshot = one_open()
    lines, files = outlook_view(snapshot.for_players).lines, render(snapshot, {}).files
    latest, before = (files[path].decode() for path in ("standings.html", "standings/R1.html"))
    for mark in ("clinched", "out"):
        known = [player for player, each in lines.items() if each.mark == mark]
        assert known
        assert latest.count(f'<i class="mark {mark}">') == len(known)
        assert f"<dt>{mark.capitalize()}</dt>" in latest
        assert f'class="mark {mark}"' not in before


def test_the_page_of_a_player_says_it_in_a_sentence() -> None:
    snapshot = one_open()
    files = render(snapshot, {}).files
    lines = outlook_view(snapshot.for_players).lines
    assert any(each.simulated for each in lines.values())
    for player, each in lines.items():
        page = files[f"players/{player}.html"].decode()
        assert f"<b>{each.sentence}</b>" in page
        assert each.simulated in page
