"""A booster draft on paper: pods round their tables, lists by name and by table, the picks."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from runner.compute.draft import Draft
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _, ngettext
from runner.render.directory import Directory
from runner.render.documents.sheets.sheet import Content, Sheet
from runner.render.site.draft_page import PodChart, SeatAt, draft_view, team_seats
from runner.rules.limited import Picks, picks_of
from runner.rules.limits import steps


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
        return Content(
            title,
            {
                "pods": [(pod.number, _rows(pod)) for pod in view.pods],
                "letters": view.letters,
                "tables": view.tables,
                "building": building,
                "packs": list(_packs(draft)),
                "seats": " ".join((_seats(draft), *team_seats(draft))),
            },
        )


def _rows(pod: PodChart) -> list[list[SeatAt | None]]:
    """A pod as rows of three places, some of them empty."""
    at = {(seat.row, seat.column): seat for seat in pod.seats}
    return [[at.get((row, side)) for side in (1, 2, 3)] for row in range(1, pod.rows + 1)]


def _packs(draft: Draft) -> Iterator[dict[str, Any]]:
    """The picks of each pack, which way it is passed, and the seconds of the review after it; or
    `first` those of the review of a pack that is laid out."""
    if not draft.phase.drafts:
        return
    laid_out = picks_of(draft.phase) is Picks.ROCHESTER  # of which all packs are alike
    most = max(map(len, draft.pods.values()), default=0)
    made = steps(draft.ruleset, picks_of(draft.phase), most)
    for number, every in groupby(made, lambda step: step.pack):
        of_pack = list(every)
        review = next((step.seconds for step in of_pack if not step.pick), 0)
        passed = _("passed to the left") if number % 2 else _("passed to the right")
        yield {
            "number": number,
            "passed": _("and every other pack, open on the table") if laid_out else passed,
            "steps": [step for step in of_pack if step.pick],
            "first": review if laid_out else 0,
            "review": 0 if laid_out else review,
        }
        if laid_out:
            return


def _seats(draft: Draft) -> str:
    if picks_of(draft.phase) is Picks.ROCHESTER:
        return _("Seats are numbered round the table from seat 1.")
    return _("Seats are numbered round the table from seat 1. Packs are passed left, right, left.")
