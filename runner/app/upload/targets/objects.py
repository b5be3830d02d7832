"""Stores of objects, by the package obstore: what S3 and WebDAV have in common."""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from datetime import timedelta
from functools import partial
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, TypeAlias

import obstore
from obstore.exceptions import BaseError, NotFoundError, PermissionDeniedError, UnauthenticatedError
from obstore.store import HTTPStore, S3Store

from runner.app.media_types import media_type
from runner.app.upload.errors import Trouble, UploadError, found_in
from runner.app.upload.targets import Sent, Target

if TYPE_CHECKING:  # the package has these types for checkers alone
    from obstore.store import ClientConfig, RetryConfig

Store: TypeAlias = S3Store | HTTPStore
AGAIN: RetryConfig = {"max_retries": 2, "retry_timeout": timedelta(seconds=60)}
_AT_ONCE = 4  # files on their way, each with a part of a slow connection
_PACKED = frozenset({".html", ".js", ".css"})  # what browsers alone load, and stores send as it is
_ANSWER = re.compile(r"status code: (\d+)([A-Za-z -]*)")
_STATES = {
    401: Trouble.REFUSED, 403: Trouble.READ_ONLY, 405: Trouble.READ_ONLY, 409: Trouble.MISSING,
    507: Trouble.FULL,
}  # fmt: skip
"""What states of HTTP mean where nothing else is said."""
_TROUBLES = {
    "InvalidAccessKeyId": Trouble.REFUSED, "SignatureDoesNotMatch": Trouble.REFUSED,
    "RequestTimeTooSkewed": Trouble.CLOCK, "NoSuchBucket": Trouble.MISSING,
    "QuotaExceeded": Trouble.FULL, "AccessDenied": Trouble.READ_ONLY,
    "No CA certificates": Trouble.AUTHORITIES,
    "InvalidCertificate": Trouble.CERTIFICATE, "invalid peer certificate": Trouble.CERTIFICATE,
    "dns error": Trouble.OFFLINE,
    "tcp connect": Trouble.OFFLINE, "onnection refused": Trouble.OFFLINE,
    "timed out": Trouble.CUT, "error sending request": Trouble.CUT,
}  # fmt: skip
"""Parts of messages: S3's codes, and texts of the package, which has no codes."""


def client(*, plain: bool) -> ClientConfig:
    """Return settings of the connection, which is not encrypted where `plain`."""
    return {"connect_timeout": "20s", "timeout": "5min", "allow_http": plain}


class Objects(Target):
    """A site in the store that `make` returns, whose names begin with `prefix`. `where` is what
    messages call the store. `described`: it keeps a file's media type, its encoding, and how long
    browsers may keep it."""

    def __init__(
        self, make: Callable[[], Store], prefix: str, where: str, *, described: bool
    ) -> None:
        self._prefix, self._where, self._described = prefix, where, described
        with self._troubles():
            self._store = make()

    def read(self, name: str) -> bytes | None:
        """Return a file's content; None if it does not exist."""
        with self._troubles():
            try:
                found = obstore.get(self._store, self._prefix + name)
                packed = self._described and found.attributes.get("Content-Encoding") == "gzip"
                content = bytes(found.bytes())
                return gzip.decompress(content) if packed else content
            except (NotFoundError, FileNotFoundError):
                return None

    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        """Write files; a store replaces each of them atomically."""

        def one(name: str, content: bytes) -> int:
            more: dict[str, Any] = {"attributes": described(name)} if self._described else {}
            path = self._prefix + name
            packed = self._described and PurePosixPath(name).suffix in _PACKED
            data = gzip.compress(content, mtime=0) if packed else content
            obstore.put(self._store, path, data, use_multipart=False, **more)
            return len(content)

        steps = {name: partial(one, name, content) for name, content in files.items()}
        if not self._described:  # a server of folders makes each with the first file in it
            for name in {PurePosixPath(name).parent: name for name in files}.values():
                self._together([steps.pop(name)], sent)
        self._together(steps.values(), sent)

    def remove(self, names: Iterable[str]) -> None:
        """Remove files, if they exist."""
        with self._troubles():
            for name in names:
                with suppress(NotFoundError, FileNotFoundError):
                    obstore.delete(self._store, self._prefix + name)

    def _together(self, steps: Iterable[Callable[[], int]], sent: Sent) -> None:
        """Take steps in threads; after an error, no step is under way any more. (Those of asyncio
        go on inside the package although they are cancelled, and write after the next upload.)"""
        with self._troubles(), ThreadPoolExecutor(_AT_ONCE) as pool:
            try:
                for done in as_completed([pool.submit(step) for step in steps]):
                    sent(done.result())
            finally:
                pool.shutdown(cancel_futures=True)

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        try:
            yield
        except (BaseError, OSError) as reason:
            raise UploadError(*trouble_of(reason, self._where)) from None


def described(name: str) -> dict[str, str]:
    """Return the media type of a file and how it is encoded, and that browsers ask each time
    whether it has changed."""
    packed = {"Content-Encoding": "gzip"} if PurePosixPath(name).suffix in _PACKED else {}
    return {"Content-Type": media_type(name), "Cache-Control": "no-cache", **packed}


def trouble_of(reason: BaseException, where: str) -> tuple[Trouble, str, str]:
    """Return what an exception of the package means, as the arguments of UploadError."""
    text = str(reason)
    answer = _ANSWER.search(text)
    more = f"the server answers {answer[1]}{answer[2].rstrip()}" if answer else ""
    known = found_in(text, _TROUBLES)
    if known is None and answer:
        known = _STATES.get(int(answer[1]))
    if known is None and isinstance(reason, UnauthenticatedError):
        known = Trouble.REFUSED
    if known is None and isinstance(reason, PermissionDeniedError | PermissionError):
        known = Trouble.READ_ONLY
    return known or Trouble.FAILED, where, more or text.partition("\n")[0]
