"""A folder that is reached by WebDAV: webdavs://name@host/folder, without encryption webdav://.

Servers put a file that is sent in the place of the old one when all of it has come.
"""

from base64 import b64encode
from functools import partial
from urllib.parse import quote, unquote, urlsplit

from obstore.store import HTTPStore

from runner.app.upload.destination import Destination
from runner.app.upload.targets import Access
from runner.app.upload.targets.objects import AGAIN, Objects, client


def opened(destination: Destination, access: Access) -> Objects:
    """Return the folder; nothing is sent yet."""
    url = urlsplit(destination.address)
    plain = url.scheme in ("webdav", "dav")
    options = client(plain=plain)
    if access.secret:
        account = b64encode(f"{destination.user}:{access.secret}".encode()).decode()
        options = {**options, "default_headers": {"Authorization": f"Basic {account}"}}
    around, _, folder = unquote(url.path).strip("/").rpartition("/")
    address = f"{'http' if plain else 'https'}://{url.netloc}/{quote(around)}"
    make = partial(HTTPStore, address, client_options=options, retry_config=AGAIN)
    return Objects(make, f"{folder}/" if folder else "", destination.text, described=False)
