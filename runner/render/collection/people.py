"""The page of everybody known from several events: results, opponents, and curves of places and of
the rating. It has nothing that the pages of those events do not show."""

import csv
from collections.abc import Mapping, Sequence
from io import StringIO
from types import SimpleNamespace

from runner.circuit.meetings import Meetings, meetings
from runner.circuit.people import People, Person
from runner.circuit.ratings import HEADINGS, Step, after_events
from runner.circuit.summary import Entrant
from runner.core.formulas import guarded
from runner.core.language import current
from runner.render import text as texts
from runner.render.collection.listed import OWN, Listed
from runner.render.collection.template import from_template
from runner.render.curves import places_curve, rating_curve
from runner.standings.model import Record

RATINGS = f"{OWN}ratings.csv"
"""Every step of the ratings, to be worked out again."""
_SHOWN = 12  # opponents; the others unfold


def address(key: str) -> str:
    """Return the address of a person's page, from the index."""
    return f"{OWN}players/{key}.html"


def files(
    events: Sequence[Listed], title: str, known: People, ratings: Sequence[Step] | None
) -> dict[str, bytes]:
    """Return the pages by name, and the steps of the ratings unless they are None."""
    pages = _Pages(events, title, known, after_events(ratings or ()))
    made = {address(person.key): pages.page(person) for person in known.persons}
    return made if ratings is None else {**made, RATINGS: _table(ratings)}


def _table(steps: Sequence[Step]) -> bytes:
    """Return the steps as CSV; the numbers have all their digits."""
    written = StringIO()
    out = csv.writer(written, lineterminator="\r\n")
    out.writerow(HEADINGS)
    out.writerows(
        [guarded(each) if isinstance(each, str) else each for each in step] for step in steps
    )
    return written.getvalue().encode()


class _Pages:
    """What all pages of persons are made from."""

    def __init__(
        self, events: Sequence[Listed], title: str, known: People,
        ratings: Mapping[str, Mapping[str, tuple[float, float]]],
    ) -> None:  # fmt: skip
        self._title, self._known, self._ratings = title, known, ratings
        self._events = {each.slug: each for each in events}
        self._entrants = {
            each.slug: {one.id: one for one in (*each.summary.entrants, *each.summary.people)}
            for each in events
        }
        summaries = {each.slug: each.summary for each in events}
        self._met = meetings(summaries, known)

    def page(self, person: Person) -> bytes:
        """Return the page of a person."""
        results = [
            (self._events[event], self._entrants[event][id_]) for event, id_ in person.appearances
        ]
        name = results[-1][1].name
        met = [self._opponent(each) for each in self._met.get(person.key, ())]
        rated = self._ratings.get(person.key, {})
        points = [(each.day, *rated[each.slug]) for each, _ in results if each.slug in rated]
        places = [(each.day, entrant.first) for each, entrant in results if entrant.first]
        view = SimpleNamespace(
            title=self._title, name=name, here=name, total=len(results),
            events=[_line(*each) for each in reversed(results)],
            opponents=met[:_SHOWN], others=met[_SHOWN:],
            curves=[*filter(None, (places_curve(places), rating_curve(points)))],
            rating=_rating(points),
        )  # fmt: skip
        return from_template("person.html", "../../", view=view, ratings=RATINGS)

    def _opponent(self, met: Meetings) -> SimpleNamespace:
        event, id_ = met.appearance
        key, entrant = self._known.key_of.get(met.appearance), self._entrants[event][id_]
        return SimpleNamespace(
            name=entrant.name,
            href=address(key) if key else self._events[event].page_of(entrant),
            met=met.met,
            record=texts.record(Record(met.won, met.drawn, met.lost)),
        )


def _line(event: Listed, entrant: Entrant) -> SimpleNamespace:
    """Return the line of an event, in which somebody was that entrant."""
    return SimpleNamespace(
        name=event.name,
        href=event.page_of(entrant),
        about=[each for each in (event.when, entrant.deck) if each],
        place=entrant.place,
        first=entrant.first == 1,
        record=texts.record(Record(*entrant.record)) if any(entrant.record) else "",
    )


def _rating(points: Sequence[tuple[str, float, float]]) -> str:
    """Return the rating now, with what it may be off by."""
    if not points:
        return ""
    _day, mu, sigma = points[-1]
    numbers = (f"{value:.1f}".replace(".", current().mark) for value in (mu, 2 * sigma))
    return " ± ".join(numbers)
