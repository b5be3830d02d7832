"""Playoffs as pages: nothing overlaps, lines lead where they say, and everybody is there."""

import gzip
import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import combinations
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.compute.clock import RoundClock, TableClock
from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.rounds import Outcome
from runner.phases import tree
from runner.phases.elimination.bracket_state import PlayoffProgress
from runner.phases.elimination.double_elimination import DoubleElimination
from runner.phases.elimination.names import Names, ending
from runner.phases.elimination.playoff import Playoff as Moment
from runner.phases.elimination.tree import From, Match, Side
from runner.render.site import Renderer, Site, render
from runner.render.site.bracket.cards import Cards, shown
from runner.render.site.bracket.layout import Cell, Layout, page_layout
from runner.render.site.bracket.reached import reached
from runner.rules.limits import Limit
from tests.support import sample
from tests.support.bracket_pages import MatchOnPage, stages, title_of, way, whole
from tests.support.drawings import drawn, event
from tests.support.events import ask, phase, planned, published, typed

pytestmark = pytest.mark.thorough  # left out of make quick

DRAWN = "drawn · top seed advances"

Playoff = tuple[Names, Cards]
Case = tuple[str, int, int]


@cache
def snapshot(kind: str, size: int, rounds: int) -> Snapshot:
    """A playoff after so many rounds, with a draw in each and a table of the last that plays."""
    pods, double = kind == "pods", kind == "double"
    return event(
        size, pods=pods, double=double, rounds=rounds, open_tables=rounds % 2, draws=not double,
        third_place=not pods,
    )  # fmt: skip


@cache
def playoff(kind: str, size: int, rounds: int) -> Playoff:
    return drawn(snapshot(kind, size, rounds).phases[-1])


@cache
def layout(kind: str, size: int, rounds: int) -> Layout:
    return Layout(*playoff(kind, size, rounds))


CASES = [
    *(("single", size, rounds) for size in (2, 3, 4, 6, 8, 13, 65) for rounds in (1, 2, 9)),
    ("single", 128, 3),
    *(("pods", size, rounds) for size in (4, 7, 10, 16, 40, 64) for rounds in (1, 2, 9)),
    *(("double", size, rounds) for size in (3, 6, 8, 13, 16, 64) for rounds in (0, 3, 99)),
]
every = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
begun = pytest.mark.parametrize(
    "case", [case for case in CASES if case[2]], ids=lambda case: "-".join(map(str, case))
)


def lies_apart(names: Names, cards: Cards, placed: Layout) -> None:
    """No card or title takes a row of another in its column."""
    rooms: list[tuple[int, float, float]] = []
    for stage, there in zip(names.stages, cards.by_stage, strict=True):
        top, end = placed.rows(stage)
        cells = [placed.cells[card.keys[0]] for card in there]
        assert {cell.column for cell in cells} == {cells[0].column}
        assert all(top < cell.row < cell.row + cell.rows <= end for cell in cells)
        rooms.append((cells[0].column, top, top + 1))
        for card, cell in zip(there, cells, strict=True):
            half = (max(len(card.spots), 1) + bool(card.heading)) / 2  # a row for each line
            assert cell.rows >= 2 * half
            rooms.append((cell.column, cell.middle - half, cell.middle + half))
        middles = [cell.middle for cell in cells]
        assert middles == sorted(middles)
    for one, other in combinations(rooms, 2):
        assert one[0] != other[0] or one[2] <= other[1] or other[2] <= one[1], (one, other)
    assert all(0 <= column < placed.columns and top >= 0 for column, top, _ in rooms)


def lines(names: Names, cards: Cards, placed: Layout) -> Iterator[tuple[str, str, SimpleNamespace]]:
    """Every line with the match that it comes from and the one whose card's middle it ends at."""
    middles = {
        (cell.column, cell.middle): key
        for key, cell in placed.cells.items()
        if key in {card.keys[0] for there in cards.by_stage for card in there}
    }
    for there in cards.by_stage:
        for card in there:
            keys = {card_key: names.matches[card_key] for card_key in card.keys}
            for join in placed.joins(card):
                cell = placed.cells[card.keys[0]]
                drop = float(join.drop) * (-1 if join.up else 1) * cell.rows
                end = (cell.column + join.columns, cell.middle + drop)
                target = min(middles, key=lambda at: abs(at[0] - end[0]) + abs(at[1] - end[1]))
                assert target[0] == end[0]
                assert target[1] == pytest.approx(end[1], abs=0.05), "in rows: less than a pixel"
                yield mover_of(join, keys.values()), middles[target], join


def mover_of(join: SimpleNamespace, matches: object) -> str:
    """The match that a line comes from; byes that share a card have one each."""
    found = [
        match.key
        for match in matches  # type: ignore[attr-defined]  # a view of matches
        if not match.bye or match.winner == join.mover
    ]
    assert len(found) == 1
    return str(found[0])


# --- the layout -----------------------------------------------------------------------------------


@every
def test_no_card_or_title_lies_on_another(case: Case) -> None:
    lies_apart(*playoff(*case), layout(*case))


@every
def test_every_winner_has_a_line_to_the_match_that_follows(case: Case) -> None:
    names, cards = playoff(*case)
    ends = [(source, target) for source, target, _ in lines(names, cards, layout(*case))]
    assert len(ends) == len(set(ends))
    for stage in names.stages:
        again = (stage.side, stage.number) == (Side.FINAL, 2)
        for match in stage.matches:
            for place in shown(match):
                source = place.source
                if source.kind is From.WINNER and source.match in names.matches:
                    assert ((source.match, match.key) in ends) is not again


@every
def test_a_line_is_that_of_the_player_who_goes_on(case: Case) -> None:
    names, cards = playoff(*case)
    for source, target, join in lines(names, cards, layout(*case)):
        before, after = names.matches[source], names.matches[target]
        assert join.mover == before.winner
        if not names.pods:
            froms = [place for place in after.places if place.source.match == source]
            assert [place.player for place in froms] in ([""], [before.winner])
        elif before.winner and after.players:
            assert before.winner in after.players


@every
def test_pods_are_joined_to_where_their_winners_sit(case: Case) -> None:
    names, cards = playoff(*case)
    if not names.pods:
        return
    ends = {(source, target): join for source, target, join in lines(names, cards, layout(*case))}
    for before, stage in zip(names.stages, names.stages[1:], strict=False):
        for match in before.matches:
            seated = [
                other for other in stage.matches if match.winner and match.winner in other.players
            ]
            alone = len(stage.matches) == 1
            for other in stage.matches:
                joined = other in seated or alone
                shares = other.bye and any(later.bye for later in seated)
                assert ((match.key, other.key) in ends) is joined or shares
            for target in (other for other in seated if not other.bye):
                assert ends[match.key, target.key].slanted is not alone


@every
def test_no_line_of_a_bracket_goes_through_a_card_or_along_another(case: Case) -> None:
    names, cards = playoff(*case)
    if names.pods:
        return
    cells = layout(*case).cells
    upright: list[tuple[int, float, float, str]] = []
    for source, target, _ in lines(names, cards, layout(*case)):
        here, there = cells[source], cells[target]
        between = [
            cell
            for cell in cells.values()
            if here.column < cell.column < there.column
            and cell.row < here.middle < cell.row + cell.rows
        ]
        assert not between
        low, high = sorted((here.middle, there.middle))
        upright.append((there.column, low, high, target))
    for one, other in combinations(upright, 2):
        apart = one[0] != other[0] or one[2] < other[1] or other[2] < one[1]
        assert apart or one[3] == other[3]


def test_a_match_stands_in_the_middle_of_those_that_lead_to_it() -> None:
    cells = layout("single", 8, 1).cells
    assert [cells[f"W1M{at}"] for at in (1, 2, 3, 4)] == [
        Cell(0, 1, 3), Cell(0, 4, 3), Cell(0, 7, 3), Cell(0, 10, 3),
    ]  # fmt: skip
    assert (cells["W2M1"], cells["W2M2"]) == (Cell(1, 1, 6), Cell(1, 7, 6))
    assert layout("single", 8, 1).columns == 3


def test_in_double_elimination_the_stages_of_the_round_come_first_and_below_them_what_is_over() -> (
    None
):
    def first_columns(made: Snapshot) -> list[str]:
        """The titles of the first column, from the top, and those of phones' first stages."""
        style = style_of(made)
        at = {
            title: [int(each) for each in found.groups()]
            for number, title in enumerate(stages(bracket(made)), 1)
            for found in [re.search(rf"#stage-{number}[,{{][^}}]*?grid-area:(\d+)/(\d+)", style)]
            if found
        }
        return sorted((title for title in at if at[title][1] == 1), key=at.__getitem__)

    begun = event(16, double=True, rounds=1, open_tables=2)
    assert first_columns(begun) == ["Winners’ round 1", "Losers’ round 1"]
    now = event(16, double=True, rounds=4, open_tables=3)
    assert first_columns(now) == [
        "Winners’ round 3", "Losers’ round 3", "Winners’ round 1", "Losers’ round 1",
    ]  # fmt: skip
    tree = whole(bracket(now)).all("div", "tree")[0]
    past = [each.all("h2")[0].text for each in tree.children("section") if "past" in each.classes]
    assert past == [
        "Winners’ round 1", "Winners’ round 2", "Losers’ round 1", "Losers’ round 2",
    ]  # fmt: skip
    ended = event(16, double=True)
    assert first_columns(ended) == ["Winners’ round 1", "Losers’ round 1"], "all of it again"


def test_a_final_that_the_grand_final_waits_for_stands_beside_it() -> None:
    made = event(16, double=True, rounds=5)
    names, cards = drawn(made.phases[-1])
    ends = next(stage for stage in names.stages if stage.title == "Winners’ final").matches[0]
    assert ends.winner
    assert ends.key not in page_layout(names, cards).later
    (join,) = page_layout(names, cards).joins(cards.by_match[ends.key])
    assert join.columns >= 1


@pytest.mark.parametrize(("size", "rounds"), [(8, 2), (13, 3), (16, 1), (16, 2), (16, 99), (64, 4)])
def test_a_stage_of_the_winners_stands_just_before_the_one_of_its_losers(
    size: int, rounds: int
) -> None:
    names, cards = drawn(event(size, double=True, rounds=rounds).phases[-1])
    placed, gaps = page_layout(names, cards), []
    for match in names.matches.values():
        for source in (place.source for place in match.places if match.side is Side.LOSERS):
            if source.kind is From.LOSER and (source.match in placed.later) is (
                match.key in placed.later
            ):
                gaps.append(placed.cells[match.key].column - placed.cells[source.match].column)
    assert {*gaps} <= {0, 1}, "0 only where there was no room before it"
    assert gaps[-1] == 1, "the winners' final"


@pytest.mark.parametrize("rounds", range(1, 8))
def test_what_is_over_lies_below_all_that_is_left_of_a_double_elimination(rounds: int) -> None:
    names, cards = drawn(event(16, double=True, rounds=rounds, open_tables=1).phases[-1])
    lies_apart(names, cards, page_layout(names, cards))


@begun
def test_everybody_of_the_tree_is_on_the_page_at_their_match(case: Case) -> None:
    names, _ = playoff(*case)
    shown_now = stages(bracket(snapshot(*case)))
    assert list(shown_now) == [stage.title for stage in names.stages]
    for stage in names.stages:
        cards = shown_now[stage.title]
        shared = names.pods and sum(match.bye for match in stage.matches) > 1
        byes = [match for match in stage.matches if match.bye] if shared else []
        if byes:
            together = cards.pop(0)
            assert together.head == "Byes"
            players = [player for match in byes for player in match.players]
            assert together.seeds == [names.seeds[player] for player in players]
            assert [place.file for place in together.places if place.file] == players
        rest = [match for match in stage.matches if match not in byes]
        for match, card in zip(rest, cards, strict=True):
            is_shown(names, match, card)
    everywhere = [place for cards in stages(bracket(snapshot(*case))).values()
                  for card in cards for place in card.places]  # fmt: skip
    assert {*names.seeds.values()} == {place.seed for place in everywhere if place.file}
    assert sorted(place.id_ for place in everywhere if place.id_) == sorted(names.seeds)


def is_shown(names: Names, match: Match, card: MatchOnPage) -> None:
    """Seeds, names and addresses of a card are those of its match, in the order of its places."""
    expected = shown(match)
    for place, on_page in zip(expected, card.places, strict=True):
        assert on_page.file == (place.player or "")
        assert on_page.seed == names.seeds.get(place.player or "", 0)
        if place.player:
            won = match.winner == place.player and not match.bye
            assert ("win" in on_page.classes) is won
            assert ("loss" in on_page.classes) is bool(match.winner and not match.bye and not won)
            assert on_page.said == (("wins" if "crown" in card.state else "through") if won else "")
            assert on_page.title == on_page.name
    assert ("playing" in card.state) is ("playing" in card.head.split())
    if match.table is not None and not match.bye:
        assert f"Table {match.table}" in card.head


def test_who_left_the_event_stays_in_the_bracket_struck_through_beside_the_bye() -> None:
    made = event(8, double=True, rounds=4, leaving=4)
    page, site = bracket(made), render(made, {})
    found = re.findall(r"<s>(.*?)</s></bdi> <b>(.*?)</b>", page)
    assert found == [
        (name, "dropped")
        for name in (
            "Dilara Yamada",
            "Tomás Osei",
            "Helena Jansen",
            "Aleksei Petrov",
            "Eilidh Kaya",
        )
    ]
    assert page.count(">bye</b>") == 6, "one for each of them, and one against nobody"
    archive = site.files["rounds/index.html"].decode()
    for player in made.rounds[-1].byes:
        name = made.players[player].name
        assert f"<b><bdi>{name}</bdi></b> bye" in archive


@settings(max_examples=90, deadline=None)
@given(
    size=st.integers(2, 70), kind=st.sampled_from(["single", "double", "pods"]),
    rounds=st.integers(1, 9), left=st.integers(0, 3), leaving=st.sampled_from([0, 0, 3, 8]),
    by_hand=st.booleans(),
)  # fmt: skip
def test_any_playoff_can_be_drawn(
    size: int, kind: str, rounds: int, left: int, leaving: int, by_hand: bool
) -> None:
    now = event(
        size, pods=kind == "pods", double=kind == "double", rounds=rounds, open_tables=left,
        leaving=leaving, by_hand=by_hand, third_place=kind == "single",
    )  # fmt: skip
    names, cards = drawn(now.phases[-1])
    there = tree(now.phases[-1])
    everybody = {player for match in there.matches for player in match.players}
    assert everybody == {player for match in names.matches.values() for player in match.players}
    assert been(now) == everybody
    assert all(cards.of_player(player) for player in everybody)
    assert at_tables(names) == played(now)
    lies_apart(names, cards, Layout(names, cards))
    ids = re.findall(r'<li class="[^"]*" id="(\w+)">', bracket(now))
    assert sorted(ids) == sorted(everybody)


def been(made: Snapshot) -> set[str]:
    """Everybody who was in the playoff: by seed, at a table, or with a bye."""
    phase = made.phases[-1]
    seated = {one for now in phase.rounds for table in now.tables for one in table.players}
    return {*phase.seeds, *seated, *(one for now in phase.rounds for one in now.byes)}


def played(made: Snapshot) -> dict[tuple[int, int], set[str]]:
    rounds = made.phases[-1].rounds
    return {(now.id.number, at.number): {*at.players} for now in rounds for at in now.tables}


def at_tables(names: Names) -> dict[tuple[int, int], set[str]]:
    return {
        (match.round, match.table): {*match.players}
        for match in names.matches.values()
        if match.table is not None
    }


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
def test_who_was_seated_by_hand_lost_and_left_is_drawn_and_has_a_place(rounds: int) -> None:
    made = event(38, double=True, rounds=rounds, leaving=3, by_hand=True)
    phase = made.phases[-1]
    names, cards = drawn(phase)
    there = {player for match in names.matches.values() for player in match.players}
    assert "P037" in there
    assert been(made) == there == {player for player in there if cards.of_player(player)}
    assert at_tables(names) == played(made)
    before = Moment.after(phase)
    places = DoubleElimination().places(before.situation, {*phase.seeds} - {*phase.playing})
    assert places is not None
    assert sorted(player for player, _, _ in places) == sorted(phase.seeds)
    course = PlayoffProgress.of(before, phase.drawn).course
    out = [each for group in course.gone_out() for each in group]
    assert sorted((*course.lives(), *out)) == sorted(phase.seeds)  # nobody only ends up last


# --- what it is called ----------------------------------------------------------------------------


def titles(kind: str, size: int) -> list[str]:
    return [stage.title for stage in playoff(kind, size, 1 if kind != "double" else 0)[0].stages]


def test_stages_have_the_names_that_people_use() -> None:
    assert titles("single", 64)[:3] == ["Round of 64", "Round of 32", "Round of 16"]
    assert titles("single", 6) == ["Quarterfinals", "Semifinals", "Third place", "Final"]
    assert titles("pods", 40) == ["Round of 40", "Semifinals", "Final"]
    assert titles("pods", 16) == ["Semifinals", "Final"]
    assert titles("pods", 4) == ["Final"]
    assert titles("double", 8) == [
        "Winners’ round 1", "Winners’ round 2", "Winners’ final",
        "Losers’ round 1", "Losers’ round 2", "Losers’ round 3", "Losers’ final",
        "Grand final", "Reset, if needed",
    ]  # fmt: skip


def test_open_places_say_who_will_come() -> None:
    def said(made: Snapshot) -> set[str]:
        cards = [card for there in stages(bracket(made)).values() for card in there]
        return {place.name for card in cards for place in card.places if not place.file}

    single = event(8, rounds=1, open_tables=4, third_place=True)
    assert {"Winner of QF 2", "Winner of SF 1", "Loser of SF 2"} <= said(single)
    pods = said(snapshot("pods", 40, 1))
    assert {f"{nth}est seed still in" for nth in ("B", "2nd b", "3rd b", "16th b")} <= pods
    both = said(event(8, double=True, rounds=1, open_tables=4))
    assert {"Loser of W1.3", "Winner of L2.1", "Winner of WF", "Winner of GF"} <= both


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (13, "13th"),
                          (21, "21st"), (112, "112th")],
)  # fmt: skip
def test_ordinals(number: int, words: str) -> None:
    assert f"{number}{ending(number)}" == words


def test_who_lost_reads_where_they_go_on_and_who_won_as_well() -> None:
    names, cards = playoff("double", 13, 0)
    for match in names.matches.values():
        for place in match.places:
            before = names.matches.get(place.source.match)
            if place.source.kind is From.LOSER and before and match.side is Side.LOSERS:
                stage = names.stage_of[match.key]
                alone = len(stage.matches) == 1  # its name says which it is
                called = stage.title if alone else names.labels[match.key]
                said = "" if before.bye else called
                assert cards.by_match[before.key].loser_to == said
    assert "L1.2" in [card.loser_to for card in cards.by_match.values()]
    assert not cards.by_match["L1M2"].loser_to
    first = stages(bracket(snapshot("double", 13, 3)))["Winners’ round 1"][1]
    assert first.head == "W1.2 · Table 1 loser to L1.1"
    assert first.foot == "winner to W2.1"
    semi = stages(bracket(snapshot("single", 8, 2)))["Semifinals"][0]
    assert semi.head == f"SF 1 · Table 1 {DRAWN}"
    assert semi.foot == "winner to Final"


# --- how it ended ---------------------------------------------------------------------------------


def test_a_draw_says_that_the_highest_seed_goes_on() -> None:
    for kind, size in (("single", 8), ("pods", 16)):
        card = playoff(kind, size, 9)[1].by_match["W1M1"]
        assert card.notes == (DRAWN,)
        assert [spot.tone for spot in card.spots] == ["win", *["loss"] * (len(card.spots) - 1)]
        assert {spot.score for spot in card.spots} == ({""} if kind == "pods" else {"1"})
        shown_now = next(iter(stages(bracket(snapshot(kind, size, 9))).values()))[0]
        assert DRAWN in shown_now.head
        first, *others = shown_now.places
        assert (first.seed, first.said) == (1, "through")
        assert {place.said for place in others} == {""}
        assert {place.score for place in shown_now.places} == {first.score}


def test_whoever_concedes_in_a_drawn_pod_has_lost_and_a_drawn_final_is_won() -> None:
    made = event(4, pods=True, draws=True)
    phase = made.phases[-1]
    table = phase.rounds[0].tables[0]
    gave_up = replace(table.seats[0], outcome=Outcome.CONCESSION)
    table = replace(table, seats=(gave_up, *table.seats[1:]))
    rounds = (replace(phase.rounds[0], tables=(table,)),)
    changed = replace(made, phases=(made.phases[0], replace(phase, rounds=rounds)))
    (card,) = stages(bracket(changed))["Final"]
    assert card.head == "Table 1 drawn · top seed wins"
    assert [place.said for place in card.places] == ["", "wins", "", ""]
    assert card.seeds == [1, 2, 3, 4]


def with_first_table(made: Snapshot, outcome: Outcome) -> Snapshot:
    phase = made.phases[-1]
    first, *others = phase.rounds[0].tables
    seats = tuple(replace(seat, outcome=outcome, games_won=None) for seat in first.seats)
    rounds = (replace(phase.rounds[0], tables=(replace(first, seats=seats), *others)),)
    return replace(made, phases=(made.phases[0], replace(phase, rounds=rounds)))


def test_where_everybody_lost_nobody_advances_by_seed() -> None:
    made = with_first_table(event(8, rounds=1), Outcome.LOSS)
    card = stages(bracket(made))["Quarterfinals"][0]
    assert card.head == "QF 1 · Table 1 nobody advances"
    assert [(place.seed, place.said) for place in card.places] == [(1, ""), (8, "")]


def test_where_they_play_on_a_draw_decides_nothing() -> None:
    made = event(16, pods=True, rounds=1, draws=True, drawn_elimination="play_on")
    card = stages(bracket(made))["Semifinals"][0]
    assert card.head == "Table 1 playing drawn · they play on"
    assert "playing" in card.state
    assert {place.said for place in card.places} == {""}
    assert not any(place.classes & {"win", "loss"} for place in card.places)


def test_scores_are_games_between_two_and_in_pods_a_tag_says_who_is_through() -> None:
    found = stages(bracket(event(8)))
    for card in (card for there in found.values() for card in there):
        won, lost = sorted(card.places, key=lambda place: "loss" in place.classes)
        assert (won.score, lost.score in ("0", "1")) == ("2", True)
        assert won.said in ("through", "wins")
    (final,) = found["Final"]
    assert "crown" in final.state
    assert [place.said for place in final.places if "win" in place.classes] == ["wins"]
    pods = stages(bracket(event(16, pods=True)))
    for card in (card for there in pods.values() for card in there):
        assert {place.score for place in card.places} == {""}
        assert sorted(place.said != "" for place in card.places) == [False, False, False, True]


def test_who_is_still_playing_has_no_score_and_a_seat_in_pods() -> None:
    page = bracket(event(8, rounds=1, open_tables=1))
    card = stages(page)["Quarterfinals"][3]
    assert card.head == "QF 4 · Table 4 playing"
    assert {(place.score, place.seat, place.said) for place in card.places} == {("", "", "")}
    assert not any(place.classes & {"win", "loss"} for place in card.places)
    links = whole(page).all("ul", "stages")[0].all("a")
    assert [link.text for link in links] == ["Quarterfinals", "Semifinals", "Final"]
    headings = [h2.text for h2 in whole(page).all("div", "tree")[0].all("h2")]
    assert headings == ["Quarterfinals 3 of 4 done", "Semifinals", "Final"]
    assert ["now" in link.classes for link in links] == [True, False, False]
    pod = stages(bracket(event(16, pods=True, rounds=1, open_tables=1)))["Semifinals"][3]
    assert [place.seat for place in pod.places] == ["A", "B", "C", "D"]


@pytest.mark.parametrize(("extra", "own"), [(0, ""), (6, " Time at 15:31 (+6)")])
def test_while_they_play_the_page_says_when_time_is_called_and_a_card_if_it_differs(
    extra: int, own: str
) -> None:
    made = event(8, rounds=1, open_tables=1)
    now = made.phases[-1].rounds[0].id
    called = "2026-11-21T15:25:00"
    table = TableClock(4, "2026-11-21T15:31:00" if extra else called, extra=extra)
    clock = RoundClock(
        now, Limit(minutes=75, turns="5"), "2026-11-21T14:10:00", stated=True, called=called,
        tables=(table,),
    )  # fmt: skip
    page = bracket(replace(made, clocks={now: clock}))
    found = stages(page)["Quarterfinals"]
    assert found[3].head == f"QF 4 · Table 4 playing{own}"
    assert found[3].foot == "winner to SF 2"
    assert found[0].foot == "winner to SF 1"
    assert "until 15:25" in whole(page).text


def test_byes_are_said_and_stand_on_one_card_in_pods() -> None:
    card = stages(bracket(event(6, rounds=1)))["Quarterfinals"][0]
    assert [(place.seed, place.score) for place in card.places] == [(1, "bye")]
    assert (card.head, "bye" in card.state) == ("", True)
    found = stages(bracket(event(40, pods=True, rounds=1)))["Round of 40"]
    assert (found[0].head, "bye" in found[0].state) == ("Byes", True)
    assert found[0].seeds == [1, 2, 3, 4, 5, 6, 7, 8]
    assert len(found) == 9


# --- the path of a player -------------------------------------------------------------------------


def test_a_path_is_the_matches_of_a_player_from_the_last_to_the_first() -> None:
    names, cards = playoff("double", 16, 99)
    files = render(snapshot("double", 16, 99), {}).files
    for player, seed in names.seeds.items():
        found = cards.of_player(player)
        mine = [match for match in names.matches.values() if player in match.players]
        assert {card.keys[0] for _, card in found} == {match.key for match in mine}
        rounds = [names.matches[card.keys[0]].round for _, card in found]
        assert rounds == sorted(rounds)
        on_page = way(files[f"players/{player}.html"].decode())[::-1]
        assert [title for title, _ in on_page] == [title for title, _ in found]
        for (_, card), (_, match) in zip(found, on_page, strict=True):
            assert match.seeds == [spot.seed for spot in card.spots if spot.file]
            assert [place.seed for place in match.places if "on" in place.classes] == [seed]
            player_won = names.matches[card.keys[0]].winner == player
            assert not (card.loser_to if player_won else card.winner_to)
    assert cards.of_player("nobody") == ()


def test_a_rule_marks_the_path_of_each_player_where_they_are_asked_for() -> None:
    made = event(16, pods=True, rounds=2)
    page, style = bracket(made), style_of(made)
    for seed, player in enumerate(made.phases[-1].seeds, 1):
        assert f".path:has(.s{seed}:is(:target,.mine,:hover,:focus-within)) .s{seed}" in style
        assert f'<a href="#{player}">' in page
        places = [place for there in stages(page).values() for card in there
                  for place in card.places if f"s{seed}" in place.classes]  # fmt: skip
        assert {place.file for place in places} == {player}
        assert len(places) in (1, 2)
        assert [place.id_ for place in places if place.id_] == [player]
        assert places[-1].id_ == player, "where they have come to"


def test_a_players_page_has_the_path_and_leads_to_the_whole_bracket() -> None:
    made = event(8)
    site = render(made, {})
    winner = drawn(made.phases[-1])[0].matches["W3M1"].winner
    page = site.files[f"players/{winner}.html"].decode()
    assert f'href="../bracket.html#{winner}"' in page
    found = way(page)
    assert [title for title, _ in found] == ["Final", "Semifinals", "Quarterfinals"]
    for _, match in found:
        assert [place.file for place in match.places if {"win", "on"} <= place.classes] == [winner]


@every
def test_the_style_sheet_has_the_cell_of_each_card_and_the_lines_from_it(case: Case) -> None:
    made, placed = snapshot(*case), page_layout(*playoff(*case))
    names, cards = playoff(*case)
    if not case[2]:
        return  # nothing is drawn before the first round
    rules = {
        selector: said
        for rule in style_of(made).splitlines()
        for selectors, _, said in [rule.rstrip("}").partition("{")]
        for selector in selectors.split(",#")
    }
    at = {key.removeprefix("#"): said for key, said in rules.items()}
    drawn_lines = 0
    for number, (stage, there) in enumerate(zip(names.stages, cards.by_stage, strict=True), 1):
        top, end = placed.rows(stage)
        column = placed.cells[there[0].keys[0]].column
        assert at[f"stage-{number}"] == f"grid-area:{top + 1}/{column + 1}/span {end - top}"
        for index, card in enumerate(there, 1):
            cell, item = placed.cells[card.keys[0]], f"stage-{number}>ol>:nth-child({index})"
            assert at[item] == f"--at:{cell.row - top}/span {cell.rows}"
            found = [key for key in at if key.startswith(item) and key.endswith(">.join")]
            assert len(found) == len([*placed.joins(card)])
            drawn_lines += len(found)
    assert drawn_lines == len([*lines(names, cards, placed)])


def test_a_page_opens_at_the_stage_that_is_played_or_comes_next_and_else_at_the_last() -> None:
    def live(made: Snapshot) -> list[str]:
        tree = whole(bracket(made)).all("div", "tree")[0]
        there = tree.children("section")
        links = whole(bracket(made)).all("ul", "stages")[0].all("a")
        marked = [link.attributes.get("aria-current") == "true" for link in links]
        over = bool(whole(bracket(made)).all("p", "champion"))
        assert marked == ["live" in section.classes and not over for section in there]
        return [title_of(section.all("h2")[0]) for section in there if "live" in section.classes]

    assert live(event(8, rounds=1, open_tables=1)) == ["Quarterfinals"]
    assert live(event(8, rounds=1)) == ["Semifinals"], "between rounds"
    assert live(event(8, rounds=2, open_tables=1)) == ["Semifinals"]
    assert live(event(8)) == ["Final"]


def test_who_has_won_stands_on_top() -> None:
    page = whole(bracket(event(8)))
    (final,) = stages(bracket(event(8)))["Final"]
    winner = next(place.name for place in final.places if place.said == "wins")
    assert [each.text for each in page.all("p", "champion")] == [f"Champion {winner}"]
    assert not whole(bracket(event(8, rounds=2))).all("p", "champion")


def test_the_last_match_of_a_wide_bracket_stands_beside_its_winner_too() -> None:
    page = whole(bracket(event(16, double=True)))
    (beside,) = page.all("div", "crowned")
    (champion,), (card,) = beside.all("p", "champion"), beside.all("div", "match")
    (winner,) = card.all("li", "win")
    assert champion.text.removeprefix("Champion ") in winner.text
    ids = [node.attributes["id"] for node in page.all("li") if "id" in node.attributes]
    assert len(ids) == len({*ids})
    assert not whole(bracket(event(8))).all("div", "crowned")


@pytest.mark.parametrize(
    ("mode", "drawn"),
    [(Mode.MULTIPLAYER, True), (Mode.MULTIPLAYER, False), (Mode.HEAD_TO_HEAD, False)],
)
def test_a_drawn_final_says_why_somebody_has_won(mode: Mode, drawn: bool) -> None:
    won = "2-0" if mode is Mode.HEAD_TO_HEAD else "A"
    swiss, cut = phase(1, mode=mode, rounds=1), phase(2, "single_elimination", mode=mode, cut=4)
    now = replace(planned(9, swiss, cut), automatic=True)
    made, ledger = published(ask(now, "pair round", 1))
    for _ in range(9):
        last = made.over or (made.current_round and made.current_round.id.phase == 2)
        now = typed(now, made, lambda _, last=last: "draw" if drawn and last else won)
        made, ledger = published(now, ledger)
    assert made.over
    files = render(made, {}).files
    (champion,) = whole(bracket(made)).all("p", "champion")
    assert champion.text.endswith(" drawn · top seed wins") == drawn
    final = files["standings.html"].decode()
    assert ("won the final (drawn · top seed wins)" in final) == drawn
    assert ("Final drawn · top seed wins" in files["index.html"].decode()) == drawn


# --- names ----------------------------------------------------------------------------------------


def test_a_name_is_whole_in_the_text_and_in_its_title_however_long() -> None:
    made = event(8, odd=True)
    found = stages(bracket(made))
    names = {player.id: player.name for player in made.players.values()}
    assert {*sample.ODD_NAMES} <= {*names.values()}
    for card in (card for there in found.values() for card in there):
        for place in card.places:
            assert place.name == place.title == " ".join(names[place.file].split())


def test_a_name_from_right_to_left_turns_nothing_round() -> None:
    """Each name is a <bdi>: a direction of its own, which nothing around it takes part in."""
    page = bracket(event(8, odd=True))
    hebrew = [node for node in whole(page).all("bdi") if "דוד" in node.text]
    assert len(hebrew) >= 2
    assert all(node.inside == ["דוד בן־גוריון"] for node in hebrew)


def test_names_are_never_markup() -> None:
    hostile = '"><script>x</script></text></ol>&lt;{{ 7 * 7 }}'
    before = event(8, rounds=2)
    players = {key: replace(player, name=hostile) for key, player in before.players.items()}
    page = bracket(replace(before, players=players))
    assert "<script>x" not in page
    assert "</ol>&lt;{{" not in page
    for card in (card for there in stages(page).values() for card in there):
        for place in card.places:
            assert not place.file or place.name.startswith(hostile)
            assert place.title == (place.name if place.file else "")


# --- the page -------------------------------------------------------------------------------------


def bracket(made: Snapshot) -> str:
    return render(made, {}).files["bracket.html"].decode()


def style_of(made: Snapshot) -> str:
    return render(made, {}).files["static/bracket-P2.css"].decode()


def links(page: bytes) -> set[str]:
    return {link.attributes.get("href", "") for link in whole(page.decode()).all("a")}


def test_without_javascript_everything_is_there_to_read() -> None:
    made = event(8, rounds=2, open_tables=1, draws=True)
    page = bracket(made)
    assert page.count("<script") == 1  # that of every page, which this one does not need
    assert "<svg" not in page.partition("<main")[2]
    text = whole(page).all("main")[0].text
    for player in made.players.values():
        assert text.count(player.name) >= 2  # in the bracket, and to be followed
    for words in (
        "Quarterfinals", "Semifinals", "Final", "QF 1 · Table 1", DRAWN, "Winner of SF 2",
        "Semifinals: 1 of 2 tables still playing.", "SF 2 · Table 2 playing",
    ):  # fmt: skip
        assert words in text


def test_there_is_a_page_and_a_link_to_it_only_for_a_playoff_that_has_begun() -> None:
    swiss = render(sample.snapshot(sample.Plan(players=26, waiting=2)), {})
    assert not [path for path in swiss.files if "bracket" in path]
    assert b"bracket" not in swiss.files["index.html"]
    waiting = render(event(8, rounds=0), {})
    assert not [path for path in waiting.files if "bracket" in path]
    begun = render(event(8, rounds=1), {})
    for page in ("index.html", "pairings.html"):
        assert "bracket.html" in links(begun.files[page])
    for page in ("rounds/index.html", "players/index.html"):
        assert "../bracket.html" in links(begun.files[page])


def test_two_playoffs_have_a_page_each_and_lead_to_one_another() -> None:
    made = event(8)
    first = made.phases[-1]
    other = event(4, rounds=1).phases[-1]
    third = replace(other, phase=replace(other.phase, number=3, name="Last four"))
    rounds = tuple(replace(each, id=each.id._replace(phase=3)) for each in third.rounds)
    players = {**made.players, **{each.id: each for each in third.field}}
    both = replace(made, players=players, phases=(*made.phases, replace(third, rounds=rounds)))
    site = render(both, {})
    assert "bracket.html" not in site.files
    for number in (2, 3):
        page = site.files[f"phase-{number}-bracket.html"]
        assert {"phase-2-bracket.html", "phase-3-bracket.html"} <= links(page)
    assert "phase-3-bracket.html" in links(site.files["index.html"])
    assert first.phase.name in whole(site.files["phase-2-bracket.html"].decode()).text


def test_results_that_are_kept_back_are_not_drawn() -> None:
    made = event(16, pods=True, rounds=2, open_tables=1, standings_hidden=True)
    assert made.phases[-1].veiled
    site = render(made, {})
    page = site.files["bracket.html"].decode()
    assert not whole(page).all("div", "match")
    assert "Results and standings are shown when the last round of Top 16 is over." in page
    assert not [each for each in made.players.values() if each.name in page]
    for player in made.players:
        assert "Path through" not in site.files[f"players/{player}.html"].decode()


def test_a_result_that_comes_in_changes_the_drawing_and_the_paths_at_that_table() -> None:
    renderer = Renderer()
    before = renderer.render(event(16, rounds=2, open_tables=1), {})
    after = renderer.render(event(16, rounds=2), {})
    changed = {path for path in after.files if after.files[path] != before.files[path]}
    assert "bracket.html" in changed
    last = event(16, rounds=2).rounds[1].tables[-1]
    assert {f"players/{each}.html" for each in last.players} <= changed
    (elsewhere,) = {
        player for table in event(16, rounds=2).rounds[0].tables[:1] for player in table.players
    } - {player for table in event(16, rounds=2).rounds[1].tables for player in table.players}
    assert f"players/{elsewhere}.html" not in changed


def test_the_same_snapshot_gives_the_same_bytes() -> None:
    def pages(site: Site) -> Mapping[str, bytes]:
        return {path: page for path, page in site.files.items() if path.endswith(".html")}

    made = event(40, pods=True, rounds=2, open_tables=1, odd=True)
    renderer = Renderer()
    renderer.render(event(8), {})
    assert pages(renderer.render(made, {})) == pages(render(made, {}))


def test_large_brackets_are_small_files_and_quick() -> None:
    single = bracket(event(128, rounds=3, open_tables=5, third_place=True)).encode()
    double = bracket(event(128, double=True, rounds=4, open_tables=3)).encode()
    assert len(single) < 75_000
    assert len(double) < 132_000
    assert len(gzip.compress(single)) < 10_000
    assert len(gzip.compress(double)) < 16_000
    phase = event(64).phases[-1]
    start = time.process_time()
    assert Layout(*drawn(phase)).columns == 6
    assert time.process_time() - start < 0.1  # a tenth of that on a machine with nothing else to do


def test_nobody_reached_a_reset_but_the_grand_final_that_it_belongs_to() -> None:
    resets = 0
    for size in (4, 6, 8, 12, 16):
        made = tree(event(size, double=True).phases[-1])
        assert made is not None
        resets += any(match.side is Side.FINAL and match.stage == 2 for match in made.matches)
        words = [words for _player, words, _won in reached(made, pods=False)]
        assert {"won the grand final", "grand final"} <= {*words}
        assert "reset" not in words
    assert resets
