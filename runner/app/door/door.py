"""The state of the local page while Runner is open: sessions, events, running programs, notices."""

import hmac
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Lock
from typing import Any

from runner.app.door import spreadsheet_apps
from runner.app.door.event_index import Entry, EventIndex
from runner.app.door.guard import Guard
from runner.app.door.programs import HALL, WATCH, Program, Programs
from runner.app.door.settings import Running, Settings, ToResume, read_settings, write_settings
from runner.app.door.wording import on_page
from runner.app.web_workbook import LINK
from runner.render.door.views import Notice

Say = Callable[[str], None]
_NOTICES, _PREVIEWS = 60, 6  # so many are kept
_KEPT = 48 << 20  # bytes of them at most; a list of players may be large
_TOLD = {WATCH: "Watching", HALL: "Showing in the hall"}


class Door:
    """One open door. `say` is the window that Runner was started in."""

    def __init__(self, guard: Guard, folder: Path | None, say: Say) -> None:
        self.guard = guard
        self.say = say
        self.events = EventIndex(folder or read_settings().folder)
        self.programs = Programs(self._heard)
        self.to_resume = ToResume()
        self.over = Event()
        self._secret = secrets.token_bytes(32)
        self._notices = _Kept(_NOTICES)
        self._previews = _Kept(_PREVIEWS)
        self._busy: set[Path] = set()
        self._lock = Lock()

    # --- events -------------------------------------------------------------------------------

    def move_to(self, folder: Path) -> None:
        """Show the events of another folder from now on. Raises OSError where that cannot be
        remembered."""
        write_settings(Settings(folder))
        self.events.end()
        self.events = EventIndex(folder)

    def desk_key(self, entry: Entry) -> str:
        """What opens the desk of one event and nothing else, in a frame that has no cookie."""
        return hmac.new(
            self._secret, str(entry.root).encode("utf-8", "replace"), "sha256"
        ).hexdigest()[:40]

    def of_desk(self, key: str) -> Entry | None:
        """The event whose desk a key opens."""
        entries = self.events.entries()
        return next(
            (
                each
                for each in entries
                if hmac.compare_digest(self.desk_key(each).encode(), key.encode())
            ),
            None,
        )

    # --- programs -----------------------------------------------------------------------------

    def watch(self, entry: Entry, link: str = "") -> Program | None:
        """Watch an event from now on, unless that is done already; with `link` the workbook that
        is there on the web, or "here"."""
        words = ("watch", str(entry.root), "--site", str(entry.site), "--with-input")
        where = {LINK: link} if link else {}
        live = ("--live",) if spreadsheet_apps.names_appear(entry.root, link) else ()
        return self._start(WATCH, entry, (*words, *live), **where)

    def show(self, entry: Entry, *, anew: bool = False) -> Program | None:
        """Show its pages in the hall from now on, where they were before, or `anew` elsewhere."""
        other = ("--new-port",) if anew else ()
        return self._start(HALL, entry, ("serve", str(entry.site), "--with-input", *other))

    def stop(self, kind: str, root: Path) -> bool:
        """End one of these, for good; whether there was one to end."""
        self.to_resume.drop([(kind, root)])
        return self.programs.stop(kind, root)

    def left(self) -> list[Running]:
        """Return what ran when Runner ended last and has not been started since."""
        return [each for each in self.to_resume if self.programs.find(*each) is None]

    def _start(
        self, kind: str, entry: Entry, words: Sequence[str], **variables: str
    ) -> Program | None:
        started = self.programs.start(kind, entry.root, words, **variables)
        if started is not None:
            self.to_resume.add((kind, entry.root))
        return started

    @contextmanager
    def at_work(self, entry: Entry) -> Iterator[bool]:
        """One thing at a time for each event; yields False where another is under way."""
        with self._lock:
            free = entry.root not in self._busy
            self._busy |= {entry.root}
        try:
            yield free
        finally:
            if free:
                with self._lock:
                    self._busy -= {entry.root}

    # --- words --------------------------------------------------------------------------------

    def note(self, notice: Notice) -> str:
        """Keep what is to be said on the page that comes next; its key."""
        return self._notices.put(notice)

    def notice(self, key: str) -> Notice | None:
        """What was kept under a key."""
        found: Notice | None = self._notices.get(key)
        return found

    def keep(self, preview: object, size: int = 0) -> str:
        """Keep what somebody looks at before it is used, of so many bytes; its key."""
        return self._previews.put(preview, size)

    def kept(self, key: str) -> Any:
        """What was kept under a key; None where it is gone."""
        return self._previews.get(key)

    def end(self) -> None:
        """Let nothing be left behind."""
        self.events.end()
        self.programs.end()

    def _heard(self, kind: str, root: Path, words: str) -> None:
        """What a program says stands in the window as well, with whose it is."""
        if not words:
            found = self.programs.find(kind, root)
            if found is not None and found.failed:
                self.say(
                    f"{root.name}: {_TOLD[kind]} has ended by itself. {on_page(*found.reason)}"
                )
        elif kind == WATCH:
            self.say(f"{root.name}: {words}")


class _Kept:
    """So many things by keys that nobody can guess; the oldest go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: OrderedDict[str, tuple[Any, int]] = OrderedDict()
        self._lock = Lock()

    def put(self, thing: Any, size: int = 0) -> str:
        key = secrets.token_urlsafe(9)
        with self._lock:
            self._found[key] = thing, size
            while len(self._found) > self._most or self._size > _KEPT:
                self._found.popitem(last=False)
        return key

    def get(self, key: str) -> Any:
        with self._lock:
            return self._found.get(key, (None, 0))[0]

    @property
    def _size(self) -> int:
        return sum(size for _, size in self._found.values())
