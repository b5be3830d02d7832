"""The index over the events of a folder: the front page of their common site."""

import json
import secrets
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from runner.app.collection import players
from runner.app.collection.chosen import Chosen
from runner.app.event_folder import TOGETHER
from runner.app.find_events import events_in
from runner.app.publish.folder import SEVERAL, Owner, claim, publish, stranger
from runner.circuit.people import People, people
from runner.circuit.ratings import Step, ratings
from runner.circuit.summary import FILE, Summary, from_document
from runner.core.actions import InstallRequirements
from runner.core.problems import Place, Problem, error
from runner.disk import read_regular_file, replace_synced
from runner.render.collection import Listed, index

Tell = Callable[[Problem], object]
"""Gets what an organiser should know."""


NOTHING = Chosen()


def write_index(
    folder: Path, site: Path, today: date, chosen: Chosen = NOTHING, tell: Tell | None = None
) -> Problem | None:
    """Write the front page of the events in `folder` into `site`, beneath which each has its pages,
    and those of everybody known from several. With `tell`, also `players.xlsx` is brought up to
    date; it gets what is wrong with that. Returns why nothing was written. Raises OSError where the
    disk fails."""
    if other := stranger(site):
        return _refused(site, f"{other} is in it")
    site.mkdir(exist_ok=True)
    facts = _facts(folder, chosen)
    owner = Owner(f"{SEVERAL}{facts['mark']}", facts["name"])
    if now := claim(site, owner, lambda _: False):
        return _refused(site, f"it holds the site of “{now.name}”")
    roots = events_in(folder)
    listed = [*_listed(roots, site)]
    events = {each.slug: each.summary for each in listed}
    column = facts["id_column"]
    asked = players.read(folder, events)
    known = people(events, column, asked.answered)
    steps, missing = _rated(events, known, wanted=facts["ratings"])
    publish(index(listed, facts["name"], today, known, steps), site)
    if tell:
        waits = players.propose(folder, asked, events, known, every=len(listed) == len(roots))
        wrong = (*asked.problems, *players.clashes(known, asked, column))
        for each in (*wrong, *filter(None, (missing, waits))):
            tell(each)
    return None


def _rated(
    events: dict[str, Summary], known: People, *, wanted: bool
) -> tuple[list[Step] | None, Problem | None]:
    """Return the steps of the ratings, None unless they are wanted; or what keeps them from being
    computed."""
    if not wanted:
        return None, None
    try:
        return [*ratings(events, known)], None
    except ImportError:
        fix = InstallRequirements(("runner-tournaments[ratings]",))
        return None, error("ratings.package", Place(), "For ratings, openskill is missing.", fix)


def _listed(roots: list[Path], site: Path) -> Iterator[Listed]:
    """Yield the events that have pages."""
    for root in roots:
        try:
            document = json.loads(read_regular_file(site / root.name / FILE))
            yield Listed(root.name, from_document(document))
        except (OSError, ValueError):
            continue


def _facts(folder: Path, chosen: Chosen) -> dict[str, Any]:
    """Return what identifies the events of this folder together and what has been chosen for them,
    made if there is nothing."""
    path = folder / TOGETHER
    facts: dict[str, Any] = {"mark": "", "name": "", "id_column": "", "ratings": False}
    try:
        known = json.loads(read_regular_file(path))
        facts = {key: type(value)(known.get(key, value)) for key, value in facts.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        known = None
    asked = {**chosen._asdict(), "name": chosen.name or None}
    wanted = {**facts, **{key: value for key, value in asked.items() if value is not None}}
    wanted["mark"] = wanted["mark"] or secrets.token_hex(16)
    if wanted != known:
        replace_synced(path, json.dumps(wanted, ensure_ascii=False).encode())
    return wanted


def _refused(site: Path, why: str) -> Problem:
    what = f"{site} cannot be the site of these events: {why}."
    fix = "Choose another folder for the site, or delete that one if nothing in it is needed."
    return error("site.not-for-several", Place(), what, fix, fatal=True)
