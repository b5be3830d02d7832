"""The workbook as an Event: bytes in; event, problems and layout out. It never raises."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from runner.core import names
from runner.core.actions import History, Parts
from runner.core.event import Event, Phase, Player, RoundId, RoundSheet
from runner.core.problems import Place, Problem
from runner.workbook import schema
from runner.workbook.column import SheetSchema, normal
from runner.workbook.layout import FieldLayout, Layout, PlayersLayout, RoundLayout, StandingsLayout
from runner.workbook.read import teams
from runner.workbook.read.columns import look
from runner.workbook.read.decisions import (
    read_decisions,
    read_penalties,
    where_decisions_stand,
)
from runner.workbook.read.event import read_event
from runner.workbook.read.phases import PHASES, read_phases, whole_sheet
from runner.workbook.read.players import read_players
from runner.workbook.read.rounds import read_draft, read_round, standings_layout, where_it_stands
from runner.workbook.read.screens import read_screens
from runner.workbook.read.sheet import Report, View
from runner.workbook.read.time import Times, read_time
from runner.workbook.round_schema import like_a_round, round_of_sheet
from runner.workbook.xlsx.book import Book
from runner.workbook.xlsx.guard import Refused
from runner.workbook.xlsx.mark import mark_of

Entry = TypeVar("Entry")
BACK = "Undo that, or put back a save that has it, with all that stood there."
"""What to do about a sheet that is missing, where it is not known which save has it."""
_TEMPLATE: Parts = (BACK, History(), "An empty one is in the workbook of a new event.")


def read(data: bytes) -> tuple[Event | None, tuple[Problem, ...], Layout]:
    """What the workbook says, everything in it that needs fixing, and where things stand.

    The event is None where the file, or its Event, Players or Phases sheet, cannot be used at
    all. While a problem is `fatal` nothing should be published from the event.
    """
    report = Report()
    try:
        event, layout = _Reading(Book(data), report).result()
    except Refused as refused:
        return None, (*report, refused.problem), Layout()
    return event, (*report, *teams.problems(report.contacts.values())), layout


@dataclass(slots=True)
class _Reading:
    """One pass over the sheets of a workbook."""

    book: Book
    report: Report

    def result(self) -> tuple[Event | None, Layout]:
        parts = self.book.parts
        basics, fields = self._event()
        phases_view = self._view(whole_sheet(), fatal=True)
        language = basics.language if basics else ""
        phases = read_phases(phases_view, language) if phases_view else None
        named = replace(basics or Event(""), phases=phases or ())
        players, players_layout = self._players(named)
        rounds, round_layouts = self._rounds(phases or ())
        penalties = self._read(schema.PENALTY, read_penalties)
        deciding = self._view(schema.DECISION)
        decisions = read_decisions(deciding) if deciding else ()
        time = self._view(schema.TIME, optional=True)
        times = read_time(time) if time else Times()
        hall = self._view(schema.SCREEN, optional=True)
        drafting = self._view(schema.DRAFT, optional=True)
        first = next((phase.number for phase in phases or () if phase.drafts), 1)
        self._missing_draft(phases or ())
        draft = where_it_stands(drafting, parts[drafting.name], first) if drafting else None
        lines = where_decisions_stand(deciding, parts[deciding.name]) if deciding else None
        standings = self._standings()
        layout = Layout(parts, players_layout, round_layouts, fields, lines, standings, draft)
        if basics is None or phases is None or players is None:
            return None, layout
        mark = mark_of(self.book.archive)
        event = replace(
            basics,
            phases=phases,
            players=players,
            rounds=rounds,
            penalties=penalties,
            decisions=decisions,
            **times._asdict(),
            screens=read_screens(hall) if hall else (),
            draft=read_draft(drafting, first) if drafting else (),
            saved=self.book.saved,
            mark=mark.event,
            heads=mark.heads,
        )
        return event, layout

    def _event(self) -> tuple[Event | None, dict[str, FieldLayout]]:
        name = self._find(schema.EVENT, fatal=True)
        if name is None:
            return None, {}
        return read_event(name, self.book.grid(name), self.report)

    def _players(self, basics: Event) -> tuple[tuple[Player, ...] | None, PlayersLayout | None]:
        view = self._view(schema.PLAYERS, fatal=True)
        if view is None:
            return None, None
        part = self.book.parts[view.name]
        return read_players(view, basics, part)

    def _missing_draft(self, phases: Sequence[Phase]) -> None:
        """Of a draft in a workbook that was made without a sheet for one."""
        drafting = next((phase for phase in phases if phase.drafts), None)
        named = {normal(text) for text in (schema.DRAFT.name, *schema.DRAFT.aliases)}
        if drafting and not named & {normal(tab) for tab in self.book.parts}:
            self.report.warning(
                "draft.sheet-missing",
                drafting.at("mode"),
                f"{drafting.name} is a draft, and this workbook has no sheet “Draft”: pods are on "
                "the site only.",
                "To move players, copy the sheet Draft from the workbook of a new event into this "
                "one.",
            )

    def _standings(self) -> StandingsLayout | None:
        """A sheet for Runner to fill; nobody misses it where it is not there."""
        wanted = normal(schema.STANDINGS.name)
        name = next((name for name in self.book.parts if normal(name) == wanted), None)
        return standings_layout(name, self.book.grid(name)) if name else None

    def _rounds(
        self, phases: Sequence[Phase]
    ) -> tuple[tuple[RoundSheet, ...], dict[RoundId, RoundLayout]]:
        tabs = self._round_tabs()
        sheets, layouts = [], {}
        for id_ in sorted(tabs):
            name = tabs[id_]
            grid, part = self.book.grid(name), self.book.parts[name]
            read_ = read_round(id_, name, grid, part, self.report)
            if read_ is not None:
                sheet, layouts[id_] = read_
                sheets.append(sheet)
        self._missing_rounds(tabs, phases)
        self._like_rounds(tabs)
        return tuple(sheets), layouts

    def _round_tabs(self) -> dict[RoundId, str]:
        """The tab of each round; what is there twice is reported, and the one counts that is spelt
        as Runner spells it."""
        tabs: dict[RoundId, str] = {}
        ids = {name: round_of_sheet(name) for name in self.book.parts}
        for name in sorted(ids, key=lambda name: name != (ids[name] or RoundId(0, 0)).sheet):
            id_ = ids[name]
            if id_ is None:
                continue
            if 0 in id_:
                self.report.error(
                    "round.sheet-number-below-one",
                    Place(name),
                    "Rounds count from 1.",
                    "Rename the sheet.",
                )
            elif id_ in tabs:
                self.report.error(
                    "round.sheet-twice",
                    Place(name),
                    f"“{tabs[id_]}” and “{name}” are both round {id_.number}; only the first "
                    "is read.",
                    "Rename or delete one of them.",
                )
            else:
                tabs[id_] = name
        return tabs

    def _missing_rounds(self, tabs: Mapping[RoundId, str], phases: Sequence[Phase]) -> None:
        """Sheets come by themselves where there is one to copy: only a misspelt tab is told, and
        where there is no sheet at all."""
        for phase in phases:
            last = max((id_.number for id_ in tabs if id_.phase == phase.number), default=0)
            comes = any(id_.phase <= phase.number for id_ in tabs)
            for number in range(1, max(last, min(phase.rounds or 0, 99)) + 1):
                wanted = RoundId(phase.number, number)
                if wanted not in tabs:
                    self._missing(wanted.sheet, () if comes else _TEMPLATE, fatal=False)

    def _like_rounds(self, tabs: Mapping[RoundId, str]) -> None:
        """Tell of each tab that is only called after a round, as a copy is: it is not read."""
        told = {problem.place for problem in self.report}
        for name in self.book.parts:
            like = like_a_round(name)
            if like is None or (like not in tabs and Place(like.sheet) in told):
                continue
            fix = f"If it should be the sheet of a round, call it “{like.sheet}” and nothing more."
            if like.sheet == name:
                fix = "No event has that many rounds: delete the sheet, or give it another name."
            elif like in tabs:
                fix = f"What counts is “{tabs[like]}”. Delete the other if nobody needs it."
            message = f"Nothing on “{name}” counts: it is named like a round, but is none."
            self.report.warning("round.sheet-name-close", Place(name), message, fix)

    def _read(
        self, wanted: SheetSchema, reader: Callable[[View], tuple[Entry, ...]]
    ) -> tuple[Entry, ...]:
        """What one list says; nothing where its sheet cannot be read."""
        view = self._view(wanted)
        return reader(view) if view else ()

    def _view(
        self, wanted: SheetSchema, *, fatal: bool = False, optional: bool = False
    ) -> View | None:
        name = self._find(wanted, fatal=fatal, optional=optional)
        return look(name, self.book.grid(name), wanted, self.report) if name else None

    def _find(
        self, wanted: SheetSchema, *, fatal: bool = False, optional: bool = False
    ) -> str | None:
        """The tab that holds the sheet; None, with a problem, where there is none. A sheet that an
        event can do without is only missed where another tab seems to be it."""
        if wanted.name in self.book.parts:
            return wanted.name
        spellings = [normal(text) for text in (wanted.name, *wanted.aliases)]
        tabs = {normal(name): name for name in reversed(self.book.parts)}
        for spelling in spellings:
            if spelling in tabs:
                return tabs[spelling]
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
            what = f"The sheet “{name}” is missing."
            self.report.error(code, Place(name), what, *fix, fatal=fatal)
