"""The folder in which Runner keeps what is this user's own, on this computer."""

from pathlib import Path

import platformdirs

APP = "Runner"


def own_folder() -> Path:
    """The folder of this user for what Runner remembers between two starts."""
    return platformdirs.user_config_path(APP, appauthor=False)
