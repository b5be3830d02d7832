"""How people are named in public: full name, first name and initial, handle, or a number.

The workbook, the ledger, slips and other documents for staff use full names; pages and published
data are made from players with their public names (docs/privacy.md).
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from runner.core import contacts, names
from runner.core.decks import NO_DECK
from runner.core.event import Event
from runner.core.player import Player, Shown
from runner.core.redaction import Unnamed
from runner.core.teams import Team, renamed
from runner.core.time_sheet import RoundStart

_MOST_LETTERS = 3  # of a last name, before players with the same public name are numbered
_ERASED_MEMBER = re.compile(r"Player [0-9]+[A-Z]")
_NUMBER = re.compile(r"[A-Za-z]?0*([1-9][0-9]{0,8})")
_NAMELESS = (Shown.HIDDEN, Shown.ERASED)
# Who keeps a name if several would have it: a handle never takes another player's full name.
_PRECEDENCE = (Shown.FULL, Shown.INITIAL, Shown.HANDLE, *_NAMELESS)
_Players = Mapping[str, Player]


class Alias(NamedTuple):
    """A player's public name: for sentences, and for lists by last name."""

    name: str
    listed: str


def way(player: Player, everybody: Shown) -> Shown:
    """Return how a player's name is shown: the player's own choice, else the event's. If the event
    shows handles, a player without one goes by first name and initial."""
    if player.shown is not None:
        return player.shown
    if player.handle:
        return Shown.HANDLE
    return Shown.INITIAL if everybody is Shown.HANDLE else everybody


def aliases(players: Iterable[Player], everybody: Shown) -> dict[str, Alias]:
    """Return each player's public name, by id; no two are the same.

    Initials that would be the same are told apart by up to three letters of the last name ("Ana
    Ex.", "Ana Es."), then by a number ("Ana E. (2)"), lower ids first. Addresses and telephone
    numbers are removed; a name that is nothing else becomes a number, as if hidden.
    """
    ordered = sorted(players, key=lambda player: (len(player.id), player.id))
    ways = {player.id: way(player, everybody) for player in ordered}
    hidden = [player for player in ordered if ways[player.id] in _NAMELESS]
    secret = {
        key for each in hidden for name in (each.name, *each.members) for key in names.keys(name)
    }
    ordered = [replace(player, name=contacts.without(player.name)) for player in ordered]
    short = [player for player in ordered if ways[player.id] is Shown.INITIAL]
    named = _initials([player for player in short if not player.team])
    named |= {player.id: _team(player) for player in short if player.team}
    for position, player in enumerate(ordered, 1):
        if (how := ways[player.id]) is Shown.HANDLE:
            named[player.id] = Alias(player.handle, player.handle)
        elif how in _NAMELESS or not player.name:
            match = _NUMBER.fullmatch(player.id)
            name = f"Player {match[1] if match else position}"
            named[player.id] = Alias(name, name)
        elif how is Shown.FULL:
            named[player.id] = Alias(player.name, player.in_lists)
    ordered.sort(key=lambda player: _PRECEDENCE.index(ways[player.id]))
    barred = {player.id: secret for player in ordered if ways[player.id] is Shown.HANDLE}
    return _numbered([player.id for player in ordered], named, barred)


def _team(player: Player) -> Alias:
    """Return a team's own name, with its members' full names shortened."""
    instead = {
        key: initial(name).name
        for name in (*player.members, *player.substitutes)
        for key in names.keys(name)
    }
    name = Unnamed(instead, ()).renamed(player.name)
    return Alias(name, name)


def member(name: str, how: Shown) -> Alias | None:
    """Return the public name of a team member, given how the team is shown; None if it is not
    shown."""
    name = contacts.without(name)
    if not name or how not in (Shown.FULL, Shown.INITIAL):
        return None
    if _ERASED_MEMBER.fullmatch(name):
        return Alias(name, name)
    return Alias(name, names.last_first(name)) if how is Shown.FULL else initial(name)


def erased_member(team: str, number: int) -> str:
    """Return the public name of an erased member of a `team`, by number from 1: "Player 14B"."""
    return f"{team}{chr(ord('A') + (number - 1) % 26)}"


def _initials(players: Sequence[Player]) -> dict[str, Alias]:
    """Return first names and last initials, with up to three letters of the last name to tell them
    apart."""
    named = {player.id: initial(player.name) for player in players}
    groups: dict[str, list[Player]] = defaultdict(list)
    for player in players:
        groups[names.key(named[player.id].name)].append(player)
    for same in groups.values():
        for letters in range(2, _MOST_LETTERS + 1) if len(same) > 1 else ():
            longer = {player.id: initial(player.name, letters) for player in same}
            if len({names.key(alias.name) for alias in longer.values()}) == len(same):
                named |= longer
                break
    return named


def initial(name: str, letters: int = 1) -> Alias:
    """Return "Ana E." for "Ana Maria Example", "山. 太郎" for "山田 太郎"; one word is unchanged.
    Brackets and words without letters or digits (a town, an emoji) are left out."""
    first, last, _ = names.parts(name)
    words = _words(f"{first} {last}")
    if len(words) < 2:
        return Alias(name, name)
    short = _beginning(words[-1], letters)
    if names.family_first(name):
        return Alias(f"{short} {words[0]}", f"{short} {words[0]}")
    return Alias(f"{words[0]} {short}", f"{short}, {words[0]}")


def _words(name: str) -> list[str]:
    plain = re.sub(r"\([^)]*\)", " ", name)
    return [word for word in plain.split() if any(letter.isalnum() for letter in word)]


def _beginning(word: str, letters: int) -> str:
    """Return the first letters and a full stop, "E."; the whole word if that is no longer."""
    start = next(at for at, letter in enumerate(word) if letter.isalnum())
    end = start
    for at in range(start, len(word)):
        if word[at].isalnum():
            if not letters:
                return f"{word[start:end]}."
            letters -= 1
        if word[at].isalnum() or unicodedata.combining(word[at]):
            end = at + 1
    return word[start:end]


def _numbered(
    ordered: Iterable[str], named: Mapping[str, Alias], barred: Mapping[str, Collection[str]]
) -> dict[str, Alias]:
    """Return the aliases, with a number appended to each that is taken already or barred."""
    taken: set[str] = set()
    numbered = {}
    for id_ in ordered:
        alias, number = named[id_], 1
        while names.key(alias.name) in taken or names.folded(alias.name) in barred.get(id_, ()):
            number += 1
            alias = Alias(*(f"{text} ({number})" for text in named[id_]))
        taken.add(names.key(alias.name))
        numbered[id_] = alias
    return numbered


# --- what the public gets ------------------------------------------------------------------------


def public(
    event: Event, players: _Players, spellings: Mapping[str, str] | None = None
) -> tuple[Event, dict[str, Player], Unnamed]:
    """Return the public event, its public players by id, and what removes hidden names from texts.

    Players have their public names and nothing private; the event has none of the lines with names
    as typed. If a full name that is not shown occurs in another public text, such as a column or a
    reason, the public name replaces it. So it does for `spellings`: former names, each with the id.
    """
    known = aliases(players.values(), event.names_shown)
    former = {
        name: id_
        for name, id_ in (spellings or {}).items()
        if id_ in players and way(players[id_], event.names_shown) is not Shown.FULL
    }
    fit = _unnamed(players, known, former, event.names_shown)
    shown = {
        key: _public_player(player, known[key], way(player, event.names_shown), fit)
        for key, player in players.items()
    }
    stripped = replace(
        event,
        name=fit(event.name),
        venue=fit(event.venue),
        prizes=tuple(prize._replace(what=fit(prize.what, numbers=True)) for prize in event.prizes),
        phases=tuple(replace(phase, name=fit(phase.name)) for phase in event.phases),
        players=tuple(shown.values()),
        rounds=(),
        penalties=(),
        decisions=(),
        extensions=(),
        starts=tuple(RoundStart(line.round, line.at) for line in event.starts),
        stops=(),
        draft=(),
        commanders=(),
        screens=tuple(
            replace(each, name=fit(each.name), message=fit(each.message), off_camera=())
            for each in event.screens
        ),
        names_shown=Shown.FULL,
    )
    return stripped, shown, fit


def _public_player(player: Player, alias: Alias, how: Shown, fit: Unnamed) -> Player:
    nameless = how in _NAMELESS
    return replace(
        player,
        name=alias.name,
        listed=alias.listed,
        shown=None,
        handle="",
        notes="",
        reason="",
        deck=NO_DECK,
        keep_apart=(),
        members=_shown_members(player.members, how),
        substitutes=_shown_members(player.substitutes, how),
        club="" if nameless else fit(player.club),
        extra={}
        if nameless
        else {key: fit(text, numbers=contacts.numbered(key)) for key, text in player.extra.items()},
    )


def _shown_members(members: Iterable[str], how: Shown) -> tuple[str, ...]:
    return tuple(alias.name for name in members if (alias := member(name, how)))


def teams(event: Event, players: _Players, members: Mapping[str, Team]) -> dict[str, Team]:
    """Return the teams with the public names of their members; members who are not shown are left
    out."""
    shown = {}
    for id_, team in members.items():
        how = way(players[id_], event.names_shown)
        named = {each.name: member(each.name, how) for each in team.members}
        if known := {name: (alias.name, alias.listed) for name, alias in named.items() if alias}:
            shown[id_] = renamed(team, known)
    return shown


def _members_instead(player: Player, alias: Alias, how: Shown) -> dict[str, str]:
    """Return the replacement of each member's full name that is not shown, by spelling."""
    if how is Shown.FULL:
        return {}
    return {
        key: (member(name, how) or alias).name
        for name in (*player.members, *player.substitutes)
        for key in names.keys(name)
    }


def _unnamed(
    players: _Players, known: Mapping[str, Alias], former: Mapping[str, str], everybody: Shown
) -> Unnamed:
    """Return what replaces full names that are not shown by public names. A former name that is now
    another player's is not replaced."""
    instead: dict[str, str] = {}
    shown: list[str] = []
    taken = {key for player in players.values() for key in names.keys(player.name)}
    for name, id_ in former.items():
        if names.folded(name) not in taken and name != known[id_].name:
            instead |= dict.fromkeys(names.keys(name), known[id_].name)
    for id_, player in players.items():
        how = way(player, everybody)
        instead |= _members_instead(player, known[id_], how)
        shown += player.members if how is Shown.FULL else ()
    for id_, player in players.items():
        if player.name != known[id_].name:
            instead |= dict.fromkeys(names.keys(player.name), known[id_].name)
        else:
            shown.append(player.name)
    return Unnamed(instead, shown, players.keys())


def without_erased(event: Event, players: _Players) -> tuple[dict[str, Player], Unnamed]:
    """Return the players, the erased ones with their public names only, and what removes the erased
    names from texts; for documents that are not public but leave the organiser's hands."""
    known = aliases(players.values(), event.names_shown)
    erased = {key for key, player in players.items() if player.shown is Shown.ERASED}
    instead = {
        spelt: known[key].name
        for key in erased
        for name in (players[key].name, *players[key].members, *players[key].substitutes)
        if name != known[key].name
        for spelt in names.keys(name)
    }
    others = [
        name
        for key, player in players.items()
        if key not in erased
        for name in (player.name, *player.members)
    ]
    named = {
        key: replace(
            player,
            name=known[key].name,
            notes="",
            reason="",
            extra={},
            members=(),
            substitutes=(),
            deck=NO_DECK,
        )
        if key in erased
        else player
        for key, player in players.items()
    }
    return named, Unnamed(instead, others, players.keys())


def nameless(event: Event, players: _Players) -> frozenset[str]:
    """Return the ids of the hidden and erased players."""
    return frozenset(
        key for key, player in players.items() if way(player, event.names_shown) in _NAMELESS
    )


def tells(hidden: Collection[str], fit: Unnamed, state: Mapping[str, Any]) -> bool:
    """Return whether the state from which a round was paired reveals what is not shown: a name in
    one of its texts, an address as a club, or the club of a `hidden` player."""
    clubs = {each["id"]: each["club"] for each in state.get("players", ()) if each.get("club")}
    private = any(id_ in hidden or fit(club) != club for id_, club in clubs.items())
    return private or fit.told_by(state)


def on_paper(event: Event, players: _Players) -> dict[str, str]:
    """Return the names on slips, "Last, First", by id. They are full names, as judges need them;
    only erased players, and those whose name is just an address, have their public name here
    too."""
    known = aliases(players.values(), event.names_shown)
    bare = {key: contacts.without(player.name) for key, player in players.items()}
    return {
        key: replace(player, name=bare[key]).in_lists
        if bare[key] and player.shown is not Shown.ERASED
        else known[key].listed
        for key, player in players.items()
    }
