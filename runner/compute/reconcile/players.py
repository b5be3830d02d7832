"""Which player a name or Id means, and who has dropped."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from itertools import chain, count

from runner.core import names
from runner.core.event import Event
from runner.core.identifiers import RoundId, RowKind
from runner.core.player import Player
from runner.core.problems import Place, Problem, error, warning
from runner.core.results import says_drop
from runner.core.round_sheet import RoundSheet
from runner.core.rounds import Round
from runner.ledger.entries import ALWAYS, Entry, EntryKind
from runner.ledger.ledger import Ledger


class PlayerResolver:
    """Finds the id of a typed name, by its current spelling or a published one; else by its folded
    spelling, if only one player has it. The name of a member means the team."""

    def __init__(self, players: Mapping[str, Player], known: Mapping[str, str]) -> None:
        self.players = players
        self._cache: dict[str, str | None] = {}
        everybody = players.values()
        self._ids = {names.key(name): player.id for player in everybody for name in player.members}
        self._ids.update({names.key(name): identity for name, identity in known.items()})
        self._ids.update({names.key(identity): identity for identity in players})
        self._ids.update({names.key(player.name): player.id for player in players.values()})

    @cached_property
    def _alike(self) -> dict[str, set[str]]:
        by_key: dict[str, set[str]] = defaultdict(set)
        for player in self.players.values():
            for key in chain.from_iterable(map(names.keys, (player.name, *player.members))):
                by_key[key].add(player.id)
        return by_key

    def find(self, text: str) -> str | None:
        """Return the id; None if nobody has that name."""
        if text not in self._cache:
            self._cache[text] = self._ids.get(names.key(text)) or self._folded(text)
        return self._cache[text]

    def _folded(self, text: str) -> str | None:
        """Return the id by the folded spelling: "EXAMPLE,Jose" is José Example."""
        alike = self._alike.get(names.folded(text), ())
        return next(iter(alike)) if len(alike) == 1 else None

    def name(self, identity: str) -> str:
        """Return the current name of a player."""
        return self.players[identity].name

    def unknown(self, text: str, place: Place) -> Problem:
        """Return the error for a name that nobody has."""
        close = names.nearest(text, (player.name for player in self.players.values()))
        fix = f"Did you mean “{close}”?" if close else "Add the player there, or correct the name."
        return error("player.unknown", place, f"“{text}” is not in Players.", fix)


def identified(event: Event, ledger: Ledger) -> tuple[dict[str, Player], list[Problem]]:
    """Return all players by id, and problems. The id is the one typed, the one published under that
    name, or a new one. A published player who is missing from the Players sheet is kept, with an
    error."""
    published = {names.key(name): identity for name, identity in ledger.names.items()}
    typed = {player.id for player in event.players}
    free = (
        identity
        for number in count(1)
        if (identity := f"P{number:03d}") not in typed and identity not in ledger.people
    )
    players: dict[str, Player] = {}
    for player in event.players:
        known = published.get(names.key(player.name), "")
        usable = known and known not in typed and known not in players
        identity = player.id or (known if usable else next(free))
        players[identity] = replace(player, id=identity)
    lost = {identity: name for identity, name in ledger.people.items() if identity not in players}
    problems = [
        error(
            "player.row-gone",
            Place("Players"),
            f"“{name}” ({identity}) has been paired, but is not in Players any more.",
            "Put the row back; for a player who has left fill in “Drops after round”.",
        )
        for identity, name in lost.items()
    ]
    players.update({identity: _lost(identity, name, ledger) for identity, name in lost.items()})
    return players, problems


def _lost(identity: str, name: str, ledger: Ledger) -> Player:
    """Return a player whose row is missing, with the rounds that were last recorded."""
    enters, drops_after, returns = (ledger.coming or {}).get(identity, ALWAYS)
    return Player(identity, name, enters=enters or 1, drops_after=drops_after, returns=returns)


def renamed(players: Mapping[str, Player], ledger: Ledger) -> Iterator[Entry]:
    """Yield the ledger line for players whose names differ from those last published."""
    known = ledger.people
    changed = {
        identity: player.name
        for identity, player in players.items()
        if identity in known and names.key(known[identity]) != names.key(player.name)
    }
    known_in = [*ledger.rounds] or [RoundId(phase, 0) for phase in ledger.drafts]
    if changed and known_in:
        data = {"names": changed, "was": {identity: known[identity] for identity in changed}}
        yield Entry(EntryKind.RENAMED, max(known_in), data)


def with_drops(
    who: PlayerResolver, rounds: Mapping[RoundId, Round], sheets: Mapping[RoundId, RoundSheet]
) -> tuple[dict[str, Player], list[Problem]]:
    """Return the players with drops from both sheets, and the problems if these contradict each
    other."""
    known, problems = dict(who.players), list[Problem]()
    for number, id_ in enumerate(sorted(rounds), 1):
        now, sheet = rounds[id_], sheets.get(id_) or RoundSheet(id_, ())
        at_tables = (
            (player, sheet.tables[table.number].place("result"))
            for table in now.tables
            for player in table.drops
        )
        for player, place in (*at_tables, *_with_byes(now, sheet, who)):
            typed = who.players[player]
            back = typed.returns is not None and typed.returns <= number
            if back or typed.drops_after in (None, number):
                returns = None if back else typed.returns
                known[player] = replace(known[player], drops_after=number, returns=returns)
                continue
            why = f"{typed.name} drops after round {number} by this result, but Players says after "
            fix = "Players counts. Correct “Drops after round” there, or the result."
            why += f"round {typed.drops_after}."
            problems.append(warning("player.drops-twice", place, why, fix))
        problems += _no_result_of_a_bye(sheet)
    for each in known.values():
        if each.returns is not None and each.drops_after is None:
            known[each.id] = replace(each, returns=None)
            why = f"{each.name} cannot return in round {each.returns} without having dropped before"
            fix = "Fill in “Drops after round”, or clear “Returns in round”."
            place = each.at("returns")
            problems.append(error("player.returns-without-drop", place, f"{why} it.", fix))
    return known, problems


def _with_byes(now: Round, sheet: RoundSheet, who: PlayerResolver) -> Iterator[tuple[str, Place]]:
    for row in sheet.rows:
        player = who.find(row.seats[0]) if row.seats else None
        if row.key.kind is RowKind.BYE and player in now.byes and says_drop(row.reported):
            yield player or "", row.reported_at


def _no_result_of_a_bye(sheet: RoundSheet) -> Iterator[Problem]:
    for row in sheet.rows:
        known = row.key.kind is RowKind.BYE and says_drop(row.reported)
        if row.key.kind is not RowKind.TABLE and row.reported and not known:
            yield warning("result.of-a-bye", row.reported_at,
                f"Nobody plays in this row, so “{row.reported}” is ignored.",
                "Clear it; beside a bye only “drop” means something.")  # fmt: skip
