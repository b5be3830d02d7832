"""The events of a series, taken from their summaries."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from runner.circuit.series import Counted, Result
from runner.circuit.summary import Summary
from runner.core.stage import Stage

Person = Callable[[str, str], str]
"""Returns the key of the person that an entrant of an event is, from the event's key and its id."""


def counted(
    summaries: Mapping[str, Summary], weights: Mapping[str, Fraction], person: Person
) -> list[Counted]:
    """Return the events that count, in the order of their days. `summaries` are those of all events
    by key, and `weights` the ones that count, none for all. An event that counts and has no summary
    yet is still to come; rehearsals never count. The result of a team is that of each member."""
    chosen = weights or {key: Fraction(1) for key in summaries}
    days = {key: summary.date[:10] or "~" for key, summary in summaries.items()}  # "~" is the last
    events = [*_counted(summaries, chosen, person)]
    return sorted(events, key=lambda event: days.get(event.key, "~"))


def _counted(
    summaries: Mapping[str, Summary], weights: Mapping[str, Fraction], person: Person
) -> Iterator[Counted]:
    for key, weight in weights.items():
        summary = summaries.get(key)
        if summary is None:
            yield Counted(key, key, over=False, weight=weight)
        elif not summary.rehearsal:
            over = summary.stage is Stage.OVER
            who = {person(key, each.id): each for each in summary.people}
            results = {
                player: Result(each.first, each.last, each.points)
                for player, each in who.items() if over and each.first
            }  # fmt: skip
            reach = {player: each.reach for player, each in who.items() if each.reach}
            name = summary.name or key
            yield Counted(key, name, over, weight, results, reach, summary.later)
