"""Keep each save with its changes, and the workbook's content as text beside it.

History is best-effort: failures become warnings and never block publishing.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from runner.app.event_folder import EventFolder
from runner.app.history import look_back
from runner.app.history.as_text import content
from runner.app.history.changes import changes
from runner.app.history.saves import UNUSABLE, Kept, Store
from runner.core.event import Event
from runner.core.language import listed
from runner.core.problems import Place, Problem, warning
from runner.disk import read_regular_file, replace_synced

_MOST_WORDS = 200  # of a save that changes more, the rest is told by its number
_LONGEST = 300
_MOST_NAMED = 5  # of saves that are lost for the same reason


@dataclass(frozen=True, slots=True)
class Keeping:
    """The changes since the previous save, in words, and the problems in keeping it."""

    words: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


class Saves:
    """The saves of one event; only one process at a time may keep them."""

    def __init__(self, folder: EventFolder) -> None:
        self._folder = folder
        self._store = Store(folder.saves)
        self._last: tuple[int, Event] | None = None
        self._content: str | None = None

    def keep(self, data: bytes, event: Event | None, problems: Sequence[Problem] = ()) -> Keeping:
        """Keep a save unless it is the latest one already. Never raises.

        `event` is its content, or None if `problems` say why it cannot be used.
        """
        written = () if event is None else self._write_content(event)
        try:
            words = self._kept(data, event, problems)
            damaged = tuple(_damaged(self._store.damaged()))
        except OSError as reason:
            lost = _not_on_the_disk("This save could not be kept in the history", reason)
            return Keeping(problems=(lost, *written))
        return Keeping(words, (*damaged, *written))

    def _write_content(self, event: Event) -> tuple[Problem, ...]:
        """Update the text of the content; leave the file untouched if nothing changed."""
        text, path = content(event), self._folder.content
        try:
            written = text == self._content or (
                path.exists() and read_regular_file(path) == text.encode()
            )
            if not written:
                replace_synced(path, text.encode())
        except OSError as reason:
            what = "The text of the workbook’s content could not be written"
            return (_not_on_the_disk(what, reason),)
        self._content = text
        return ()

    def _kept(
        self, data: bytes, event: Event | None, problems: Sequence[Problem]
    ) -> tuple[str, ...]:
        with suppress(OSError):  # it is continued at the next save
            self._store.convert()
        saves = self._store.all()
        save = saves[-1] if saves else None
        if save is None or save.digest != sha256(data).hexdigest():
            words = words_of(self._before(saves), event, problems)
            now = datetime.now().astimezone().isoformat(timespec="seconds")
            workbook = self._folder.workbook(patience=0)
            name = self._folder.followed if isinstance(workbook, Problem) else workbook.name
            save = self._store.keep(data, now, words, name=name)
        if event is not None:
            self._last = save.number, event
        return save.words

    def _before(self, saves: Sequence[Kept]) -> Event | None:
        latest = next((save for save in reversed(saves) if save.usable), None)
        if self._last is not None and latest is not None and self._last[0] == latest.number:
            return self._last[1]
        return look_back.latest(self._store, saves)


def words_of(
    before: Event | None, event: Event | None, problems: Sequence[Problem]
) -> tuple[str, ...]:
    """Return the changes since the last save that counted, or why this one does not count."""
    why = next(iter([each for each in problems if each.fatal] or problems), None)
    unusable = (f"{UNUSABLE}: {why}" if why else UNUSABLE,)
    every = unusable if event is None else changes(before, event)
    short = [words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…" for words in every]
    if len(short) > _MOST_WORDS:
        short[_MOST_WORDS:] = [f"and {len(short) - _MOST_WORDS} more"]
    return tuple(short)


def _not_on_the_disk(what: str, reason: OSError) -> Problem:
    return warning(
        "history.not-written",
        Place(),
        f"{what}: {reason.strerror or reason}.",
        "Make room on the disk, or let Runner write to the event’s folder; all else goes on.",
    )


def _damaged(lost: Mapping[int, str]) -> Iterator[Problem]:
    for why in dict.fromkeys(lost.values()):
        numbers = [str(number) for number, reason in lost.items() if reason == why]
        what = f"Save {numbers[0]} of the history is lost: {why}."
        if len(numbers) > 1:
            more = len(numbers) - _MOST_NAMED
            few = [*numbers[:_MOST_NAMED], f"{more} more"] if more > 0 else numbers
            what = f"Saves {listed(few)} of the history are lost, each of them since {why}."
        fix = "Put it back from a backup, or remove its files from .runner/saves; the others stay."
        yield warning("history.save-damaged", Place(), what, fix)
