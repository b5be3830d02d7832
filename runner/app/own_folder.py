"""The folder for this user's own data of Runner on this computer."""

from pathlib import Path

import platformdirs

APP = "Runner"


def own_folder() -> Path:
    """Return the folder for what Runner remembers of this user between two starts."""
    return platformdirs.user_config_path(APP, appauthor=False)
