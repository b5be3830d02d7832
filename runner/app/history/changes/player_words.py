"""Changes on the Players sheet: who came, who left, who is called otherwise."""

from collections.abc import Iterator, Sequence

from runner.app.history.changes.phrases import became, differences, heading, shown_as, table_changes
from runner.core import names
from runner.core.event import Player

_TOLD_OTHERWISE = {
    "id", "name", "extra", "place", "enters", "drops_after", "returns", "places", "shown",
    "handle", "team", "members",
}  # fmt: skip
_MOST_NEW = 12  # a pasted list is told by its number


def changed(before: Sequence[Player], after: Sequence[Player]) -> Iterator[str]:
    """A line for each player added, taken out or changed."""
    same, added, gone = _matched(before, after)
    if len(added) > _MOST_NEW:
        yield f"Players: {len(added)} added, from {added[0].name} to {added[-1].name}"
    else:
        for player in added:
            yield f"Players: {player.name} added{_late(player)}"
    if len(gone) > _MOST_NEW:
        yield f"Players: {len(gone)} taken out, from {gone[0].name} to {gone[-1].name}"
    else:
        for player in gone:
            yield f"Players: {player.name} taken out"
    for was, now in same:
        yield from _player(was, now)


def _late(player: Player) -> str:
    return f", enters in round {player.enters}" if player.enters > 1 else ""


def _player(was: Player, now: Player) -> Iterator[str]:
    if was.name != now.name:
        yield f"Players: {was.name} is now called {now.name}"
    if was.enters != now.enters:
        yield f"{now.name} enters in round {now.enters}, before in round {was.enters}"
    yield from _leaving(was, now)
    yield from _members(was, now)
    for field, new, old in differences(now, was, _TOLD_OTHERWISE):
        yield f"{now.name}: {heading(field)} {became(new, old)}"
    if shown_as(was) != shown_as(now):
        yield f"{now.name}: shown as {became(shown_as(now), shown_as(was))}"
    for column, said in table_changes(now.extra, was.extra):
        yield f"{now.name}: {column} {said}"


def _members(was: Player, now: Player) -> Iterator[str]:
    """Who plays for a team now and did not, and for whom; who does so no longer."""
    known, there = (frozenset(map(names.key, each.members)) for each in (was, now))
    came = [name for name in now.members if names.key(name) not in known]
    gone = [name for name in was.members if names.key(name) not in there]
    for name in came:
        seat = now.members.index(name)
        before = was.members[seat] if seat < len(was.members) else ""
        if before in gone:
            gone.remove(before)
            yield f"{now.name}: {name} plays in the place of {before}"
        else:
            yield f"{now.name}: {name} is a member"
    for name in gone:
        yield f"{now.name}: {name} is no longer a member"
    if not came and not gone and was.members != now.members:
        yield f"{now.name}: members {became(now.members, was.members)}"


def _leaving(was: Player, now: Player) -> Iterator[str]:
    if was.drops_after != now.drops_after:
        told = f"drops after round {now.drops_after}" if now.drops_after else "never came"
        gone = "no longer drops"
        yield _round(now.name, told, gone, now.drops_after, was.drops_after, "after")
    if was.returns != now.returns:
        told, gone = f"returns in round {now.returns}", "no longer returns"
        yield _round(now.name, told, gone, now.returns, was.returns, "in")


def _round(name: str, told: str, gone: str, now: int | None, was: int | None, word: str) -> str:
    """ "Bo drops after round 3, before after round 2"."""
    before = "" if was is None else f", before {word} round {was}"
    return f"{name} {gone if now is None else told}{before}"


Matched = tuple[list[tuple[Player, Player]], list[Player], list[Player]]


def _matched(before: Sequence[Player], after: Sequence[Player]) -> Matched:
    """Who is the same person: by Id, else by name, else by the row; then who is new, and gone."""
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
            if was is not None and _may_be(was, now):
                same.append((was, now))
                old.remove(was)
                new.remove(now)
    order = {id(player): at for at, player in enumerate(after)}
    same.sort(key=lambda pair: order[id(pair[1])])
    return same, new, old


def _may_be(was: Player, now: Player) -> bool:
    """Whether no Id speaks against it."""
    return not was.id or not now.id or was.id == now.id
