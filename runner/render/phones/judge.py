"""The pages of a judge: all tables with the time that is left, and one table."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import chain
from secrets import token_hex
from types import SimpleNamespace

from runner.core import names
from runner.core.identifiers import seat_letter
from runner.core.phone_reports import OpenRound, OpenTable, Report, Ruling
from runner.ledger.words import ruled
from runner.render.phones.report import in_words
from runner.render.templating import environment

_SHOWN = 8  # of what this phone has sent, beside all tables
_SOON = 5  # minutes that are left


@dataclass(frozen=True, slots=True)
class View:
    """What both pages show: the round, the `address` of the page, and the `token` of its forms;
    `phone` is what stands for this one in `rulings`, which are all that came, and `at` is the time
    (ISO 8601). `wrong` says why something was not taken."""

    now: OpenRound
    address: str
    token: str
    phone: str
    rulings: Sequence[Report]
    at: str
    wrong: str = ""

    @property
    def in_force(self) -> list[tuple[Report, Ruling]]:
        """The rulings of the round that are not undone, the latest first; those about a table only
        of its current pairing."""
        return self._standing(self.rulings)

    @property
    def fresh_minutes(self) -> Counter[int]:
        """The minutes that tables were given, or that were taken back, since the watch wrote when
        their time is called."""
        heard = [each for each in self.rulings if each.number <= self.now.heard]
        minutes = Counter[int]()
        for sign, known in ((1, self.rulings), (-1, heard)):
            for _report, ruling in self._standing(known):
                minutes[ruling.table] += sign * ruling.minutes
        return minutes

    def _standing(self, rulings: Sequence[Report]) -> list[tuple[Report, Ruling]]:
        undone = {each.undoes for each in rulings}
        return [
            (each, each.ruling)
            for each in reversed(rulings)
            if each.ruling and each.id not in undone and each.round == self.now.round
            if each.pairing == self.now.pairing or not each.ruling.of_table
        ]

    @property
    def calls(self) -> dict[int, str]:
        """The tables that need a judge, with the time since when: "14:12"."""
        last = {ruling.table: (each, ruling) for each, ruling in reversed(self.in_force)
                if ruling.calls is not None}  # fmt: skip
        return {table: each.at[11:16] for table, (each, ruling) in last.items() if ruling.calls}


def tables(view: View, wanted: str) -> str:
    """Return the page of all tables that are playing, those that need a judge first; with a
    `wanted` player or table, those that fit."""
    now, calls, fresh = view.now, view.calls, view.fresh_minutes
    tables = [
        _line(view, number, table, calls.get(number, ""), fresh[number])
        for number, table in sorted(now.tables.items())
        if (_fits(number, table, wanted) if wanted else table.playing or number in calls)
    ]
    own = [each for each in view.in_force if each[0].phone == view.phone and each[1].calls is None]
    page = SimpleNamespace(
        event=now.event, round=now.title, address=view.address, wanted=wanted, stopped=now.stopped,
        calls=[each for each in tables if each.call],
        rest=[each for each in tables if not each.call],
        sent=_sent(view, own[:_SHOWN], with_table=True), token=view.token, once=token_hex(8),
        pairing=now.pairing, of=len(now.tables),
        playing=sum(table.playing for table in now.tables.values()),
    )  # fmt: skip
    return environment("phones").get_template("judges.html").render(view=page)


def table(view: View, number: int, penalties: Sequence[str], infractions: Sequence[str]) -> str:
    """Return the page of one table, with the forms; `penalties` and `infractions` are offered."""
    now, here = view.now, view.now.tables[number]
    about = [each for each in view.in_force if each[1].table == number]
    seats = [
        SimpleNamespace(letter=seat_letter(at), id=player, name=name)
        for at, (player, name) in enumerate(here.seats)
    ]
    page = SimpleNamespace(
        event=now.event, round=now.title, address=view.address, number=number, seats=seats,
        time=_time(view, here, view.fresh_minutes[number]),
        result=here.result and in_words((here.result, ""), here.seats),
        call=view.calls.get(number, ""), penalties=penalties, infractions=infractions,
        sent=_sent(view, [each for each in about if each[1].calls is None]),
        token=view.token, once=token_hex(8), wrong=view.wrong, pairing=now.pairing,
    )  # fmt: skip
    return environment("phones").get_template("judge.html").render(view=page)


def _line(view: View, number: int, table: OpenTable, call: str, fresh: int) -> SimpleNamespace:
    return SimpleNamespace(
        number=number, names=[name for _player, name in table.seats], call=call,
        time=_time(view, table, fresh),
        result=table.result and in_words((table.result, ""), table.seats),
    )  # fmt: skip


def _fits(number: int, table: OpenTable, wanted: str) -> bool:
    if wanted.isdecimal():
        return str(number) == str(int(wanted))
    return any(names.folded(wanted) in names.folded(name) for _player, name in table.seats)


def _time(view: View, table: OpenTable, fresh: int) -> SimpleNamespace | None:
    """Return how long a table may still play: the minutes that are left, or since when its time is
    up; None if it does not play, or has no limit. `fresh` minutes are not in its time yet."""
    if not table.playing or not table.called:
        return None
    end, at = datetime.fromisoformat(table.called), datetime.fromisoformat(view.at)
    end += timedelta(minutes=fresh)
    at = datetime.fromisoformat(view.now.stopped) if view.now.stopped else at
    if (end.tzinfo is None) != (at.tzinfo is None):
        end, at = end.replace(tzinfo=None), at.replace(tzinfo=None)
    left = int((end - at).total_seconds() // 60)
    words = f"{left} min" if left >= 0 else f"{-left} min over"
    return SimpleNamespace(
        left=words, ends=f"{end:%H:%M}", soon=left < _SOON, extra=table.extra + fresh,
        stands=bool(view.now.stopped),
    )  # fmt: skip


def _sent(
    view: View, reports: Iterable[tuple[Report, Ruling]], *, with_table: bool = False
) -> list[SimpleNamespace]:
    """Return what was sent, for a list; `mine`: this phone has, and can undo it."""
    called = dict(chain.from_iterable(table.seats for table in view.now.tables.values()))
    return [
        SimpleNamespace(
            id=each.id, words=_words(ruling, called), at=each.at[11:16],
            mine=each.phone == view.phone, table=ruling.table, with_table=with_table,
        )
        for each, ruling in reports
    ]  # fmt: skip


def _words(ruling: Ruling, called: Mapping[str, str]) -> str:
    """Return "Game loss (Slow Play): Ana Berg"; `called` has the names of players."""
    words, name = ruled(ruling), called.get(ruling.player, "")
    return f"{words[:1].upper()}{words[1:]}{name and f': {name}'}"
