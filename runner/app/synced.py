"""Detect folders of sync services, by their path and by the files that such services leave."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from runner.core.problems import Place, Problem, note
from runner.disk import real

_ENVIRONMENT = ("OneDrive", "OneDriveConsumer", "OneDriveCommercial")
"""The variables by which Windows names the folders that OneDrive synchronises."""

_NAMES = (
    (re.compile(r"OneDrive(?:$| ?-.+)", re.IGNORECASE), "OneDrive"),
    (re.compile(r"Dropbox(?: \(.+\))?", re.IGNORECASE), "Dropbox"),
    (re.compile(r"Google ?Drive(?:-.+)?|DriveFS", re.IGNORECASE), "Google Drive"),
    (re.compile(r"Mobile Documents|iCloud ?Drive", re.IGNORECASE), "iCloud Drive"),
    (re.compile(r"Nextcloud\d*", re.IGNORECASE), "Nextcloud"),
    (re.compile(r"ownCloud\d*", re.IGNORECASE), "ownCloud"),
    (re.compile(r"Box Sync|Box-Box", re.IGNORECASE), "Box"),
    (re.compile(r"pCloud ?Drive", re.IGNORECASE), "pCloud"),
    (re.compile(r"MEGAsync|MEGA Downloads", re.IGNORECASE), "MEGA"),
    (re.compile(r"SynologyDrive(?:-.+)?", re.IGNORECASE), "Synology Drive"),
    (re.compile(r"Proton ?Drive(?:-.+)?", re.IGNORECASE), "Proton Drive"),
)
"""What the services call their folder, as a whole part of the path."""

_DRIVES = frozenset(
    {"my drive", "meine ablage", "mon drive", "mi unidad", "il mio drive", "meu drive",
     "o meu disco", "マイドライブ", "mijn drive", "mój dysk"}
)  # fmt: skip
"""What Google Drive calls its first folder, in the languages of Runner's pages and a few more."""

_MARKS = (
    (re.compile(r"\.stfolder"), "Syncthing"),
    (re.compile(r"\.dropbox(?:\.cache)?"), "Dropbox"),
    (re.compile(r"\.shortcut-targets-by-id|\.tmp\.driveupload"), "Google Drive"),
    (re.compile(r"\.nextcloudsync\.log|\.sync_\w+\.db"), "Nextcloud"),
    (re.compile(r"\.owncloudsync\.log|\._sync_\w+\.db"), "ownCloud"),
    (re.compile(r"\.SynologyWorkingDirectory"), "Synology Drive"),
    (re.compile(r"\.seafile-data"), "Seafile"),
)
"""What each service leaves in its first folder, or beside it."""


def synced(path: Path) -> str | None:
    """Return the name of the sync service whose folder contains a path, links followed; None if it
    seems to be in none. Folders that cannot be read are ignored."""
    ways = [path.absolute()]
    with suppress(OSError):
        ways.insert(0, real(path))
    for service_of in (_by_environment, _by_name, _by_marks, _by_desktop):
        for way in ways:
            if service := service_of(way):
                return service
    return None


def advice(path: Path) -> Problem | None:
    """Return what may happen in a folder that is synchronised, and what to do; None elsewhere."""
    service = synced(path)
    if service is None:
        return None
    return note(
        "folder.synced",
        Place(),
        f"This event lies in a folder of {service}. If the workbook is changed on two computers, "
        f"{service} makes a second copy of it, and only one of them counts; and it may hold a file "
        "for a moment when Runner writes.",
        f"Type on one computer only, and pause {service} while the event runs; or move the "
        "event’s folder out of it.",
    )


def _by_environment(path: Path) -> str | None:
    for folder in filter(None, map(os.environ.get, _ENVIRONMENT)):
        if Path(folder) != Path(path.anchor) and path.is_relative_to(folder):
            return "OneDrive"
    return None


def _by_name(path: Path) -> str | None:
    """Find a service by the names of the folders above; a folder's own name is the organiser's
    choice."""
    for part in path.parts[1:-1]:
        for name, service in _NAMES:
            if name.fullmatch(part):
                return service
    first = path.parts[1:2]
    return "Google Drive" if path.drive and first and first[0].lower() in _DRIVES else None


def _by_marks(path: Path) -> str | None:
    for folder in _upwards(path):
        try:
            there = [each.name for each in folder.iterdir()]
        except OSError:
            continue
        for mark, service in _MARKS:
            if any(map(mark.fullmatch, there)):
                return service
    return None


def _by_desktop(path: Path) -> str | None:
    """Detect iCloud Drive on macOS, which links to Desktop and Documents if it synchronises
    them."""
    home = Path.home()
    cloud = home / "Library" / "Mobile Documents" / "com~apple~CloudDocs"
    for name in ("Desktop", "Documents"):
        if path.is_relative_to(home / name) and (cloud / name).is_symlink():
            return "iCloud Drive"
    return None


def _upwards(path: Path) -> Iterator[Path]:
    """Yield the folders that contain a path, below the home folder: services keep their files
    there."""
    home = Path.home()
    for folder in (path, *path.parents):
        if home.is_relative_to(folder):
            return
        yield folder
