"""Stores of objects, by the package obstore: buckets that speak S3, and folders by WebDAV.

s3://bucket/folder?endpoint=https://…&region=…: name and password are an access key, asked for once,
or the environment's AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.

webdavs://name@host/folder, without encryption webdav://. Servers put a file that is sent in the
place of the old one when all of it has come, as a bucket does.
"""

from __future__ import annotations

import gzip
import re
from base64 import b64encode
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import timedelta
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, TypeAlias
from urllib.parse import quote, unquote, urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import HTTPStore, S3Store

from runner.app.media_types import media_type
from runner.app.upload.destination import Destination
from runner.app.upload.errors import Trouble, UploadError, found_in
from runner.app.upload.targets import Access, Sent, Target

if TYPE_CHECKING:  # the package has these types for checkers alone
    from obstore.store import ClientConfig, RetryConfig, S3Config

_Store: TypeAlias = S3Store | HTTPStore
_AGAIN: RetryConfig = {"max_retries": 2, "retry_timeout": timedelta(seconds=60)}
_CLIENT: ClientConfig = {"connect_timeout": "20s", "timeout": "5min"}
_REGION = "us-east-1"  # what stores elsewhere than at Amazon's take where none is named
_AT_ONCE = 4  # files on their way, each with a part of a slow connection
_PACKED = frozenset({".html", ".js", ".css"})  # what browsers alone load, and stores send as it is
_ANSWER = re.compile(r"status code: (\d+[A-Za-z -]*)\b")
_TROUBLES = {
    "InvalidAccessKeyId": Trouble.REFUSED, "SignatureDoesNotMatch": Trouble.REFUSED,
    "RequestTimeTooSkewed": Trouble.CLOCK, "NoSuchBucket": Trouble.MISSING,
    "QuotaExceeded": Trouble.FULL, "AccessDenied": Trouble.READ_ONLY,
    "No CA certificates": Trouble.AUTHORITIES,
    "InvalidCertificate": Trouble.CERTIFICATE, "invalid peer certificate": Trouble.CERTIFICATE,
    "dns error": Trouble.OFFLINE,
    "tcp connect": Trouble.OFFLINE, "onnection refused": Trouble.OFFLINE,
    "timed out": Trouble.CUT, "error sending request": Trouble.CUT,
    "code: 401": Trouble.REFUSED, "code: 403": Trouble.READ_ONLY, "code: 405": Trouble.READ_ONLY,
    "code: 409": Trouble.MISSING, "code: 507": Trouble.FULL,
}  # fmt: skip
"""Parts of messages: S3's codes, texts of the package, which has no codes, and states of HTTP."""


class Objects(Target):
    """A site in a store of objects. A bucket also keeps a file's media type, its encoding, and how
    long browsers may keep it; a web folder has folders, which it makes with the first file."""

    def __init__(self, to: Destination, access: Access) -> None:
        self._where, self._is_bucket = to.text, to.kind == "s3"
        store = _bucket if self._is_bucket else _web_folder
        with self._troubles():
            self._store, self._prefix = store(to, access.secret)

    def read(self, name: str) -> bytes | None:
        """Return a file's content; None if it does not exist."""
        with self._troubles():
            try:
                found = obstore.get(self._store, self._prefix + name)
                packed = self._is_bucket and found.attributes.get("Content-Encoding") == "gzip"
                content = bytes(found.bytes())
                return gzip.decompress(content) if packed else content
            except FileNotFoundError:
                return None

    def write(self, files: Mapping[str, bytes], sent: Sent) -> None:
        """Write files; a store replaces each of them atomically. After an error no file is on its
        way any more. (Steps of asyncio go on inside the package although they are cancelled, and
        write after the next upload.)"""
        rest = dict(files)
        with self._troubles(), ThreadPoolExecutor(_AT_ONCE) as pool:
            if not self._is_bucket:
                for name in {PurePosixPath(name).parent: name for name in files}.values():
                    sent(self._put(name, rest.pop(name)))
            for size in pool.map(self._put, rest.keys(), rest.values()):
                sent(size)

    def _put(self, name: str, content: bytes) -> int:
        """Write a file, and return its size. A bucket is told that browsers ask each time whether
        it has changed."""
        size, about = len(content), dict[str, str]()
        if self._is_bucket:
            about = {"Content-Type": media_type(name), "Cache-Control": "no-cache"}
            if PurePosixPath(name).suffix in _PACKED:
                about["Content-Encoding"] = "gzip"
                content = gzip.compress(content, mtime=0)
        path = self._prefix + name
        obstore.put(self._store, path, content, attributes=about, use_multipart=False)
        return size

    def remove(self, names: Collection[str]) -> None:
        """Remove files, if they exist."""
        with self._troubles():
            for name in names:
                with suppress(FileNotFoundError):
                    obstore.delete(self._store, self._prefix + name)

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        try:
            yield
        except (BaseError, OSError) as reason:
            raise UploadError(*trouble_of(reason, self._where)) from None


def _bucket(to: Destination, secret: str) -> tuple[_Store, str]:
    """Return the store of a bucket, and what names in it begin with."""
    url, endpoint = urlsplit(to.address), to.option("endpoint")
    key, _, secret = secret.partition(":")
    config: S3Config = {"region": to.option("region") or _REGION}
    if secret:
        config |= {"access_key_id": key, "secret_access_key": secret}
    if endpoint:
        config |= {"endpoint": endpoint, "virtual_hosted_style_request": False}
    options: ClientConfig = {**_CLIENT, "allow_http": endpoint.startswith("http://")}
    store = S3Store(url.hostname, config=config, client_options=options, retry_config=_AGAIN)
    folder = unquote(url.path).strip("/")
    return store, f"{folder}/" if folder else ""


def _web_folder(to: Destination, secret: str) -> tuple[_Store, str]:
    """Return the store of the folder around one that is reached by WebDAV, which the server may
    lack, and what names in it begin with."""
    url = urlsplit(to.address)
    plain = url.scheme in ("webdav", "dav")
    options: ClientConfig = {**_CLIENT, "allow_http": plain}
    if secret:
        account = b64encode(f"{to.user}:{secret}".encode()).decode()
        options["default_headers"] = {"Authorization": f"Basic {account}"}
    around, _, folder = unquote(url.path).strip("/").rpartition("/")
    address = f"{'http' if plain else 'https'}://{url.netloc}/{quote(around)}"
    store = HTTPStore(address, client_options=options, retry_config=_AGAIN)
    return store, f"{folder}/" if folder else ""


def trouble_of(reason: BaseException, where: str) -> tuple[Trouble, str, str]:
    """Return what an exception of the package means, as the arguments of UploadError."""
    text = str(reason)
    answer = _ANSWER.search(text)
    more = f"the server answers {answer[1]}" if answer else text.partition("\n")[0]
    return found_in(text, _TROUBLES) or Trouble.FAILED, where, more
