"""The index over the events of a folder: the front page of their common site."""

import json
import secrets
from contextlib import suppress
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from runner import languages
from runner.app.find_events import events_in
from runner.app.publish.folder import SEVERAL, Owner, claim, publish, stranger
from runner.circuit.summary import FILE, Summary, from_document
from runner.core.language import speaking
from runner.core.problems import Place, Problem, error
from runner.disk import fingerprint_if_there, read_regular_file, replace_synced
from runner.render.collection import Listed, hall, index, language_of

_FILE = ".events.json"
"""The file beside the events that identifies them together, and has what they are called."""


def write_index(folder: Path, site: Path, today: date, name: str = "") -> Problem | None:
    """Write the front page of the events in `folder` into `site`, beneath which each has its pages.
    `name` is what they are called together; it is remembered, and "" leaves it as it is.
    Returns why nothing was written. Raises OSError where the disk fails."""
    if other := stranger(site):
        return _refused(site, f"{other} is in it")
    site.mkdir(exist_ok=True)
    facts = _facts(folder, name)
    owner = Owner(f"{SEVERAL}{facts['mark']}", facts["name"])
    if now := claim(site, owner, lambda _: False):
        return _refused(site, f"it holds the site of “{now.name}”")
    events = [Listed(*each) for each in summaries(folder, site).items()]
    with speaking(languages.language(language_of(events))):
        files = {**index(events, facts["name"], today), **hall.files(events, facts["name"])}
    publish(files, site)
    return None


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


def _facts(folder: Path, name: str) -> dict[str, Any]:
    """Return what identifies the events of this folder together, made if there is nothing."""
    path = folder / _FILE
    try:
        known = json.loads(read_regular_file(path))
        facts = {"mark": str(known["mark"]), "name": str(known["name"])}
    except (OSError, ValueError, TypeError, KeyError):
        facts = {"mark": secrets.token_hex(16), "name": ""}
    wanted = {**facts, "name": name or facts["name"]}
    if wanted != facts or not path.exists():
        replace_synced(path, json.dumps(wanted, ensure_ascii=False).encode())
    return wanted


def _refused(site: Path, why: str) -> Problem:
    what = f"{site} cannot be the site of these events: {why}."
    fix = "Choose another folder for the site, or delete that one if nothing in it is needed."
    return error("site.not-for-several", Place(), what, fix, fatal=True)
