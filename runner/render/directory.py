"""The players as the pages name, sort and address them."""

import re
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


class Person(NamedTuple):
    """A player as pages show them. `file` is the name of their page without ".html".

    `facts` are the public columns of the workbook, `deck` an address (http, https) or "".
    Of a member `team` is the name of their team, `team_file` its page, and `seat` the letter of the
    seat that they play, "" where the members have none of their own, or play no longer. The name of
    a team is `whole`: it has no last name.
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
        """The last name, or all of a name that has none."""
        return self.last_and_first[0]

    @property
    def last_and_first(self) -> tuple[str, str]:
        """Last name and first names; a name of one piece is a last name."""
        mark = " " if family_first(self.last_first) and not self.whole else ", "
        last, _mark, first = self.last_first.partition(mark)
        return last, first


def file_name(identity: str) -> str:
    """A name for a player's page that every disk and every address can bear.

    Ids such as P012 or 12 stay as they are; any other gets a hash, so that no two are the same
    where capitals don't count, and none is a name that means something else.
    """
    if _PLAIN_ID.fullmatch(identity):
        return identity
    readable = re.sub(r"[^a-z0-9]+", "-", plain(identity)).strip("-")[:24]
    checksum = blake2b(identity.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()
    return f"{readable}-{checksum}" if readable else f"x-{checksum}"


def link(text: str) -> str:
    """The text as an address to follow, or "" where it is none of the web."""
    return text if _LINK.fullmatch(text) else ""


class Directory:
    """Every player of the event by id, and the order of lists by last name."""

    def __init__(self, snapshot: Snapshot) -> None:
        self.people = {key: _person(player) for key, player in snapshot.players.items()}
        self.names = {key: person.name for key, person in self.people.items()}
        self._teams = snapshot.teams
        # By a key that no player's id can be: everybody who plays, or has played, for a team.
        variants = filter(None, (find(phase.phase.variant) for phase in snapshot.phases))
        self._lettered = any(variant.form is ResultForm.DUELS for variant in variants)
        self.members = {
            _member_key(team, each.number): self._member(team, each)
            for team, found in snapshot.teams.items()
            for each in found.members
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
        """The people of a team now, or in a round, in the order of their seats; none of a player
        who plays alone, and of a team whose members are not shown."""
        found = self._teams.get(player, Team(())).playing(round_id)
        return tuple(self.members[_member_key(player, each.number)] for each in found if each.name)

    def each(self, players: Iterable[str]) -> dict[str, tuple[str, Person]]:
        """Everybody who looks for a name of theirs: the members of teams now, and who plays alone,
        each with the id of the player that they are, or are of; by a key for `alphabetical`."""
        found: dict[str, tuple[str, Person]] = {}
        for player in players:
            members = self._teams.get(player, Team(())).playing()
            keys = (_member_key(player, each.number) for each in members if each.name)
            people = {key: (player, self.members[key]) for key in keys}
            found |= people or {player: (player, self.people[player])}
        return found

    @cached_property
    def _order(self) -> dict[str, tuple[str, str, str]]:
        return {
            key: (plain(person.last_first), person.last_first, key)
            for key, person in {**self.people, **self.members}.items()
        }

    def alphabetical(self, players: Iterable[str]) -> list[str]:
        """The ids by last name; accents and capitals don't count."""
        return sorted(players, key=self._order.__getitem__)

    def by_letter(self, rows: Iterable[tuple[str, object]]) -> tuple[SimpleNamespace, ...]:
        """Return rows, which come in alphabetical order with the id they are about, under the first
        `letter` of sorted names, for finding oneself in a long list."""
        return tuple(
            SimpleNamespace(letter=letter, rows=tuple(row for _, row in same))
            for letter, same in groupby(rows, lambda pair: self._letter(pair[0]))
        )

    def _letter(self, player: str) -> str:
        first = self._order[player][0][:1].upper()
        return first if first.isalpha() else "#"


def _member_key(team: str, number: int) -> str:
    return f"{team} m{number}"


def team_and_number(key: str) -> tuple[str, int]:
    """The id of the team and the number of the member whom a key of `members` is about."""
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
