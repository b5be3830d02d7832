"""A round's clock as facts that a browser can go by: what `templates/shared/clock.js` is given.

The script's first lines say what each fact is. Nothing here depends on what time it is.
"""

from functools import cache

from runner.compute.clock import RoundClock
from runner.compute.draft.model import Draft
from runner.core.zones import hall_time
from runner.render import times
from runner.render.templating import folder


@cache
def script() -> str:
    """The script itself, to be put before what uses it."""
    return (folder("shared") / "clock.js").read_text(encoding="utf-8")


def building(draft: Draft, zone: str) -> dict[str, object] | None:
    """What is known of the time in which decks are built or, with `registering`, sealed pools are
    registered; None while that has not begun."""
    start, rules = draft.building or draft.registering, draft.ruleset
    if not start:
        return None
    began, called = (
        hall_time(iso, zone).isoformat(timespec="seconds") for iso in (start, draft.ends)
    )
    hall = bool(zone) or not began.endswith("+00:00")
    minutes = rules.building_minutes if draft.building else rules.registration_minutes
    return {
        "began": began, "published": began, "called": called, "ends": "", "minutes": minutes,
        "turns": "", "stops": [], "tables": [], "hall": hall, "registering": not draft.building,
    }  # fmt: skip


def facts(clock: RoundClock) -> dict[str, object]:
    """What is known of the time of a round."""
    known = [each for each in (clock.began, clock.called) if each]
    hall = bool(clock.zone) or clock.stated or not any(each.endswith("+00:00") for each in known)

    def moment(iso: str) -> str:
        return hall_time(iso, clock.zone).isoformat(timespec="seconds") if iso else ""

    return {
        "began": moment(clock.began),
        "published": moment(clock.published),
        "called": moment(clock.called),
        "ends": moment(clock.ends),
        "minutes": clock.limit.minutes,
        "turns": times.turns(clock),
        "stops": [[moment(at), moment(until)] for at, until in clock.stops],
        "tables": [
            [table.table, moment(table.called), moment(table.ends), table.extra, table.drawn]
            for table in clock.apart
        ],
        "hall": hall,
    }
