"""The ranking: who is in it, in what order, and how every number of it can be checked."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from runner.core.event import Mode, Outcome, Phase, Player, Round, RoundId, Seat, Table
from runner.core.numbers import total
from runner.rules.ruleset import Ruleset, ruleset
from runner.standings.model import Standings
from runner.standings.ranking import standings, workings
from tests.support.data import document, expected, needs_data, snapshot

WON, DREW, LOST = Outcome.WIN, Outcome.DRAW, Outcome.LOSS


def rules(**settings: Any) -> Ruleset:
    made, problems = ruleset(
        Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", "mamtr", settings=settings), {}
    )
    assert not problems
    return made


def pod(number: int, winner: str, *others: str) -> Table:
    """A table that its first player won; "-" for a winner means that everybody drew."""
    if winner == "-":
        return Table(number, tuple(Seat(each, DREW, 0) for each in others))
    return Table(number, (Seat(winner, WON, 1), *(Seat(each, LOST, 0) for each in others)))


def played(
    number: int, *tables: Table, byes: Sequence[str] = (), absent: Sequence[str] = ()
) -> Round:
    return Round(RoundId(1, number), tables, tuple(byes), tuple(absent))


def players(names: str, **more: Any) -> list[Player]:
    return [Player(each, each, **more) for each in names]


def ranked(
    who: Sequence[Player], rounds: Sequence[Round], used: Ruleset | None = None, **more: Any
) -> Standings:
    after = rounds[-1].id if rounds else RoundId(1, 0)
    more = {"complete": True, "seed": "s", **more}
    return standings(used or rules(), rounds, who, after=after, **more)


# --- what each tiebreaker is worth ------------------------------------------------------------

GOLDEN = {
    "mw": Fraction(7, 14),
    "oamp": Fraction(0 + 0 + 0 + 14 + 0, 5),
    "omw": (Fraction(1) + 5 * Fraction(1, 7)) / 6,
    "gw": Fraction(7, 14),
    "ogw": (Fraction(1) + 4 * Fraction(1, 7)) / 5,
}
"""For a, who beat b, c and d and then lost a pod of three to e, who had had a bye. The tiebreakers
that are not here have theirs in test_more_tiebreakers.py."""

ALL = list(GOLDEN)


def golden_ranking() -> Standings:
    rounds = [
        played(1, pod(1, "a", "b", "c", "d"), byes="e"),
        played(2, pod(1, "e", "a", "b"), absent="cd"),
    ]
    return ranked(players("abcde"), rounds, rules(tiebreakers=ALL))


@pytest.mark.parametrize("key", ALL)
def test_every_tiebreaker_has_a_golden_case(key: str) -> None:
    [row] = [each for each in golden_ranking().rows if each.player == "a"]
    assert row.tiebreakers[key] == GOLDEN[key]


def test_workings_say_what_was_raised_left_out_or_added() -> None:
    by_key = {each.key: each for each in workings(golden_ranking(), "a", {"e": "Eve"})}
    lines = {line.label: line for line in by_key["omw"].lines}
    assert (lines["Round 2, Eve"].text, lines["Round 2, Eve"].value) == ("7 / 7", 1)
    assert lines["Round 2, Eve"].remark == "without 7 points for byes"
    assert lines["Round 1, c"].remark == "raised to the floor of 1/7"
    assert lines["Round 2, empty seat"].value == Fraction(1, 7)
    assert lines["Together"].text == "1.71429 / 6"
    points = {line.label: line for line in by_key["oamp"].lines}
    assert points["Round 2, Eve"].text == "14 points"


def test_workings_follow_the_order_of_the_ranking() -> None:
    assert [each.key for each in workings(golden_ranking(), "a", {})] == ["match_points", *ALL]


# --- who is ranked ----------------------------------------------------------------------------


def test_before_the_first_round_everybody_has_nothing_and_is_tied_with_everybody() -> None:
    ranking = ranked(players("abc"), [])
    assert {row.player for row in ranking.rows} == set("abc")
    assert all(row.match_points == 0 for row in ranking.rows)
    assert all({row.player, *row.tied_with} == set("abc") for row in ranking.rows)


def test_who_enters_later_is_not_ranked_yet_and_then_has_lost_the_rounds_before() -> None:
    who = [*players("abcd"), *players("e", enters=3)]
    rounds = [played(1, pod(1, "a", "b", "c", "d")), played(2, pod(1, "a", "b", "c", "d"))]
    assert "e" not in {row.player for row in ranked(who, rounds).rows}
    rounds.append(played(3, pod(1, "e", "a", "b", "c"), absent="d"))
    [row] = [each for each in ranked(who, rounds).rows if each.player == "e"]
    assert (row.record.wins, row.record.losses) == (1, 2)
    assert row.tiebreakers["mw"] == Fraction(7, 21)


def test_rounds_of_an_earlier_phase_are_not_missed_in_a_later_one() -> None:
    who = [*players("abcd"), *players("e", enters=4)]
    rounds = [played(1, pod(1, "a", "b", "c", "d"), byes="e")]
    [row] = [each for each in ranked(who, rounds, round_offset=3).rows if each.player == "e"]
    assert (row.record.losses, row.record.byes) == (0, 1)


@pytest.mark.parametrize(
    ("drops_after", "returns", "dropped"),
    [(None, None, False), (3, None, False), (2, None, True), (1, None, True), (1, 3, False),
     (1, 4, True)],
)  # fmt: skip
def test_dropped_is_who_will_not_play_the_next_round(
    drops_after: int | None, returns: int | None, dropped: bool
) -> None:
    who = [Player("a", "a", drops_after=drops_after, returns=returns), *players("bcd")]
    rounds = [played(1, pod(1, "a", "b", "c", "d")), played(2, pod(1, "b", "c", "d"))]
    [row] = [each for each in ranked(who, rounds).rows if each.player == "a"]
    assert row.dropped is dropped


def test_a_table_without_its_result_counts_for_nothing_yet() -> None:
    waiting = Table(2, tuple(Seat(each) for each in "efgh"))
    rounds = [played(1, pod(1, "a", "b", "c", "d"), waiting, byes="i")]
    ranking = ranked(players("abcdefghi"), rounds, complete=False)
    rows = {row.player: row for row in ranking.rows}
    assert not ranking.complete
    assert rows["e"].record.losses == 0
    assert rows["e"].tiebreakers["omw"] is None
    assert rows["i"].match_points == 7


def test_who_has_met_nobody_ranks_below_equals_who_have() -> None:
    used = rules(tiebreakers=["omw"])
    rounds = [played(1, pod(1, "a", "b", "c", "d"), byes="e")]
    assert [row.player for row in ranked(players("edcba"), rounds, used).rows][:2] == ["a", "e"]


def test_points_stated_for_a_seat_count_as_they_are() -> None:
    seats = tuple(
        Seat(each, Outcome.POINTS, points=Fraction(worth))
        for each, worth in zip("abcd", ("3", "5/2", "1", "0"), strict=True)
    )
    ranking = ranked(players("abcd"), [played(1, Table(1, seats))])
    assert [row.match_points for row in ranking.rows] == [3, Fraction(5, 2), 1, 0]
    assert ranking.rows[0].record.wins == ranking.rows[0].record.losses == 0


# --- order ------------------------------------------------------------------------------------


@st.composite
def events(draw: st.DrawFn) -> tuple[list[str], list[Round]]:
    """Some rounds of pods of four and three, with draws, byes and absences."""
    names = [f"P{at:02}" for at in range(draw(st.integers(4, 13)))]
    rounds = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        left = list(draw(st.permutations(names)))
        tables = []
        while len(left) >= 3 and (not tables or draw(st.booleans())):
            size = min(len(left), draw(st.integers(3, 4)))
            seated, left = left[:size], left[size:]
            tables.append(pod(len(tables) + 1, *(["-"] if draw(st.booleans()) else []), *seated))
        byes = draw(st.integers(0, len(left)))
        rounds.append(played(number, *tables, byes=left[:byes], absent=left[byes:]))
    return names, rounds


def renamed(rounds: Sequence[Round], new: dict[str, str]) -> list[Round]:
    """The same rounds under other ids, the tables in the opposite order."""
    return [
        Round(
            each.id,
            tuple(
                Table(
                    table.number,
                    tuple(replace(seat, player=new[seat.player]) for seat in table.seats),
                )
                for table in reversed(each.tables)
            ),
            tuple(new[player] for player in reversed(each.byes)),
            tuple(new[player] for player in each.absent),
        )
        for each in rounds
    ]  # fmt: skip


@given(events(), st.sampled_from(["mamtr", "mamtr-2023", "mmta", "topdeck"]), st.randoms())
def test_renaming_and_reordering_change_nothing_but_the_order_of_equals(
    event: tuple[list[str], list[Round]], preset: str, chance: Any
) -> None:
    names, rounds = event
    used, _ = ruleset(Phase(1, "", Mode.MULTIPLAYER, "swiss", preset), {})
    other = names[:]
    chance.shuffle(other)
    new = dict(zip(names, other, strict=True))
    one = ranked([Player(each, each) for each in names], rounds, used)
    two = ranked([Player(each, each) for each in other], renamed(rounds, new), used)
    for mine, theirs in zip(one.rows, two.rows, strict=True):
        assert mine.match_points == theirs.match_points
        assert mine.tiebreakers == theirs.tiebreakers
        assert {new[each] for each in (mine.player, *mine.tied_with)} == {
            theirs.player,
            *theirs.tied_with,
        }


@given(events(), st.text(max_size=5))
def test_the_seed_moves_nobody_but_equals(event: tuple[list[str], list[Round]], seed: str) -> None:
    names, rounds = event
    who = [Player(each, each) for each in names]
    one, two = ranked(who, rounds), ranked(who, rounds, seed=seed)
    for mine, theirs in zip(one.rows, two.rows, strict=True):
        assert theirs.player in {mine.player, *mine.tied_with}


@given(events())
def test_every_table_and_bye_gives_out_its_points_and_no_more(
    event: tuple[list[str], list[Round]],
) -> None:
    names, rounds = event
    ranking = ranked([Player(each, each) for each in names], rounds)
    given_out = sum(7 * len(each.byes) for each in rounds) + sum(
        7 if table.seats[0].outcome is WON else len(table.seats)
        for each in rounds
        for table in each.tables
    )
    assert sum(row.match_points for row in ranking.rows) == given_out


@given(events())
def test_rows_stand_in_falling_order_of_points_and_tiebreakers(
    event: tuple[list[str], list[Round]],
) -> None:
    names, rounds = event
    used = rules(tiebreakers=["omw", "oamp", "mw"])
    rows = ranked([Player(each, each) for each in names], rounds, used).rows
    merits = [
        [row.match_points, *(-1 if each is None else each for each in row.tiebreakers.values())]
        for row in rows
    ]
    assert merits == sorted(merits, reverse=True)


PODS = st.sampled_from(["mamtr", "mamtr-2023", "mmta", "topdeck"])


def with_bye(now: Round, player: str) -> Round:
    """The round in which the player has a bye and the others of the table play one fewer."""
    tables = tuple(
        replace(table, seats=tuple(seat for seat in table.seats if seat.player != player))
        for table in now.tables
    )
    return replace(now, tables=tables, byes=(*now.byes, player))


@given(events(), PODS, st.data())
def test_a_bye_in_place_of_a_loss_never_lowers_one_s_own_rank(
    event: tuple[list[str], list[Round]], preset: str, data: st.DataObject
) -> None:
    names, rounds = event
    lost = [
        (at, seat.player)
        for at, each in enumerate(rounds)
        for table in each.tables
        for seat in table.seats
        if seat.outcome is Outcome.LOSS
    ]
    assume(lost)
    at, player = data.draw(st.sampled_from(lost))
    # The table plays on: its other seats stand as they did, so only this player is better off.
    instead = [*rounds[:at], with_bye(rounds[at], player), *rounds[at + 1 :]]
    used, _ = ruleset(Phase(1, "", Mode.MULTIPLAYER, "swiss", preset), {})
    who = [Player(each, each) for each in names]
    before, after = (
        next(row for row in ranked(who, each, used).rows if row.player == player)
        for each in (rounds, instead)
    )
    assert after.match_points > before.match_points
    assert after.rank <= before.rank


@given(events(), PODS)
@settings(deadline=None, max_examples=15)
def test_a_further_round_changes_no_earlier_standings(
    event: tuple[list[str], list[Round]], preset: str
) -> None:
    names, rounds = event
    assume(len(rounds) > 1)
    document = {
        "format": "runner-event/1",
        "event": {"name": "", "seed": "s", "settings": {}},
        "phases": [
            {"name": "Swiss", "mode": "multiplayer", "type": "swiss", "preset": preset, "rounds": 9}
        ],
        "players": [{"id": each, "name": each} for each in names],
        "rounds": [round_document(each) for each in rounds],
    }
    whole = snapshot(document).phases[0].standings
    document["rounds"] = document["rounds"][:-1]  # type: ignore[index]  # of a test
    for fewer, more in zip(snapshot(document).phases[0].standings, whole, strict=False):
        assert fewer.rows == more.rows


def round_document(now: Round) -> dict[str, Any]:
    """The round as the open format has it."""
    return {
        "phase": 1,
        "number": now.id.number,
        "tables": [
            {
                "table": table.number,
                "seats": [
                    {"player": seat.player, "outcome": seat.outcome and seat.outcome.value}
                    for seat in table.seats
                ],
            }
            for table in now.tables
        ],
        "byes": list(now.byes),
        "absent": list(now.absent),
    }


@given(st.lists(st.fractions()))
def test_the_fast_total_is_the_sum(values: list[Fraction]) -> None:
    assert total(values) == sum(values, Fraction(0))


# --- a real event -----------------------------------------------------------------------------


@needs_data
def test_pods_24_has_the_published_points_and_nobody_outside_the_cut_out_of_order() -> None:
    published = expected("pods_24_top10")
    ranking = snapshot(document("pods_24_top10")).phases[0].standings[3]
    rows = {row.player: row for row in ranking.rows}
    assert {player: int(row.match_points) for player, row in rows.items()} == published[
        "swiss_points"
    ]
    outside = [rows[player] for player in published["published_order"][10:]]
    merits = [(row.match_points, row.tiebreakers["omw"]) for row in outside]
    assert merits == sorted(merits, reverse=True)
