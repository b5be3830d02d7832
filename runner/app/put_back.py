"""Recover lost files: the workbook from the kept saves; the ledger from its backup, from copies
that a sync folder has left, or from the site's own data.

Nothing is ever deleted: a file that is replaced is set aside under a name that says so.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

from runner.app import journal, kept_ledger, time_zone
from runner.app.event_folder import EventFolder
from runner.app.history.look_back import counted
from runner.app.history.saves import DamagedError, Store
from runner.app.identity import Save, of_event
from runner.app.publish import adopt, shown
from runner.compute.compute import compute
from runner.core.actions import History, Restore
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import count, listed
from runner.core.problems import Place, Problem, error
from runner.disk import contents_once_there, read_regular_file, write_synced
from runner.interchange.rounds_in import lines_from
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.ledger import NAME, Ledger, of_workbook
from runner.ledger.parsing import parse
from runner.ledger.seal import Head, as_written, digest
from runner.process_locks import wait_for_lock
from runner.workbook.read.read import read
from runner.workbook.write.swap_recovery import bring_back

_EVENT = RoundId(0, 0)


def put_back_workbook(folder: EventFolder, to: Path | None = None) -> str | Problem:
    """Restore the latest save if there is no workbook; return what was done, or "" if there
    is one."""
    if not folder.root.is_dir() or not folder.waited_in_vain():
        return ""
    if back := bring_back(folder.root):
        return f"{back} is back, as it was when Runner was stopped in the middle of writing to it."
    store = Store(folder.saves)
    saves = store.all()
    save = next((save for save in reversed(saves) if save.usable), saves[-1] if saves else None)
    if save is None:
        workbook = folder.workbook()
        return workbook if isinstance(workbook, Problem) else ""
    path = to or folder.root / _called(save.name, folder)
    try:
        write_synced(path, store.data(save))
    except DamagedError as reason:
        why = f"The workbook cannot be put back: {reason}."
        return error(
            "restore.damaged-save", Place(), why, "Try an earlier one.", History(str(folder.root))
        )
    at = datetime.fromisoformat(save.at)
    return f"{path} is back, as it was in save {save.number}, of {at:%Y-%m-%d %H:%M}."


def _called(name: str, folder: EventFolder) -> str:
    plain = name == Path(name).name and name.lower().endswith(".xlsx") and name[0] not in "~."
    return name if plain else f"{folder.slug}.xlsx"


def put_back_ledger(folder: EventFolder, site: Path, *, as_it_is: bool = False) -> str | Problem:
    """Restore what the ledger lacks of its backup, or of the one that the site was made from;
    return what was done, or "" if nothing is missing. With `as_it_is` the missing lines are given
    up instead, which the ledger records."""
    with wait_for_lock(folder.lock):
        event = _event(folder)
        data = _bytes(folder.ledger)
        ledger, broken = parse(kept_ledger.read(folder)[0])
        kept, _ = parse(kept_ledger.kept_lines(folder))
        if not of_event(kept, event):
            store = Store(folder.saves)
            return Save(folder, event, "", ledger, counted(folder), store).kept_is_another(kept)
        if foreign := not of_event(ledger, event):
            ledger, broken = Ledger(), ()
        if not (ledger.entries or kept.entries):
            adopt(folder, site, event.mark, promised=_promised(folder, site, event.seed))
        head = shown(folder, event.seed, site)
        heads = [known for known in (kept.head, head) if known is not None]
        lost = [known for known in heads if not ledger.holds(known)
                and not kept_ledger.excused(folder, ledger, known)]  # fmt: skip
        missing = foreign or (event.mark and not (ledger.entries or event.unplayed))
        missing = missing or (ledger.holds(kept.head) and not ledger.goes_on_from(kept))
        if not (lost or broken or missing):
            return ""
        if as_it_is:
            return _goes_on(folder, data, b"" if foreign else _sound(data), lost, event)
        best = _best(folder, b"" if foreign else data, kept, head, event)
        if not best and head is None:
            return _nothing_left(folder, event, foreign=foreign)
        if head is None or not _unheld(best, [head]):
            return _put(folder, data, best, event, _unheld(best, heads))
        document = _published(folder, site)
        if isinstance(document, Problem):
            return document
        return _from_site(folder, data, best, event, _unheld(best, heads), document)


def _nothing_left(folder: EventFolder, event: Event, *, foreign: bool) -> Problem:
    """Return the problem that there is neither a ledger of this event nor a site to make it
    from."""
    is_ = "is that of another event" if foreign else "is gone"
    what = f"{NAME} {is_}, and nothing is left of this event’s own: no copy and no site."
    aside = [path.name for path in folder.ledgers_set_aside() if _may_be(_bytes(path), event)]
    fix = f"If it is {listed(aside)}, rename that to {NAME}. " if aside else ""
    fix += "Put it back from a backup. Where there is none, what stands in the workbook can count "
    fix += "without it."
    return error("restore.no-ledger", Place(NAME), what, fix, _as_it_is(folder))


def _bytes(path: Path) -> bytes:
    parts = journal.read(path)
    return parts.complete + parts.torn


def _event(folder: EventFolder) -> Event:
    workbook = folder.workbook()
    event = None if isinstance(workbook, Problem) else read(contents_once_there(workbook))[0]
    return event or Event("")


def _sound(data: bytes) -> bytes:
    """Return all lines before the first broken one."""
    return as_written(data)[0][: parse(data)[0].length]


def _best(folder: EventFolder, data: bytes, kept: Ledger, head: Head | None, event: Event) -> bytes:
    """Return, of all candidates for the ledger, the one with most of what was published."""
    others = [lines for path in folder.other_ledgers() if _may_be(lines := _bytes(path), event)]

    def worth(lines: bytes) -> tuple[bool, bool, int]:
        ledger, _ = parse(lines)
        return (head is not None and ledger.holds(head), ledger.goes_on_from(kept), len(lines))

    return max(map(_sound, (data, _bytes(folder.kept_ledger), *others)), key=worth)


def _may_be(data: bytes, event: Event) -> bool:
    """Return whether these lines may be the event's ledger: by the mark, or else by the seed."""
    ledger, _ = parse(_sound(data))
    promised = {line.data["sha256"] for line in ledger.seeds}
    seed = event.mark or not promised or digest(event.seed.encode()) in promised
    return bool(seed) and of_event(ledger, event)


def _unheld(lines: bytes, heads: Iterable[Head]) -> list[Head]:
    ledger, _ = parse(lines)
    return [head for head in heads if not ledger.holds(head) and head not in ledger.given_up]


def _put(folder: EventFolder, data: bytes, lines: bytes, event: Event, lost: Sequence[Head]) -> str:
    ledger, _ = parse(lines)
    if lost:
        lines += _more(ledger, [_resumed(lost, event)], event)
    aside = _replaced(folder, data, lines)
    return f"The ledger is back: {count(len(ledger.entries), 'line')}{_with(ledger, event)}.{aside}"


def _from_site(
    folder: EventFolder,
    data: bytes,
    lines: bytes,
    event: Event,
    lost: Sequence[Head],
    document: Any,
) -> str | Problem:
    """Take over from the site the rounds that nothing else has any more."""
    ledger, _ = parse(lines)
    try:
        entries = lines_from(document, ledger, compute(event, ledger).players)
    except (KeyError, TypeError, ValueError, AttributeError) as reason:
        why = f"The ledger cannot be made again from the site: {reason}."
        return error("restore.site-unusable", Place(NAME), why, _BACKUP, _as_it_is(folder))
    at = time_zone.now(event.time_zone)
    stamped = (replace(entry, at=entry.at or at) for entry in entries)
    more = _more(ledger, [_resumed(lost, event, site=True), *stamped], event)
    aside = _replaced(folder, data, lines + more)
    return (
        f"The ledger is back as far as the site has it: {_rounds(entries, event)} as shown there. "
        "Results come from the workbook; what was drawn from, decided and corrected is lost, and "
        f"{NAME} says so.{aside}"
    )


def _goes_on(
    folder: EventFolder, data: bytes, lines: bytes, lost: Sequence[Head], event: Event
) -> str:
    known = kept_ledger.kept_lines(folder)
    if not lines.startswith(known):
        write_synced(folder.spare_ledger("given-up"), known)
    ledger, _ = parse(lines)
    anew = lost or not ledger.entries
    more = _more(ledger, [_resumed(lost, event)], event) if anew else b""
    aside = _replaced(folder, data, lines + more)
    has = count(len(ledger.entries), "line")
    return f"The ledger goes on as it is, with {has}{_with(ledger, event)}.{aside}"


def _more(ledger: Ledger, entries: Iterable[Entry], event: Event) -> bytes:
    """Return further lines; if they are the first, they begin with the event's mark."""
    more = entries if ledger.entries else of_workbook(entries, event.mark)
    return ledger.extended(more)[1]


def _written_with(lost: Sequence[Head], event: Event) -> Iterator[Head]:
    """Yield how far the ledger went when Runner last wrote into the workbook, where that is farther
    than all else that is lost; with as much of the seal as the workbook says."""
    for head in event.heads[-1:]:
        lines, _, seal = head.partition(":")
        if int(lines) > max((each.lines for each in lost), default=0):
            yield Head(int(lines), seal)


def _resumed(lost: Sequence[Head], event: Event, *, site: bool = False) -> Entry:
    heads = [head._asdict() for head in dict.fromkeys((*lost, *_written_with(lost, event)))]
    data = {"lost": heads, **({"site": True} if site else {})}
    return Entry(EntryKind.RESUMED, _EVENT, data, time_zone.now(event.time_zone))


def _replaced(folder: EventFolder, data: bytes, lines: bytes) -> str:
    note = ""
    if not lines.startswith(as_written(data)[0]):
        aside = folder.spare_ledger("set-aside")
        write_synced(aside, data)
        note = f" What was there is now {aside.name}."
    journal.replace(folder.ledger, lines)
    kept_ledger.keep(folder, lines)
    return note


def _with(ledger: Ledger, event: Event) -> str:
    rounds = listed([event.title(id_) for id_ in ledger.rounds])
    return f", with {rounds}" if rounds else ", and no round"


def _rounds(entries: Iterable[Entry], event: Event) -> str:
    titles = [event.title(entry.round) for entry in entries if entry.kind is EntryKind.IMPORTED]
    return listed(titles) or "no round"


_BACKUP = f"Put back {NAME} from a backup. Where there is none, it can count as it is now."


def _as_it_is(folder: EventFolder) -> Restore:
    return Restore(str(folder.root), as_it_is=True)


def _promised(folder: EventFolder, site: Path, seed: str) -> bool:
    """Return whether the site belongs to an event with this seed, by the seed's published hash."""
    document = _published(folder, site)
    seeds = document.get("seeds", ()) if isinstance(document, dict) else ()
    shas = [line.get("seed_sha256") for line in seeds]
    return shas[-1:] == [digest(seed.encode())]


def _published(folder: EventFolder, site: Path) -> Any:
    """Return the site's own data, or why they cannot be used."""
    path = site / "data" / "snapshot.json"
    try:
        return json.loads(read_regular_file(path))
    except (OSError, ValueError) as reason:
        why = f"What the ledger lacks is nowhere to be found, and {path} cannot be read: {reason}."
        return error("restore.site-unreadable", Place(NAME), why, _BACKUP, _as_it_is(folder))
