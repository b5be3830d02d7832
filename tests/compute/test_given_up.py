"""What counts when players give up; figures by hand from MTR 2.1 and 2.5 and MAMTR 2.1A."""

from dataclasses import replace
from itertools import permutations

import pytest

from runner.compute.compute import compute
from runner.compute.snapshot import Snapshot
from runner.core.event import Event, Penalty
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.phase import Mode
from runner.core.problems import Place, Severity
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Outcome, Table
from runner.interchange.event_out import plain_document
from tests.support.events import latest_ranking, published, swiss, swiss_and_playoff, typed, up_to
from tests.support.problems import fix_text

PAIRS, PODS = Mode.HEAD_TO_HEAD, Mode.MULTIPLAYER
WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
LEFT, GONE, AWAY = Outcome.CONCESSION, Outcome.PENALTY_LOSS, Outcome.NO_SHOW


def ended(
    best_of: int, result: str, games: str = "", lines: tuple[tuple[int, str], ...] = (),
    mode: Mode = PAIRS, drops: bool = False,
) -> tuple[Table, Snapshot]:  # fmt: skip
    """Table 1 of round 1 as it counts; `lines` are penalties by seat, `drops`: seat A has left."""
    now = swiss(8, mode=mode, best_of=best_of)
    before, ledger = published(now)
    first, *others = before.rounds[0].tables
    names = {each.id: each.name for each in now.players}
    rows = [_row(first, result, games), *(_row(table, "A", "") for table in others)]
    penalties = [
        Penalty(1, names[first.players[seat]], "", kind, Place("Penalties", f"B{at}"))
        for at, (seat, kind) in enumerate(lines, 5)
    ]
    players = tuple(
        replace(each, drops_after=1 if drops and each.id == first.players[0] else None)
        for each in now.players
    )
    now = replace(
        now, rounds=(RoundSheet(RoundId(1, 1), tuple(rows)),), penalties=tuple(penalties),
        players=players,
    )  # fmt: skip
    after, _ = published(now, ledger)
    return after.rounds[0].tables[0], after


def _row(table: Table, result: str, games: str) -> Row:
    return Row(RowKey(RoundId(1, 1), RowKind.TABLE, table.number), table.number, (), result, games)


def counted(table: Table) -> tuple[list[Outcome | None], list[int], int]:
    won = [seat.games_won or 0 for seat in table.seats]
    return [seat.outcome for seat in table.seats], won, table.games_drawn


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("word", "outcome"), [("conceded", LEFT), ("no-show", AWAY), ("penalty", GONE)]
)
@pytest.mark.parametrize("drops", [False, True], ids=["stays", "drops"])
@pytest.mark.parametrize(("best_of", "games", "won", "drawn"), [
    (1, "", (0, 1), 0), (1, "0-1", (0, 1), 0), (1, "1-0", (0, 1), 0), (3, "", (0, 2), 0),
    (3, "1-0", (1, 2), 0), (3, "0-1", (0, 2), 0), (3, "1-1", (1, 2), 0), (3, "2-0", (1, 2), 0),
    (3, "2-1", (1, 2), 0), (3, "1-2", (1, 2), 0), (3, "1-0-1", (1, 2), 1), (3, "0-0-3", (0, 2), 0),
    (5, "", (0, 3), 0), (5, "2-0", (2, 3), 0), (5, "1-2", (1, 3), 0), (5, "3-1", (2, 3), 0),
])  # fmt: skip
def test_after_a_concession_the_winner_has_the_games_it_takes_and_the_other_keeps_theirs(
    best_of: int, games: str, won: tuple[int, int], drawn: int, word: str, outcome: Outcome,
    drops: bool,
) -> None:  # fmt: skip
    """MTR 2.5: who concedes after winning a game has lost 1-2."""
    for result in (f"B, A {word}", f"A {word}"):
        table, after = ended(best_of, result, games, drops=drops)
        assert counted(table) == ([outcome, WIN], [*won], drawn)
        assert not [each for each in after.problems if each.severity is Severity.ERROR]
        points = {row.player: row.match_points for row in latest_ranking(after).rows}
        assert [points[each] for each in table.players] == [0, 3]


def test_games_of_the_loser_are_exported_as_typed_but_refused_where_nobody_gave_up() -> None:
    table, after = ended(3, "B, A conceded", "1-0")
    (kept, *_) = plain_document(after)["rounds"][0]["tables"]
    assert [seat["games_won"] for seat in kept["seats"]] == [1, 0]
    assert [seat.games_won for seat in table.seats] == [1, 2]
    _, after = ended(3, "B", "1-0")
    assert "the other player won more games" in " ".join(map(str, after.problems))


def test_who_gave_up_in_a_match_called_a_draw_has_lost_it_and_both_may_have() -> None:
    """In a pod the others draw (MAMTR 2.1A); with two there is one other, who has won."""
    assert counted(ended(3, "draw, A conceded")[0]) == ([LEFT, WIN], [0, 2], 0)
    assert counted(ended(3, "draw, A conceded", "1-1-1")[0]) == ([LEFT, WIN], [1, 2], 1)
    pod, _ = ended(1, "draw, A conceded", mode=PODS)
    assert counted(pod)[0] == [LEFT, DRAW, DRAW, DRAW]
    table, _ = ended(3, "none, A conceded, B no-show")
    assert counted(table) == ([LEFT, AWAY], [0, 0], 0)


@pytest.mark.parametrize(
    ("best_of", "result", "games", "losses", "outcomes", "won", "drawn", "told"),
    [
        (1, "", "", 1, [GONE, WIN], (0, 1), 0, ""),
        (1, "A", "", 1, [GONE, WIN], (0, 1), 0, ""),
        (1, "B", "", 1, [GONE, WIN], (0, 1), 0, ""),
        (1, "draw", "", 1, [GONE, WIN], (0, 1), 0, ""),
        (3, "", "", 1, [None, None], (0, 0), 0, ""),
        (3, "", "", 2, [GONE, WIN], (0, 2), 0, ""),
        (3, "A", "", 1, [WIN, LOSS], (2, 1), 0, "counts as 2-1"),
        (3, "B", "", 1, [LOSS, WIN], (0, 2), 0, ""),
        (3, "2-0", "", 1, [WIN, LOSS], (2, 1), 0, "counts as 2-1"),
        (3, "2-1", "", 1, [WIN, LOSS], (2, 1), 0, ""),
        (3, "1-2", "", 1, [LOSS, WIN], (1, 2), 0, ""),
        (3, "1-0", "", 1, [DRAW, DRAW], (1, 1), 0, "counts as 1-1"),
        (3, "1-0-1", "", 1, [DRAW, DRAW], (1, 1), 1, "counts as 1-1-1"),
        (3, "A", "1-0", 1, [WIN, LOSS], (1, 1), 0, "counts as 1-1"),
        (3, "ID", "", 1, [DRAW, DRAW], (0, 0), 3, "lost no game."),
        (3, "A, B conceded", "", 1, [WIN, LEFT], (2, 1), 0, ""),
        (3, "B, A conceded", "1-0", 1, [LEFT, WIN], (1, 2), 0, "counts as"),
        (3, "2-1", "", 2, [GONE, WIN], (1, 2), 0, ""),
        (5, "3-0", "", 2, [WIN, LOSS], (3, 2), 0, "fewer games"),
        (5, "3-1", "", 2, [WIN, LOSS], (3, 2), 0, "fewer games"),
        (5, "3-2", "", 3, [GONE, WIN], (2, 3), 0, ""),
    ],
)
def test_a_game_loss_counts_in_the_match_and_the_only_game_is_the_match(
    best_of: int, result: str, games: str, losses: int, outcomes: list[Outcome | None],
    won: tuple[int, int], drawn: int, told: str,
) -> None:  # fmt: skip
    table, after = ended(best_of, result, games, ((0, "game loss"),) * losses)
    assert counted(table) == (outcomes, [*won], drawn)
    assert told in " ".join(map(str, after.problems))


@pytest.mark.parametrize(("result", "games", "won", "drawn"), [
    ("", "", (0, 2), 0), ("A", "", (1, 2), 0), ("2-1", "", (1, 2), 0), ("B", "1-2", (1, 2), 0),
    ("1-1-1", "", (1, 2), 1), ("ID", "", (0, 2), 0), ("B, A conceded", "1-0", (1, 2), 0),
])  # fmt: skip
def test_a_match_loss_gives_the_other_the_games_it_takes(
    result: str, games: str, won: tuple[int, int], drawn: int
) -> None:
    table, _ = ended(3, result, games, ((0, "match loss"),))
    assert counted(table) == ([GONE, WIN], [*won], drawn)


@pytest.mark.parametrize("result", ["", "A", "2-1", "1-1-1", "0-1"])
def test_the_order_of_the_lines_of_penalties_does_not_matter(result: str) -> None:
    """A has a match loss, and B has lost a game before it: 2-1 for B."""
    lines = ((0, "match loss"), (1, "game loss"), (0, "game loss"))
    for order in permutations(lines):
        table, _ = ended(3, result, lines=order)
        assert counted(table)[:2] == ([GONE, WIN], [1, 2])


def test_a_game_loss_in_a_pod_of_one_game_takes_the_draw_and_the_win() -> None:
    drawn, _ = ended(1, "draw", lines=((2, "game loss"),), mode=PODS)
    assert counted(drawn)[0] == [DRAW, DRAW, GONE, DRAW]
    lost, _ = ended(1, "A", lines=((2, "game loss"),), mode=PODS)
    assert counted(lost)[0] == [WIN, LOSS, GONE, LOSS]
    won, after = ended(1, "C", lines=((2, "game loss"),), mode=PODS)
    assert counted(won)[0] == [None] * 4
    (told,) = [each for each in after.problems if "game loss" in each.text]
    assert fix_text(told.fix).startswith("Type who won: “A”, “B”, “D”, ")
    several, _ = ended(3, "draw", lines=((2, "game loss"),), mode=PODS)
    assert counted(several)[0] == [DRAW] * 4


@pytest.mark.parametrize(
    ("mode", "result"),
    [(PODS, "draw, A conceded"), (PODS, "draw, A no-show"), (PODS, "draw"), (PAIRS, "A conceded")],
)
def test_in_a_playoff_who_gave_up_does_not_go_on_from_a_draw(mode: Mode, result: str) -> None:
    """The highest seed sits in seat A; MAMTR 2.4C sends through the next who drew."""
    now, snapshot, ledger = up_to(swiss_and_playoff(16, mode, cut=16), 2, 1)
    first = snapshot.rounds[-1].tables[0].players
    if result == "draw":
        name = next(each.name for each in now.players if each.id == first[0])
        line = Penalty(3, name, "", "Game loss", Place("Penalties", "B5"))
        now = replace(now, penalties=(line,), phases=_one_game(now))
    after, _ = published(typed(now, snapshot, lambda table: _said(table, first, result)), ledger)
    assert first[0] not in after.rounds[-1].seated
    assert first[1] in after.rounds[-1].seated


def _one_game(now: Event) -> tuple[object, ...]:
    return tuple(replace(each, settings={**each.settings, "best_of": 1}) for each in now.phases)


def _said(table: Table, first: tuple[str, ...], result: str) -> str:
    return result if table.players == first else "A"


def test_old_results_read_as_before() -> None:
    """A ledger's own spelling of a conceded match is what it was."""
    now = swiss(8, mode=PAIRS)
    before, ledger = published(now)
    now = typed(now, before, "B, A conceded")
    entries = compute(now, ledger).entries
    recorded = [entry.data["results"]["1"] for entry in entries if "results" in entry.data]
    assert recorded == ["B, A conceded"]
