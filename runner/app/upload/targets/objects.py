"""Stores of objects, by the package obstore: what S3 and WebDAV have in common."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, TypeAlias

import obstore
from obstore.exceptions import BaseError, NotFoundError, PermissionDeniedError, UnauthenticatedError
from obstore.store import HTTPStore, S3Store

from runner.app.media_types import media_type
from runner.app.upload.errors import Trouble, UploadError
from runner.app.upload.targets import Sent
from runner.app.upload.targets.concurrency import Step, first, together

if TYPE_CHECKING:  # the package has these types for checkers alone
    from obstore.store import ClientConfig, RetryConfig

Store: TypeAlias = S3Store | HTTPStore
AGAIN: RetryConfig = {"max_retries": 2, "retry_timeout": timedelta(seconds=60)}
_AT_ONCE = 4  # files on their way, each with a part of a slow connection
_ANSWER = re.compile(r"status code: (\d+[A-Za-z -]*)")
_TROUBLES = {
    "InvalidAccessKeyId": Trouble.REFUSED, "SignatureDoesNotMatch": Trouble.REFUSED,
    "RequestTimeTooSkewed": Trouble.CLOCK, "NoSuchBucket": Trouble.MISSING,
    "QuotaExceeded": Trouble.FULL, "507": Trouble.FULL, "401": Trouble.REFUSED,
    "AccessDenied": Trouble.READ_ONLY, "403": Trouble.READ_ONLY, "405": Trouble.READ_ONLY,
    "certificate": Trouble.CERTIFICATE, "dns error": Trouble.OFFLINE,
    "tcp connect": Trouble.OFFLINE, "onnection refused": Trouble.OFFLINE,
    "timed out": Trouble.CUT, "error sending request": Trouble.CUT, "409": Trouble.MISSING,
}  # fmt: skip
"""Parts of messages: S3's codes, states of HTTP, and texts of the package, which has no codes."""


def client(*, plain: bool) -> ClientConfig:
    """Return settings of the connection, which is not encrypted where `plain`."""
    return {"connect_timeout": "20s", "timeout": "5min", "allow_http": plain}


class Objects:
    """A site in a store, whose names begin with `prefix`. `where` is what messages call the store.
    `described`: it keeps a file's media type and how long browsers may keep it."""

    def __init__(self, store: Store, prefix: str, where: str, *, described: bool) -> None:
        self._store, self._prefix, self._where = store, prefix, where
        self._described = described

    def read(self, name: str) -> bytes | None:
        """Return a file's content; None if it does not exist."""
        with self._troubles():
            try:
                return bytes(obstore.get(self._store, self._prefix + name).bytes())
            except (NotFoundError, FileNotFoundError):
                return None

    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        """Write files; a store replaces each of them atomically."""

        async def one(name: str, content: bytes) -> None:
            more: dict[str, Any] = {"attributes": described(name)} if self._described else {}
            path = self._prefix + name
            await obstore.put_async(self._store, path, content, use_multipart=False, **more)
            sent(len(content))

        steps = {name: partial(one, name, content) for name, content in files.items()}
        if not self._described:  # a server of folders makes each with the first file in it
            for name in {PurePosixPath(name).parent: name for name in files}.values():
                self._together([steps.pop(name)])
        self._together(steps.values())

    def remove(self, names: Iterable[str]) -> None:
        """Remove files, if they exist."""

        async def one(name: str) -> None:
            try:
                await obstore.delete_async(self._store, self._prefix + name)
            except (NotFoundError, FileNotFoundError):
                return

        self._together(partial(one, name) for name in names)

    def finish(self) -> None:
        """Every file is visible already."""

    def close(self) -> None:
        """The package closes its connections by itself."""

    def _together(self, steps: Iterable[Step]) -> None:
        with self._troubles():
            asyncio.run(together(steps, _AT_ONCE))

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        try:
            yield
        except (BaseError, OSError, ExceptionGroup) as reason:
            raise UploadError(*_trouble(first(reason), self._where)) from None


def described(name: str) -> dict[str, str]:
    """Return the media type of a file, and that browsers ask each time whether it has changed."""
    return {"Content-Type": media_type(name), "Cache-Control": "no-cache"}


def _trouble(reason: BaseException, where: str) -> tuple[Trouble, str, str]:
    text = str(reason)
    known = next((trouble for part, trouble in _TROUBLES.items() if part in text), None)
    if known is None and isinstance(reason, UnauthenticatedError):
        known = Trouble.REFUSED
    if known is None and isinstance(reason, PermissionDeniedError | PermissionError):
        known = Trouble.READ_ONLY
    answer = _ANSWER.search(text)
    more = f"the server answers {answer[1].strip()}" if answer else text.partition("\n")[0]
    return known or Trouble.FAILED, where, more
