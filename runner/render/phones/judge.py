"""The pages of a judge: all tables with the time that is left, and one table."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property, partial
from itertools import chain
from secrets import token_hex
from types import SimpleNamespace

from runner.core import names
from runner.core.phone_reports import OpenRound, OpenTable, Report, Ruling
from runner.ledger.words import ruled
from runner.render.phones.report import what_counts
from runner.render.templating import environment

_SHOWN = 8  # of what this phone has sent, beside all tables
_SOON = 5  # minutes that are left


@dataclass(frozen=True)
class View:
    """What both pages show: the round, the `address` of the page, and the `token` of its forms;
    `phone` is what stands for this one in `reports`, which are all that came, and `at` is the time
    (ISO 8601). `wrong` says why something was not taken."""

    now: OpenRound
    address: str
    token: str
    phone: str
    reports: Sequence[Report]
    at: str
    wrong: str = ""

    @cached_property
    def once(self) -> str:
        """What tells the forms of this page from those of another."""
        return token_hex(8)

    @cached_property
    def in_force(self) -> list[tuple[Report, Ruling]]:
        """The rulings of the round that are not undone, the latest first; those about a table only
        of its current pairing."""
        return self._standing(self.reports)

    @cached_property
    def calls(self) -> dict[int, str]:
        """The tables that need a judge, with the time since when: "14:12"."""
        last = {ruling.table: (each, ruling) for each, ruling in reversed(self.in_force)
                if ruling.calls is not None}  # fmt: skip
        return {table: each.at[11:16] for table, (each, ruling) in last.items() if ruling.calls}

    @cached_property
    def sent(self) -> list[tuple[Report, Ruling]]:
        """The rulings in force that are listed: those that call nobody."""
        return [each for each in self.in_force if each[1].calls is None]

    @cached_property
    def _fresh_minutes(self) -> Counter[int]:
        """The minutes that tables were given, or that were taken back, since the watch wrote when
        their time is called."""
        heard = [each for each in self.reports if each.number <= self.now.heard]
        minutes = Counter[int]()
        for sign, known in ((1, self.in_force), (-1, self._standing(heard))):
            for _report, ruling in known:
                minutes[ruling.table] += sign * ruling.minutes
        return minutes

    def _standing(self, reports: Sequence[Report]) -> list[tuple[Report, Ruling]]:
        undone = {each.undoes for each in reports}
        return [
            (each, each.ruling)
            for each in reversed(reports)
            if each.ruling and each.id not in undone and each.round == self.now.round
            if each.pairing == self.now.pairing or not each.ruling.of_table
        ]

    def time(self, number: int) -> SimpleNamespace | None:
        """Return how long a table may still play: the minutes that are left, or since when its time
        is up; None if it does not play, or has no limit."""
        table, fresh = self.now.tables[number], self._fresh_minutes[number]
        if not table.playing or not table.called:
            return None
        end = datetime.fromisoformat(table.called) + timedelta(minutes=fresh)
        at = datetime.fromisoformat(self.now.stopped or self.at)
        if (end.tzinfo is None) != (at.tzinfo is None):
            end, at = end.replace(tzinfo=None), at.replace(tzinfo=None)
        left = int((end - at).total_seconds() // 60)
        words = f"{left} min" if left >= 0 else f"{-left} min over"
        return SimpleNamespace(
            left=words, ends=f"{end:%H:%M}", soon=left < _SOON, extra=table.extra + fresh
        )

    def words(self, ruling: Ruling) -> str:
        """Return "Game loss (Slow Play): Ana Berg"."""
        called = dict(chain.from_iterable(table.seats for table in self.now.tables.values()))
        words, name = ruled(ruling), called.get(ruling.player, "")
        return f"{words[:1].upper()}{words[1:]}{name and f': {name}'}"


def tables(view: View, wanted: str) -> str:
    """Return the page of all tables that are playing, those that need a judge first; with a
    `wanted` player or table, those that fit."""
    shown = [
        number
        for number, table in sorted(view.now.tables.items())
        if (_fits(number, table, wanted) if wanted else table.playing or number in view.calls)
    ]
    return environment("phones").get_template("judges.html").render(
        view=view, now=view.now, wanted=wanted, result=partial(what_counts, view.now),
        calls=[number for number in shown if number in view.calls],
        rest=[number for number in shown if number not in view.calls],
        rulings=[each for each in view.sent if each[0].phone == view.phone][:_SHOWN],
    )  # fmt: skip


def table(view: View, number: int, penalties: Sequence[str], infractions: Sequence[str]) -> str:
    """Return the page of one table, with the forms; `penalties` and `infractions` are offered."""
    return environment("phones").get_template("judge.html").render(
        view=view, now=view.now, number=number, here=view.now.tables[number],
        rulings=[each for each in view.sent if each[1].table == number],
        penalties=penalties, infractions=infractions, counts=what_counts(view.now, number),
    )  # fmt: skip


def _fits(number: int, table: OpenTable, wanted: str) -> bool:
    if wanted.isdecimal():
        return str(number) == str(int(wanted))
    return any(names.folded(wanted) in names.folded(name) for _player, name in table.seats)
