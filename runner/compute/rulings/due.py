"""How the rulings of a ledger and a workbook fit together, and the event that counts by both."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from runner.compute.rulings.lines import Found, Lines
from runner.core.event import Event, Penalty
from runner.core.phone_reports import REASON
from runner.core.problems import Place
from runner.core.time_sheet import TimeExtension
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.ledger.rulings import OF_CELLS, PENALTIES, Line, Ruled, State


@dataclass(frozen=True, slots=True)
class Due:
    """`waiting` are the rulings that the workbook lacks, `to_clear` those that are undone and still
    in it, each with its line. `written` and `cleared` are those that a save shows to be there, and
    to be gone."""

    lines: Lines
    waiting: list[Ruled] = field(default_factory=list)
    to_clear: list[tuple[Ruled, Found]] = field(default_factory=list)
    written: list[Ruled] = field(default_factory=list)
    cleared: list[Ruled] = field(default_factory=list)

    @property
    def entries(self) -> Iterator[Entry]:
        """The ledger's lines about what the workbook shows."""
        yield from of_rulings(EntryKind.RULING_WRITTEN, self.written)
        yield from of_rulings(EntryKind.RULING_CLEARED, self.cleared, by_hand=True)


def of_rulings(kind: EntryKind, rulings: list[Ruled], **more: bool) -> Iterator[Entry]:
    """Yield the ledger's line of a kind about several rulings; none if there are none."""
    if rulings:
        yield Entry(kind, rulings[0].round, {"ids": [each.id for each in rulings], **more})


def due(event: Event, ledger: Ledger) -> Due:
    """Return how the rulings of the ledger and the workbook as it was read fit together."""
    result, known = Due(Lines(event, ledger)), ledger.rulings.known.values()
    open_ = [each for each in known if each.state in (State.WAITS, State.UNDONE) and each.line]
    for line in dict.fromkeys(each.line for each in open_):
        _sort(line, result, ledger)
    return result


def _sort(line: Line, result: Due, ledger: Ledger) -> None:
    """Put the rulings that are one line into the lists of the result. Equal lines are counted: what
    the workbook has more than when it was last seen is written, and what it has less is gone."""
    rulings, lines = ledger.rulings, result.lines
    waiting, undone = rulings.within(line, State.WAITS), rulings.within(line, State.UNDONE)
    there = len(rulings.within(line, State.WRITTEN))
    if line[0] in OF_CELLS:
        arrived = len(waiting) if lines.is_typed(line) else 0
        gone = len(undone) if there or waiting or not lines.rows(line) else 0
    else:
        more = lines.rows(line) - rulings.others.get(line, 0) - there - len(undone)
        arrived, gone = max(more, 0), max(-more, 0)
    result.written.extend(waiting[:arrived])
    result.waiting.extend(waiting[arrived:])
    result.cleared.extend(undone[:gone])
    lowest = [*reversed(lines.found.get(line, ()))]
    lowest *= len(undone) if line[0] in OF_CELLS else 1  # one cell for all of them
    result.to_clear.extend(zip(undone[gone:], lowest, strict=False))


def with_rulings(event: Event, fit: Due) -> Event:
    """Return the event that counts: with the rulings that the workbook lacks, and without those
    that are undone and still in it."""
    if not (fit.waiting or fit.to_clear):
        return event
    without = [id(found.given) for _, found in fit.to_clear if found.given]
    extensions = [each for each in event.extensions if id(each) not in without]
    penalties = [each for each in event.penalties if id(each) not in without]
    drops: dict[str, int | None] = {
        ruled.ruling.player: None for ruled, _ in fit.to_clear if ruled.ruling.drops
    }
    for ruled in fit.waiting:
        ruling = ruled.ruling
        if ruling.minutes:
            extensions.append(TimeExtension(ruled.number, ruling.table, ruling.minutes, REASON))
        elif ruling.penalty:
            name, place = fit.lines.name(ruling.player), Place(PENALTIES)
            penalties.append(Penalty(ruled.number, name, ruling.infraction, ruling.penalty, place))
        elif ruling.drops:
            drops[ruling.player] = ruled.number
    players = (
        replace(player, drops_after=drops[id_])
        if (id_ := fit.lines.id_of(player.name)) in drops
        else player
        for player in event.players
    )
    return replace(
        event, extensions=tuple(extensions), penalties=tuple(penalties), players=tuple(players)
    )
