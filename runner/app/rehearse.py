"""Rehearsal: play an event whose players have not arrived yet, and clean up afterwards."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from runner.app import journal
from runner.app.event_folder import EventFolder
from runner.app.kept_ledger import settle
from runner.app.load import Loaded, load
from runner.app.pipeline import Pipeline, Report
from runner.compute.draft import awaiting_pods
from runner.compute.rehearsal import NOTE, Rehearsed, rehearse
from runner.compute.snapshot import Snapshot
from runner.core import names
from runner.core.actions import Demo, StopWatching
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.problems import Place, Problem, error
from runner.core.round_sheet import Row
from runner.disk import (
    contents_once_there,
    read_regular_file,
    remove_patiently,
    replace_synced,
    retry_while_locked,
)
from runner.ledger.entries import EntryKind
from runner.ledger.ledger import Ledger, of_workbook
from runner.process_locks import try_lock
from runner.workbook.write.write_back import Outcome, WriteBack, write_back
from runner.workbook.xlsx.edit import CellChange


@dataclass(frozen=True, slots=True)
class Played:
    """The last report of a rehearsal, the number of results made up, and why it stopped early."""

    report: Report
    results: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Ended:
    """The result of ending a rehearsal; `real` names what in it was not made up, because of which
    pairings and ledger have stayed, or is ""."""

    written: WriteBack
    real: str = ""


_KEY = "rehearsal"
_WHY_NOT = {
    Outcome.NOTHING: "There is no sheet with an empty result for the current round: close the "
    "workbook, so that Runner can make it, and try again.",
    Outcome.STALE: "The workbook was saved a moment ago: try again.",
    Outcome.WAITING: "The workbook cannot be written to: close it, and try again.",
}


def begin(folder: EventFolder) -> Problem | None:
    """Note that the event is a rehearsal; return a problem if something in it is real already."""
    if folder.web.exists():
        return error(
            "rehearsal.web-copy",
            Place(),
            "The event’s workbook is a copy of one on the web, so nothing can be made up in it.",
            Demo(f"{folder.root}-tryout"),
        )
    workbook = folder.workbook()
    loaded = load(folder, contents_once_there(workbook))[0] if isinstance(workbook, Path) else None
    if why := _why_real(folder, loaded) if loaded else "":
        return error(
            "rehearsal.real-event",
            Place(),
            f"{why}, so this event is real, and nothing was made up in it.",
            Demo(f"{folder.root}-tryout"),
        )
    if loaded is not None:
        _note(folder, _made_up(folder))
    return None


def _why_real(folder: EventFolder, loaded: Loaded) -> str:
    """Return what was not made up: a typed result, or a round out without a rehearsal; or ""."""
    noted = folder.memory(_KEY).exists()
    return _typed(loaded, _made_up(folder)) or ("" if noted else _out(loaded))


def _typed(loaded: Loaded, made_up: Mapping[str, str]) -> str:
    """Return the first result that somebody typed; "" if there is none."""
    rows = [row for sheet in loaded.event.rounds for row in sheet.rows if _real(row, made_up)]
    if not rows:
        return ""
    more = f", and {len(rows) - 1} more" if len(rows) > 1 else ""
    row = rows[0]
    return f"{row.place('result')} says “{row.result or row.games}”, which was not made up{more}"


def _real(row: Row, made_up: Mapping[str, str]) -> bool:
    """Return whether a result was typed, also over one that was made up."""
    if row.key.kind is not RowKind.TABLE or not row.reported:
        return False
    return not row.rehearsed or made_up.get(str(row.key), row.result) != row.result


def _out(loaded: Loaded) -> str:
    """Return that a round was published, if no rehearsal has published it; else ""."""
    rounds = loaded.ledger.rounds
    if not rounds or any(row.rehearsed for sheet in loaded.event.rounds for row in sheet.rows):
        return ""
    return f"{loaded.event.title(min(rounds))} is out"


def _made_up(folder: EventFolder) -> dict[str, str]:
    """Return the results that were made up, by row."""
    try:
        document = json.loads(read_regular_file(folder.memory(_KEY)))
        return {str(key): str(text) for key, text in document["results"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return {}


def _note(folder: EventFolder, results: Mapping[str, str]) -> None:
    path = folder.memory(_KEY)
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_synced(path, json.dumps({"results": results}).encode())


def play(pipeline: Pipeline, rounds: int) -> Played:
    """Fill in the missing results of the rounds up to that one of the event, pairing each.

    The round after them is paired and left open. A result that is there is never touched. Stops
    where the event is over, or the workbook cannot be written to.
    """
    report = _run(pipeline)
    made_up = 0
    while report.snapshot is not None:
        snapshot = report.snapshot
        done = sum(1 for round_ in snapshot.rounds if round_.finished)
        proposed = next((pairing for pairing in snapshot.pairings if pairing.proposed), None)
        due = proposed is not None or awaiting_pods(snapshot.phases) is not None
        if due and done <= rounds:
            report = _run(pipeline, publish=True)
            if report.snapshot is None or _far(report.snapshot) <= _far(snapshot):
                break
            pipeline.write_names(unlocked_for=0)
            continue
        now = snapshot.current_round
        if done >= rounds or proposed is not None or now is None or now.finished:
            break
        names = pipeline.write_names(unlocked_for=0)  # and the sheet, where the round has none yet
        count, written = _fill_in(pipeline)
        if written.outcome is not Outcome.WRITTEN:
            return Played(report, made_up, written.why or names.why or _WHY_NOT[written.outcome])
        made_up += count
        report = _run(pipeline)
    return Played(report, made_up)


def _far(snapshot: Snapshot) -> int:
    return len(snapshot.rounds) + len(snapshot.drafts)


def _run(pipeline: Pipeline, *, publish: bool = False) -> Report:
    workbook = pipeline.folder.workbook()
    if isinstance(workbook, Problem):
        return Report((workbook,))
    return pipeline.run(contents_once_there(workbook), publish_next=publish)


def _fill_in(pipeline: Pipeline) -> tuple[int, WriteBack]:
    """Write made-up results for the current round; return how many."""
    workbook = pipeline.folder.workbook()
    if isinstance(workbook, Problem):
        return 0, WriteBack(Outcome.WAITING, why=str(workbook))
    loaded, _ = load(pipeline.folder, contents_once_there(workbook))
    rehearsed = rehearse(loaded.snapshot) if loaded else None
    if loaded is None or rehearsed is None:
        return 0, WriteBack(Outcome.NOTHING)
    wanted = [*_results(loaded, rehearsed), *_drops(loaded, rehearsed)]
    rows = {str(RowKey(rehearsed.round.id, RowKind.TABLE, number)): text
            for number, text in rehearsed.results.items()}  # fmt: skip
    _note(pipeline.folder, _made_up(pipeline.folder) | rows)
    return len(rehearsed.results), write_back(workbook, loaded.digest, wanted, unlocked_for=0)


def _results(loaded: Loaded, rehearsed: Rehearsed) -> Iterator[CellChange]:
    """Return the made-up results, each with its note, and the mark on the Event sheet."""
    place = loaded.layout.rounds.get(rehearsed.round.id)
    if place is None:
        return
    for table, result in rehearsed.results.items():
        row = place.rows.get(RowKey(rehearsed.round.id, RowKind.TABLE, table))
        for column, value in (("result", result), ("note", NOTE)):
            yield from place.change(column, row, value)
    mark = loaded.layout.fields.get("rehearsal")
    if mark is not None:
        yield CellChange(mark.place.sheet, mark.place.cell, "yes", frozenset({"no"}))


def _drops(loaded: Loaded, rehearsed: Rehearsed) -> Iterator[CellChange]:
    place = loaded.layout.players
    count = len(loaded.snapshot.rounds)
    for player in (loaded.snapshot.players[each] for each in rehearsed.drops if place):
        row = place.rows.get(names.key(player.name)) if place else None
        if place and not player.notes:  # where the note has no room nobody drops
            yield from place.change("drops_after", row, count)
            yield from place.change("notes", row, f"{NOTE}: drop")


def end_rehearsal(pipeline: Pipeline) -> Ended | Problem:
    """Take everything made up out of the workbook, and set the rehearsal's ledger aside.

    What the organiser typed stays, and so does what was promised of the seed. Where a result was
    typed, the rounds may have been played: then pairings and ledger stay as well. The workbook
    comes first: if this is stopped half-way, it can simply be done again.
    """
    folder = pipeline.folder
    workbook = folder.workbook()
    if isinstance(workbook, Problem):
        return workbook
    with try_lock(folder.lock) as ours:
        if not ours:
            return error(
                "rehearsal.watched",
                Place(),
                "Runner is watching this event.",
                StopWatching(str(folder.root)),
            )
        loaded, problems = load(folder, contents_once_there(workbook))
        if loaded is None:
            return problems[0]
        if not (loaded.snapshot.rehearsal or folder.memory(_KEY).exists()):
            return error(
                "rehearsal.none",
                Place(),
                "There is no rehearsal to end: no result here was made up.",
            )
        real = _why_real(folder, loaded)
        cells = [*_cleared(loaded, _made_up(folder), names=not real)]
        done = write_back(workbook, loaded.digest, cells)
        if done.outcome in (Outcome.WRITTEN, Outcome.NOTHING):
            remove_patiently(folder.memory(_KEY))
            if not real:
                _set_aside(folder, loaded.ledger)
        return Ended(done, real)


def _set_aside(folder: EventFolder, ledger: Ledger) -> None:
    """Return a ledger that begins anew, with the published hash of the seed, and with the previews
    of round 1, which is drawn from it."""
    if not folder.ledger.exists():
        return
    retry_while_locked(lambda: folder.ledger.rename(folder.spare_ledger()))
    seen = [entry for _, entry in ledger.previews
            if entry.kind is EntryKind.PREVIEWED and entry.round == RoundId(1, 1)]  # fmt: skip
    if promised := Ledger().extended(of_workbook((*ledger.seeds, *seen), ledger.mark))[1]:
        journal.append(folder.ledger, promised, after=0)
    settle(folder)


def _cleared(loaded: Loaded, made_up: Mapping[str, str], *, names: bool) -> Iterator[CellChange]:
    """Return a blank for every cell that the rehearsal filled; text typed after its note stays."""
    for sheet in loaded.event.rounds:
        place = loaded.layout.rounds[sheet.id]
        for row in sheet.rows:
            at = place.rows.get(row.key)
            ours = _published_names(loaded, row.key, row.seats) if names else {}
            cells: list[tuple[str, str, str | None]] = [(*each, None) for each in ours.items()]
            if row.rehearsed:
                typed = row.note[len(NOTE) :].strip(" ,;:.-–—")
                cells.append(("note", row.note, typed or None))
                cells += [] if _real(row, made_up) else [("result", row.result, None)]
            for column, text, left in cells:
                yield from place.change(column, at, left, text) if text else ()
    yield from _drops_cleared(loaded)
    yield from _drafts_cleared(loaded) if names else ()
    mark = loaded.layout.fields.get("rehearsal")
    if mark is not None:
        yield CellChange(mark.place.sheet, mark.place.cell, None, frozenset({"yes"}))


def _published_names(loaded: Loaded, key: RowKey, seats: tuple[str, ...]) -> dict[str, str]:
    published = loaded.ledger.rounds.get(key.round)
    if published is None:
        return {}
    base = {**published.base, **published.seating.cells}
    players = loaded.snapshot.players
    return {
        f"seat {seat + 1}": text
        for seat, text in enumerate(seats)
        if (key.kind, key.number, seat) in base
        and players[base[(key.kind, key.number, seat)]].name == text
    }


def _drafts_cleared(loaded: Loaded) -> Iterator[CellChange]:
    """Return the lines of drafts as Runner wrote them, except those that somebody has changed
    since."""
    place, drafts = loaded.layout.draft, loaded.ledger.drafts
    for (phase, identity), row in place.rows.items() if place else ():
        if place is None or phase not in drafts:
            continue
        spot = drafts[phase].spots.get(identity)
        texts = (place.texts.get(("pod", row), ""), place.texts.get(("seat", row), ""))
        if spot is not None and texts != tuple(map(str, spot)):
            continue
        for column in ("phase", "id", "player", "pod", "seat", "building"):
            if place.cell(column, row):
                yield from place.change(column, row, None, place.texts[column, row])


def _drops_cleared(loaded: Loaded) -> Iterator[CellChange]:
    place = loaded.layout.players
    for player in loaded.event.players if place else ():
        row = place.rows.get(names.key(player.name)) if place else None
        if place is None or row is None or player.notes != f"{NOTE}: drop":
            continue
        for column, text in (("drops_after", str(player.drops_after)), ("notes", player.notes)):
            yield from place.change(column, row, None, text)
