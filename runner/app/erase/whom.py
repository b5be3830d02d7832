"""Whom a name means that somebody asks to be erased, and all the names that go with it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from runner.app.load import Loaded
from runner.core import names, privacy, spelling
from runner.core.event import Player, Shown
from runner.core.problems import Place, Problem, error
from runner.core.redaction import Unnamed
from runner.workbook.write.erase import Erased
from runner.workbook.write.own_words import is_word


def found(text: str, loaded: Loaded, begun: Mapping[str, Iterable[str]]) -> Player | Problem:
    """The one player with that id or name, or a name of before, however it is spelt; `begun` has
    the names, by id, of those with whom it was stopped half-way."""
    players = loaded.snapshot.players
    exact = [each for each in players.values() if names.key(text) in _exactly(each)]
    like = exact or [
        each
        for each in players.values()
        if _like(text, (each.name, *_before(each.id, loaded), *begun.get(each.id, ())))
    ]
    if len(like) == 1:
        return like[0]
    if like:
        told = ", ".join(f"{each.name} ({each.id})" for each in like)
        return error(Place(), f"“{text}” may be any of these: {told}.", "Give the id instead.")
    close = names.nearest(text, (each.name for each in players.values()))
    fix = f"Did you mean “{close}”?" if close else "Give the name as on Players, or the id."
    return error(Place(), f"Nobody in this event is called “{text}”.", fix)


def _exactly(player: Player) -> frozenset[str]:
    return frozenset({names.key(player.id), names.key(player.name)})


def _like(text: str, known: Iterable[str]) -> bool:
    return any(spelling.folded(text) in spelling.keys(name) for name in known)


def _before(identity: str, loaded: Loaded) -> list[str]:
    """Every name that an id was published under."""
    lines = (entry.data.get("names", {}) for entry in loaded.ledger.entries)
    was = (entry.data.get("was", {}) for entry in loaded.ledger.entries)
    known = [each[identity] for each in (*lines, *was) if identity in each]
    return list(dict.fromkeys(name for name in known if isinstance(name, str)))


def erased(player: Player, loaded: Loaded, also: Iterable[str] = ()) -> Erased:
    """What is to be taken out, and what comes in its place; a name of before that is another's now
    stays theirs."""
    players = loaded.snapshot.players
    gone = {**players, player.id: replace(player, shown=Shown.ERASED, handle="")}
    instead = privacy.aliases(gone.values(), loaded.event.names_shown)[player.id].name
    others = [each.name for each in players.values() if each.id != player.id]
    taken = {key for name in others for key in spelling.keys(name)}
    known = [name for name in _before(player.id, loaded) if spelling.folded(name) not in taken]
    every = frozenset({player.name, *known, *also} - {instead})
    words = frozenset(filter(is_word, every))
    listed = [names.last_first(name) for name in others]  # "Example, Ana Maria (Leeds)"
    fit = Unnamed(_spelt(every - words, instead), (*others, *listed), players.keys())
    parts = {spelling.folded(part) for name in listed for part in name.split(", ")}
    spelt = _spelt(every, instead).keys()
    return Erased(every, instead, fit, words, frozenset(taken & spelt), frozenset(parts & spelt))


def namesakes(player: Player, loaded: Loaded) -> list[str]:
    """The ids of the others who have the same name, however it is spelt."""
    keys = spelling.keys(player.name)
    return [each.id for each in loaded.snapshot.players.values()
            if each.id != player.id and keys & spelling.keys(each.name)]  # fmt: skip


def _spelt(every: Iterable[str], instead: str) -> Mapping[str, str]:
    return {key: instead for name in every for key in spelling.keys(name)}
