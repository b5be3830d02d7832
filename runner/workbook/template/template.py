"""A new workbook: every sheet of the schema, ready for an organiser to type into.

The same plan gives the same bytes, always.
"""

import re
import zipfile
from dataclasses import dataclass, replace
from io import BytesIO

from openpyxl import Workbook
from openpyxl.workbook.defined_name import DefinedName

from runner.core.event import Event
from runner.workbook.column import normal
from runner.workbook.template import front as template_front
from runner.workbook.template import lists as template_lists
from runner.workbook.template import rounds as template_rounds
from runner.workbook.template.style import register
from runner.workbook.xlsx.mark import Mark

_EARLIEST = (1980, 1, 1, 0, 0, 0)  # the first day that a zip archive can tell
_TIMES = re.compile(rb"<dcterms:(created|modified)\b[^>]*>[^<]*</dcterms:\1>")
_CORE = "docProps/core.xml"
_PACKING = 6


@dataclass(frozen=True, slots=True)
class Plan:
    """What a new workbook shall hold.

    `event` may have players, rounds with results, penalties and decisions in it already; `saved`
    and all places are ignored. `rounds` is how many round sheets the first phase gets where it
    doesn't say itself. `tables` is how many rows a round gets; 0: enough for the players that are
    there and a fifth more, or for 64. `door`: whether it is made on Runner's page, so that the
    first sheet explains the day as it goes there and not in a terminal.
    """

    event: Event
    rounds: int = 5
    tables: int = 0
    door: bool = False


def template(plan: Plan) -> bytes:
    """Return the workbook as the bytes of an .xlsx file."""
    event = _with_public_extras(plan.event)
    book = Workbook()
    book.remove(book.worksheets[0])
    register(book)
    book.properties.creator = "Runner"
    book.properties.title = event.name
    template_front.add_start(book, event, door=plan.door)
    template_front.add_event(book, event)
    template_front.add_phases(book, event)
    template_lists.add_players(book, event)
    rounds = template_rounds.add_rounds(book, event, plan.rounds, plan.tables)
    template_lists.add_decisions(book, event, rounds)
    template_lists.add_standings(book, event)
    template_lists.add_further_lists(book, event)
    template_lists.add_long_lists(book)
    for name, constant in Mark(event.mark).constants.items():
        book.defined_names[name] = DefinedName(name, attr_text=constant, hidden=True)
    stream = BytesIO()
    book.save(stream)
    return _timeless(stream.getvalue())


def _with_public_extras(event: Event) -> Event:
    """Return the event with every column public that goes with its players: `extra` is public."""
    public = {normal(heading): heading for heading in event.public_columns}
    for player in event.players:
        for heading in player.extra:
            public.setdefault(normal(heading), heading)
    return replace(event, public_columns=tuple(public.values()))


def _timeless(data: bytes) -> bytes:
    """Return the archive without a trace of when it was made, so that nothing but the plan
    counts."""
    stream = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == _CORE:
                content = _TIMES.sub(b"", content)
            part = zipfile.ZipInfo(name, _EARLIEST)
            part.compress_type = zipfile.ZIP_DEFLATED
            part.create_system = 0
            new.writestr(part, content, compresslevel=_PACKING)
    return stream.getvalue()
