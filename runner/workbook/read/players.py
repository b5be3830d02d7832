"""Read the sheet Players: names, Ids, absences, byes, wishes, and the organiser's own columns."""

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from runner.core import contacts, decks, names, privacy, results
from runner.core.decks import Deck, OpenLists
from runner.core.event import Event
from runner.core.identifiers import SEAT_LETTERS
from runner.core.player import Player, Shown
from runner.core.problems import Place
from runner.core.teams import called
from runner.rules.variants import team_size
from runner.workbook.column import find_choice, normal
from runner.workbook.layout import PlayersLayout
from runner.workbook.read import teams
from runner.workbook.read.sheet import SheetRow, View, clean, unknown_choice
from runner.workbook.schema import DECKS, EXTRAS, NAMES_SHOWN, PLAYERS, SHOWN_AS
from runner.workbook.xlsx.parts import cell_position, cell_reference


class RowPlaces(Mapping[str, Place]):
    """The cells of one row by column, made only when somebody asks."""

    __slots__ = ("_number", "_view")

    def __init__(self, view: View, number: int) -> None:
        self._view = view
        self._number = number

    def __getitem__(self, column: str) -> Place:
        if column not in self._view.columns:
            raise KeyError(column)
        return self._view.place(column, self._number)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RowPlaces):
            return NotImplemented
        here, there = self._view, other._view
        return (self._number, here.name, here.columns) == (
            other._number, there.name, there.columns,
        )  # fmt: skip

    def __iter__(self) -> Iterator[str]:
        return iter(self._view.columns)

    def __len__(self) -> int:
        return len(self._view.columns)


_HALVES = frozenset(
    map(normal, ("First name", "Last name", "Given name", "Family name", "Forename", "Surname"))
)
HEADINGS = _HALVES | set(
    map(normal, ("Names", "Players", "Participant", *PLAYERS.column("name").spellings))
)
"""Names that nobody has: headings of a list that was pasted."""

_NOTE = re.compile(r"\s*[:–—]\s*|\s+-\s+")
"""What is between the state of a deck and a note: "problem: 99 cards", "problem – marked"."""


def read_players(view: View, event: Event) -> tuple[tuple[Player, ...], PlayersLayout]:
    """Return everybody in the sheet, in its order, and where each stands. `event` says which
    headings go with the players to the pages, and how their names do. Of two rows with one name or
    one Id the first is kept; a name that two published players share is fatal. A team without a
    name goes by those of its members."""
    listed = () if event.open_lists is OpenLists.AS_LISTED else decks.HEADINGS
    extras = _extra_columns(view, dict.fromkeys((*event.public_columns, *listed)))
    by_name: dict[str, Player] = {}
    by_id: dict[str, Player] = {}
    cells: dict[str, dict[str, str]] = {}
    of_teams = team_size(event.phases) > 0
    for row in view:
        members = {} if row.blank() else teams.members_of(row)
        if row.blank() or (player := _player(row, extras, members)) is None:
            continue
        if _is_new(view, player, by_name, by_id):
            player = replace(player, team=of_teams or bool(members))
            by_name[names.key(player.name)] = player
            cells[names.key(player.name)] = members
            if player.id:
                by_id[names.key(player.id)] = player
    players = teams.alone(tuple(by_name.values()), cells, view.report)
    _report_names(view, players, event.names_shown)
    if not by_name:
        place, fix = view.place("name", view.header + 1), "Type or paste the names under Name."
        view.report.warning("players.none", place, "There is no player yet.", fix)
    rows = {name: _row(player.place) for name, player in by_name.items()}
    return players, PlayersLayout(*view.stands, rows)


def _player(row: SheetRow, extras: Mapping[str, int], members: Mapping[str, str]) -> Player | None:
    name = row.text("name")
    if not name and members and not row.value("name"):
        name = called(tuple(members.values()))
    if not name:
        if not row.value("name"):
            row.error("players.no-name", "name", "This row has no name, so it is left out.",
                      "Type the name, or clear the whole row.")  # fmt: skip
        return None
    if normal(name) in HEADINGS and not row.value("id"):
        row.warning("players.name-is-a-heading", "name",
            f"“{name}” is the heading of a pasted list and not a player, so nobody plays under it.",
            "Clear the row; first and last names go into one cell, under Name."
            if normal(name) in _HALVES
            else "Clear the row. Somebody with that name needs a second word in it.")  # fmt: skip
        return None
    if row.value("name"):
        row.for_everybody("name", name)  # which stays as it is: by it the player is known
    if name.casefold() in results.WORDS or name.upper() in SEAT_LETTERS:
        row.warning("players.name-is-a-result", "name", f"“{name}” means something else where a "
                    "result is typed, so no result can be typed with this name.",
                    "Type the seat letter in results, or add a second word to the "
                    "name.")  # fmt: skip
    drops_after, returns = row.count("drops_after"), row.count("returns")
    if returns is not None and drops_after is not None and returns <= drops_after:
        row.error("players.returns-before-drop", "returns", f"{name} cannot return in round "
                  f"{returns}, having dropped after round {drops_after}.",
                  "Correct one of the two.")  # fmt: skip
        returns = None
    shown, handle = _shown(row)
    if contacts.without(id_ := row.text("id")) != id_ and contacts.kind(id_) != contacts.TELEPHONE:
        row.error("players.id-has-address", "id",
                  "This Id holds an e-mail address, and Ids are public.",
                  "Clear it, and Runner gives another; where round 1 is out, restore the save from "
                  "before the address was typed.", fatal=True)  # fmt: skip
    return Player(
        id=id_,
        name=name,
        club=row.text("club"),
        enters=row.count("enters") or 1,
        drops_after=drops_after,
        returns=returns,
        awarded_byes=row.count("awarded_byes") or 0,
        fixed_table=row.count("fixed_table"),
        keep_apart=row.list("keep_apart"),
        colours=row.choice("colours"),
        extra={head: text for head, at in extras.items() if (text := row.at(at, head))},
        notes=row.text("notes"),
        deck=_deck(row, extras),
        reason=row.text("reason"),
        place=row.place("name"),
        places=RowPlaces(row.view, row.number),
        shown=shown,
        handle=handle,
        members=tuple(members.values()),
        substitutes=teams.substitutes_of(row, members),
    )


def _deck(row: SheetRow, public: Container[str]) -> Deck:
    """Return what is known of the deck; a state that cannot be understood counts as none."""
    state, *notes = _NOTE.split(row.text("deck").strip(), maxsplit=1)
    choice = find_choice(state, DECKS) if state else None
    if state and not choice:
        row.warning("players.deck-state-unknown", "deck", f"“{state}” is not the state of a deck.",
                    unknown_choice(state, DECKS))  # fmt: skip
    commander, decklist = (
        clean(value) if isinstance(value := row.value(key), str) and heading not in public else ""
        for key, heading in (("commander", decks.COMMANDER), ("decklist", decks.DECKLIST))
    )
    return Deck(
        choice.value if choice else "", "".join(notes) if choice else "", commander, bool(decklist)
    )


def _shown(row: SheetRow) -> tuple[Shown | None, str]:
    """Return how the player is to be named in public: one of the words, or a handle."""
    text = clean(row.text("shown_as"))
    if text := row.for_everybody("shown_as", text) if text else "":
        if word := find_choice(text, SHOWN_AS):
            return Shown(word.value), ""
        if find_choice(text, NAMES_SHOWN):
            row.error("players.handle-unusable", "shown_as",
                      f"“{text}” is not a handle, so the name is shown as Event says.",
                      "Type the handle itself, or clear the cell.")  # fmt: skip
            return None, ""
    return None, text


def _report_names(view: View, players: Sequence[Player], everybody: Shown) -> None:
    """Who lacks a handle where handles are shown, and Ids that tell a name that is not shown."""
    bare = [player for player in players if player.shown is None and not player.handle]
    if everybody is Shown.HANDLE and bare:
        named = ", ".join(player.name for player in bare[:5]) + (", …" if len(bare) > 5 else "")
        view.report.warning("players.handles-missing", view.place("shown_as", _row(bare[0].place)),
                            f"Event shows handles, but {len(bare)} of {len(players)} players have "
                            f"none ({named}): first name and initial are shown for them.",
                            "Type their handles under “Shown as”.")  # fmt: skip
    for player in players:
        last = normal(player.name.replace(",", " ").split()[-1] if player.name.strip(" ,") else "")
        hidden = privacy.way(player, everybody) is not Shown.FULL
        if hidden and len(last) > 2 and last in normal(player.id):
            view.report.warning("players.id-gives-name-away", view.place("id", _row(player.place)),
                                f"The Id {player.id} gives away the name of {player.name}, which "
                                "is not shown in full; Ids are public.",
                                "Before round 1 is out: clear the Id, and Runner gives another "
                                "one.")  # fmt: skip


def _is_new(
    view: View, player: Player, by_name: Mapping[str, Player], by_id: Mapping[str, Player]
) -> bool:
    """Return whether neither name nor Id is taken; both rows are named where one is."""
    same_id = by_id.get(names.key(player.id)) if player.id else None
    same_name, row = by_name.get(names.key(player.name)), _row(player.place)
    if same_name is not None:
        view.report.error("players.same-name", player.place, f"“{player.name}” appears in rows "
                          f"{_row(same_name.place)} and {row}, so a result could mean either.",
                          "Add something to one of the names, such as a town or an initial, or "
                          "clear the row.",
                          fatal=bool(player.id and same_name.id and same_id is None))  # fmt: skip
    elif same_id is not None:
        view.report.error("players.same-id", view.place("id", row),
                          f"The Id {player.id} appears in rows {_row(same_id.place)} and {row}.",
                          f"Clear the Id of {player.name} or of {same_id.name}, whoever came "
                          "later; Runner gives a new one.")  # fmt: skip
    return same_name is None and same_id is None


def _extra_columns(view: View, public: Iterable[str]) -> dict[str, int]:
    """Return the columns to publish: heading -> number."""
    columns: dict[str, int] = {}
    own = {normal(heading): heading for heading in view.others}
    declared = {
        normal(text): column for column in view.schema.values() for text in column.spellings
    }
    for wanted in public:
        heading, column = own.get(normal(wanted)), declared.get(normal(wanted))
        if heading is not None:
            columns[heading] = view.others[heading]
        elif column is None:
            close = names.nearest(wanted, [*view.others, *(extra.heading for extra in EXTRAS)])
            view.report.warning(
                "players.public-column-missing", Place(view.name, cell_reference(view.header, 1)),
                f"There is no column “{wanted}”, which Event lists as public.",
                f"Did you mean “{close}”?" if close else "Add the column, or take it off the list.",
            )  # fmt: skip
        elif column.extra:
            if column.key in view.columns:
                columns[column.heading] = view.columns[column.key]
        elif not column.public:
            view.report.warning("players.public-column-private",
                                view.place(column.key, view.header),
                                f"“{column.heading}” is private, so it isn’t published.",
                                "Copy what may be published into a column of your "
                                "own.")  # fmt: skip
    return columns


def _row(place: Place) -> int:
    return cell_position(place.cell)[0]
