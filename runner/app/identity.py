"""Whether the workbook, the ledger and what Runner keeps of both belong to one event.

Two events of a store may have the same names beside the same Ids. So a workbook bears a mark that
`runner new` has made, the first line of the ledger says which that is, and whatever is kept of
either has it too:

    workbook   ledger   kept   then
    A          A        A      all is well
    B          A        A      somebody put another event's workbook here: a question
    A          B        A      somebody put another event's ledger here: `runner restore`
    A          A        B      the folder .runner is another event's
    A          none     none   nothing but the workbook is left: a question if a round was published

A workbook of before there were marks gets one when Runner writes into it, and until then goes with
any ledger. A copy of a workbook that begins another event gets a mark of its own in the same way.
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
from runner.core.event import Event, RoundId
from runner.core.language import listed
from runner.core.problems import Place, Problem, error
from runner.disk import read_regular_file
from runner.ledger.entries import Entry
from runner.ledger.ledger import NAME, Ledger, of_workbook, parse

_FAR = 8  # so many saves are looked through for one that was held back, from the latest back


def new_mark() -> str:
    """A mark that no other event has."""
    return secrets.token_hex(8)


def begun(entries: Iterable[Entry], event: Event) -> tuple[Entry, ...]:
    """The first lines of a ledger, the first of which says whose it is. A workbook of which nothing
    is played yet, and whose ledger is not here, is a copy of another event's: it gets a new mark.
    """
    if event.mark and event.unplayed:
        return of_workbook(entries, new_mark(), event.mark)
    return of_workbook(entries, event.mark)


def of_event(ledger: Ledger, event: Event) -> bool:
    """Whether a ledger may be that of the workbook's event; so may one without a line."""
    return not ledger.entries or not event.mark or event.mark in ledger.marks


@dataclass(frozen=True, slots=True)
class Save:
    """A workbook that was read, with the SHA-256 `digest` of its bytes, and what it is compared
    with: the ledger, which has these `lines`, the workbook `before`, as it last counted, the kept
    saves, and the site, if one is known. `sheets` are the names of the workbook's sheets."""

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
        """What does not belong here, so that nothing of this save may count."""
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
        """Whether it is recorded that lines as far as that are lost, or were written anew; or it is
        of a ledger that was ended."""
        lost = max((each.lines for each in self.ledger.given_up), default=0)
        ended = (parse(read_regular_file(path))[0] for path in self.folder.ended_ledgers())
        return int(head.partition(":")[0]) <= lost or any(each.holds_short(head) for each in ended)

    def kept_is_another(self, kept: Ledger) -> Problem:
        """What does not belong here, where what is `kept` is of another event than the workbook."""
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
        """Whether the ledger goes with the workbook. A mark that another workbook may have too, of
        which this one is a copy, counts until this one has had its own."""
        mark, before = self.event.mark, self.before
        if not mark:
            same = before is None or self.event.seed == before.seed
            return same or (before is not None and self.event.name == before.name)
        if mark == self.ledger.mark or mark not in self.ledger.marks:
            return mark == self.ledger.mark
        known = before is None or before.mark in ("", mark)
        return known or self.digest in {save.digest for save in self._usable()}

    def _without_ledger(self) -> Problem | None:
        new = self.event.unplayed and is_new_copy(self.folder)
        if not (new or of_event(kept := self._kept(), self.event)):
            return self.kept_is_another(kept)
        rounds = [self.event.title(id_) for id_ in _published(self.event)]
        if not (self.event.mark and rounds) or kept_ledger.kept_lines(self.folder):
            return None  # `kept_ledger` tells of one that is kept
        if self._meant():
            return None
        stand = "stands" if len(rounds) == 1 else "stand"
        what = f"Nothing but the workbook is left of this event: {NAME} is gone, with what was "
        what += f"drawn, decided and corrected, and why; {listed(rounds)} {stand} on the sheets "
        what += "alone."
        fix = (
            f"Put {NAME} and the folder {OWN} back from where the event was, or let Runner look "
            "for what is left of them.",
            Restore(str(self.folder.root)),
            "For a new event with this workbook, clear the names and results on the sheets of "
            "rounds.",
        )
        anew = "all that is gone for good, and each round that says yes on Decisions is to be "
        anew += "drawn again from the seed, with the results as they stand on its sheet"
        return question("ledger.gone", self.event.at("name"), what, anew, *fix)

    def _another_workbook(self) -> Problem:
        """The workbook, or, where nothing kept can tell, the ledger is of another event."""
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
        """Whether “Keep the changes” was said of this: in a line that was not there when it was
        held back first, for such a line may have come with the workbook."""
        if not meant(self.event, self.ledger):
            return False
        for save in reversed(self._saves()[-_FAR:]):
            held = event_of(self.store, save) if save.digest != self.digest else None
            if held is not None and (held.mark, held.heads) == (self.event.mark, self.event.heads):
                return _asked(held) < _asked(self.event)
        return False

    def _workbook(self) -> str:
        found = self.folder.workbook(patience=0)
        return "The workbook" if isinstance(found, Problem) else found.name

    def _known(self) -> frozenset[str]:
        """The marks of the event that Runner keeps saves and a ledger of here."""
        last = {self.before.mark} if self.before and self.before.mark else set[str]()
        return self._kept().marks | last

    def _kept(self) -> Ledger:
        """What is kept of the ledger; of one that begins as this one does, this one."""
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
    """The rounds that Runner has published with a ledger that is not here: players stand on the
    sheet, and Runner wrote into the workbook or was asked for the round. Names in a workbook that
    it never wrote into are a pairing typed by hand before Runner first read it."""
    known = {player.name for player in event.players}
    lines = {tuple(line.round) for line in event.decisions if line.kind == PairRound.KEY}
    return [
        sheet.id
        for sheet in event.rounds
        if (event.heads or not lines.isdisjoint({sheet.id, (0, sheet.id.number)}))
        and any(len(known.intersection(row.seats)) > 1 for row in sheet.rows)
    ]


def _asked(event: Event) -> int:
    return sum(line.kind == ConfirmChanges.KEY for line in event.decisions)
