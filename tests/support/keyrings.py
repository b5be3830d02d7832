"""A keyring that ends with a test."""

from collections.abc import Iterator
from contextlib import contextmanager

import keyring
from keyring.backend import KeyringBackend


class InMemory(KeyringBackend):
    """It keeps what it is given in `known`."""

    priority = 1.0  # type: ignore[assignment]

    def __init__(self) -> None:
        super().__init__()
        self.known: dict[tuple[str, str], str] = {}

    @classmethod
    @contextmanager
    def used(cls) -> Iterator["InMemory"]:
        """Use one instead of the system's until the end of the block."""
        before, ring = keyring.get_keyring(), cls()
        keyring.set_keyring(ring)
        try:
            yield ring
        finally:
            keyring.set_keyring(before)

    def get_password(self, service: str, username: str) -> str | None:
        return self.known.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.known[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        self.known.pop((service, username), None)
