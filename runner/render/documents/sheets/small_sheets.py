"""Smaller documents: badges, the check-in list, table numbers, a pairing's certificate, and booster
drafts (seating charts, lists by name and table, the picks)."""

from collections.abc import Iterator
from itertools import groupby
from types import SimpleNamespace
from typing import Any

from runner.compute.draft import Draft
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import _, ngettext
from runner.render.directory import Directory, Person
from runner.render.documents.fitting import Widths, fit
from runner.render.documents.layout import PageSetup
from runner.render.documents.listing import Column, Part, Row
from runner.render.documents.sheets.pairings import round_of
from runner.render.documents.sheets.sheet import Content, Listed, ListedSheet, Sheet, as_of
from runner.render.documents.slips.codes import qr_code
from runner.render.documents.slips.layout import impose
from runner.render.site.draft_page import draft_view, team_seats
from runner.render.site.frame import address
from runner.render.site.round_page import how_paired, origin
from runner.render.site.rounds import pairing_of
from runner.rules.limited import Picks, picks_of
from runner.rules.limits import steps

_A_SHEET = 8
_WIDTH, _POINTS = 85.0, (46.0, 27.0)  # for the first names, for the last name
_HEIGHTS = (17.0, 10.5)
_BAND = 9.5  # height of the event's name
_BESIDE = 64.0  # width of deck and club, beside the code


class Badges(Sheet):
    """Name badges for all players, to cut out."""

    KEY, TEMPLATE, FOR_STAFF = "badges", "badges.html", True

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return everyone, by last name, divided into sheets."""
        badges = tuple(_badges(snapshot))
        sheets = tuple(badges[at : at + _A_SHEET] for at in range(0, len(badges), _A_SHEET))
        head = fit(snapshot.event.name, _WIDTH, _BAND, 12.0, Widths("bold", {}))
        view = SimpleNamespace(head=head, sheets=sheets)
        return Content(_("Name badges"), view) if sheets else None


def _badges(snapshot: Snapshot) -> Iterator[SimpleNamespace]:
    """Yield a badge for each person, with the name in `lines`: first names as large as they fit,
    and the last name, or else the whole name. `small` has deck and club, and `code` is a QR code
    for the player's page. Both are left out for players shown under another name, so as not to
    reveal their page."""
    bold, regular, home = Widths("bold", {}), Widths("regular", {}), address(snapshot)
    shown = Directory(snapshot.for_players)
    public = {each.file: each for _id, each in shown.each(shown.people).values()}
    for person in _everybody(snapshot):
        last, first = person.last_and_first
        lines = [*zip((first, last), _HEIGHTS, _POINTS, strict=True)]
        if f"{first} {last}" != person.name:
            lines = [(person.name, sum(_HEIGHTS), _POINTS[0])]
        page = public.get(person.file)
        known = page if page and page.name == person.name else None
        deck = " · ".join(text for _heading, text in known.facts) if known else ""
        small = ((deck, 15.0, bold), (person.team or person.club, 12.0, regular))
        yield SimpleNamespace(
            name=person.name,
            lines=[fit(text, _WIDTH, height, points, bold) for text, height, points in lines],
            small=[
                fit(text, _BESIDE, 8.5, points, weight) for text, points, weight in small if text
            ],
            code=qr_code(f"{home}players/{person.file}.html" if home and known else ""),
        )


class CheckIn(ListedSheet):
    """All players with full names, with a box to tick."""

    KEY, FOR_STAFF = "players", True

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return everyone on the list of players, by last name."""
        everybody = list(_everybody(snapshot))
        if not everybody:
            return None
        columns = (Column(width=7.0, box=True), Column(_("Player"), -1.3),
                   Column(_("Club or team")), Column(_("Notes"), -1.2))  # fmt: skip
        rows = tuple(
            Row(("", each.last_first, each.team or each.club, ""),
                who=each.last)
            for each in everybody
        )  # fmt: skip
        note = ngettext("{n} player", "{n} players", len(rows))
        return Content(_("Players"), Listed(note, (Part(columns, rows),)))


def _everybody(snapshot: Snapshot) -> Iterator[Person]:
    """Return everyone on the list of players, by last name."""
    directory = Directory(snapshot)
    people = directory.each(snapshot.players)
    return (people[key][1] for key in directory.alphabetical(people))


_SMALL = 2


class TableNumbers(Sheet):
    """A sheet, or half a sheet, for each table: folded in the middle, it shows the number on both
    sides."""

    KEY, TEMPLATE = "numbers", "numbers.html"

    def asked(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup) -> Content | None:
        """Return the tables of the round, one per sheet; or two per sheet on request, ordered for
        one cut through the stack."""
        numbers = sorted(_tables(snapshot, round_id))
        places = _SMALL if setup.most == _SMALL else 1
        return Content(_("Table numbers"), impose(numbers, places)) if numbers else None


def _tables(snapshot: Snapshot, round_id: RoundId) -> list[int]:
    """Return the table numbers of the round; before round 1, those of the proposed pairing."""
    if played := round_of(snapshot, round_id):
        return [table.number for table in played.tables if table.seats]
    coming = [] if snapshot.rounds else [each for each in snapshot.pairings if each.proposed]
    return [table.number for each in coming for table in each.tables]


class CertificateSheet(Sheet):
    """The quality of the pairings in sentences for players: of the round and all rounds
    before it."""

    KEY, TEMPLATE = "certificate", "certificate.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return the certificates, or None if the round is not published."""
        played = round_of(snapshot, round_id)
        if played is None:
            return None
        rounds = []
        for each in snapshot.rounds:
            if each.id > round_id:
                continue
            pairing, phase = pairing_of(snapshot, each.id), snapshot.phases[each.id.phase - 1]
            drawn = (
                origin(pairing.drawn_from, snapshot.over)
                if pairing and pairing.drawn_from
                else None
            )
            rounds.append((snapshot.title(each.id), how_paired(pairing, phase, each), drawn))
        drawings = [drawn for _title, _sentences, drawn in rounds if drawn]
        facts = " · ".join(filter(None, (as_of(snapshot), snapshot.event.venue)))
        title = _("How the rounds were paired")
        return Content(title, {"rounds": rounds, "drawings": drawings, "facts": facts})


class DraftSheets(Sheet):
    """Seating charts, players by name, building tables and the judge's log, as round 0 of the
    phase."""

    KEY, TEMPLATE = "draft", "draft.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return the draft of the phase; None for any round but number 0."""
        drafts = (draft for draft in snapshot.drafts if RoundId(draft.phase.number, 0) == round_id)
        draft = next(drafts, None)
        if draft is None:
            return None
        view = draft_view(snapshot, draft, Directory(snapshot))
        title = view.phase or _("Draft")
        if _("Draft").casefold() not in title.casefold():
            title = _("Draft, {phase}", phase=title)
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


def _rows(pod: SimpleNamespace) -> list[list[SimpleNamespace | None]]:
    """Return a pod as rows of three places, None for an empty one."""
    at = {(seat.row, seat.column): seat for seat in pod.seats}
    return [[at.get((row, side)) for side in (1, 2, 3)] for row in range(1, pod.rows + 1)]


def _packs(draft: Draft) -> Iterator[dict[str, Any]]:
    """Yield the picks of each pack, the direction of passing, and the seconds of review after it.
    In a Rochester draft, one entry stands for all packs, and `first` has the seconds of review."""
    if not draft.phase.drafts:
        return
    laid_out = picks_of(draft.phase) is Picks.ROCHESTER  # all its packs are alike
    most = max(map(len, draft.pods.values()), default=0)
    all_steps = steps(draft.ruleset, picks_of(draft.phase), most)
    for number, every in groupby(all_steps, lambda step: step.pack):
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
