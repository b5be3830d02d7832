"""The cut, and the playoff after it."""

from collections.abc import Iterator
from itertools import pairwise

from runner.audit.questions import Case
from runner.audit.standings import stated
from runner.audit.tournament import PLAYOFF, Round, Tournament

SNAKES = {4: 0, 7: 3, 10: 2, 13: 1, 16: 0, 40: 8, 64: 0}
"""How many seeds skip the first round of a cut."""


def playoffs(t: Tournament) -> Iterator[Case]:
    """The right players are in the playoff, in the right pods, and its winners go on."""
    for stage in t.stages.values():
        played = [each for each in t.rounds if each.stage.number == stage.number]
        if stage.pods and stage.type == PLAYOFF and stage.cut and stage.number > 1 and played:
            seeded = seeds(t, stage.number)[: stage.cut]
            field = {*played[0].seated, *played[0].byes}
            if SNAKES.get(stage.cut) and not played[0].byes:
                field |= {one for each in played[1:2] for one in each.seated}  # byes are not stated
            yield from _cut(t, played[0], seeded, field)
            if len(seeded) == stage.cut and stage.rules.elimination_pattern == "snake":
                yield from _pods(played, seeded)
            for one, two in pairwise(played):
                yield from _onwards(t, one, two, field)
                yield from _drawn(one, two, seeded)
            if played[-1].number > 1:
                yield Case("final", len(played[-1].tables) == 1, played[-1])


def seeds(t: Tournament, phase: int) -> list[str]:
    """Return who may be cut to a playoff by the standings as far as they are stated, best first."""
    before = [table for table in stated(t) if table.round.stage.number == phase - 1]
    return [
        row["player"]
        for table in before[-1:]
        for row in table.rows
        if not table.has_gone(row["player"])
    ]


def _cut(t: Tournament, first: Round, seeded: list[str], field: set[str]) -> Iterator[Case]:
    """The best are in the playoff, as many as its cut, and the top seeds of them skip a round."""
    size, least = first.stage.cut, first.stage.rules.cut_points
    yield Case("nobody who dropped", {x for x in field if not t.takes_part(x, first.at)}, first)
    if least is not None:
        yield Case("points asked for", {x for x in field if t.pasts[-1][x].points < least}, first)
    if len(seeded) in (0, size):
        yield Case("as many as the cut", len(field) == size, first)
    if len(seeded) == len(field) == size:
        yield Case("the best", field ^ {*seeded}, first)
    if len(seeded) == size and size in SNAKES and field == {*seeded}:
        yield Case("byes of seeds", {*first.byes} ^ {*seeded[: SNAKES[size]]}, first)


def _pods(played: list[Round], seeded: list[str]) -> Iterator[Case]:
    """Compare the pods of each round with the snake of the seeds that play in it."""
    if {*played[0].byes} != {*seeded[: SNAKES.get(len(seeded), 0)]}:
        return
    for round_ in played:
        playing = [one for one in seeded if one in {*round_.seated}]
        many = len(playing) // 4
        if len(playing) % 4 or len(playing) != len(round_.seated):
            return
        wanted = [
            [playing[at], playing[2 * many - 1 - at], playing[2 * many + at], playing[-1 - at]]
            for at in range(many)
        ]
        for table in round_.tables:
            right = {*table.players} in [{*pod} for pod in wanted]
            yield Case("snake", right, round_, table, table.players)
            if right:
                in_turn = [*table.players] in wanted
                yield Case("seats by seed", in_turn, round_, table, table.players)


def _onwards(t: Tournament, one: Round, two: Round, field: set[str]) -> Iterator[Case]:
    """Winners and byes of a round play the next, and nobody else."""
    won = {each for table in one.tables for each in table.winners}
    drawn = {each for table in one.tables if table.is_drawn for each in table.players}
    there, came = {*two.seated, *two.byes}, {each for each in won if t.takes_part(each, two.at)}
    if came:
        yield Case("winners go on", came - there, two)
    if one.byes:
        yield Case("byes go on", {*one.byes} - there, two)
    yield Case("losers", ({*one.seated} - won - drawn) & there, two)
    yield Case("nobody new", there - field, two)


def _drawn(one: Round, two: Round, seeded: list[str]) -> Iterator[Case]:
    """The highest seed of a drawn pod goes on alone."""
    if not seeded or one.stage.rules.drawn_elimination != "highest_seed":
        return
    place = {player: at for at, player in enumerate(seeded)}
    for table in one.tables:
        if table.is_drawn:
            ended = zip(table.players, table.outcomes, strict=True)
            alive = [player for player, how in ended if how == "draw"]
            best = min(alive, key=lambda player: place.get(player, len(place)))
            there = {*table.players} & {*two.seated, *two.byes}
            yield Case("drawn pod", there ^ {best}, two, table)
