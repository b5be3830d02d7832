"""What hands type into the seats of a round is public or told of, whatever is decided around it."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

import pytest

from runner.compute import compute as computing
from runner.compute.checks.published import changed_by_hand
from runner.compute.decisions.pair import DeleteRound, PairRound
from runner.compute.decisions.repair import RepairRound
from runner.compute.decisions.undo import Undo
from runner.compute.progress import Progress
from runner.core.identifiers import RoundId
from runner.core.problems import Problem
from runner.core.randomness import Stream
from runner.phases.model import Results
from tests.support.hall import R1
from tests.support.open_hall import OpenHall, Text
from tests.support.soak import SOAKING

SEQUENCES = 20_000 if SOAKING else 60
SHARD, SHARDS = (int(at) for at in os.environ.get("RUNNER_SHARD", "0/1").split("/"))
STEPS = 12
TWICE = "is in this round twice"

pytestmark = [pytest.mark.soak, pytest.mark.thorough]


@pytest.fixture(autouse=True)
def _only_what_hands_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the checks of changes by hand: the others know no cells and take half of the time."""

    def check(progress: Progress, results: Results) -> Iterator[Problem]:
        return changed_by_hand(progress, results)

    monkeypatch.setattr(computing, "check", check)


Act = Callable[["Desk"], None]


class Desk:
    """An organiser acting step by step; `pairings` are each pairing's names by cell."""

    def __init__(self, number: int) -> None:
        self.chance, self.story = Stream("hand edits", number), list[str]()
        self.hall = OpenHall(live=bool(self.chance.below(4)))
        self.pairings: list[Text] = []

    def acts(self, acts: Sequence[Act]) -> None:
        act = self.chance.choice(acts)
        self.story.append(act.__name__)
        act(self)
        self.holds()
        for id_, published in self.hall.ledger.rounds.items():
            cells = {self.hall.cell_of(id_, at): each for at, each in published.base.items()}
            names = {cell: self.hall.name(player) for cell, player in cells.items()}
            if names not in self.pairings:
                self.pairings.append(names)

    def holds(self) -> None:
        """Nothing typed is written over, or neither public nor told of."""
        told = [" ".join(self.story), *map(str, self.hall.problems)]
        assert not self.hall.lost, (self.hall.lost, told)
        assert not self.hall.unheard(), (self.hall.unheard(), told)

    @property
    def round(self) -> RoundId:
        return max(self.hall.ledger.rounds, default=R1)

    def texts(self) -> Text:
        return self.hall.on_disk() if self.hall.screen is None else self.hall.screen

    def seats(self) -> list[tuple[RoundId, str]]:
        return [cell for cell, text in self.texts().items()
                if cell[0] == self.round and cell[1][0] != "A" and text]  # fmt: skip

    def follows_the_advice(self) -> None:
        """A dash is typed where somebody was left who is in a round twice: nobody says so then."""
        for problem in [each for each in self.hall.snapshot.problems if TWICE in each.text]:
            id_ = next(each.id for each in self.hall.event.rounds
                       if each.id.sheet == problem.place.sheet)  # fmt: skip
            who = problem.text.partition(f" {TWICE}")[0]
            published = self.hall.ledger.rounds.get(id_)
            stands = [cell for cell, text in self.texts().items() if text == who]
            stands += [self.hall.cell_of(id_, at)
                       for at, player in (published.base.items() if published else ())
                       if self.hall.name(player) == who]  # fmt: skip
            there = (id_, problem.place.cell)
            others = [cell for cell in stands if cell[0] == id_ and cell != there]
            self.hall.types(dict.fromkeys(others, "-"))
            self.hall.saves()
            told = [each.text for each in self.hall.snapshot.problems]
            assert not [each for each in told if each.startswith(f"{who} {TWICE}")], [
                " ".join(self.story),
                *map(str, self.hall.problems),
            ]


def pair(desk: Desk) -> None:
    desk.hall.asks(PairRound.KEY, desk.round.number)


def re_pair(desk: Desk) -> None:
    desk.hall.asks(RepairRound.KEY, desk.round.number)


def delete(desk: Desk) -> None:
    desk.hall.asks(DeleteRound.KEY, desk.round.number)


def undo(desk: Desk) -> None:
    desk.hall.asks(Undo.KEY, 0)


def clear_go(desk: Desk) -> None:
    desk.hall.event = replace(desk.hall.event, decisions=())
    desk.hall.saves()


def swap(desk: Desk) -> None:
    if seats := desk.seats():
        one, other, said = desk.chance.choice(seats), desk.chance.choice(seats), desk.texts()
        desk.hall.types({one: said[other], other: said[one]})


def swap_public(desk: Desk) -> None:
    """Two players change places as they are public."""
    if published := desk.hall.ledger.rounds.get(desk.round):
        cells = [*published.seating.cells.items()]
        (one, first), (other, second) = desk.chance.choice(cells), desk.chance.choice(cells)
        typed = {one: desk.hall.name(second), other: desk.hall.name(first)}
        desk.hall.types({desk.hall.cell_of(desk.round, at): name for at, name in typed.items()})


def type_earlier(desk: Desk) -> None:
    """An earlier pairing is typed back, over all that stands there or over the rest."""
    if desk.pairings:
        texts: Mapping[tuple[RoundId, str], str] = desk.chance.choice(desk.pairings)
        rounds = {id_ for id_, _ in texts}
        others = [cell for cell in desk.seats() if cell[0] in rounds and desk.chance.below(2)]
        desk.hall.types({**dict.fromkeys(others, ""), **texts})


def type_some(desk: Desk) -> None:
    if desk.pairings:
        texts = [*desk.chance.choice(desk.pairings).items()]
        desk.hall.types(dict(desk.chance.choice(texts) for _ in range(2)))


def type_one(desk: Desk) -> None:
    """Any name in any seat, also where there is none to be."""
    sheet = desk.hall.event.sheet(desk.round)
    assert sheet is not None
    row = desk.chance.choice(sheet.rows).key
    cell = desk.hall.cell_of(row.round, (row.kind, row.number, desk.chance.below(2)))
    desk.hall.types({cell: desk.chance.choice(desk.hall.event.players).name})


def dash(desk: Desk) -> None:
    if seats := desk.seats():
        desk.hall.types({desk.chance.choice(seats): "-"})


def clear(desk: Desk) -> None:
    if seats := desk.seats():
        desk.hall.types({desk.chance.choice(seats): ""})


def save(desk: Desk) -> None:
    desk.hall.saves()
    desk.holds()
    if not desk.chance.below(3):
        desk.follows_the_advice()


def names_arrive(desk: Desk) -> None:
    desk.hall.names_arrive()


def open_or_load_again(desk: Desk) -> None:
    desk.hall.opens()


def close(desk: Desk) -> None:
    desk.hall.closes()


def door(desk: Desk) -> None:
    desk.hall.pairs_from_the_door()


ACTS = (
    *(pair,) * 2, *(re_pair,) * 4, delete, *(undo,) * 3, *(clear_go,) * 2, *(swap,) * 4,
    *(swap_public,) * 3, *(type_earlier,) * 3, *(type_some,) * 3, *(type_one,) * 2, dash, clear,
    *(save,) * 6, *(names_arrive,) * 8, *(open_or_load_again,) * 2, *(close,) * 2, *(door,) * 2,
)  # fmt: skip


PAIRED_AGAIN = (open_or_load_again, pair, names_arrive, save, re_pair, names_arrive)
BY_HAND = (*(swap,) * 2, swap_public, *(type_earlier,) * 3, type_some, save, names_arrive)


def wrong_in(numbers: range, begun: Sequence[Act], acts: Sequence[Act], end: Sequence[Act]) -> str:
    """What is wrong in sequences of those numbers: first what is `begun` with, then acts by chance,
    then what they `end` with."""
    wrong: list[str] = []
    for number in numbers:
        desk = Desk(number)
        try:
            for some in (*([act] for act in begun), *[acts] * STEPS, *([act] for act in end)):
                desk.acts(some)
        except AssertionError as reason:
            wrong.append(f"{number}: {reason}")
    return f"{len(wrong)} of {len(numbers)}: " + "\n".join(islice(wrong, 5)) if wrong else ""


def test_what_hands_type_is_public_or_told_of_and_never_written_over() -> None:
    assert not wrong_in(range(SHARD, SEQUENCES, SHARDS), (), ACTS, ())


def test_what_hands_type_after_names_of_another_pairing_arrived_counts() -> None:
    """By chance alone a whole pairing is typed back at once in one of thousands of sequences."""
    numbers = range(SHARD, SEQUENCES, SHARDS)
    assert not wrong_in(numbers, PAIRED_AGAIN, BY_HAND, (save, close))
