"""Find the player whom a name means, and all names to be erased with it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from runner.app.load import Loaded
from runner.core import names, privacy
from runner.core.player import Player, Shown
from runner.core.problems import Place, Problem, error
from runner.core.redaction import Unnamed
from runner.core.teams import Team
from runner.workbook.write.erase import Erased, is_word


class Whom(NamedTuple):
    """A player, or the member of a team with that number, from 1."""

    player: Player
    member: int = 0

    @property
    def key(self) -> str:
        """The key under which an unfinished erasure is noted: "P014", "P014.2"."""
        return f"{self.player.id}.{self.member}" if self.member else self.player.id


def found(text: str, loaded: Loaded, begun: Mapping[str, Iterable[str]]) -> Whom | Problem:
    """Return the one player with that id or name, or a name of before, however it is spelt, or
    member of a team; `begun` has the names, by `Whom.key`, of those with whom it was stopped
    half-way."""
    players = loaded.snapshot.players
    everybody = [Whom(each) for each in players.values()]
    members = [who for each in players.values() for who in _members(each, loaded, begun)]
    exact = [who for who in everybody
             if names.key(text) in map(names.key, (who.player.id, who.player.name))]  # fmt: skip
    exact = exact or [
        who for who in members if names.key(text) in map(names.key, _named(who, loaded))
    ]
    like = exact or [
        who
        for who in (*everybody, *members)
        if any(
            names.folded(text) in names.keys(name)
            for name in (*_named(who, loaded), *begun.get(who.key, ()))
        )
    ]
    if len(like) == 1:
        return like[0]
    if like:
        which = ", ".join(f"{_named(who, loaded)[0]} ({who.player.id})" for who in like)
        fix = (
            "Give the name in full." if any(who.member for who in like) else "Give the id instead."
        )
        return error("erase.several-meant", Place(), f"“{text}” may be any of these: {which}.", fix)
    known = (name for who in (*everybody, *members) for name in _named(who, loaded)[:1])
    close = names.nearest(text, known)
    fix = f"Did you mean “{close}”?" if close else "Give the name as on Players, or the id."
    return error("erase.nobody-meant", Place(), f"Nobody in this event is called “{text}”.", fix)


def _members(team: Player, loaded: Loaded, begun: Mapping[str, Iterable[str]]) -> Iterator[Whom]:
    """Return everybody who plays or has played for a team or may join it, and who is half
    erased."""
    numbers = {number for number, _ in _people(team, loaded)}
    halves = (key.rpartition(".") for key in begun)
    numbers |= {int(number) for id_, _, number in halves if id_ == team.id and number.isdecimal()}
    return (Whom(team, number) for number in sorted(numbers))


def _people(team: Player, loaded: Loaded) -> list[tuple[int, str]]:
    """Return the number and each name of a team's people; those who may join are the last."""
    known = loaded.snapshot.teams.get(team.id, Team(()))
    people = [(each.number, each.name) for each in known.members]
    for id_, numbers in known.rounds.items():
        people += zip(numbers, loaded.ledger.rounds[id_].members[team.id], strict=False)
    named = {names.key(name) for _, name in people}
    more = (name for name in team.substitutes if names.key(name) not in named)
    return [*people, *enumerate(more, len(known.members) + 1)]


def _named(who: Whom, loaded: Loaded) -> list[str]:
    """Return every name that somebody has had, the current ones first."""
    if who.member:
        named = [name for number, name in _people(who.player, loaded) if number == who.member]
        return list(dict.fromkeys(named))
    entries = loaded.ledger.entries
    known = [entry.data.get(key, {}).get(who.player.id) for key in ("names", "was")
             for entry in entries]  # fmt: skip
    return [who.player.name, *dict.fromkeys(name for name in known if isinstance(name, str))]


def erased(whom: Whom, loaded: Loaded, also: Iterable[str] = ()) -> Erased:
    """Return what is to be removed, and what replaces it; a former name that is another player's
    now stays. With a team, all its members are erased."""
    player, players = whom.player, loaded.snapshot.players
    after = {**players, player.id: replace(player, shown=Shown.ERASED, handle="")}
    instead = privacy.aliases(after.values(), loaded.event.names_shown)[player.id].name
    people = [] if whom.member else [name for _, name in _people(player, loaded)]
    others = _others(whom, loaded)
    if whom.member:
        instead = privacy.erased_member(instead, whom.member)
    taken = {key for name in others for key in names.keys(name)}
    first, *before = _named(whom, loaded) or [*also]
    known = [name for name in (*before, *people) if names.folded(name) not in taken]
    every = frozenset({first, *known, *also} - {instead})
    words = frozenset(filter(is_word, every))
    listed = [names.last_first(name) for name in others]  # "Example, Ana Maria (Leeds)"
    fit = Unnamed(_spelt(every - words, instead), (*others, *listed), players.keys())
    parts = {names.folded(part) for name in listed for part in name.split(", ")}
    spelt = _spelt(every, instead).keys()
    shared, alone = frozenset(taken & spelt), frozenset(parts & spelt)
    return Erased(every, instead, fit, words, shared, alone, row=not whom.member)


def _others(whom: Whom, loaded: Loaded) -> list[str]:
    others: list[str] = []
    for each in loaded.snapshot.players.values():
        if each.id != whom.player.id:
            others += [each.name, *(name for _, name in _people(each, loaded))]
        elif whom.member:
            others += [name for number, name in _people(each, loaded) if number != whom.member]
    return others


def namesakes(whom: Whom, loaded: Loaded) -> list[str]:
    """Return the ids of other players with the same name, however it is spelt."""
    keys = {key for name in _named(whom, loaded)[:1] for key in names.keys(name)}
    return [each.id for each in loaded.snapshot.players.values()
            if each.id != whom.player.id and keys & names.keys(each.name)]  # fmt: skip


def _spelt(every: Iterable[str], instead: str) -> Mapping[str, str]:
    return {key: instead for name in every for key in names.keys(name)}
