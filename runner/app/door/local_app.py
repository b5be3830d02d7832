"""The state of the local page while Runner is open: sessions, events, running programs, notices."""

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock
from typing import Any, TypeVar

from runner.app.door import spreadsheet_apps
from runner.app.door.event_index import Entry, EventIndex
from runner.app.door.programs import HALL, WATCH, Program, Programs
from runner.app.door.sessions import SessionAuth
from runner.app.door.settings import Running, ToResume, read_folder, write_folder
from runner.app.door.wording import on_page
from runner.app.web_workbook import LINK

Say = Callable[[str], None]
_MOST_KEPT, _MOST_BYTES = 60, 48 << 20
_NAMES = {WATCH: "Watching", HALL: "Showing in the hall"}
_Kind = TypeVar("_Kind")


class LocalApp:
    """The local page. `say` writes into the window in which Runner was started."""

    def __init__(self, sessions: SessionAuth, folder: Path | None, say: Say) -> None:
        self.sessions = sessions
        self.say = say
        self.events = EventIndex(folder or read_folder(), self._common)
        self.programs = Programs(self._take_line)
        self.to_resume = ToResume()
        self.over = Event()
        self._secret = secrets.token_bytes(32)
        self._kept: OrderedDict[str, tuple[Any, int]] = OrderedDict()
        self._busy: set[Path] = set()
        self._lock = Lock()

    # --- events -------------------------------------------------------------------------------

    def move_to(self, folder: Path) -> None:
        """Show the events of another folder from now on. Raises OSError if the choice cannot be
        saved."""
        write_folder(folder)
        self.events.end()
        self.events = EventIndex(folder, self._common)

    def desk_key(self, entry: Entry) -> str:
        """Return a key that opens the desk of one event and nothing else, in a frame without a
        cookie."""
        root = str(entry.root).encode("utf-8", "replace")
        return hmac.new(self._secret, root, "sha256").hexdigest()[:40]

    def of_desk(self, key: str) -> Entry | None:
        """Return the event whose desk a key opens."""
        for entry in self.events.entries():
            if hmac.compare_digest(self.desk_key(entry).encode(), key.encode()):
                return entry
        return None

    # --- programs -----------------------------------------------------------------------------

    def watch(self, entry: Entry, link: str = "") -> Program:
        """Start watching an event, unless it is watched, also together with all others; `link` is
        its online workbook, or "here"."""
        if self.together:
            return self.watch_all()
        words = ("watch", str(entry.root), "--site", str(entry.site), "--with-input")
        where = {LINK: link} if link else {}
        live = ("--live",) if spreadsheet_apps.names_appear(entry.root, link) else ()
        return self._start(WATCH, entry, (*words, *live), **where)

    @property
    def together(self) -> bool:
        """Whether one watch follows all events."""
        watch = self.programs.find(WATCH, self.events.folder)
        return watch is not None and watch.on

    @property
    def common_site(self) -> Path:
        """The folder of the pages of all events."""
        return self.events.folder / "site"

    def watch_all(self) -> Program:
        """Start watching all events in one program."""
        folder = self.events.folder
        words = ("watch", str(folder), "--site", str(self.common_site), "--with-input")
        return self.programs.start(WATCH, folder, words)

    def show_all(self) -> Program:
        """Serve the pages of all events in the hall."""
        folder = self.events.folder
        words = ("serve", str(self.common_site), "--event", str(folder), "--with-input")
        return self.programs.start(HALL, folder, words)

    def _common(self) -> Path | None:
        return self.common_site if self.together else None

    def show(self, entry: Entry, *, anew: bool = False) -> Program:
        """Serve the pages in the hall, at the former address, or at another one if `anew`."""
        other = ("--new-port",) if anew else ()
        return self._start(
            HALL,
            entry,
            ("serve", str(entry.site), "--event", str(entry.root), "--with-input", *other),
        )

    def stop(self, kind: str, root: Path) -> bool:
        """Stop one of these programs for good; return whether it was running."""
        self.to_resume.drop([(kind, root)])
        return self.programs.stop(kind, root)

    def left(self) -> list[Running]:
        """Return what ran when Runner ended last and has not been started since."""
        return [each for each in self.to_resume if self.programs.find(*each) is None]

    def _start(self, kind: str, entry: Entry, words: Sequence[str], **variables: str) -> Program:
        started = self.programs.start(kind, entry.root, words, **variables)
        self.to_resume.add((kind, entry.root))
        return started

    @contextmanager
    def at_work(self, entry: Entry) -> Iterator[bool]:
        """Allow one command at a time for each event; yield False if another is running."""
        with self._lock:
            free = entry.root not in self._busy
            self._busy.add(entry.root)
        try:
            yield free
        finally:
            if free:
                self._busy.discard(entry.root)

    def _take_line(self, kind: str, root: Path, line: str) -> None:
        """Print a program's report in the window, with the event's name; "" is its end."""
        program = self.programs.find(kind, root)
        if not line and program and program.failed:
            reason = on_page(*program.reason)
            self.say(f"{root.name}: {_NAMES[kind]} has ended by itself. {reason}")
        elif line and kind == WATCH:
            self.say(f"{root.name}: {line}")

    # --- what is kept from one page to the next -------------------------------------------------

    def keep(self, thing: object, size: int = 0) -> str:
        """Keep a notice for the next page, or a list to be reviewed, of so many bytes; the oldest
        are dropped first. Return a key that cannot be guessed."""
        key = secrets.token_urlsafe(9)
        with self._lock:
            self._kept[key] = thing, size
            while (
                len(self._kept) > _MOST_KEPT
                or sum(size for _, size in self._kept.values()) > _MOST_BYTES
            ):
                self._kept.popitem(last=False)
        return key

    def kept(self, key: str, kind: type[_Kind]) -> _Kind | None:
        """Return what was kept under a key; None if it was dropped or is of another kind."""
        with self._lock:
            thing = self._kept.get(key, (None, 0))[0]
        return thing if isinstance(thing, kind) else None

    def end(self) -> None:
        """Stop all programs."""
        self.events.end()
        self.programs.end()
