"""A keyring in the file that KEYRING_FILE names, for the programs of one picture."""

import json
import os
from pathlib import Path

from keyring.backend import KeyringBackend


class InFile(KeyringBackend):
    """It is used where PYTHON_KEYRING_BACKEND names it."""

    priority = 1.0

    def _known(self) -> dict[str, str]:
        file = Path(os.environ["KEYRING_FILE"])
        return json.loads(file.read_text()) if file.exists() else {}

    def get_password(self, service: str, username: str) -> str | None:
        """Return a password."""
        return self._known().get(f"{service} {username}")

    def set_password(self, service: str, username: str, password: str) -> None:
        """Keep a password."""
        known = self._known() | {f"{service} {username}": password}
        Path(os.environ["KEYRING_FILE"]).write_text(json.dumps(known))
