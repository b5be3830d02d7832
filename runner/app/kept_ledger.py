"""The ledger kept a second time, so that one which is gone, older or another is noticed.

Beside the kept saves lies all that the ledger had when Runner last saw it; and a site knows, by its
manifest, how far the ledger went that it was made from. A ledger that does not go on from both
publishes nothing: what it lacks would be drawn again, and be gone from the pages. `put_back.py`
brings it back.
"""

from collections.abc import Iterator
from pathlib import Path

from runner.app import journal
from runner.app.event_folder import EventFolder
from runner.app.publish import is_new_copy, shown
from runner.core.actions import Restore
from runner.core.event import Event
from runner.core.language import count, listed
from runner.core.problems import Place, Problem, error, warning
from runner.disk import make_own, read_regular_file, replace_synced, retry_while_locked
from runner.ledger.ledger import NAME, Ledger
from runner.ledger.parsing import parse
from runner.ledger.seal import Head, as_written


def read(folder: EventFolder) -> tuple[bytes, tuple[Problem, ...]]:
    """Return the lines as Runner wrote them, and a warning if another program reformatted them."""
    parts = journal.read(folder.ledger)
    lines, forms = as_written(parts.complete + parts.torn)
    end = lines.rfind(b"\n") + 1
    if lines[end:] and kept_lines(folder).startswith(lines + b"\n"):
        lines, forms = lines + b"\n", (*forms, "a last line that does not end")
    else:
        lines = lines[:end]
    if not forms:
        return lines, ()
    what = f"Another program has written to {NAME}: it has {listed(forms)} now."
    fix = "No line is lost, and Runner puts that right. Let nothing else write to that file."
    return lines, (warning("ledger.reformatted", Place(NAME), what, fix),)


def append(folder: EventFolder, lines: bytes, *, after: int) -> None:
    """Add lines to the ledger, as `journal.append` does, and to its copy, if the same so far."""
    journal.append(folder.ledger, lines, after=after)
    now = read(folder)[0]
    if now.startswith(kept_lines(folder)):
        keep(folder, now)


def settle(folder: EventFolder) -> None:
    """Put right what another program has made of the ledger, and keep it a second time as it is.

    To be called by whoever publishes the event, once the ledger was found to be the one. Raises
    OSError where the disk fails.
    """
    lines, odd = read(folder)
    if odd:
        journal.replace(folder.ledger, lines)
    keep(folder, lines)


def begin(folder: EventFolder) -> Problem | None:
    """Make room for the ledger of a new event; return a problem if the one there has published
    rounds."""
    ledger, kept = parse(read(folder)[0])[0], parse(kept_lines(folder))[0]
    if ledger.rounds or (kept.rounds and not is_new_copy(folder)):
        return error(
            "folder.rounds-without-workbook",
            Place(),
            f"{folder.root} holds an event of which rounds are out, and no workbook.",
            Restore(str(folder.root)),
            "A new event needs a folder of its own.",
        )
    if folder.ledger.exists():
        retry_while_locked(lambda: folder.ledger.rename(folder.spare_ledger("given-up")))
    if folder.kept_ledger.exists():
        keep(folder, b"")
    return None


def keep(folder: EventFolder, lines: bytes) -> None:
    """Update the backup of the ledger: only new lines are written, if it continues the backup.

    Nothing waits for the disk: what a crash leaves out follows at the next run.
    """
    path, known = folder.kept_ledger, kept_lines(folder)
    if lines.startswith(known) and path.exists():
        if lines != known:
            with path.open("r+b") as file:
                file.truncate(len(known))
                file.seek(len(known))
                file.write(lines[len(known) :])
        return
    make_own(path.parent)
    replace_synced(path, lines)


def kept_lines(folder: EventFolder) -> bytes:
    """Return the complete lines of the backup; none if there is no backup."""
    return journal.read(folder.kept_ledger).complete


def mislaid(folder: EventFolder, ledger: Ledger, lines: bytes, event: Event) -> Iterator[Problem]:
    """Return the problem of a ledger that does not continue its backup, which is fatal.

    A copy of an event's folder that was emptied to make another event of it begins anew.
    """
    why = lost(folder, ledger, lines, event)
    if why and not (not ledger.rounds and event.unplayed and is_new_copy(folder)):
        yield _stopped("ledger.lost", why, Restore(str(folder.root)))


def lost(folder: EventFolder, ledger: Ledger, lines: bytes, event: Event) -> str:
    """Return what a ledger of these lines lacks of the backup; "" if it continues that, or has come
    to do so since it was read."""
    known = kept_lines(folder)
    if lines.startswith(known) or (known.startswith(lines) and read(folder)[0].startswith(known)):
        return ""
    kept, _ = parse(known)
    held = ledger.holds(kept.head)
    if ledger.goes_on_from(kept) if held else excused(folder, ledger, kept.head):
        return ""
    missing_rounds = [event.title(id_) for id_ in kept.rounds if id_ not in ledger.rounds]
    is_ = "is" if len(missing_rounds) == 1 else "are"
    missing = f" {listed(missing_rounds)} {is_} not in it." if missing_rounds else ""
    return f"{_differs(folder, ledger, kept)}{missing}"


def _differs(folder: EventFolder, ledger: Ledger, kept: Ledger) -> str:
    had = count(len(kept.lines), "line")
    if not ledger.entries:
        what = "empty" if folder.ledger.exists() else "gone"
        return f"The ledger is {what}, and had {had}."
    if kept.holds(ledger.head):
        return f"The ledger is older than it was: it has {len(ledger.lines)} of its {had}."
    same = sum(1 for one, other in zip(ledger.seals, kept.seals, strict=False) if one == other)
    return f"This is not the same ledger as before: it differs from line {same + 1} on."


def behind(folder: EventFolder, ledger: Ledger, event: Event, site: Path) -> Problem | None:
    """Return the fatal problem that the site was made from more lines than the ledger has."""
    head = shown(folder, event.seed, site)
    if head is None or ledger.holds(head) or excused(folder, ledger, head):
        return None
    now = ledger.head.lines
    has = f"has {now}" if now < head.lines else "is another"
    what = f"{site} was made from a ledger of {count(head.lines, 'line')}, and this one {has}."
    return _stopped("ledger.behind-site", what, Restore(str(folder.root), site=str(site)))


def _stopped(code: str, why: str, back: Restore) -> Problem:
    return error(
        code,
        Place(NAME),
        why,
        back,
        "Or, if a sync folder is still catching up, wait: a watch goes on by itself once the "
        "ledger is back.",
        "Until then nothing new goes out, and the pages stay as they are.",
        fatal=True,
    )


def excused(folder: EventFolder, ledger: Ledger, head: Head) -> bool:
    """Return whether it is known that the ledger does not go on from there: that is recorded in it,
    or that other ledger was ended, as a rehearsal's is."""
    aside = (parse(read_regular_file(path))[0] for path in folder.ended_ledgers())
    return head in ledger.given_up or any(each.holds(head) for each in aside)
