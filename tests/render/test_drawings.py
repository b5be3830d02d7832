"""Playoffs as drawings: nothing overlaps, lines lead where they say, and everybody is there."""

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import combinations, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from runner.compute.snapshot import Snapshot
from runner.core.event import Outcome
from runner.phases import tree
from runner.phases.elimination.double_elimination import DoubleElimination
from runner.phases.elimination.playoff import Playoff as Moment
from runner.phases.elimination.running import Running
from runner.phases.elimination.tree import From, Side
from runner.render.site import Renderer, Site, render
from runner.render.site.bracket.cards import Cards, shown
from runner.render.site.bracket.names import Names, ordinal
from runner.render.site.bracket.narrow import narrow, path
from runner.render.site.bracket.shapes import Box, Drawing, Line
from runner.render.site.bracket.text import isolated, shortened, width
from runner.render.site.bracket.wide import wide
from runner.render.site.bracket.words import in_words
from tests.support import sample
from tests.support.drawing_events import drawn, event

pytestmark = pytest.mark.thorough  # left out of make quick

DRAWN = "Drawn: the highest seed goes on"
LABEL, NOTE = 18, 18  # what a card's words take above and below its frame

Playoff = tuple[Names, Cards]


@cache
def playoff(kind: str, size: int, rounds: int) -> Playoff:
    """A playoff after so many rounds, with a draw in each and a table of the last that plays."""
    pods, double = kind == "pods", kind == "double"
    made = event(
        size,
        pods=pods,
        double=double,
        rounds=rounds,
        open_tables=rounds % 2,
        draws=not double,
        third_place=not pods,
    )
    return drawn(made.phases[-1])


CASES = [
    *(("single", size, rounds) for size in (2, 3, 4, 6, 8, 13, 65) for rounds in (1, 2, 9)),
    ("single", 128, 3),
    *(("pods", size, rounds) for size in (4, 7, 10, 16, 40, 64) for rounds in (1, 2, 9)),
    *(("double", size, rounds) for size in (3, 6, 8, 13, 16, 64) for rounds in (0, 3, 99)),
]
every = pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))


def drawings(case: Playoff) -> Iterator[Drawing]:
    yield wide(*case)
    yield from (each.drawing for each in narrow(*case))


def paths(case: Playoff) -> Iterator[Drawing]:
    players = list(case[0].seeds)
    for player in {players[0], players[len(players) // 2], players[-1]}:
        found = path(*case, player)
        assert found is not None
        yield found


def area(box: Box) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of a card with its words."""
    top = box.y - (LABEL if box.label or box.aside else 0)
    return box.x, top, box.x + box.width, box.y + box.height + (NOTE if box.note else 0)


def frame(box: Box) -> tuple[int, int, int, int]:
    """The same without what stands above it."""
    return box.x, box.y, *area(box)[2:]


def apart(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


# --- the layout -----------------------------------------------------------------------------------


@every
def test_no_card_or_title_lies_on_another_and_all_are_on_the_sheet(
    case: tuple[str, int, int],
) -> None:
    for found in drawings(playoff(*case)):
        lies_apart(found, [area(each) for each in found.boxes], 9)


@every
def test_no_stage_of_a_path_lies_on_another(case: tuple[str, int, int]) -> None:
    for found in paths(playoff(*case)):  # the table stands beside the title, at the right
        lies_apart(found, [frame(each) for each in found.boxes], 5)


def lies_apart(found: Drawing, areas: list[tuple[int, int, int, int]], below: int) -> None:
    areas += [(x, y - 16, x + wide_, y + below) for x, y, wide_, _ in found.titles]
    for one, other in combinations(areas, 2):
        assert apart(one, other), (one, other)
    for left, top, right, bottom in areas:
        assert left >= 0
        assert top >= 0
        assert right <= found.width
        assert bottom <= found.height


@every
def test_rows_fill_their_card_and_follow_one_another(case: tuple[str, int, int]) -> None:
    for found in drawings(playoff(*case)):
        for box in found.boxes:
            assert [row.y for row in box.rows] == list(range(0, box.height, found.row))
            assert all(row.y < row.base < row.y + found.row for row in box.rows)


@every
def test_lines_end_at_the_places_they_say(case: tuple[str, int, int]) -> None:
    names, cards = playoff(*case)
    found = wide(names, cards)
    boxes = {box.key: box for box in found.boxes}
    for line in found.lines:
        start_x, start_y, end_x, end_y = line.ends
        target = boxes[line.target]
        source = boxes.get(line.source) or _shared(found, names, line)
        assert start_x == source.x + source.width
        assert source.y < start_y < source.y + source.height
        assert end_x == target.x
        if line.place is None:
            assert end_y == target.y + target.height // 2
            continue
        row = shown(names.matches[line.target]).index(line.place)
        assert end_y == target.y + row * found.row + found.row // 2
        assert line.path.startswith(f"M{start_x} {start_y}")
        numbers = re.findall(r"-?\d+", line.path)
        assert int(numbers[-1]) in (end_x, end_y)
        player = names.matches[line.target].places[line.place].player
        if player:
            assert line.mark == target.rows[row].mark


def _shared(found: Drawing, names: Names, line: Line) -> Box:
    """The card on which all byes of a stage stand."""
    stage = next(each for each in names.stages if line.source in [m.key for m in each.matches])
    byes = [each.key for each in stage.matches if each.bye]
    box = next(each for each in found.boxes if each.key == byes[0])
    row = byes.index(line.source)
    assert line.ends[1] == box.y + row * found.row + found.row // 2
    return box


@every
def test_every_place_of_a_winner_has_its_line(case: tuple[str, int, int]) -> None:
    names, cards = playoff(*case)
    ends = [(line.source, line.target, line.place) for line in wide(names, cards).lines]
    assert len(ends) == len(set(ends))
    for stage in names.stages:
        for match in stage.matches:
            for at in shown(match):
                source = match.places[at].source
                if source.kind is not From.WINNER or source.match not in names.matches:
                    continue
                again = (stage.side, stage.number) == (Side.FINAL, 2)
                assert ((source.match, match.key, at) in ends) is not again


@every
def test_pods_are_joined_to_where_their_winners_sit(case: tuple[str, int, int]) -> None:
    names, cards = playoff(*case)
    if not names.pods:
        return
    lines = {(line.source, line.target): line for line in wide(names, cards).lines}
    for before, stage in zip(names.stages, names.stages[1:], strict=False):
        for match in before.matches:
            seated = [
                each for each in stage.matches if match.winner and match.winner in each.players
            ]
            for each in seated:
                found = lines[match.key, each.key].place
                assert found is not None
                assert each.places[found].player == match.winner
            if not seated and len(stage.matches) == 1:
                assert lines[match.key, stage.matches[0].key].place is None


@every
def test_no_line_of_a_bracket_goes_through_a_card_or_along_another(
    case: tuple[str, int, int],
) -> None:
    names, cards = playoff(*case)
    if names.pods:
        return
    found = wide(names, cards)
    areas = [(box.x, box.y, box.x + box.width, box.y + box.height) for box in found.boxes]
    upright = []
    for line in found.lines:
        x0, y0, x1, y1 = line.ends
        turn = int(re.findall(r"H(\d+)", line.path)[0])
        pieces = [(x0, y0, turn, y0), (turn, min(y0, y1), turn, max(y0, y1)), (turn, y1, x1, y1)]
        upright.append(pieces[1])
        assert all(apart(piece, each) for piece in pieces for each in areas)
    for one, other in combinations(upright, 2):
        assert one[0] != other[0] or one[3] < other[1] or other[3] < one[1]


@every
def test_everybody_of_the_tree_is_shown_in_every_layout(case: tuple[str, int, int]) -> None:
    names, cards = playoff(*case)
    slim = [box for stage in narrow(names, cards) for box in stage.drawing.boxes]
    for boxes in (wide(names, cards).boxes, slim):
        rows = {box.key: box.rows for box in boxes}
        shared = [row.mark for box in boxes if box.state == "bye" for row in box.rows]
        for match in names.matches.values():
            marks = [f"s{names.seeds[each]}" for each in match.players]
            if match.key in rows and not (names.pods and match.bye):
                assert [row.mark for row in rows[match.key] if row.mark] == marks
            else:
                assert {*marks} <= {*shared}
        first = {row.mark for box in boxes for row in box.rows}
        assert {f"s{seed}" for seed in names.seeds.values()} <= first
    said = [each for stage in in_words(names, cards) for each in stage.sentences]
    assert len(said) == len(names.matches)


@settings(max_examples=90, deadline=None)
@given(
    size=st.integers(2, 70),
    kind=st.sampled_from(["single", "double", "pods"]),
    rounds=st.integers(1, 9),
    left=st.integers(0, 3),
    leaving=st.sampled_from([0, 0, 3, 8]),
    by_hand=st.booleans(),
)
def test_any_playoff_can_be_drawn(
    size: int, kind: str, rounds: int, left: int, leaving: int, by_hand: bool
) -> None:
    snapshot = event(
        size,
        pods=kind == "pods",
        double=kind == "double",
        rounds=rounds,
        open_tables=left,
        leaving=leaving,
        by_hand=by_hand,
        third_place=kind == "single",
    )
    made = drawn(snapshot.phases[-1])
    whole = tree(snapshot.phases[-1])
    assert whole is not None
    assert {each for match in whole.matches for each in match.players} == set(made[1].by_player)
    assert been(snapshot) == set(made[1].by_player)
    assert at_tables(made[0]) == played(snapshot)
    assert all(each.text for stage in in_words(*made) for each in stage.sentences)
    for found in drawings(made):
        for one, other in combinations([area(each) for each in found.boxes], 2):
            assert apart(one, other)


def been(snapshot: Snapshot) -> set[str]:
    """Everybody who was in the playoff: by seed, at a table, or with a bye."""
    phase = snapshot.phases[-1]
    seated = {each for now in phase.rounds for table in now.tables for each in table.players}
    return {*phase.seeds, *seated, *(each for now in phase.rounds for each in now.byes)}


def played(snapshot: Snapshot) -> dict[tuple[int, int], set[str]]:
    """Who sat at each table of the playoff, by its round and number."""
    rounds = snapshot.phases[-1].rounds
    return {(now.id.number, at.number): {*at.players} for now in rounds for at in now.tables}


def at_tables(names: Names) -> dict[tuple[int, int], set[str]]:
    """The same as the tree has it."""
    every = names.matches.values()
    return {(each.round, each.table): {*each.players} for each in every if each.table is not None}


@pytest.mark.parametrize("rounds", [1, 2, 3, 4, 5])
def test_who_was_seated_by_hand_lost_and_left_is_drawn_and_has_a_place(rounds: int) -> None:
    snapshot = event(38, double=True, rounds=rounds, leaving=3, by_hand=True)
    phase = snapshot.phases[-1]
    names, cards = drawn(phase)
    assert "P037" in cards.by_player
    assert been(snapshot) == set(cards.by_player)
    assert at_tables(names) == played(snapshot)
    before = Moment.after(phase)
    places = DoubleElimination().places(before.situation, {*phase.seeds} - {*phase.playing})
    assert places is not None
    assert sorted(player for player, _, _ in places) == sorted(phase.seeds)
    course = Running.of(before, phase.drawn).course
    out = [each for group in course.gone_out() for each in group]
    assert sorted((*course.lives(), *out)) == sorted(phase.seeds)  # nobody only ends up last


# --- what it is called ----------------------------------------------------------------------------


def titles(kind: str, size: int) -> list[str]:
    return [each.title for each in playoff(kind, size, 1 if kind != "double" else 0)[0].stages]


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
    def said(case: Playoff) -> set[str]:
        return {s.name for card in case[1].by_key.values() for s in card.spots if s.tone == "open"}

    single = event(8, rounds=1, open_tables=4, third_place=True)
    assert {"Winner of QF 2", "Winner of SF 1", "Loser of SF 2"} <= said(drawn(single.phases[-1]))
    pods = said(playoff("pods", 40, 1))
    assert {"1st seed left", "2nd seed left", "3rd seed left", "16th seed left"} <= pods
    both = said(playoff("double", 8, 0))
    assert {"Loser of W1.3", "Winner of L2.1", "Winner of WF", "Winner of GF"} <= both


@pytest.mark.parametrize(
    ("number", "words"), [(1, "1st"), (2, "2nd"), (3, "3rd"), (11, "11th"), (13, "13th"),
                          (21, "21st"), (112, "112th")],
)  # fmt: skip
def test_ordinals(number: int, words: str) -> None:
    assert ordinal(number) == words


def test_who_lost_reads_where_they_go_on() -> None:
    names, cards = playoff("double", 13, 0)
    for match in names.matches.values():
        for place in match.places:
            before = names.matches.get(place.source.match)
            if place.source.kind is From.LOSER and before and match.side is Side.LOSERS:
                said = "" if before.bye else f"loser to {names.label(match.key)}"
                assert cards.by_key[before.key].aside == said
    assert "loser to L1.2" in [each.aside for each in cards.by_key.values()]
    assert not cards.by_key["L1M2"].aside


# --- how it ended ---------------------------------------------------------------------------------


def test_a_draw_says_that_the_highest_seed_goes_on() -> None:
    for kind, size in (("single", 8), ("pods", 16)):
        names, cards = playoff(kind, size, 9)
        card = cards.by_key["W1M1"]
        assert card.note == DRAWN
        assert [spot.tone for spot in card.spots] == ["win", *["loss"] * (len(card.spots) - 1)]
        assert {spot.score for spot in card.spots} == ({"D"} if kind == "pods" else {"1"})
        box = next(each for each in wide(names, cards).boxes if each.key == "W1M1")
        assert box.note == DRAWN
        words = in_words(names, cards)[0].sentences[0].text
        assert words.endswith(f"drew; 1 {card.spots[0].name} goes on as the highest seed.")


def test_whoever_concedes_in_a_drawn_pod_has_lost_and_a_drawn_final_is_won() -> None:
    made = event(4, pods=True, draws=True)
    phase = made.phases[-1]
    table = phase.rounds[0].tables[0]
    gave_up = replace(table.seats[0], outcome=Outcome.CONCESSION)
    table = replace(table, seats=(gave_up, *table.seats[1:]))
    rounds = (replace(phase.rounds[0], tables=(table,)),)
    names, cards = drawn(replace(phase, rounds=rounds))
    card = cards.by_key["W1M1"]
    assert card.note == "Drawn: the highest seed wins"
    assert [spot.score for spot in card.spots] == ["", "D", "D", "D"]
    first, second, *others = [f"{spot.number} {spot.name}" for spot in card.spots]
    assert in_words(names, cards)[0].sentences[0].text == (
        f"{second}, {others[0]} and {others[1]} drew, {first} lost; "
        f"{second} wins as the highest seed."
    )


def test_where_nobody_won_or_drew_the_seed_decides_as_well() -> None:
    phase = event(8, rounds=1).phases[-1]
    first, *others = phase.rounds[0].tables
    lost = tuple(replace(seat, outcome=Outcome.LOSS, games_won=None) for seat in first.seats)
    rounds = (replace(phase.rounds[0], tables=(replace(first, seats=lost), *others)),)
    names, cards = drawn(replace(phase, rounds=rounds))
    assert cards.by_key["W1M1"].note == "Level: the highest seed goes on"
    assert " were level; 1 " in in_words(names, cards)[0].sentences[0].text


def test_where_they_play_on_a_draw_decides_nothing() -> None:
    made = event(16, pods=True, rounds=1, draws=True, drawn_elimination="play_on")
    card = drawn(made.phases[-1])[1].by_key["W1M1"]
    assert card.note == "Drawn: they play on"
    assert card.state == "playing"
    assert {spot.tone for spot in card.spots} == {""}


def test_scores_are_games_between_two_and_letters_in_pods() -> None:
    names, cards = drawn(event(8).phases[-1])
    for card in cards.by_key.values():
        assert {spot.tone: spot.score for spot in card.spots}["win"] == "2"
        assert {spot.tone: spot.score for spot in card.spots}["loss"] in ("0", "1")
    final = cards.by_key["W3M1"]
    assert final.state == "crown"
    won, lost = sorted(final.spots, key=lambda spot: spot.tone != "win")
    words = in_words(names, cards)[-1].sentences[-1]
    assert words.text == (
        f"{won.number} {won.name} beat {lost.number} {lost.name}, 2–{lost.score}."
    )
    pods = drawn(event(16, pods=True).phases[-1])[1]
    for card in pods.by_key.values():
        assert sorted(spot.score for spot in card.spots) == ["", "", "", "W"]


def test_who_is_still_playing_has_no_tone_and_no_score() -> None:
    names, cards = drawn(event(8, rounds=1, open_tables=1).phases[-1])
    card = cards.by_key["W1M4"]
    assert card.state == "playing"
    assert {(spot.tone, spot.score) for spot in card.spots} == {("", "")}
    sentence = in_words(names, cards)[0].sentences[3]
    assert sentence.label == "QF 4, table 4"
    assert sentence.text.endswith(" are playing.")
    assert [each.playing for each in narrow(names, cards)] == [True, False, False]


def test_byes_are_said_and_stand_on_one_card_in_pods() -> None:
    _, cards = drawn(event(6, rounds=1).phases[-1])
    card = cards.by_key["W1M1"]
    assert (card.state, [spot.score for spot in card.spots]) == ("bye", ["bye"])
    names, cards = drawn(event(40, pods=True, rounds=1).phases[-1])
    together = cards.by_stage[0][0]
    assert (together.heading, together.state) == ("Byes", "bye")
    assert [spot.number for spot in together.spots] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert in_words(names, cards)[0].sentences[0].text.endswith(" has a bye.")


# --- the path of a player -------------------------------------------------------------------------


def test_a_path_is_the_matches_of_a_player_from_the_first_to_the_last() -> None:
    names, cards = playoff("double", 16, 99)
    for player, seed in names.seeds.items():
        found = path(names, cards, player)
        assert found is not None
        mine = [each for each in names.matches.values() if player in each.players]
        assert {box.key for box in found.boxes} == {each.key for each in mine}
        rounds = [names.matches[box.key].round for box in found.boxes]
        assert rounds == sorted(rounds)
        for box in found.boxes:
            assert [row.mark for row in box.rows if "on" in row.tone.split()] == [f"s{seed}"]
        joined = [(line.source, line.target) for line in found.lines]
        keys = [box.key for box in found.boxes]
        assert joined == list(pairwise(keys))
    assert path(names, cards, "nobody") is None


def test_on_the_page_a_rule_marks_the_path_of_each_player_where_they_are_asked_for() -> None:
    page = bracket(event(16, pods=True, rounds=2))
    for seed, player in enumerate(event(16, pods=True, rounds=2).phases[-1].seeds, 1):
        assert f'<i id="{player}" class="t{seed}">' in page
        assert f".path:has(.t{seed}:target" in page
        assert f'href="#{player}"' in page
        assert len(
            re.findall(rf'<a href="players/{player}.html" class="[^"]*\bs{seed}"', page)
        ) in (2, 4)


def test_a_players_page_has_the_path_and_leads_to_the_whole_drawing() -> None:
    made = event(8)
    site = render(made, {})
    winner = drawn(made.phases[-1])[0].matches["W3M1"].winner
    page = site.files[f"players/{winner}.html"].decode()
    assert f'href="../bracket.html#{winner}"' in page
    way = page[page.index('<section class="way"') : page.index("In the whole bracket")]
    assert len(re.findall(r'class="win on s\d+"', way)) == 3
    for title in ("Quarterfinals", "Semifinals", "Final"):
        assert f">{title}</text>" in way


# --- names ----------------------------------------------------------------------------------------


def test_a_name_that_does_not_fit_is_cut_readably_and_whole_in_its_title() -> None:
    long = "Maximiliane Alexandrina Wolfeschlegelsteinhausenbergerdorff"
    cut = shortened(long, 180, 17)
    assert re.fullmatch(r"Maximiliane \w+…", cut)
    assert width(cut, 17) <= 180
    assert shortened("Ana Example", 180, 17) == "Ana Example"
    page = bracket(event(8, odd=True))
    names = [each for each in sample.ODD_NAMES if each.startswith("Maximiliane")]
    assert f"<title>{names[0]}</title>" in page
    assert "<title>Q</title>" not in page


@given(st.text(max_size=80), st.integers(40, 400))
def test_what_is_cut_has_room_and_begins_as_the_name_does(text: str, room: int) -> None:
    cut = shortened(text, room, 17)
    assert cut == text or (cut.endswith("…") and text.startswith(cut[:-1]))
    assert width(cut, 17) <= room


def test_no_letter_is_parted_from_what_belongs_to_it() -> None:
    family = "👩\u200d👩\u200d👧\u200d👦"
    for room in range(20, 200, 3):
        cut = shortened(family * 4, room, 17)
        assert cut.removesuffix("…") == family * (len(cut) // len(family))
        assert "e\u0301".startswith(shortened("e\u0301" * 40, room, 17)[-3:-1] or "e")


def test_a_name_from_right_to_left_turns_nothing_round() -> None:
    assert isolated("דוד") == "\u2068דוד\u2069"
    assert isolated("Zoë") == "Zoë"
    made = event(8, odd=True)
    page = bracket(made)
    assert "\u2068דוד בן־גוריון\u2069" in page


def test_names_are_never_markup() -> None:
    hostile = '"><script>x</script></text></svg>&lt;{{ 7 * 7 }}'
    before = event(8, rounds=2)
    players = {key: replace(each, name=hostile) for key, each in before.players.items()}
    for page in (bracket(replace(before, players=players)),):
        assert "<script>x" not in page
        assert "</svg>&lt;{{" not in page
        assert page.count("<svg") == page.count("</svg>")


# --- the page -------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """The words of a page, and its addresses."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.words: list[str] = []
        self.links: list[str] = []
        self.feed(page)
        self.text = " ".join(" ".join(self.words).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.links += [value or "" for name, value in attrs if name == "href"]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def bracket(snapshot: Snapshot) -> str:
    return render(snapshot, {}).files["bracket.html"].decode()


def test_without_javascript_everything_is_there_to_read() -> None:
    made = event(8, rounds=2, open_tables=1, draws=True)
    page = bracket(made)
    assert page.count("<script") == 1  # that of every page, which this one does not need
    text = Reader(page).text
    for player in made.players.values():
        assert text.count(player.name) >= 4  # twice drawn, to be followed, and in words
    for words in (
        "Quarterfinals",
        "Semifinals",
        "Final",
        "QF 1 · Table 1",
        DRAWN,
        "Winner of SF 2",
        "Round 2: 1 of 2 tables still playing.",
    ):
        assert words in text
    assert "SF 2, table 2: 7 " in text
    assert " are playing. " in text


def test_there_is_a_drawing_and_a_link_to_it_only_for_a_playoff_that_has_begun() -> None:
    swiss = render(sample.snapshot(sample.Plan(players=26, waiting=2)), {})
    assert not [path for path in swiss.files if "bracket" in path]
    assert b"bracket" not in swiss.files["index.html"]
    waiting = render(event(8, rounds=0), {})
    assert not [path for path in waiting.files if "bracket" in path]
    begun = render(event(8, rounds=1), {})
    for page in ("index.html", "pairings.html"):
        assert "bracket.html" in Reader(begun.files[page].decode()).links
    for page in ("rounds/index.html", "players/index.html"):
        assert "../bracket.html" in Reader(begun.files[page].decode()).links


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
        page = Reader(site.files[f"phase-{number}-bracket.html"].decode())
        assert {"phase-2-bracket.html", "phase-3-bracket.html"} <= {*page.links}
    assert "phase-3-bracket.html" in Reader(site.files["index.html"].decode()).links
    assert first.phase.name in Reader(site.files["phase-2-bracket.html"].decode()).text


def test_results_that_are_kept_back_are_not_drawn() -> None:
    made = event(16, pods=True, rounds=2, open_tables=1, standings_hidden=True)
    assert made.phases[-1].veiled
    site = render(made, {})
    page = site.files["bracket.html"].decode()
    assert "<svg" not in page
    assert "Results and standings are shown when the last round of Top 16 is over." in page
    assert not [each for each in made.players.values() if each.name in page]
    for player in made.players:
        assert "The way through" not in site.files[f"players/{player}.html"].decode()


def test_a_result_that_comes_in_changes_the_drawing_and_the_paths_at_that_table() -> None:
    renderer = Renderer()
    before = renderer.render(event(16, rounds=1, open_tables=1), {})
    after = renderer.render(event(16, rounds=1), {})
    changed = {path for path in after.files if after.files[path] != before.files[path]}
    assert "bracket.html" in changed
    last = event(16, rounds=1).rounds[0].tables[-1]
    assert {f"players/{each}.html" for each in last.players} <= changed
    elsewhere = event(16, rounds=1).rounds[0].tables[0].players[0]
    assert f"players/{elsewhere}.html" not in changed


def test_the_same_snapshot_gives_the_same_bytes() -> None:
    def pages(site: Site) -> Mapping[str, bytes]:
        return {path: page for path, page in site.files.items() if path.endswith(".html")}

    made = event(40, pods=True, rounds=2, open_tables=1, odd=True)
    renderer = Renderer()
    renderer.render(event(8), {})
    assert pages(renderer.render(made, {})) == pages(render(made, {}))


def test_large_drawings_are_small_files_and_quick() -> None:
    assert len(bracket(event(128, rounds=3, open_tables=5, third_place=True))) < 160_000
    names, cards = playoff("single", 64, 9)
    start = time.process_time()
    wide(names, cards)
    narrow(names, cards)
    in_words(names, cards)
    assert time.process_time() - start < 0.1  # a tenth of that on a machine with nothing else to do
