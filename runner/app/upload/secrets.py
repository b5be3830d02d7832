"""Passwords and tokens for targets: from the environment, or from the system's keyring. They are in
no file of Runner's."""

import os
from contextlib import suppress

from runner.app.upload.destination import Destination

VARIABLE = "RUNNER_PUBLISH_SECRET"
"""The environment variable with the secret, for computers without a keyring."""
_SERVICE = "Runner"


def secret_for(destination: Destination) -> str:
    """Return the secret of a destination; "" if none is known."""
    if given := os.environ.get(VARIABLE, ""):
        return given
    with suppress(ImportError):
        import keyring
        from keyring.errors import KeyringError

        with suppress(KeyringError):
            return keyring.get_password(_SERVICE, _account(destination)) or ""
    return ""


def keep(destination: Destination, secret: str) -> bool:
    """Keep a secret in the system's keyring. Returns whether there is one."""
    with suppress(ImportError):
        import keyring
        from keyring.errors import KeyringError

        with suppress(KeyringError):
            keyring.set_password(_SERVICE, _account(destination), secret)
            return True
    return False


def _account(destination: Destination) -> str:
    """Return the name under which a secret is kept: what is reached, and as whom."""
    return f"{destination.user}@{destination.address}" if destination.user else destination.address
