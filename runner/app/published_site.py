"""A published event, at an address or in a folder, and whether its files follow from one another.

In: an address or a folder. Out: findings. Nothing is needed but what the site publishes: the seed
and the input of every drawing (`data/rounds.json`), what happened (`data/event.json`), what was
computed from it, and the SHA-256 of every file. The drawings are verified by
`runner.compute.verify_public`.
"""

import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cached_property
from hashlib import sha256
from html.parser import HTMLParser
from http import HTTPStatus
from itertools import zip_longest
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import Any
from urllib.parse import quote, unquote, urljoin, urlsplit, urlunsplit

from runner.app.import_event import Prepared, prepared
from runner.app.publish.folder import SUMS, check
from runner.app.web_workbook.fetch import Fetched, FetchError, fetch
from runner.circuit.summary import FILE as SUMMARY
from runner.circuit.summary import summary
from runner.compute.compute import compute
from runner.compute.snapshot import Snapshot
from runner.compute.verify import Found
from runner.core.identifiers import RoundId
from runner.core.language import count
from runner.disk import read_regular_file
from runner.interchange.sheets_out import csv_files
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.seal import canonical

_AT_ONCE = 8
"""Files that are fetched at the same time."""
_FINAL = "the final places"
_PAUSES = (0.5, 2.0)
"""Seconds before a server that has trouble is asked again."""
_MOST_NAMED = 5
_ALWAYS = ("index.html", *(f"data/{name}.json" for name in ("snapshot", "event", "rounds")))
"""Files that every finished event has; from the first all others are led to."""


class UnreadableError(Exception):
    """Raised for a file of a site that is there, or ought to be, and cannot be read."""


class PublishedSite:
    """The site at an address ("https://…/", with or without a page's name) or in a folder; `place`
    may also be its folder `data` alone, or a file in it. `whole`: there is more than data."""

    def __init__(self, place: str) -> None:
        self.address, self._folder, self._data, self.whole = "", Path(), Path("data"), True
        if is_address(place):
            parts = urlsplit(place)
            folder = parts.path.rpartition("/")[0] if parts.path.endswith(".html") else parts.path
            self.address = urlunsplit((*parts[:2], f"{folder.rstrip('/')}/", "", ""))
        else:
            path = Path(place)
            self._folder = path.parent if path.is_file() else path
            self.whole = not (self._folder / "snapshot.json").exists()
            self._data = self._folder / "data" if self.whole else self._folder

    def where(self, name: str) -> str:
        """Return the address or the path of a file."""
        if self.address:
            return urljoin(self.address, quote(name))
        inside = name.removeprefix("data/")
        return str(self._folder / name if inside == name else self._data / inside)

    def read(self, name: str) -> bytes | None:
        """Return the content of a file; None if there is none. Raises UnreadableError."""
        where = self.where(name)
        try:
            if self.address:
                got = _fetched(where)
                return got.data if got else None
            return read_regular_file(Path(where)) if Path(where).exists() else None
        except FetchError as reason:
            if reason.status in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
                return None
            why = f"the server answers {reason.status}." if reason.status else reason
            raise UnreadableError(f"{where} cannot be read: {why}") from None
        except OSError as reason:
            raise UnreadableError(f"{where} cannot be read: {reason}") from None

    def document(self, name: str) -> Any:
        """Return a JSON document in the folder `data`; None if there is none. Raises
        UnreadableError."""
        content = self.read(f"data/{name}.json")
        try:
            return None if content is None else json.loads(content) or {}
        except (ValueError, RecursionError) as reason:
            where = self.where(f"data/{name}.json")
            raise UnreadableError(f"{where} is not JSON: {reason}.") from None

    @cached_property
    def event(self) -> Any:
        """The public event document, with what happened; None in sites of older versions and before
        the event is over."""
        return self.document("event")


def _fetched(address: str) -> Fetched | None:
    """Fetch an address; again, after a pause, where the server has trouble. Raises FetchError."""
    for pause in _PAUSES:
        try:
            return fetch(address)
        except FetchError as reason:
            if reason.status < HTTPStatus.INTERNAL_SERVER_ERROR:
                raise
        time.sleep(pause)
    return fetch(address)


def is_address(place: str) -> bool:
    """Return whether a text is the address of a site, rather than a folder."""
    return place.startswith(("https://", "http://"))


def results_checked(site: PublishedSite, snapshot: Mapping[str, Any]) -> Iterator[Found]:
    """Yield whether all that the site publishes for programs follows from the results in its event
    document: standings, final places, tables, lists. Raises UnreadableError."""
    made = prepared(site.event)
    if not isinstance(made, Prepared):
        yield Found(f"event.json is no event: {made[0].text}", False)
        return
    computed = compute(made.event, made.ledger)
    again = snapshot_document(computed, public=True)
    names = {player.id: player.name for player in computed.players.values()}
    shown, right = _tables(snapshot, computed), _tables(again, computed)
    for where in {**right, **shown}:
        if shown.get(where) != right.get(where):
            yield Found(f"{where}: its tables in snapshot.json are NOT those in event.json", False)
    yield from _compared(_rankings(snapshot, computed), _rankings(again, computed), names)
    yield from _lists(site, computed, rehearsal=bool(snapshot["event"].get("rehearsal")))


def _tables(document: Mapping[str, Any], computed: Snapshot) -> dict[str, Any]:
    """Return tables and byes of each round in a snapshot document."""
    return {
        computed.event.title(RoundId(each["phase"], each["round"])): (each["tables"], each["byes"])
        for each in document["pairings"]
    }


def _rankings(document: Mapping[str, Any], computed: Snapshot) -> dict[str, Mapping[str, Any]]:
    """Return each ranking in a snapshot document, the final places as the last one."""
    found = dict[str, Mapping[str, Any]]()
    for each in document["standings"]:
        round_ = computed.event.title(RoundId(each["phase"], each["after_round"]))
        found[f"the standings after {round_}"] = each
    return {**found, _FINAL: {"rows": document.get("final", ())}}


def _compared(
    published: Mapping[str, Mapping[str, Any]],
    again: Mapping[str, Mapping[str, Any]],
    names: Mapping[str, str],
) -> Iterator[Found]:
    """Compare each ranking, row by row, with all that is in it."""
    for where in {**again, **published}:
        shown, right = published.get(where), again.get(where, {"rows": ()})
        if shown is None:
            yield Found(f"{where} are missing", False)
        elif shown != right:
            why = _other(shown["rows"], right["rows"], names)
            yield Found(f"{where} do NOT follow from the results: {why}", False)
    same = sum(published.get(where) == right for where, right in again.items() if where != _FINAL)
    if same:
        yield Found(f"{count(same, 'ranking')} recomputed from the results: the same", True)
    if published[_FINAL] == again[_FINAL]:
        yield Found("the final places recomputed: the same", True)


def _other(shown: Sequence[Any], right: Sequence[Any], names: Mapping[str, str]) -> str:
    """Return the first difference between two rankings."""
    for row, of in zip_longest(shown, right):
        if row != of:
            return f"{_row(row, names)} is published, {_row(of, names)} is right"
    return "how they are ranked differs"


def _row(row: Mapping[str, Any] | None, names: Mapping[str, str]) -> str:
    if row is None:
        return "no further row"
    place = row["rank"] if "rank" in row else row["place"]
    values = [f"{row['match_points']} points"] if "match_points" in row else []
    values += [f"{key} {each['exact']}" for key, each in row.get("tiebreakers", {}).items()]
    return f"“{place}. {', '.join([names.get(row['player'], row['player']), *values])}”"


def _lists(site: PublishedSite, computed: Snapshot, *, rehearsal: bool) -> Iterator[Found]:
    """Compare the files of the folder `data` that are written from the results."""
    right = {f"data/{name}.csv": content for name, content in csv_files(computed).items()}
    other = []
    for name, content in sorted(right.items()):
        published = site.read(name)
        if published is None:
            other.append(f"{name} is missing")
        elif published != content:
            lines = zip_longest(published.split(b"\n"), content.split(b"\n"))
            at = next((at for at, (one, two) in enumerate(lines, 1) if one != two), 0)
            other.append(f"{name} from line {at}")
    if not rehearsal and not _summarised(site.document("summary") or {}, computed):
        other.append(SUMMARY)
    if other:
        yield Found(f"lists that do NOT follow from the results: {', '.join(other)}", False)
    else:
        yield Found(f"{count(len(right), 'list')} written again from the results: the same", True)


_OF_RESULTS = ("players", "tables", "byes", "seated", "round", "stage", "entrant", "name", "date")
"""The keys of a summary that follow from results."""


def _summarised(published: Mapping[str, Any], computed: Snapshot) -> bool:
    """Return whether a published summary is that of the results. It alone says whose names are not
    whole."""
    people = published.get("players", ())
    short = frozenset(each["id"] for each in people if each.get("shortened"))
    again = json.loads(canonical(summary(replace(computed, aliased=short)).document))
    return all(published.get(key) == again[key] for key in _OF_RESULTS)


class _Links(HTMLParser):
    """The files of the site to which a page leads."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._page, self.found = page, set[str]()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what the links and sources of a tag lead to."""
        for name, value in attrs:
            url = urlsplit(value or "")
            if name not in ("href", "src") or url.scheme or url.netloc or not url.path:
                continue
            path = normpath(join(dirname(self._page), unquote(url.path)))
            if not path.startswith(".."):  # the index over several events
                self.found.add(f"{path}/index.html" if url.path.endswith("/") else path)


def files_checked(site: PublishedSite) -> Iterator[Found]:
    """Yield whether every file of the site has the SHA-256 that the site lists for it, and every
    page leads to listed files only, as the names of those that are wrong. Raises
    UnreadableError."""
    listed = site.read(SUMS)
    if listed is None:
        yield Found(f"{SUMS} is missing: pages cannot be compared with what was published", None,
                    unchecked=True)  # fmt: skip
        return
    sums: dict[str, str] = {}
    for line in listed.decode().splitlines():
        digest, name = line.split("  ", 1)
        check(name)
        sums[name] = digest
    missing, other, led_to = list[str](), list[str](), {*_ALWAYS}
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        for name, content in zip(sums, pool.map(site.read, sums), strict=True):
            if content is None:
                missing.append(name)
            elif sha256(content).hexdigest() != sums[name]:
                other.append(name)
            if content and name.endswith(".html"):
                links = _Links(name)
                links.feed(content.decode("utf-8", "replace"))
                led_to |= links.found
    wrong = {
        "missing": missing,
        "NOT as they were published": other,
        f"NOT in {SUMS}, though pages lead to them": sorted(led_to - {SUMS} - sums.keys()),
    }
    for what, names in wrong.items():
        if names:
            more = len(names) - _MOST_NAMED
            rest = f" and {count(more, 'other')}" if more > 0 else ""
            yield Found(f"files that are {what}: {', '.join(names[:_MOST_NAMED])}{rest}", False)
    if not any(wrong.values()):
        yield Found(f"{count(len(sums), 'file')} as published, by their SHA-256", True)
