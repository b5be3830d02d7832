"""Names as Windows takes them: devices are no files, and large and small letters are the same."""

import errno
import os
import re
from pathlib import Path
from typing import Any

_DEVICE = re.compile(r"(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³])(\.|$)", re.IGNORECASE)
_NEVER = re.compile(r'[<>:"|?*\x00-\x1f]|[. ]$')


def meant(path: Any) -> Any:
    """The path of what is there under this name, however it is written.

    Raises OSError for what is no name.
    """
    name = os.path.basename(os.fspath(path))
    if isinstance(name, bytes) or os.path.lexists(path) or name in ("", ".", ".."):
        return path
    if _DEVICE.match(name) or _NEVER.search(name):
        raise OSError(errno.EINVAL, "Invalid argument", str(path))
    folder = Path(path).parent
    try:
        same = (each for each in os.listdir(folder) if each.casefold() == name.casefold())
        return folder / next(same, name)
    except OSError:
        return path
