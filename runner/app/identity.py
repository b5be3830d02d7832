"""Check that the workbook, the ledger and Runner's copies of both belong to one event.

Two events of a store may have the same names with the same Ids. So `runner new` gives each workbook
a mark, and the first line of the ledger and all kept copies repeat it:

    workbook   ledger   kept   then
    A          A        A      correct
    B          A        A      another event's workbook: ask
    A          B        A      another event's ledger: `runner restore`
    A          A        B      another event's folder .runner
    A          none     none   only the workbook is left: ask if a round was published

A workbook from an older version gets a mark when Runner writes into it, and until then matches any
ledger. A copy of a workbook that begins another event gets its own mark in the same way.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from runner.app import kept_ledger
from runner.app.event_folder import OWN, EventFolder
from runner.app.history.look_back import event_of, put_back_by
from runner.app.history.older import told_elsewhere
from runner.app.history.saves import Kept, Store
from runner.app.publish import is_new_copy
from runner.compute.decisions.model import ConfirmChanges
from runner.compute.decisions.pair import PairRound
from runner.compute.save_guards import meant
from runner.compute.save_guards.rounds import question
from runner.core.actions import Restore
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import listed
from runner.core.phase import Phase
from runner.core.problems import Place, Problem, error
from runner.disk import read_regular_file
from runner.ledger.entries import Entry
from runner.ledger.ledger import NAME, Ledger, of_workbook
from runner.ledger.parsing import parse

_FAR = 8  # so many saves are looked through for one that was held back, from the latest back


def new_mark() -> str:
    """Return a mark that no other event has."""
    return secrets.token_hex(8)


def begun(entries: Iterable[Entry], event: Event) -> tuple[Entry, ...]:
    """Return the first lines of a ledger, beginning with the event's mark. A workbook without
    published rounds whose ledger is elsewhere is a copy of another event's and gets a new mark.
    """
    if event.mark and event.unplayed:
        return of_workbook(entries, new_mark(), event.mark)
    return of_workbook(entries, event.mark)


def of_event(ledger: Ledger, event: Event) -> bool:
    """Return whether a ledger may belong to the workbook's event; an empty one may."""
    return not ledger.entries or not event.mark or event.mark in ledger.marks


@dataclass(frozen=True, slots=True)
class Save:
    """A workbook as read, with the SHA-256 `digest` of its bytes, and what it is compared with: the
    `lines` of the ledger, the workbook `before` (the last one that counted), the kept saves, and
    the site, if known. `sheets` are the names of the workbook's sheets."""

    folder: EventFolder
    event: Event
    digest: str
    ledger: Ledger
    before: Event | None
    store: Store
    sheets: Iterable[str] = ()
    lines: bytes = b""
    site: Path | None = None

    def mixed_up(self) -> Problem | None:
        """Return the problem of a file that belongs to another event, because of which the save
        must not count; None if there is none."""
        if not self.ledger.entries:
            return self._without_ledger()
        if self._accepted():
            kept = self._kept()
            return None if of_event(kept, self.event) else self.kept_is_another(kept)
        if self.ledger.marks.isdisjoint(self._known()) and self.event.mark in self._known():
            what = f"{NAME} is that of another event, not of {self._workbook()}."
            return error(
                "ledger.of-another-event",
                Place(NAME),
                what,
                Restore(str(self.folder.root)),
                f"That sets {NAME} aside, and puts this event’s own back.",
                fatal=True,
            )
        return None if self._meant() else self._another_workbook()

    def elsewhere(self) -> Problem | None:
        """Return the problem that Runner wrote into the workbook with another ledger, elsewhere."""
        heads, ledger = self.event.heads, self.ledger
        if not heads or ledger.holds_short(heads[-1]) or self.event.mark != ledger.mark:
            return None
        known = self.before is not None and self.before.heads == heads
        if known or self._excused(heads[-1]) or self._meant():
            return None
        return told_elsewhere(self.event, self.digest, ledger, self.folder, self.store)

    def _excused(self, head: str) -> bool:
        """Return whether the loss or rewriting of the lines up to there is recorded, or the ledger
        was ended."""
        lost = max((each.lines for each in self.ledger.given_up), default=0)
        ended = (parse(read_regular_file(path))[0] for path in self.folder.ended_ledgers())
        return int(head.partition(":")[0]) <= lost or any(each.holds_short(head) for each in ended)

    def kept_is_another(self, kept: Ledger) -> Problem:
        """Return the problem that the `kept` ledger and the workbook are of two events. If the
        ledger belongs to the kept one, the workbook is the wrong one."""
        if self.ledger.entries and not self.ledger.marks.isdisjoint(kept.marks):
            return self._another_workbook()
        what = f"{self._workbook()} and the folder {OWN}, with the saves and the ledger that "
        what += f"Runner keeps, are of two events: {OWN} is that of another."
        fix = f"Move {OWN} back to where it belongs, and put this event’s own here; where there is "
        return error(
            "ledger.kept-of-another-event",
            Place(),
            what,
            f"{fix}none, Runner makes a new one.",
            fatal=True,
        )

    def _accepted(self) -> bool:
        """Return whether the ledger belongs to the workbook. The mark of the workbook from which
        this one was copied is accepted until this one has its own."""
        mark, before = self.event.mark, self.before
        if not mark:
            same = before is None or self.event.seed == before.seed
            return same or not (before and (before.mark or self.event.name != before.name))
        if mark == self.ledger.mark or mark not in self.ledger.marks:
            return mark == self.ledger.mark
        known = before is None or before.mark in ("", mark)
        return known or self.digest in {save.digest for save in self._usable()}

    def _without_ledger(self) -> Problem | None:
        new = self.event.unplayed and is_new_copy(self.folder)
        if not (new or of_event(kept := self._kept(), self.event)):
            return self.kept_is_another(kept)
        rounds = [self.event.title(id_) for id_ in _published(self.event)]
        pods = [f"the pods of {phase.name}" for phase in _drafted(self.event)]
        lost = bool(self.event.mark and (rounds or pods))
        if not lost or kept_ledger.kept_lines(self.folder):
            return None  # `kept_ledger` tells of one that is kept
        if self._meant():
            return None
        stand = "stands" if len(rounds) == 1 and not pods else "stand"
        what = f"Nothing but the workbook is left of this event: {NAME} is gone, with what was "
        what += f"drawn, decided and corrected, and why; {listed([*rounds, *pods])} {stand} on the "
        what += "sheets alone."
        fix = (
            f"Put {NAME} and the folder {OWN} back from where the event was, or let Runner look "
            "for what is left of them.",
            Restore(str(self.folder.root)),
            "For a new event with this workbook, clear the names and results on the sheets of "
            f"rounds{', and the lines of Draft' if pods else ''}.",
        )
        anew = "all that is gone for good, and each round that says yes on Decisions is to be "
        anew += "drawn again from the seed, with the results as they stand on its sheet"
        return question("ledger.gone", self.event.at("name"), what, anew, *fix)

    def _another_workbook(self) -> Problem:
        """Return the problem that the workbook, or, if no copy can tell, the ledger belongs to
        another event."""
        place, rounds = self.event.at("name"), list(map(self.event.title, self.ledger.rounds))
        is_ = "is" if len(rounds) == 1 else "are"
        out = f", in which {listed(rounds)} {is_} out" if rounds else ""
        if self._known().isdisjoint(self.ledger.marks):
            what = f"{self._workbook()} and {NAME}{out + ',' if out else ''} are of two events."
            return question(
                "ledger.of-no-event-here",
                place,
                what,
                "they belong together",
                "Put the right ones here, or let Runner look for the workbook’s own ledger.",
                Restore(str(self.folder.root)),
            )
        called = f", “{self.event.name}”" if self.event.name else ""
        what = f"{self._workbook()} is the workbook of another event{called}: it does not belong "
        what += f"to {NAME}{out}."
        save = next(reversed(self._usable()), None)
        return question(
            "workbook.of-another-event",
            place,
            what,
            "it takes that one’s place for good",
            "Move it back to its own folder, and put this event’s workbook here again.",
            *(put_back_by(self.folder, save) if save else ()),
        )

    def _meant(self) -> bool:
        """Return whether “Keep the changes” accepts this save. The line must be newer than the
        first refusal, since an older one may have come with the workbook."""
        if not meant(self.event, self.ledger):
            return False
        for save in reversed(self._saves()[-_FAR:]):
            held = event_of(self.store, save) if save.digest != self.digest else None
            if held is not None and (held.mark, held.heads) == (self.event.mark, self.event.heads):
                return _asked(held) < _asked(self.event)
        return False

    def _workbook(self) -> str:
        workbook = self.folder.workbook(patience=0)
        return "The workbook" if isinstance(workbook, Problem) else workbook.name

    def _known(self) -> frozenset[str]:
        """Return the marks of the last workbook that counted and of the kept ledger."""
        last = {self.before.mark} if self.before and self.before.mark else set[str]()
        return self._kept().marks | last

    def _kept(self) -> Ledger:
        """Return the kept copy of the ledger; the ledger itself if its first line is the same."""
        lines = kept_ledger.kept_lines(self.folder)
        ours = self.ledger.first_line
        return self.ledger if ours and lines.startswith(ours) else parse(lines)[0]

    def _saves(self) -> list[Kept]:
        try:
            return self.store.all()
        except OSError:
            return []

    def _usable(self) -> list[Kept]:
        return [save for save in self._saves() if save.usable]


def _published(event: Event) -> list[RoundId]:
    """Return the rounds published with a ledger that is missing: their sheets have players, and
    Runner wrote into the workbook or was asked for the round. Names in a workbook that Runner never
    wrote into are a pairing typed by hand."""
    known = {player.name for player in event.players}
    lines = {tuple(line.round) for line in event.decisions if line.kind == PairRound.KEY}
    return [
        sheet.id
        for sheet in event.rounds
        if (event.heads or not lines.isdisjoint({sheet.id, (0, sheet.id.number)}))
        and any(len(known.intersection(row.seats)) > 1 for row in sheet.rows)
    ]


def _drafted(event: Event) -> list[Phase]:
    """Return the phases of which pods stand on the sheet Draft of a workbook that Runner wrote
    into."""
    numbers = {line.phase for line in event.draft if line.pod} if event.heads else set[int]()
    return [phase for phase in event.phases if phase.number in numbers]


def _asked(event: Event) -> int:
    return sum(line.kind == ConfirmChanges.KEY for line in event.decisions)
