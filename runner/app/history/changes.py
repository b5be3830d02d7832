"""What changed from one save of the workbook to another, in words that an organiser knows."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import is_dataclass, replace
from typing import Any

from runner.app.history.as_text import (
    LINES,
    became,
    differences,
    heading,
    mode,
    names_shown,
    shown_as,
    spoken,
    table_changes,
)
from runner.app.history.seat_changes import draft_changes, round_changes
from runner.core import names
from runner.core.event import Event
from runner.core.language import count
from runner.core.phase import Phase
from runner.core.player import Player
from runner.rules.settings import SETTINGS
from runner.workbook.schema import EVENT


def changes(before: Event | None, after: Event) -> tuple[str, ...]:
    """Return one line for each change, in the order of the sheets.

    There is none if all that counts is as it was: colours, widths and private sheets do not count.
    Without an earlier save, one line says how much there is.
    """
    if before is None:
        return (_whole(after),)
    if replace(before, saved=after.saved) == after:
        return ()
    return (
        *_event_changes(before, after),
        *_player_changes(before.players, after.players),
        *round_changes(before, after),
        *_line_changes(before, after),
        *draft_changes(before, after),
    )


_TOLD_OTHERWISE = {
    "settings", "phases", "players", "rounds", "penalties", "decisions", "extensions", "starts",
    "stops", "screens", "draft", "previews", "rehearsal", "saved", "names_shown", "places",
    "mark", "heads",  # of Runner's alone, which nobody has typed
    "commanders",  # of a file
}  # fmt: skip
_OF_A_PHASE_OTHERWISE = {
    "number", "mode", "drafted", "limited", "variant", "settings", "place", "places",
}  # fmt: skip
_HEADINGS = {column.key: column.heading.lower() for column in EVENT.columns}


def _whole(event: Event) -> str:
    there = [count(len(event.players), "player"), count(len(event.phases), "phase")]
    results = sum(1 for sheet in event.rounds for row in sheet.rows if row.result)
    if results:
        there.append(count(results, "result"))
    return f"{event.name}: {', '.join(there)}."


def _event_changes(before: Event, after: Event) -> Iterator[str]:
    """Yield the changes of the event as a whole, and of its phases."""
    for field, new, old in differences(after, before, _TOLD_OTHERWISE):
        yield f"Event: {_HEADINGS.get(field, heading(field))} {_became(new, old)}"
    for name, change in table_changes(after.settings, before.settings):
        yield f"Event: {_setting(name)} {change}"
    if before.names_shown != after.names_shown:
        old, new = names_shown(before.names_shown), names_shown(after.names_shown)
        yield f"Event: names shown {became(new, old)}"
    if before.rehearsal != after.rehearsal:
        yield "This is a rehearsal now" if after.rehearsal else "The rehearsal is over"
    yield from _phases(before, after)


def _became(new: Any, old: Any) -> str:
    """Describe a new value and the one before; lines of an unknown sheet are only “changed”."""
    if any(
        is_dataclass(line) for value in (new, old) if isinstance(value, tuple) for line in value
    ):
        return "changed"
    return became(new, old)


def _phases(before: Event, after: Event) -> Iterator[str]:
    was = {phase.number: phase for phase in before.phases}
    now = {phase.number: phase for phase in after.phases}
    for number in sorted({*was, *now}):
        if number not in was:
            yield f"Phases: {number}, {now[number].name}, added"
        elif number not in now:
            yield f"Phases: {number}, {was[number].name}, taken out"
        else:
            for change in _phase(was[number], now[number]):
                yield f"Phases: {now[number].name}: {change}"


def _phase(was: Phase, now: Phase) -> Iterator[str]:
    if mode(was) != mode(now):
        yield f"mode {mode(now)}, before {mode(was)}"
    for field, new, old in differences(now, was, _OF_A_PHASE_OTHERWISE):
        before = "" if old in (None, "") else f", before {_plain(field, old)}"
        yield f"{heading(field)} {_plain(field, new)}{before}"
    for name, change in table_changes(now.settings, was.settings):
        yield f"{_setting(name)} {change}"


def _plain(field: str, value: Any) -> str:
    """Return a name as typed, a choice as a word, and anything else as `spoken`."""
    if not isinstance(value, str) or not value:
        return spoken(value)
    return value if field == "name" else heading(value)


def _setting(name: str) -> str:
    return next((setting.heading for setting in SETTINGS if setting.name == name), heading(name))


_OF_A_PLAYER_OTHERWISE = {
    "id", "name", "extra", "place", "enters", "drops_after", "returns", "places", "shown",
    "handle", "team", "members", "deck",
}  # fmt: skip
_MOST_NEW = 12  # a pasted list is told by its number


def _player_changes(before: Sequence[Player], after: Sequence[Player]) -> Iterator[str]:
    same, added, removed = _matched(before, after)
    for people, what in ((added, "added"), (removed, "taken out")):
        if len(people) > _MOST_NEW:
            yield f"Players: {len(people)} {what}, from {people[0].name} to {people[-1].name}"
            continue
        for player in people:
            late = player.enters > 1 and people is added
            when = f", enters in round {player.enters}" if late else ""
            yield f"Players: {player.name} {what}{when}"
    for was, now in same:
        yield from _player(was, now)


def _player(was: Player, now: Player) -> Iterator[str]:
    if was.name != now.name:
        yield f"Players: {was.name} is now called {now.name}"
    if was.enters != now.enters:
        yield f"{now.name} enters in round {now.enters}, before in round {was.enters}"
    yield from _leaving(was, now)
    yield from _members(was, now)
    for field, new, old in differences(now, was, _OF_A_PLAYER_OTHERWISE):
        yield f"{now.name}: {heading(field)} {became(new, old)}"
    if shown_as(was) != shown_as(now):
        yield f"{now.name}: shown as {became(shown_as(now), shown_as(was))}"
    if was.deck.typed != now.deck.typed:
        yield f"{now.name}: deck check {became(now.deck.typed, was.deck.typed)}"
    for column, change in table_changes(now.extra, was.extra):
        yield f"{now.name}: {column} {change}"


def _members(was: Player, now: Player) -> Iterator[str]:
    """Yield who now plays for a team, in whose place, and who no longer does."""
    known, there = (frozenset(map(names.key, each.members)) for each in (was, now))
    came = [name for name in now.members if names.key(name) not in known]
    left = [name for name in was.members if names.key(name) not in there]
    for name in came:
        seat = now.members.index(name)
        before = was.members[seat] if seat < len(was.members) else ""
        if before in left:
            left.remove(before)
            yield f"{now.name}: {name} plays in the place of {before}"
        else:
            yield f"{now.name}: {name} is a member"
    for name in left:
        yield f"{now.name}: {name} is no longer a member"
    if not came and not left and was.members != now.members:
        yield f"{now.name}: members {became(now.members, was.members)}"


def _leaving(was: Player, now: Player) -> Iterator[str]:
    """ "Bo drops after round 3, before after round 2"."""
    drops = f"drops after round {now.drops_after}" if now.drops_after else "never came"
    for new, old, words, word, verb in (
        (now.drops_after, was.drops_after, drops, "after", "drops"),
        (now.returns, was.returns, f"returns in round {now.returns}", "in", "returns"),
    ):
        if new != old:
            before = "" if old is None else f", before {word} round {old}"
            yield f"{now.name} {f'no longer {verb}' if new is None else words}{before}"


Matched = tuple[list[tuple[Player, Player]], list[Player], list[Player]]


def _matched(before: Sequence[Player], after: Sequence[Player]) -> Matched:
    """Pair players of two saves, by id, name or row; then list who is new and who is gone."""
    old, new = list(before), list(after)
    same: list[tuple[Player, Player]] = []
    for mark in (
        lambda player: player.id,
        lambda player: names.key(player.name),
        lambda player: str(player.place),
    ):
        known = {mark(player): player for player in old if mark(player)}
        for now in list(new):
            was = known.get(mark(now))
            if was is not None and (not was.id or not now.id or was.id == now.id):
                same.append((was, now))
                old.remove(was)
                new.remove(now)
    order = {id(player): at for at, player in enumerate(after)}
    same.sort(key=lambda pair: order[id(pair[1])])
    return same, new, old


def _line_changes(before: Event, after: Event) -> Iterator[str]:
    """Yield added and removed lines of sheets without keys; a changed line is both."""
    for field, sheet, in_words in LINES:
        old, new = ([in_words(line, after) for line in getattr(event, field)]
                    for event in (before, after))  # fmt: skip
        was, now = Counter(old), Counter(new)
        for words in (was - now).elements():
            yield f"{sheet}: {words}, taken back"
        for words in (now - was).elements():
            yield f"{sheet}: {words}{', yes' if field == 'decisions' else ''}"
        if was == now and old != new:  # of decisions about one player the lower one counts
            yield f"{sheet}: the same lines in another order"
