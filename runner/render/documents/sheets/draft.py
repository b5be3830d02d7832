"""A booster draft on paper: pods round their tables, lists by name and by table, the picks."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from runner.compute.draft import Draft
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _, ngettext
from runner.render.directory import Directory, Letter
from runner.render.documents.sheets.sheet import Content, Sheet
from runner.render.site.draft_page import BuildingTable, PodChart, SeatAt, draft_view, team_seats
from runner.rules.limited import Picks, picks_of
from runner.rules.limits import Step, steps


class Chart(NamedTuple):
    """A pod as rows of three places, some of them empty."""

    number: int
    rows: tuple[tuple[SeatAt | None, ...], ...]


class Pack(NamedTuple):
    """The picks of one pack, which way it is passed, and the seconds of the review after it; or
    `first` those of the review of a pack that is laid out."""

    number: int
    passed: str
    steps: tuple[Step, ...]
    review: int
    first: int = 0


class DraftSheetView(NamedTuple):
    """All that a draft has on paper."""

    pods: tuple[Chart, ...]
    letters: tuple[Letter, ...]
    tables: tuple[BuildingTable, ...]
    building: str
    packs: tuple[Pack, ...]
    seats: str


class DraftSheets(Sheet):
    """Seating charts, everybody by name, building tables and the judge's log, as round 0 of their
    phase."""

    KEY, TEMPLATE = "draft", "draft.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """The draft of the phase; None for every round but number 0."""
        drafts = (draft for draft in snapshot.drafts if RoundId(draft.phase.number, 0) == round_id)
        draft = next(drafts, None)
        if draft is None:
            return None
        view = draft_view(snapshot, draft, Directory(snapshot))
        title = _("Draft, {phase}", phase=view.phase) if view.phase else _("Draft")
        if draft.phase.sealed:
            title = _("Sealed deck")
        building = ngettext(
            "Deck building lasts {n} minute.", "Deck building lasts {n} minutes.",
            draft.ruleset.building_minutes,
        )  # fmt: skip
        charts = tuple(map(_chart, view.pods))
        seats = " ".join((_seats(draft), *team_seats(draft)))
        packs = tuple(_packs(draft))
        shown = DraftSheetView(charts, view.letters, view.tables, building, packs, seats)
        return Content(title, shown)


def _chart(pod: PodChart) -> Chart:
    at = {(seat.row, seat.column): seat for seat in pod.seats}
    rows = range(1, pod.rows + 1)
    return Chart(
        pod.number, tuple(tuple(at.get((row, side)) for side in (1, 2, 3)) for row in rows)
    )


def _packs(draft: Draft) -> Iterator[Pack]:
    if not draft.phase.drafts:
        return
    picks = picks_of(draft.phase)
    made = steps(draft.ruleset, picks, max(map(len, draft.pods.values()), default=0))
    if picks is Picks.ROCHESTER:
        made = tuple(step for step in made if step.pack == 1)  # all are alike
    for number, found in groupby(made, lambda step: step.pack):
        yield _pack(number, tuple(found), laid_out=picks is Picks.ROCHESTER)


def _pack(number: int, found: Iterable[Step], *, laid_out: bool) -> Pack:
    every = tuple(found)
    picks = tuple(step for step in every if step.pick)
    review = next((step.seconds for step in every if not step.pick), 0)
    if laid_out:
        return Pack(number, _("and every other pack, open on the table"), picks, 0, review)
    passed = _("passed to the left") if number % 2 else _("passed to the right")
    return Pack(number, passed, picks, review)


def _seats(draft: Draft) -> str:
    if picks_of(draft.phase) is Picks.ROCHESTER:
        return _("Seats are numbered round the table from seat 1.")
    return _("Seats are numbered round the table from seat 1. Packs are passed left, right, left.")
