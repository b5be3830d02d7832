"""Where the events are, as this user has it."""

import json
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from runner.app.own_folder import APP, own_folder
from runner.disk import read_regular_file, replace_synced


@dataclass(frozen=True, slots=True)
class Settings:
    """What a user has chosen; `folder` is where the events are."""

    folder: Path


def usual_folder() -> Path:
    """Where events are as long as nobody says otherwise: in the user's documents."""
    return platformdirs.user_documents_path() / APP


def read_settings() -> Settings:
    """The settings; the usual ones where there are none, or none that can be read."""
    try:
        said = json.loads(read_regular_file(_file()))
        folder = Path(said["folder"])
    except (OSError, ValueError, TypeError, KeyError):
        return Settings(usual_folder())
    return Settings(folder if folder.is_absolute() else usual_folder())


def write_settings(settings: Settings) -> None:
    """Remember them. Raises OSError where that cannot be done."""
    _file().parent.mkdir(parents=True, exist_ok=True)
    replace_synced(_file(), json.dumps({"folder": str(settings.folder)}).encode())


def why_not(folder: Path) -> str:
    """What is wrong with a folder for events, in a sentence; "" where nothing is."""
    if not folder.is_absolute():
        return f"“{folder}” is no whole path. Type all of it, from the disk on."
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        return f"{folder} is a file. Choose a folder."
    except (OSError, ValueError) as reason:
        said = getattr(reason, "strerror", None) or reason
        return f"{folder} cannot be used: {said}."
    return ""


def _file() -> Path:
    return own_folder() / "settings.json"
