"""Ratings over all events, by the model of Plackett and Luce in the package openskill, and every
step of them, so that anybody can work them out again. Nothing else is made to depend on them.

A table is one game: a pod or a duel by the ranks there, equal ranks as a tie. A team is one
entrant, with a rating of its own.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from runner.circuit.people import Appearance, People, by_day
from runner.circuit.summary import Summary


class Step(NamedTuple):
    """What a table did to the rating of an entrant: `player` is the key of a person, or the event
    and the id of somebody who is not known from elsewhere; mu and sigma before and after."""

    event: str
    round: int
    table: int
    player: str
    name: str
    rank: int
    mu_before: float
    sigma_before: float
    mu: float
    sigma: float


HEADINGS = Step._fields


def ratings(events: Mapping[str, Summary], known: People) -> Iterator[Step]:
    """Yield the steps of all finished tables in order of day, round and table, without rehearsals.
    Raises ImportError where the extra package is missing."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    now: dict[str, tuple[float, float]] = {}
    for slug in by_day(events):
        event = events[slug]
        if event.rehearsal:
            continue
        names = {each.id: each.name for each in event.entrants}
        for met in sorted(event.tables, key=lambda met: (met.round, met.table)):
            players = [known.word_for(Appearance(slug, id_)) for id_, _ in met.seats]
            before = [now.get(each, (model.mu, model.sigma)) for each in players]
            teams = [[model.rating(mu, sigma)] for mu, sigma in before]
            after = model.rate(teams, ranks=[float(rank) for _, rank in met.seats])
            for (id_, rank), player, old, (new,) in zip(
                met.seats, players, before, after, strict=True
            ):
                now[player] = new.mu, new.sigma
                yield Step(
                    slug, met.round, met.table, player, names[id_], rank, *old, new.mu, new.sigma
                )


def after_events(steps: Iterable[Step]) -> dict[str, dict[str, tuple[float, float]]]:
    """Return mu and sigma of each player after each event."""
    result: dict[str, dict[str, tuple[float, float]]] = {}
    for step in steps:
        result.setdefault(step.player, {})[step.event] = step.mu, step.sigma
    return result
