"""The workbook as an Event: bytes in; event, problems and layout out. It never raises."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from runner.core import names
from runner.core.actions import History, Parts
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Phase
from runner.core.problems import Place, Problem
from runner.core.round_sheet import RoundSheet
from runner.workbook import schema
from runner.workbook.column import SheetSchema, normal
from runner.workbook.layout import Layout, RoundLayout, SheetLayout
from runner.workbook.read import teams
from runner.workbook.read.event import read_event
from runner.workbook.read.lists import (
    Times,
    decisions_layout,
    read_decisions,
    read_penalties,
    read_screens,
    read_time,
)
from runner.workbook.read.phases import PHASES, read_phases, whole_sheet
from runner.workbook.read.players import read_players
from runner.workbook.read.rounds import draft_layout, read_draft, read_round, standings_layout
from runner.workbook.read.sheet import Report, View, look
from runner.workbook.round_schema import like_a_round, round_of_sheet
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.guard import Refused
from runner.workbook.xlsx.mark import mark_of

BACK = "Undo that, or put back a save that has it, with all that stood there."
"""What to do about a sheet that is missing, where it is not known which save has it."""
EMPTY = "An empty one is in the workbook of a new event."
_TEMPLATE: Parts = (BACK, History(), EMPTY)


def read(data: bytes) -> tuple[Event | None, tuple[Problem, ...], Layout]:
    """Return what the workbook says, everything in it that needs fixing, and where things stand.
    The event is None where the file, or its Event, Players or Phases sheet, cannot be used at all.
    While a problem is `fatal` nothing should be published from the event."""
    report = Report()
    try:
        event, layout = _Reading(Book(data), report).result()
    except Refused as refused:
        return None, (*report, refused.problem), Layout()
    return event, (*report, *teams.problems(report.contacts.values())), layout


class _Reading:
    """One pass over the sheets of a workbook."""

    def __init__(self, book: Book, report: Report) -> None:
        self.book, self.report = book, report
        self._tabs = {normal(name): name for name in reversed(book.parts)}

    def result(self) -> tuple[Event | None, Layout]:
        name = self._find(schema.EVENT, fatal=True)
        basics, fields = read_event(name, self.book.grid(name), self.report) if name else (None, {})
        stages = self._view(whole_sheet(), fatal=True)
        phases = read_phases(stages, basics.language if basics else "") if stages else None
        people = self._view(schema.PLAYERS, fatal=True)
        named = replace(basics or Event(""), phases=phases or ())
        players, players_layout = read_players(people, named) if people else (None, None)
        rounds, round_layouts = self._rounds(phases or ())
        penalties = self._view(schema.PENALTY)
        penalty_lines = read_penalties(penalties) if penalties else ()
        deciding = self._view(schema.DECISION)
        decisions, previews = read_decisions(deciding) if deciding else ((), ())
        time = self._view(schema.TIME, optional=True)
        times = read_time(time) if time else Times()
        hall = self._view(schema.SCREEN, optional=True)
        drafting = self._view(schema.DRAFT, optional=True)
        first = next((phase.number for phase in phases or () if phase.drafts), 1)
        self._missing_draft(phases or ())
        ranking = self._tabs.get(normal(schema.STANDINGS.name))
        layout = Layout(
            self.book.parts,
            players_layout,
            round_layouts,
            fields,
            decisions_layout(deciding) if deciding else None,
            standings_layout(ranking, self.book.grid(ranking)) if ranking else None,
            draft_layout(drafting, first) if drafting else None,
            SheetLayout(*penalties.stands) if penalties else None,
            SheetLayout(*time.stands) if time else None,
        )
        if basics is None or phases is None or players is None:
            return None, layout
        mark = mark_of(self.book.archive)
        event = replace(
            basics,
            phases=phases,
            players=players,
            rounds=rounds,
            penalties=penalty_lines,
            decisions=decisions,
            previews=previews,
            **times._asdict(),
            screens=read_screens(hall) if hall else (),
            draft=tuple(read_draft(drafting, first)) if drafting else (),
            saved=self.book.saved,
            mark=mark.event,
            heads=mark.heads,
        )
        return event, layout

    def _missing_draft(self, phases: Sequence[Phase]) -> None:
        """Of a draft in a workbook that was made without a sheet for one."""
        drafting = next((phase for phase in phases if phase.drafts), None)
        if drafting and not (self._tabs.keys() & {normal(text) for text in schema.DRAFT.spellings}):
            self.report.warning("draft.sheet-missing", drafting.at("mode"),
                                f"{drafting.name} is a draft, and this workbook has no sheet "
                                "“Draft”: pods are on the site only.",
                                "To move players, copy the sheet Draft from the workbook of a new "
                                "event into this one.")  # fmt: skip

    def _rounds(
        self, phases: Sequence[Phase]
    ) -> tuple[tuple[RoundSheet, ...], dict[RoundId, RoundLayout]]:
        tabs = self._round_tabs()
        sheets, layouts = [], {}
        for id_, name in sorted(tabs.items()):
            if both := read_round(id_, name, self.book.grid(name), self.report):
                sheet, layouts[id_] = both
                sheets.append(sheet)
        self._missing_rounds(tabs, phases)
        self._like_rounds(tabs)
        return tuple(sheets), layouts

    def _round_tabs(self) -> dict[RoundId, str]:
        """Return the tab of each round; what is there twice is reported, and the one counts that is
        spelt as Runner spells it."""
        tabs: dict[RoundId, str] = {}
        ids = [(name, id_) for name in self.book.parts if (id_ := round_of_sheet(name))]
        for name, id_ in sorted(ids, key=lambda each: each[0] != each[1].sheet):
            if 0 in id_:
                message, fix = "Rounds count from 1.", "Rename the sheet."
                self.report.error("round.sheet-number-below-one", Place(name), message, fix)
            elif id_ in tabs:
                self.report.error("round.sheet-twice", Place(name), f"“{tabs[id_]}” and “{name}” "
                                  f"are both round {id_.number}; only the first is read.",
                                  "Rename or delete one of them.")  # fmt: skip
            else:
                tabs[id_] = name
        return tabs

    def _missing_rounds(self, tabs: Mapping[RoundId, str], phases: Sequence[Phase]) -> None:
        """Sheets come by themselves where there is one to copy: only a misspelt tab is reported,
        and where there is no sheet at all."""
        for phase in phases:
            last = max((id_.number for id_ in tabs if id_.phase == phase.number), default=0)
            comes = any(id_.phase <= phase.number for id_ in tabs)
            for number in range(1, max(last, min(phase.rounds or 0, 99)) + 1):
                wanted = RoundId(phase.number, number)
                if wanted not in tabs:
                    self._missing(wanted.sheet, () if comes else _TEMPLATE, fatal=False)

    def _like_rounds(self, tabs: Mapping[RoundId, str]) -> None:
        """Report each tab that is only called after a round, as a copy is: it is not read."""
        reported = {problem.place for problem in self.report}
        for name in self.book.parts:
            like = like_a_round(name)
            if like is None or (like not in tabs and Place(like.sheet) in reported):
                continue
            fix = f"If it should be the sheet of a round, call it “{like.sheet}” and nothing more."
            if like.sheet == name:
                fix = "No event has that many rounds: delete the sheet, or give it another name."
            elif like in tabs:
                fix = f"What counts is “{tabs[like]}”. Delete the other if nobody needs it."
            self.report.warning("round.sheet-name-close", Place(name),
                                f"Nothing on “{name}” counts: it is named like a round, but is "
                                "none.", fix)  # fmt: skip

    def _view(
        self, wanted: SheetSchema, *, fatal: bool = False, optional: bool = False
    ) -> View | None:
        name = self._find(wanted, fatal=fatal, optional=optional)
        return look(name, self.book.grid(name), wanted, self.report) if name else None

    def _find(
        self, wanted: SheetSchema, *, fatal: bool = False, optional: bool = False
    ) -> str | None:
        """Return the tab that holds the sheet; None, with a problem, where there is none. A sheet
        that an event can do without is only missed where another tab seems to be it."""
        if wanted.name in self.book.parts:
            return wanted.name
        for spelling in map(normal, wanted.spellings):
            if spelling in self._tabs:
                return self._tabs[spelling]
        self._missing(wanted.name, () if optional else _TEMPLATE, fatal=fatal)
        return None

    def _missing(self, name: str, fix: Parts, *, fatal: bool) -> None:
        """Report a sheet that is not there; without a `fix`, only where a tab may be it."""
        known = {normal(sheet.name) for sheet in (*schema.SHEETS, schema.START, PHASES)}
        wanted = round_of_sheet(name)
        like = {tab: like_a_round(tab) for tab in self.book.parts
                if normal(tab) not in known and round_of_sheet(tab) is None}  # fmt: skip
        after = [tab for tab, round_ in like.items() if round_ and round_ == wanted]
        strange = [tab for tab, round_ in like.items() if round_ is None]
        close = after[0] if after else names.nearest(name, strange)
        if close:
            fix = (f"Rename the sheet “{close}” to “{name}”.",)
        if fix:
            code = "sheet.renamed" if close else "sheet.missing"
            self.report.error(code, Place(name),
                f"The sheet “{name}” is missing.", *fix,
                fatal=fatal)  # fmt: skip
