"""Where an event is published to and how that stands, for the desk and the next start."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from runner.app.event_folder import EventFolder
from runner.app.upload.errors import FIXES, Trouble
from runner.core.problems import Place, Problem, note, warning
from runner.disk import make_own, read_regular_file, remove_patiently, replace_synced

_ON = "publish.on"
CODES = frozenset({_ON, *(each.code for each in Trouble)})
"""The codes of all problems that come from here."""
_PLACE = Place("Event")


@dataclass(frozen=True, slots=True)
class State:
    """Where the site goes (`to`) and when it was last sent whole (`at`, ISO 8601, or ""). While it
    does not go: the `trouble` by name, its sentence, and since when. `on_sheet` is "yes" if that is
    typed on the Event sheet, and ends when it is cleared there."""

    to: str
    at: str = ""
    trouble: str = ""
    text: str = ""
    since: str = ""
    on_sheet: str = ""

    @property
    def problem(self) -> Problem | None:
        """What the desk says of it; None before the first attempt has ended."""
        if self.trouble in Trouble.__members__:
            since = f" since {self.since[11:16]}" if self.since else ""
            text = f"The pages on the internet are not brought up to date{since}. {self.text}"
            trouble = Trouble[self.trouble]
            return warning(trouble.code, _PLACE, text, FIXES[trouble])
        if not self.at:
            return None
        text = f"The pages are at {self.to}, as of {self.at[11:16]}; a watch sends every save."
        return note(_ON, _PLACE, text)


def write(folder: EventFolder, state: State | None) -> None:
    """Write where the event is published to, and how that stands; None ends it. Raises OSError."""
    if state is None:
        remove_patiently(folder.upload)
        return
    make_own(folder.upload.parent)
    replace_synced(folder.upload, json.dumps(asdict(state)).encode())


def read(folder: EventFolder) -> State | None:
    """Return where the event is published to; None where it is not."""
    try:
        known = json.loads(read_regular_file(folder.upload))
        return State(**{key: str(value) for key, value in known.items()})
    except (OSError, ValueError, TypeError, AttributeError):
        return None


def problems(folder: EventFolder) -> Iterator[Problem]:
    """Yield what the desk says of publishing."""
    state = read(folder)
    if state and state.problem:
        yield state.problem
