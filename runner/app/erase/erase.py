"""Erase a player's name from everything that Runner keeps of an event, file by file.

The names are noted in `.runner/erasing.json` before the first file is changed, and the note is
removed with the last, so that an interrupted run can be repeated.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from runner.app import journal, kept_ledger, time_zone
from runner.app.erase import places, whom
from runner.app.erase.places import holding
from runner.app.event_folder import EventFolder
from runner.app.history.keep import words_of
from runner.app.history.saves import DamagedError, Store
from runner.app.load import Loaded, load
from runner.app.phones import inbox
from runner.core.actions import FollowFolder, StopWatching
from runner.core.event import Event
from runner.core.player import Player
from runner.core.problems import Place, Problem, error
from runner.disk import (
    contents_once_there,
    read_regular_file,
    remove_patiently,
    replace_synced,
    retry_while_locked,
)
from runner.ledger import erasing
from runner.ledger.ledger import NAME as LEDGER
from runner.ledger.parsing import parse
from runner.process_locks import try_lock
from runner.workbook.read.read import read
from runner.workbook.write.erase import Erased, mentions, without
from runner.workbook.write.exchange import Exchange
from runner.workbook.write.locks import locked_by, why_not_write
from runner.workbook.write.swap_recovery import exchange_in
from runner.workbook.write.swap_recovery import folder as displaced
from runner.workbook.write.write_back import recover
from runner.workbook.xlsx.zip import ArchiveError

_OF_THEIR_OWN = (".runner/saves/", LEDGER, ".runner/erasing.json")  # which have their turn
_LOST_SAVE = (
    "Save {number} of the history could not be read, and is gone: restored, it might have brought "
    "the name back."
)


@dataclass(slots=True)
class Done:
    """What became of it: who it was, what stands for the name now, the files that were rewritten
    and removed, by their paths from the folder; sentences on what could not be done; the ids of
    others of that name; and the cells where a word that is the name too was left."""

    player: Player
    who: Erased
    rewritten: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    namesakes: list[str] = field(default_factory=list)
    mentions: list[str] = field(default_factory=list)


def erase(folder: EventFolder, text: str, also: tuple[str, ...] = ()) -> Done | Problem:
    """Take the name of a player, by that name or by the id, out of every file of the event's folder
    but those that are made again by the next run; `also` are further texts to go with it.

    A Problem where nothing was done. Raises OSError where the disk fails; it can be done again.
    """
    workbook = folder.workbook()
    if isinstance(workbook, Problem):
        return workbook
    if folder.web.exists():
        return error(
            "erase.web-copy",
            Place(),
            "The workbook is a copy of one on the web, which would bring the name back.",
            FollowFolder(str(folder.root)),
            "Then delete the one on the web, and what its service keeps of it.",
        )
    recover(workbook)  # edits that were saved late come first
    with _alone(folder, workbook) as why:
        if why:
            return why
        loaded, problems = load(folder, contents_once_there(workbook))
        if loaded is None:
            return next((each for each in problems if each.fatal), problems[0])
        begun = _noted(folder)
        wanted = whom.found(text, loaded, begun)
        if isinstance(wanted, Problem):
            return wanted
        who = whom.erased(wanted, loaded, (*also, *begun.get(wanted.key, ())))
        _note(folder, {**begun, wanted.key: sorted(who.names)})
        work = Erasing(folder, loaded, Done(wanted.player, who))
        work.done.namesakes = whom.namesakes(wanted, loaded)
        work.everything(workbook)
        work.done.mentions = mentions(contents_once_there(workbook), who)
        _note(folder, {id_: known for id_, known in begun.items() if id_ != wanted.key})
        return work.done


def find(folder: EventFolder, text: str) -> str | Problem:
    """Return the id of the player whom `erase` would erase, or the problem. Changes nothing."""
    workbook = folder.workbook()
    if isinstance(workbook, Problem):
        return workbook
    loaded, problems = load(folder, contents_once_there(workbook))
    if loaded is None:
        return next((each for each in problems if each.fatal), problems[0])
    wanted = whom.found(text, loaded, _noted(folder))
    return wanted if isinstance(wanted, Problem) else wanted.player.id


@contextmanager
def _alone(folder: EventFolder, workbook: Path) -> Iterator[Problem | None]:
    """Hold the locks of watching, publishing and writing; yield the problem if one of them is
    taken."""
    own = folder.lock.parent
    with (
        try_lock(own / "watching.lock") as unwatched,
        try_lock(folder.lock) as unpublished,
        try_lock(own / "writing.lock") as unwritten,
    ):
        if not (unwatched and unpublished and unwritten):
            yield error(
                "erase.watched",
                Place(),
                "Runner is watching this event.",
                StopWatching(str(folder.root)),
            )
            return
        why = why_not_write(workbook, time.sleep)
        yield error("erase.not-free", Place(), why, "Then erase again.") if why else None


@dataclass(slots=True)
class Erasing:
    """The erasure of one player's name from the files of an event."""

    folder: EventFolder
    loaded: Loaded
    done: Done
    parts: dict[bytes, bytes] = field(default_factory=dict)

    def everything(self, workbook: Path) -> None:
        """Rewrite or remove all files that contain the name, the workbook last."""
        self.saves()
        for file in places.found(self.folder.root, places.EVENT):
            if not file.name.startswith(_OF_THEIR_OWN) and file.path != workbook:
                self._file(file)
        self.ledger()
        self.workbook(workbook)
        for parked in displaced(workbook.resolve()).glob("[0-9]*"):
            remove_patiently(parked)  # the workbook as it was

    def _file(self, file: places.Found) -> None:
        match file.fate:
            case places.Fate.REMOVED:
                remove_patiently(file.path)
                self.done.removed.append(file.name)
            case places.Fate.REWRITTEN if file.path == self.folder.phone_reports:
                if inbox.rename(file.path, self.done.who.renamed):
                    self.done.rewritten.append(file.name)
            case places.Fate.REWRITTEN:
                self.spreadsheet(file)
            case places.Fate.SEALED:
                self._other_ledger(file.path)

    def spreadsheet(self, file: places.Found) -> None:
        """Rewrite a workbook that is not the one in use."""
        old = read_regular_file(file.path)
        try:
            if locked_by(file.path):
                raise ArchiveError(locked_by(file.path))
            new = without(old, self.done.who, self.parts)
        except ArchiveError as reason:
            self.done.left.append(f"{file.name} is as it was. {reason}")
            return
        if new != old:
            mode = file.path.stat().st_mode & 0o7777
            replace_synced(file.path, new)
            file.path.chmod(mode)
            self.done.rewritten.append(file.name)

    def saves(self) -> None:
        """Rewrite every kept save under its number; remove those that cannot be read.

        The words of a save are composed again: they may quote private text and parts of the name.
        """
        saves = self.folder.saves
        aside = saves.with_name("saves.old")
        if aside.is_dir() and not saves.is_dir():  # an earlier version was stopped there
            retry_while_locked(lambda: aside.rename(saves))
        who, store = self.done.who, Store(saves)
        store.convert()
        staying, lost = [], {*store.damaged()}
        before: Event | None = None
        for save in store.all():
            try:
                old = store.data(save)
                new = without(old, who, self.parts)
            except (DamagedError, ArchiveError, FileNotFoundError):
                lost.add(save.number)
                continue
            event = read(new)[0] if save.usable else None
            words = (
                words_of(before, event, ()) if event else tuple(map(who.fit.renamed, save.words))
            )
            name = who.fit.renamed(save.name)
            if (new, words, name) != (old, save.words, save.name):
                save = store.keep(new, save.at, words, save.number, name)
                self.done.rewritten += [f".runner/saves/{file}" for file in save.files]
            staying.append(save)
            before = event or before
        store.remove_all_but(staying)
        self.done.left += [_LOST_SAVE.format(number=number) for number in sorted(lost)]

    def ledger(self) -> None:
        """Rewrite the ledger in use and its copy beside the saves."""
        old = kept_ledger.read(self.folder)[0]
        if new := self._sealed(old):
            journal.replace(self.folder.ledger, new)
            self.done.rewritten.append(self.folder.ledger.name)
        if self.folder.kept_ledger.exists():
            kept_ledger.settle(self.folder)

    def _other_ledger(self, path: Path) -> None:
        """Rewrite a ledger that no longer counts; broken seals in it are ignored."""
        old = read_regular_file(path)
        fit = self.done.who.fit
        lines = old.decode("utf-8", "replace").splitlines(keepends=True)
        plain = "".join(f"{fit.renamed(line)}\n" if fit.names_in(line) else line for line in lines)
        new = plain.encode() if parse(old)[1] else self._sealed(old)
        if new and new != old:
            replace_synced(path, new)
            self.done.rewritten.append(path.relative_to(self.folder.root).as_posix())

    def _sealed(self, lines: bytes) -> bytes:
        return erasing.without(
            parse(lines)[0], self.done.player.id, self.done.who.fit,
            time_zone.now(self.loaded.event.time_zone),
            imported_as=list(self.loaded.snapshot.players).index(self.done.player.id),
            called=self.done.who.renamed,
        )  # fmt: skip

    def workbook(self, workbook: Path) -> None:
        """Rewrite the workbook in use; the last step, since its content decides what counts."""
        old = contents_once_there(workbook)
        new = without(old, self.done.who, self.parts)
        if new == old:
            return
        real, before = workbook.resolve(), sha256(old).hexdigest()
        displaced(real).mkdir(parents=True, exist_ok=True)
        put = exchange_in(real, before, new, lambda: not locked_by(workbook))
        if put is Exchange.UNSUPPORTED:
            mode = real.stat().st_mode & 0o7777
            replace_synced(real, new)
            real.chmod(mode)
        elif put is Exchange.GONE:
            self.done.left.append(f"{workbook.name} was saved just now: erase again.")
            return
        self.done.rewritten.append(workbook.name)


def still_holding(folder: EventFolder, site: Path, who: Erased) -> list[tuple[Path, bool]]:
    """Return the files that still have the name, and whether each is one of Runner's."""
    roots = ((folder.root, places.EVENT), (site, places.SITE))
    apart = site.is_dir() and site.resolve() != folder.root.resolve()
    return [
        (path, any(place.has(path.relative_to(root).as_posix()) for place in listed))
        for root, listed in roots if root.is_dir() for path in holding(root, who)
        if root == site or not (apart and path.resolve().is_relative_to(site.resolve()))
    ]  # fmt: skip


_NOTE_KEY = "erasing"


def _noted(folder: EventFolder) -> dict[str, list[str]]:
    try:
        note = json.loads(read_regular_file(folder.memory(_NOTE_KEY)))
        return {str(key): list(map(str, known)) for key, known in note.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def _note(folder: EventFolder, begun: Mapping[str, Sequence[str]]) -> None:
    path = folder.memory(_NOTE_KEY)
    if begun:
        replace_synced(path, json.dumps(begun, ensure_ascii=False).encode())
    else:
        remove_patiently(path)
