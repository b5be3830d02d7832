"""A booster draft on the pages: seats in pods, by name and round the table, and building tables."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace

from runner.compute.draft import Draft
from runner.compute.snapshot import Snapshot
from runner.core.language import _, ngettext, pgettext
from runner.render import text as texts
from runner.render.directory import FEW_NAMES, Directory

_PARTNERS = 2  # members of a team
_LEFT, _MIDDLE, _RIGHT = 1, 2, 3  # columns of a seating chart


def file_of(draft: Draft) -> str:
    """Return the path of the draft's page: "draft.html", or "draft-2.html" for phase 2."""
    return "draft.html" if draft.phase.number == 1 else f"draft-{draft.phase.number}.html"


def current(snapshot: Snapshot) -> Draft | None:
    """Return the draft in progress, whose phase has no round yet, or None."""
    return next((draft for draft in reversed(snapshot.drafts) if not draft.over), None)


def state_of(draft: Draft) -> str:
    """Return "drafting", "registering", "building" or "over"."""
    if draft.over:
        return "over"
    if draft.building:
        return "building"
    return "registering" if draft.registering else "drafting"


def draft_view(snapshot: Snapshot, draft: Draft, directory: Directory) -> SimpleNamespace:
    """Return the draft of a phase, or its sealed decks, which have no pods. `state` is that of
    `state_of`; `phase` is its name if there are several; `tables` are the building tables, each
    with names and files of its players. `letters` has the lines by last name, in which `table` is
    "" for players without a building table."""
    spots = draft.spots or dict.fromkeys(draft.everybody, (0, 0))
    there = {player: spot for player, spot in spots.items() if player in directory.people}
    tables = {player: number for number, ids in draft.tables.items() for player in ids}
    lines = {
        key: SimpleNamespace(
            name=person.last_first, file=person.file, pod=pod, seat=seat,
            table=str(tables.get(player, "")),
        )
        for key, (player, person) in directory.each(there).items()
        for pod, seat in [there[player]]
    }  # fmt: skip
    order = directory.alphabetical(lines)
    return SimpleNamespace(
        phase=draft.phase.name if len(snapshot.phases) > 1 else "",
        state=state_of(draft),
        head=heading(draft),
        sentences=tuple(_sentences(draft, snapshot.event.time_zone)),
        total=len(lines),
        letters=directory.by_letter(((player, lines[player]) for player in order), FEW_NAMES),
        pods=tuple(chart(number, ids, directory) for number, ids in draft.pods.items()),
        tables=[
            {"number": number, "players": [(each.name, each.file) for each in people]}
            for number, ids in draft.tables.items()
            for people in [[directory[player] for player in ids if player in directory.people]]
        ],
    )


def heading(draft: Draft) -> str:
    """Return the state of the draft as a heading."""
    return {
        "drafting": _("Find your draft seat"),
        "registering": _("Register your pool"),
        "building": _("Build your deck"),
        "over": _("Sealed deck") if draft.phase.sealed else _("The draft"),
    }[state_of(draft)]


def title(draft: Draft) -> str:
    """Return the state of the draft as a heading on a player's own page."""
    return _("The draft") if state_of(draft) == "drafting" else heading(draft)


def short(draft: Draft) -> str:
    """Return the state of the draft in a word."""
    if draft.building:
        return pgettext("building decks", "Building")
    return _("Registration") if draft.registering else _("Draft")


def place(draft: Draft, player: str) -> tuple[int, int]:
    """Return where a player is to go now: pod and seat, or building table and 0; (0, 0) if the
    player is not drafting."""
    if draft.building or draft.registering:
        for number, ids in draft.tables.items():
            if player in ids:
                return number, 0
    return draft.spots.get(player, (0, 0))


def seats(draft: Draft, directory: Directory) -> tuple[SimpleNamespace, ...]:
    """Return the pods, or while decks are built the building tables: `number` and `people`, each
    with a seat, which is "" at a building table."""
    building = draft.building or draft.registering
    groups = draft.tables if building else draft.pods
    return tuple(
        SimpleNamespace(
            number=number,
            people=[
                ("" if building else seat, directory[player])
                for seat, player in enumerate(ids, 1)
                if player in directory.people
            ],
        )
        for number, ids in groups.items()
    )


def words(draft: Draft, player: str) -> str:
    """Return where a player is to go now: "Pod 2, seat 5", "Building table 7", or ""."""
    number, seat = place(draft, player)
    if seat:
        return _("Pod {pod}, seat {seat}", pod=number, seat=seat)
    return _("Building table {table}", table=number) if number else ""


def chart(number: int, players: Sequence[str], directory: Directory) -> SimpleNamespace:
    """Return a pod as a seating chart: seat 1 at the top, then clockwise, so that opponents in
    round 1 sit opposite each other. The chart has `rows` rows; rows and columns count from 1. The
    middle is free between the first row and row `foot`."""
    spots = around(len(players))
    seats = [
        SimpleNamespace(seat=seat, name=person.name, file=person.file, row=row, column=column)
        for seat, (player, (row, column)) in enumerate(zip(players, spots, strict=True), 1)
        if (person := directory.people.get(player))
    ]
    return SimpleNamespace(
        number=number, seats=seats, rows=max((row for row, _ in spots), default=0),
        foot=(len(players) + 3) // 2,
    )  # fmt: skip


def around(count: int) -> list[tuple[int, int]]:
    """Return row and column of each seat round a table: the first at the top, down on the right, up
    on the left; for even numbers, one at the bottom, so that opposite seats face each other.

        8:      1          5:     1
              8   2             5   2
              7   3             4   3
              6   4
                5
    """
    side = (count - 1) // 2
    right = [(row, _RIGHT) for row in range(2, side + 2)]
    foot = [(side + 2, _MIDDLE)] if count % 2 == 0 else []
    left = [(row, _LEFT) for row in range(side + 1, 1, -1)]
    return [(1, _MIDDLE), *right, *foot, *left][:count]


def _sentences(draft: Draft, zone: str) -> Iterator[str]:
    if draft.pods:
        yield ngettext("{n} pod.", "{n} pods.", len(draft.pods))
    yield from team_seats(draft)
    minutes = draft.ruleset.building_minutes
    if draft.building and not draft.over:
        yield ngettext(
            "Deck building began at {time} and lasts {n} minute.",
            "Deck building began at {time} and lasts {n} minutes.",
            minutes,
            time=texts.clock(draft.building, zone),
        )
    elif draft.registering and not draft.over:
        yield ngettext(
            "Deck registration began at {time} and lasts {n} minute.",
            "Deck registration began at {time} and lasts {n} minutes.",
            draft.ruleset.registration_minutes,
            time=texts.clock(draft.registering, zone),
        )
    elif not draft.fixed and draft.pods:
        yield _("Pods and seats can still change until deck building begins.")


def team_seats(draft: Draft) -> Iterator[str]:
    """Yield how members of teams sit at a draft table, if teams draft."""
    played = draft.ruleset.played_as
    if not draft.pods or played is None or not played.teams:
        return
    if played.members == _PARTNERS:
        yield _("Partners sit side by side.")
    else:
        yield _("Teams sit by turns: the first member of each team, then the second of each ...")
