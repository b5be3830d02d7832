"""Names, file names and sort order of players on the pages."""

import re
from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from hashlib import blake2b
from itertools import groupby
from types import SimpleNamespace
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId, seat_letter
from runner.core.names import family_first, plain
from runner.core.player import Player
from runner.core.teams import Member, Team
from runner.rules.variants import find
from runner.rules.variants.variant import ResultForm

_PLAIN_ID = re.compile(r"[A-Z]?[0-9]{1,9}")
_LINK = re.compile(r"https?://[^\s<>\"\\]+", re.IGNORECASE)
_DECKLIST = re.compile(r"(deck[ -]?)?list|deck ?list address", re.IGNORECASE)
FEW_NAMES = 30
"""Up to this many names need no letters above them."""


class Person(NamedTuple):
    """A player as shown on pages. `file` is the name of their page, without ".html".

    `facts` are the public columns of the workbook, and `deck` is a web address or "". For a member
    of a team, `team` is its name and `team_file` its page; `seat` is the letter of the member's
    seat, or "" if members have no fixed seats or no longer play. `whole`: the name is a team's and
    has no last name.
    """

    file: str
    name: str
    last_first: str
    club: str
    facts: tuple[tuple[str, str], ...]
    deck: str
    team: str = ""
    team_file: str = ""
    seat: str = ""
    whole: bool = False

    @property
    def last(self) -> str:
        """The last name, or the whole name if it has only one part."""
        return self.last_and_first[0]

    @property
    def last_and_first(self) -> tuple[str, str]:
        """The last name and the first names ("" if the name has only one part)."""
        mark = " " if family_first(self.last_first) and not self.whole else ", "
        last, _mark, first = self.last_first.partition(mark)
        return last, first


def file_name(identity: str) -> str:
    """Return a file name for a player's page that is valid on every system and in URLs.

    Ids such as P012 or 12 are kept. Any other id gets a hash, which makes names unique even if case
    is ignored, and never a reserved name.
    """
    if _PLAIN_ID.fullmatch(identity):
        return identity
    readable = re.sub(r"[^a-z0-9]+", "-", plain(identity)).strip("-")[:24]
    checksum = blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()
    return f"{readable}-{checksum}" if readable else f"x-{checksum}"


def link(text: str) -> str:
    """Return the text if it is an http or https address, otherwise ""."""
    return text if _LINK.fullmatch(text) else ""


class Directory:
    """All players of the event by id, and their alphabetical order."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.people = {key: _person(player) for key, player in snapshot.players.items()}
        self.names = {key: person.name for key, person in self.people.items()}
        self._teams = snapshot.teams
        # All present and former members of teams, by a key that cannot be a player's id.
        variants = filter(None, (find(phase.phase.variant) for phase in snapshot.phases))
        self._lettered = any(variant.form is ResultForm.DUELS for variant in variants)
        self.members = {
            _member_key(team, each.number): self._member(team, each)
            for team, roster in snapshot.teams.items()
            for each in roster.members
            if team in self.people and each.name
        }

    def __getitem__(self, player: str) -> Person:
        return self.people[player]

    def _member(self, team: str, member: Member) -> Person:
        whole, seat = self.people[team], self._teams[team].seat(member.number)
        letter = seat_letter(seat) if self._lettered and seat is not None else ""
        return Person(
            f"{whole.file}-m{member.number}", member.name, member.listed, whole.club, (), "",
            whole.name, whole.file, letter,
        )  # fmt: skip

    def team(self, player: str, round_id: RoundId | None = None) -> tuple[Person, ...]:
        """Return the members of a team now, or in a round, in the order of their seats. Return ()
        for a single player, or for a team whose members are hidden."""
        members = self._teams.get(player, Team(())).playing(round_id)
        return tuple(
            self.members[_member_key(player, each.number)] for each in members if each.name
        )

    def each(self, players: Iterable[str]) -> dict[str, tuple[str, Person]]:
        """Return the people whom a list by name includes: for a team its current members, otherwise
        the player. Keys are for `alphabetical`; values are the id of the player or team, and the
        person."""
        result: dict[str, tuple[str, Person]] = {}
        for player in players:
            members = self._teams.get(player, Team(())).playing()
            keys = (_member_key(player, each.number) for each in members if each.name)
            people = {key: (player, self.members[key]) for key in keys}
            result |= people or {player: (player, self.people[player])}
        return result

    @cached_property
    def _order(self) -> dict[str, tuple[str, str, str]]:
        return {
            key: (plain(person.last_first), person.last_first, key)
            for key, person in {**self.people, **self.members}.items()
        }

    def alphabetical(self, players: Iterable[str]) -> list[str]:
        """Return ids sorted by last name, ignoring accents and case."""
        return sorted(players, key=self._order.__getitem__)

    def short(self, player: str) -> str:
        """Return the last name of a player, with the initial if others have the same; names that
        begin with the family name have no initials."""
        last, first = self.people[player].last_and_first
        if not first or self._lasts[last] == 1:
            return last
        initial = first if family_first(self.people[player].name) else f"{first[:1]}."
        return f"{last}\N{NO-BREAK SPACE}{initial}"

    @cached_property
    def _lasts(self) -> Counter[str]:
        return Counter(person.last for person in self.people.values())

    def by_letter(
        self, rows: Iterable[tuple[str, object]], few: int = 0
    ) -> tuple[SimpleNamespace, ...]:
        """Group alphabetical `rows`, pairs of an id and a row, like the function of that name; up
        to `few` rows are one group without a letter."""
        pairs = [(self._order[player][0], row) for player, row in rows]
        if 0 < len(pairs) <= few:
            return (SimpleNamespace(letter="", rows=tuple(row for _name, row in pairs)),)
        return by_letter(pairs)


def by_letter(rows: Iterable[tuple[str, object]]) -> tuple[SimpleNamespace, ...]:
    """Group alphabetical `rows`, pairs of a plain name and a row, by initial letter. Return objects
    with `letter` ("#" for anything but a letter) and `rows`."""

    def letter(pair: tuple[str, object]) -> str:
        first = pair[0][:1].upper()
        return first if first.isalpha() else "#"

    return tuple(
        SimpleNamespace(letter=initial, rows=tuple(row for _, row in same))
        for initial, same in groupby(rows, letter)
    )


def _member_key(team: str, number: int) -> str:
    return f"{team} m{number}"


def team_and_number(key: str) -> tuple[str, int]:
    """Return the team's id and the member's number from a key of `members`."""
    team, _sign, number = key.rpartition(" m")
    return team, int(number)


def _person(player: Player) -> Person:
    facts, deck = [], ""
    for heading, text in player.extra.items():
        if _DECKLIST.fullmatch(heading) and link(text.strip()):
            deck = link(text.strip())
        elif text:
            facts.append((heading, text))
    name, listed = player.name, player.in_lists
    return Person(
        file_name(player.id), name, listed, player.club, tuple(facts), deck, whole=player.team
    )  # fmt: skip
