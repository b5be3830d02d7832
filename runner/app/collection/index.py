"""The index over the events of a folder: the front page of their common site."""

import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from pathlib import Path
from typing import Any

from runner import languages
from runner.app.collection import players
from runner.app.collection.chosen import Chosen
from runner.app.collection.series import write_series
from runner.app.event_folder import TOGETHER
from runner.app.find_events import events_in
from runner.app.publish.folder import (
    LOCK,
    MANIFEST,
    SEVERAL,
    Owner,
    claim,
    publish,
    read_manifest,
    stranger,
)
from runner.circuit.people import People, people
from runner.circuit.ratings import Step, ratings
from runner.circuit.summary import FILE, Summary, from_document
from runner.core import names
from runner.core.actions import InstallRequirements
from runner.core.language import speaking
from runner.core.problems import Place, Problem, error, warning
from runner.disk import fingerprint_if_there, read_regular_file, replace_synced
from runner.render.collection import OWN, Listed, hall, index, language_of

Tell = Callable[[Problem], object]
"""Gets what an organiser should know."""


NOTHING = Chosen()
_NAMES = f"{OWN}events.json"
_READ = dict[Path, tuple[object, Summary]]()
"""The summaries as last read, each with the fingerprint of its file: a watch reads one after each
save, so that earlier ones must go."""


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
        ranked = write_series(folder, site, events, known, several, today)
        front = index(listed, several, today, known, steps, ranked.listed)
        files = {**front, **hall.files(listed, several, today), **ranked.files}
    roots, before = [root.name for root in events_in(folder)], _names(site)
    publish({**files, _NAMES: json.dumps(roots, ensure_ascii=False).encode()}, site)
    _remove(site, before - {*roots} if roots else set())
    if tell:
        every = len(listed) == len(roots)
        waits = players.propose(folder, asked, events, known, every=every)
        wrong = (*asked.problems, *players.clashes(known, asked, column), *ranked.problems)
        for each in (*wrong, *filter(None, (missing, waits, _unknown(column, events)))):
            tell(each)
    return None


def _names(site: Path) -> set[str]:
    """Return the names of the events' folders when the index in this site was made."""
    try:
        return {str(each) for each in json.loads(read_regular_file(site / _NAMES))}
    except (OSError, ValueError, TypeError):
        return set()


def _remove(site: Path, slugs: set[str]) -> None:
    """Remove the pages of events that are in the folder no more, but nobody else's files."""
    for root in (site / slug for slug in slugs):
        if read_manifest(root):
            publish({}, root)
            for name in (MANIFEST, LOCK):
                (root / name).unlink(missing_ok=True)
            with suppress(OSError):  # something else is in it
                root.rmdir()


def _unknown(column: str, events: Mapping[str, Summary]) -> Problem | None:
    """Return what is wrong with the column that says who is who, if no event shows it."""
    entrants = (each for event in events.values() for each in event.entrants)
    headings = {names.key(heading) for each in entrants for heading in each.columns}
    if not column or names.key(column) in headings:
        return None
    what = f"No event shows a column “{column}”, so nobody is joined by it."
    fix = "Correct the heading, or type it under Public columns on Event: it is on the pages then."
    return warning("persons.no-column", Place(), what, fix)


def address(folder: Path, given: str) -> str:
    """Return where the events in `folder` are published to: what is `given`, which is remembered,
    or that of the last time, or ""."""
    return str(_facts(folder, Chosen(to=given or None))["to"])


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


def _summary(path: Path, mark: object) -> Summary:
    """Return a summary, which is read again when the fingerprint of its file is another. Raises
    OSError, or ValueError for anything else."""
    before, known = _READ.get(path, (None, None))
    if known is None or before != mark:
        known = from_document(json.loads(read_regular_file(path)))
        _READ[path] = mark, known
    return known


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
    facts: dict[str, Any] = {"mark": "", "name": "", "id_column": "", "ratings": False, "to": ""}
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
