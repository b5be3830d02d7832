"""The site of a snapshot in a folder, for a browser to open."""

from collections.abc import Mapping
from pathlib import Path

from runner.compute.snapshot import Snapshot
from runner.render.site import render


def write_site(snapshot: Snapshot, folder: Path, data: Mapping[str, bytes] | None = None) -> Path:
    """All its files below the folder, with `data` that somebody else has made."""
    return write_files(render(snapshot, data or {}).files, folder)


def write_files(files: Mapping[str, bytes], folder: Path) -> Path:
    """Files by their path below the folder."""
    for path, content in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    return folder
