"""Which folder is an event’s site, and whose site a folder holds: two events never overwrite
each other’s pages.

An event is known by a mark of its own, which goes with its folder: it stays the same event when it
is renamed, moved or restored. A copy of the folder is another event, but goes on with a copy of the
site. Where the mark was lost it is found again from the folder and the seed.
"""

import errno
import json
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from runner.app.event_folder import OWN, EventFolder
from runner.app.find_events import holds_events
from runner.app.publish.folder import MANIFEST, Owner, claim, of_several, read_manifest, stranger
from runner.core.actions import Build, MoveSite, Part, Parts, Serve
from runner.core.event import Event
from runner.core.problems import Place, Problem, error
from runner.disk import make_own, read_regular_file, real, replace_synced
from runner.ledger.ledger import Ledger
from runner.ledger.seal import Head

_GIVE: Parts = ("Give the folder of the event, or of its site.", Build())
_DEMO = "demo"  # whose site any event may replace


def claimed(folder: EventFolder, event: Event, ledger: Ledger, site: Path) -> Problem | None:
    """Claim the site's folder for this event; return the problem if it holds another event's site,
    or cannot be a site. A site made from this `ledger` belongs to the event, whatever its folder is
    called."""
    if why := cannot_be(folder, site):
        return _refused("site.impossible", why, MoveSite(str(folder.root), str(_own(folder, site))))
    if not _read(folder).event:
        head = manifest.head if (manifest := read_manifest(site)) else None
        promised = bool(head and head.lines and ledger.holds(head))
        adopt(folder, site, ledger.mark or event.mark, promised=promised)
    mark, copied = _mark(folder, event.seed)
    place = sha256(str(real(site)).encode()).hexdigest()[:32]

    def free(now: Owner) -> bool:
        return now.mark == _DEMO or (now.mark == copied and now.place != place)

    _make(site, folder.root)
    other = claim(site, Owner(mark, event.name, place, ledger.mark), free)
    if other is None:
        return None
    return _refused(
        "site.of-another-event",
        f"{site} holds the site of another event, “{other.name}”",
        MoveSite(str(folder.root), str(_own(folder, site))),
        f"Or delete {site}, if those pages are not needed any more, and save again.",
    )


def shown(folder: EventFolder, seed: str, site: Path) -> Head | None:
    """Return how far the ledger went that this event's site was made from; None if there is
    none."""
    manifest = read_manifest(site)
    if manifest is None or not known_by(manifest.owner):
        return None
    return manifest.head if manifest.owner.mark == _mark(folder, seed)[0] else None


def known_by(owner: Owner) -> str:
    """Return the mark of exactly one event; "" for a demo or an unmarked site."""
    return "" if owner.mark == _DEMO else owner.mark


def adopt(folder: EventFolder, site: Path, workbook: str, *, promised: bool) -> None:
    """Know the event by the mark of a site that is its own: one of an event with that mark in its
    `workbook`, or `promised` to be it; for a folder that has lost its own mark."""
    manifest = read_manifest(site)
    if manifest is None or not known_by(manifest.owner):
        return
    if promised or (workbook and manifest.owner.workbook == workbook):
        _write(folder, _Mark(manifest.owner.mark))


def is_new_copy(folder: EventFolder) -> bool:
    """Return whether the folder is a copy beside its original of which nothing was published
    yet."""
    known = _read(folder)
    elsewhere = known.event and known.folder != str(real(folder.root))
    return bool(elsewhere) and _read(EventFolder(Path(known.folder))).event == known.event


def cannot_be(folder: EventFolder, site: Path) -> str:
    """Return why the folder cannot be the site of an event; "" if it can."""
    for path in (site, *site.parents):
        if path.is_symlink() and not path.exists():
            return f"{path} is a link that leads nowhere"
        if path.exists() and not path.is_dir():
            return f"{path} is a file, and a site is a folder"
    if _contains(site, folder.root):
        return (
            f"{site} has the event itself in it, with its workbook and ledger, and a site is for "
            "everybody"
        )
    if OWN in real(site).parts:
        return f"{site} is for what Runner keeps of an event, and cannot be a site"
    if _of_paper(folder, site):
        return f"{site} is for what Runner prints or restores, which is taken away again"
    other = stranger(site)
    return f"{site} is not a site of Runner’s: {other} is in it" if other else ""


def _make(site: Path, event: Path) -> None:
    """Make the site's folder and parents. Raises FileNotFoundError if the event's is gone."""
    around = [path for path in site.parents if not path.exists()]
    if real(event) in real(site).parents and not event.is_dir():
        raise FileNotFoundError(errno.ENOENT, "the event’s folder is gone", str(event))
    for path in (*reversed(around), site):
        path.mkdir(exist_ok=True)


def _of_paper(folder: EventFolder, site: Path) -> bool:
    """Return whether it is or lies in a folder of the event for printed or restored files."""
    from runner.render.documents.registry import REGISTRY

    names = {document.FOLDER for document in REGISTRY.values()} | {folder.restored(1).parent.name}
    return any(real(site).is_relative_to(real(folder.root / name)) for name in names)


def _contains(site: Path, root: Path) -> bool:
    event = real(root)
    return site.exists() and any(site.samefile(path) for path in (event, *event.parents))


def _own(folder: EventFolder, site: Path) -> Path:
    """Return a free folder for the site: in the other site's, in the event's or beside it."""
    if (
        stranger(site)
        and not _contains(site, folder.root)
        and not (OWN in real(site).parts or _of_paper(folder, site))
    ):
        return site / folder.slug
    if not folder.site.exists() and not folder.site.is_symlink():
        return folder.site
    name = f"site_{folder.slug}"
    return folder.root.with_name(name) if folder.root.name else Path("..", name)


def _refused(code: str, why: str, *fix: Part) -> Problem:
    return error(code, Place(), f"{why}, so nothing was published.", *fix, fatal=True)


def no_site(site: Path) -> Parts:
    """Return why a folder is not to be shown to everybody; () for a site with nothing else."""
    if not site.exists():
        return f"There is no folder {site}.", *_GIVE
    if not site.is_dir():
        return f"{site} is a file.", *_GIVE
    if kept := private(site):
        return f"{site} holds {kept}, which is not for everybody.", *_GIVE
    if read_manifest(site) is None:
        return f"{site} is not a site of Runner’s.", *_GIVE
    return ()


def private(folder: Path) -> str:
    """Return the file that makes a folder an event's, and so private; "" for no event."""
    event = EventFolder(folder)
    return next((path.name for path in (*event.workbooks(), event.ledger) if path.exists()), "")


def others(folder: EventFolder, site: Path) -> str:
    """Return the name of the other event whose site a folder holds; "" for this event's own."""
    manifest, known = read_manifest(site), _read(folder)
    if manifest is None or not known.event or manifest.owner.mark in ("", known.event):
        return ""
    return manifest.owner.name


def as_demo(folder: EventFolder) -> None:
    """Mark a new event as the demo."""
    _write(folder, _Mark(_DEMO))


def _mark(folder: EventFolder, seed: str) -> tuple[str, str]:
    """Return the event's mark, made if there is none, and that of the event it is a copy of,
    or ""."""
    here = str(real(folder.root))
    known = _read(folder)
    if known.folder == here:
        return known.event, known.copied
    copied = is_new_copy(folder)
    new = sha256(f"{here}\n{seed}".encode()).hexdigest()[:32]
    if copied or not known.event:
        known = _Mark(new, copied=known.event)
    _write(folder, known)
    return known.event, known.copied


class _Mark(NamedTuple):
    """An event's mark, the folder that it was made for, and the mark that it was copied with."""

    event: str = ""
    folder: str = ""
    copied: str = ""


def _read(folder: EventFolder) -> _Mark:
    try:
        return _Mark(**json.loads(read_regular_file(folder.mark)))
    except (OSError, ValueError, TypeError):
        return _Mark()


def _write(folder: EventFolder, mark: _Mark) -> None:
    make_own(folder.mark.parent)
    facts = mark._replace(folder=str(real(folder.root)))._asdict()
    replace_synced(folder.mark, json.dumps(facts).encode())


CHECKOUT = Path("site_out")
"""The folder for the site in a checkout of Runner, for the events in it."""


def usual(event: Path) -> Path:
    """Return the folder for an event's site: `site` in its own; but `site_out`, if the working
    folder has that, the event lies in it, and it has no site yet."""
    own = EventFolder(event).site
    if CHECKOUT.is_dir() and not own.is_dir() and real(event).is_relative_to(real(Path.cwd())):
        return CHECKOUT
    return own


def shown_in(event: Path) -> Path:
    """Return the site in which an event is shown: its own, or the common one of the events beside
    it; of both the one that was published last."""
    own, common = usual(event), usual(event.parent)
    places = {own: own / MANIFEST, common: common / event.name / MANIFEST}
    changed = {site: path.stat().st_mtime for site, path in places.items() if path.is_file()}
    return max(changed, key=lambda site: changed[site], default=own)


def shown_by(folder: Path | None) -> Path | Parts:
    """Return the site that a folder stands for, or why there is none to show."""
    if folder is None:
        folder = CHECKOUT if CHECKOUT.is_dir() else Path()
        if not private(folder) and read_manifest(folder) is None and folder != CHECKOUT:
            return (
                "Which site? Give the folder of the event, or that of the site itself.",
                Serve(),
            )
    if read_manifest(folder) is None and holds_events(folder):
        index = read_manifest(usual(folder))
        folder = usual(folder) if index and of_several(index) else folder
    if not private(folder) or read_manifest(folder) is not None:
        return no_site(folder) or folder
    event = EventFolder(folder)
    sites = [site for site in (event.site, usual(folder)) if read_manifest(site) is not None]
    own = [site for site in sites if not others(event, site)]
    if own:
        return no_site(own[0]) or own[0]
    if sites and sites[0] == event.site:
        why = f"{sites[0]} holds the site of another event, “{others(event, sites[0])}”."
        return why, "Delete it, and make this event’s own.", Build(str(folder))
    why = f"{folder} holds {private(folder)}, which is not for everybody, and its site is not made "
    return f"{why}yet.", Build(str(folder))
