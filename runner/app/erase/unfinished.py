"""Names that are being taken out, by id: noted before the first file is changed, and gone with the
last, so that whatever stops it, it can be done again."""

import json
from collections.abc import Mapping, Sequence

from runner.app.event_folder import EventFolder
from runner.disk import contents, remove_patiently, replace_synced

_KEY = "erasing"
NAME = f".runner/{_KEY}.json"
"""The note, by its path from the event's folder."""


def read(folder: EventFolder) -> dict[str, list[str]]:
    """Who was being erased when it was stopped, by all names."""
    try:
        said = json.loads(contents(folder.memory(_KEY)))
        return {str(key): list(map(str, known)) for key, known in said.items()}
    except (OSError, ValueError, TypeError, AttributeError):
        return {}


def write(folder: EventFolder, begun: Mapping[str, Sequence[str]]) -> None:
    """Note it; nothing is left where nobody is."""
    path = folder.memory(_KEY)
    if begun:
        replace_synced(path, json.dumps(begun, ensure_ascii=False).encode())
    else:
        remove_patiently(path)
