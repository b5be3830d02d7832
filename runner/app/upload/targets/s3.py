"""A bucket of a store that speaks S3: s3://bucket/folder?endpoint=https://…&region=….

Name and password are an access key, asked for once, or the environment's AWS_ACCESS_KEY_ID and
AWS_SECRET_ACCESS_KEY.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from obstore.store import S3Store

from runner.app.upload.destination import Destination
from runner.app.upload.targets import Access
from runner.app.upload.targets.objects import AGAIN, Objects, client

if TYPE_CHECKING:  # the package has the type for checkers alone
    from obstore.store import S3Config

_REGION = "us-east-1"  # what stores elsewhere than at Amazon's take where none is named


def opened(destination: Destination, access: Access) -> Objects:
    """Return the bucket; nothing is sent yet."""
    url, endpoint = urlsplit(destination.address), destination.option("endpoint")
    key, _, secret = access.secret.partition(":")
    config: S3Config = {"region": destination.option("region") or _REGION}
    if secret:
        config |= {"access_key_id": key, "secret_access_key": secret}
    if endpoint:
        config |= {"endpoint": endpoint, "virtual_hosted_style_request": False}
    make = partial(
        S3Store, url.hostname or "",
        config=config, retry_config=AGAIN,
        client_options=client(plain=endpoint.startswith("http://")),
    )  # fmt: skip
    prefix = unquote(url.path).strip("/")
    return Objects(make, f"{prefix}/" if prefix else "", destination.text, described=True)
