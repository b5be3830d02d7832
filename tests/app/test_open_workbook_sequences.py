"""What hands type into an open workbook counts or is told of: the real file, and LibreOffice."""

from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode
from runner.core.randomness import Stream
from tests.support.events import phase, planned
from tests.support.office import needs_office
from tests.support.open_desk import OfficeDesk, OpenDesk
from tests.support.organiser import At
from tests.support.soak import SOAKING

STEPS = 8

pytestmark = [pytest.mark.soak, pytest.mark.thorough]


def an_event() -> Event:
    return planned(6, phase(1, mode=Mode.HEAD_TO_HEAD, rounds=2))


class Sequence:
    """One thing after the other, by chance; `pairings` are the names of each pairing so far."""

    def __init__(self, me: OpenDesk, number: int) -> None:
        self.me, self.chance = me, Stream("open workbook", number)
        self.story: list[str] = []
        self.pairings: list[dict[At, str]] = []
        self.go = True
        me.opens()
        self.open = True

    def plays(self) -> None:
        """Acts by chance, after a first pairing."""
        every = [self.re_pair, self.re_pair, self.undo, self.pair, self.swap, self.swap, self.swap,
                 self.type_back, self.type_back, self.save, self.save, self.save, self.close,
                 self.undo, self.door, self.door]  # fmt: skip
        self.pair()
        assert self.me.public_seats(), "else nothing of what follows is looked at"
        self._play([every] * STEPS)

    def plays_after_another_pairing(self) -> None:
        """The same once names of another pairing have arrived, or were taken out again, and are not
        saved: what is typed then, by chance alone, comes once in hundreds of sequences."""
        by_hand = [self.swap, self.type_back, self.type_back]
        taken_out = [[self.save], [self.undo], [self.type_back, self.door], [self.door]]
        then = taken_out if self.chance.below(2) else [by_hand]
        self._play([[self.pair], [self.save], [self.re_pair], *then, [self.save, *by_hand],
                    [self.save]])  # fmt: skip

    def _play(self, steps: Iterable[list[Callable[[], None]]]) -> None:
        for acts in steps:
            act = self.chance.choice(acts)
            self.story.append(act.__name__)
            if act != self.close and not self.open:
                self.me.opens()
                self.open = True
            act()
            story = [" ".join(self.story), *map(str, self.me.problems())]
            assert not self.me.overwritten(), (self.me.overwritten(), story)
            assert not self.me.unheard(), (self.me.unheard(), story)
            assert not self.me.missing(), (self.me.missing(), story)
            names = self.me.public_seats() if self.me.report.snapshot else {}
            if names and names not in self.pairings:
                self.pairings.append(names)
        if self.open:
            self.close()
        assert not self.me.overwritten(), (self.me.overwritten(), story)

    def pair(self) -> None:
        """Yes to round 1; where it says so already it is cleared first."""
        self.me.type(self.me.go(RoundId(1, 1)), None)
        self.me.saves()
        self.me.type(self.me.go(RoundId(1, 1)), "yes")
        self.me.saves()

    def re_pair(self) -> None:
        self.me.asks("Re-pair round", 1)

    def undo(self) -> None:
        self.me.asks("Undo the last decision")

    def swap(self) -> None:
        seats = self.me.seats()
        if seats:
            one, other = self.chance.choice([*seats]), self.chance.choice([*seats])
            self.me.seats_are_typed({one: seats[other], other: seats[one]})

    def type_back(self) -> None:
        if self.pairings:
            self.me.seats_are_typed(self.chance.choice(self.pairings))

    def save(self) -> None:
        self.me.saves()

    def close(self) -> None:
        if self.open:
            self.me.closes()
            self.open = False

    def door(self) -> None:
        self.me.pairs_elsewhere()


def own_desk(folder: Path, number: int) -> OpenDesk:
    """An event with a site of its own: into that of another event nothing is published."""
    own = folder / f"{number}"
    own.mkdir()
    return OpenDesk(own / "friday", an_event())


def test_hands_and_decisions_in_turn_with_the_real_file(tmp_path: Path) -> None:
    for number in range(100 if SOAKING else 2):
        Sequence(own_desk(tmp_path, number), number).plays()


def test_what_hands_type_after_names_of_another_pairing_arrived(tmp_path: Path) -> None:
    for number in range(100 if SOAKING else 6):
        Sequence(own_desk(tmp_path, number), number).plays_after_another_pairing()


@pytest.mark.parametrize("count", [60 if SOAKING else 1])
@pytest.mark.office
@needs_office[1]
def test_hands_and_decisions_in_turn_in_libreoffice(tmp_path: Path, count: int) -> None:
    me = OfficeDesk(tmp_path / "friday", an_event())
    try:
        for number in range(count):
            me.begins_again()
            Sequence(me, number).plays()
    finally:
        me.end()
