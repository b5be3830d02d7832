"""One upload: make a target hold the site that a folder holds."""

import secrets
import time
from collections.abc import Callable, Collection, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from runner.app.publish.folder import MANIFEST, Manifest, checksum, read_manifest, whole_manifest
from runner.app.upload import manifest
from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError
from runner.app.upload.manifest import PUBLISHED, PUBLISHING, Remote
from runner.app.upload.order import Plan, Stages, plan
from runner.app.upload.targets import Access, Target, opened
from runner.disk import fingerprint_if_there, read_regular_file
from runner.ledger.ledger import Ledger

_ATTEMPTS, _PAUSE = 200, 0.05  # seconds; a site that is being written is read again

LATE = 60.0
"""Seconds for which a server may still carry out a request of an upload that was interrupted."""

Progress = Callable[[int, int], None]
"""Is called with the number of bytes that have arrived, and of all bytes to be sent."""


@dataclass(frozen=True, slots=True)
class Uploaded:
    """What an upload has sent or, of one that was only planned, what it would send: the names of
    files that were written and removed, and the bytes of all that were written. `late`: some of
    them have to be read back later."""

    written: tuple[str, ...]
    removed: tuple[str, ...]
    size: int
    late: bool = False


def upload(
    site: Path,
    to: Destination,
    access: Access,
    ledger: Ledger,
    progress: Progress | None = None,
    *,
    dry_run: bool = False,
) -> Uploaded:
    """Make the target hold what the folder `site` holds, and return what that took; with `dry_run`
    only say what it would take.

    Raises UploadError if it cannot be finished, if the target holds the site of another event, or
    one made from a ledger of which `ledger` is no continuation. Interrupted at any moment it leaves
    only whole files where the target can replace one atomically, and the next upload goes on.
    """
    with closing(opened(to, access)) as target:
        before = target.read(PUBLISHED)
        there = manifest.remote(before, target.read(PUBLISHING))
        due = bool(there.late) and abs(time.time() - there.since) >= LATE
        if due:
            there = _read_back(target, there)
        known, planned, files = _local(site, there)
        _check_owner(known, there, to)
        if there.head and not ledger.holds(there.head) and there.head not in ledger.given_up:
            raise UploadError(Trouble.NEWER, to.text)
        result = _result(known, there)
        if not dry_run and (due or not planned.empty):
            _send(target, planned, files, there, result, progress)
            if target.read(PUBLISHED) != before:
                raise UploadError(Trouble.MEANWHILE, to.text)
            target.write({PUBLISHED: result.document}, _nothing)
            target.finish()
        size = sum(map(len, files.values()))
        return Uploaded(planned.written, planned.removed, size, bool(result.late))


def take_down(site: Path, to: Destination, access: Access) -> Uploaded:
    """Remove from the target what Runner has put there for the event of this site. Raises
    UploadError as `upload` does."""
    with closing(opened(to, access)) as target:
        there = manifest.remote(target.read(PUBLISHED), target.read(PUBLISHING))
        _check_owner(read_manifest(site), there, to)
        names = tuple(sorted({*there.files, *there.unknown, *there.late}))
        if names:
            begun = replace(there, upload=secrets.token_hex(8)).intention(names, names)
            target.write({PUBLISHING: begun}, _nothing)
            target.remove((*names, PUBLISHED, PUBLISHING))
            target.finish()
        return Uploaded((), names, 0)


def _read_back(target: Target, there: Remote) -> Remote:
    """Return what the target holds, with the files that may have come late as they really are."""
    files = dict(there.files)
    for name in there.late:
        files.pop(name, None)
        if (content := target.read(name)) is not None:
            files[name] = checksum(content)[: manifest.DIGITS]
    return replace(there, files=files, late=())


def _local(site: Path, there: Remote) -> tuple[Manifest, Plan, dict[str, bytes]]:
    """Return the site as one state, what is to be done with it, and the files to be sent: all are
    those that its manifest lists, although it may be published again meanwhile. Raises UploadError
    where there is no site."""
    for _ in range(_ATTEMPTS):
        before, known = site_fingerprint(site), whole_manifest(site)
        if known is None:
            break
        planned = plan(_hashes(known), there.files, there.unknown, there.missing)
        with suppress(OSError):
            files = {name: read_regular_file(site / name) for name in planned.written}
            whole = all(checksum(files[name]) == known.files[name][0] for name in files)
            if whole and site_fingerprint(site) == before and whole_manifest(site) == known:
                return known, planned, files
        time.sleep(_PAUSE)
    raise UploadError(Trouble.FAILED, str(site), "the site on this computer is not complete")


def site_fingerprint(site: Path) -> tuple[int, int, int] | None:
    """Return what changes with every publication of the site; None where there is none."""
    return fingerprint_if_there(site / MANIFEST)


def _check_owner(here: Manifest | None, there: Remote, to: Destination) -> None:
    if there.mark and (here is None or here.owner.mark != there.mark):
        raise UploadError(Trouble.ANOTHER, to.text, there.name)


def _result(known: Manifest, there: Remote) -> Remote:
    """Return what the target holds once the upload is done, with a new mark of that upload, and
    what may change there by itself."""
    late = tuple(sorted({*there.late, *there.unknown}))
    since = time.time() if there.unknown else there.since
    owner, upload = known.owner, secrets.token_hex(8)
    return Remote(owner.mark, owner.name, known.head, _hashes(known), upload, late=late,
                  since=since)  # fmt: skip


def _send(
    target: Target, planned: Plan, files: Mapping[str, bytes], there: Remote, result: Remote,
    progress: Progress | None,
) -> None:  # fmt: skip
    """Write and remove what is planned; note at the target, before each step, what is planned and
    which of it may be missing."""
    size, arrived = sum(map(len, files.values())), 0

    def sent(more: int) -> None:
        nonlocal arrived
        arrived += more
        if progress:
            progress(arrived, size)

    names = (*planned.written, *planned.removed)
    gone = {*there.missing}.intersection(planned.removed)

    def note(missing: Collection[str]) -> None:
        target.write({PUBLISHING: result.intention(names, missing)}, _nothing)

    def write(stages: Stages) -> None:
        for stage in stages:
            target.write({name: files[name] for name in stage}, sent)

    note(planned.new | gone)
    write(planned.before)
    if planned.new:
        note(gone)
    write(planned.after)
    if planned.removed:
        note(planned.removed)
        target.remove(planned.removed)


def _nothing(_: int) -> None:
    """Take no account of the bytes of Runner's own files."""


def _hashes(known: Manifest) -> dict[str, str]:
    return {name: entry[0][: manifest.DIGITS] for name, entry in known.files.items()}
