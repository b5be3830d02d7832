"""The index over the events of a folder: the front page of their common site."""

import json
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from runner import languages
from runner.app.collection import players
from runner.app.collection.chosen import Chosen
from runner.app.collection.series import write_series
from runner.app.event_folder import TOGETHER
from runner.app.find_events import events_in
from runner.app.publish.folder import SEVERAL, Owner, claim, publish, stranger
from runner.circuit.people import People, people
from runner.circuit.ratings import Step, ratings
from runner.circuit.summary import FILE, Summary, from_document
from runner.core.actions import InstallRequirements
from runner.core.language import speaking
from runner.core.problems import Place, Problem, error
from runner.disk import fingerprint_if_there, read_regular_file, replace_synced
from runner.render.collection import Listed, hall, index, language_of

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
    events, several = summaries(folder, site), facts["name"]
    listed = [Listed(*each) for each in events.items()]
    column = facts["id_column"]
    asked = players.read(folder, events)
    known = people(events, column, asked.answered)
    steps, missing = _rated(events, known, wanted=facts["ratings"])
    with speaking(languages.language(language_of(listed))):
        ranked = write_series(folder, events, known, several)
        front = index(listed, several, today, known, steps, ranked.listed)
        files = {**front, **hall.files(listed, several), **ranked.files}
    publish(files, site)
    if tell:
        every = len(listed) == len(events_in(folder))
        waits = players.propose(folder, asked, events, known, every=every)
        wrong = (*asked.problems, *players.clashes(known, asked, column), *ranked.problems)
        for each in (*wrong, *filter(None, (missing, waits))):
            tell(each)
    return None


def joined(folder: Path, site: Path) -> tuple[dict[str, Summary], People, str]:
    """Return the summaries of the events in `folder`, who is the same person in several of them,
    and the heading of the column that says so."""
    events, column = summaries(folder, site), _facts(folder, NOTHING)["id_column"]
    return events, people(events, column, players.read(folder, events).answered), column


def summaries(folder: Path, site: Path) -> dict[str, Summary]:
    """Return the summaries of the events that have pages, by the names of their folders."""
    found = {}
    for root in events_in(folder):
        with suppress(OSError, ValueError):
            path = site / root.name / FILE
            found[root.name] = _summary(path, fingerprint_if_there(path))
    return found


@lru_cache(maxsize=20_000)
def _summary(path: Path, _: object) -> Summary:
    """Return a summary, which is read again when its file has changed. Raises OSError, or
    ValueError for anything else."""
    return from_document(json.loads(read_regular_file(path)))


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
