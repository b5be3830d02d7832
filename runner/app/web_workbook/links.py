"""Where the workbook is to be had behind a link as people copy it."""

import ipaddress
import re
from collections.abc import Callable
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit, urlunsplit

_LOCAL_NAME = re.compile(r"[^.]+|.+\.(?:local|lan|home|internal|home\.arpa)", re.IGNORECASE)
_GOOGLE = re.compile(r"/spreadsheets/(?:u/\d+/)?d/([\w-]+)(?:/.*)?")
_GOOGLE_PUBLISHED = re.compile(r"/spreadsheets/(?:u/\d+/)?d/(e/[\w-]+)(?:/.*)?")
_DRIVE_FILE = re.compile(r"/file/(?:u/\d+/)?d/([\w-]+)(?:/.*)?")
_NEXTCLOUD = re.compile(r"((?:/.+)?/s/[A-Za-z0-9]{8,})/?")


class LinkError(ValueError):
    """The link cannot lead to a workbook; the text says why, and what to do."""


class Source(NamedTuple):
    """The service that keeps a workbook, and the address of its download."""

    service: str
    address: str

    @property
    def host(self) -> str:
        """The server's name, which may be told to everybody, unlike the link."""
        return urlsplit(self.address).hostname or ""


def source(link: str) -> Source:
    """Return what a link leads to. Raises LinkError where nothing can be fetched by it."""
    text = link.strip().strip("<>\"'“”‘’")
    try:
        parts = urlsplit(text)
        host, _ = (parts.hostname or "").lower().rstrip("."), parts.port
    except ValueError:
        raise LinkError(f"“{link}” is not a link. Copy it from the browser once more.") from None
    if any(not each.isprintable() or each.isspace() for each in text):
        raise LinkError("The link has a blank or a control character in it. Copy it once more.")
    if parts.scheme not in ("http", "https") or not host:
        raise LinkError(f"“{link}” is not a link. It begins with https://.")
    if parts.username or parts.password:
        raise LinkError("The link has a password in it. Use a link that needs none.")
    if parts.scheme == "http" and not is_local(host):
        raise LinkError("Everybody on the way can read what comes by http. Use the https link.")
    for service, ours, address in _SERVICES:
        if ours(host) and (direct := address(parts)):
            return Source(service, direct)
    return Source(host, urlunsplit(parts._replace(fragment="")))


def is_local(host: str) -> bool:
    """Return whether a server is of the local network, by its name or number."""
    try:
        number = ipaddress.ip_address(host)
    except ValueError:
        return _LOCAL_NAME.fullmatch(host) is not None
    return number.is_private or number.is_loopback or number.is_link_local


def _google(parts: SplitResult) -> str:
    if match := _GOOGLE_PUBLISHED.fullmatch(parts.path):
        address = f"https://docs.google.com/spreadsheets/d/{match[1]}/pub"
        return f"{address}?{urlencode({'output': 'xlsx'})}"
    if match := _GOOGLE.fullmatch(parts.path):
        query = {"format": "xlsx", **_kept(parts, "resourcekey")}
        return f"https://docs.google.com/spreadsheets/d/{match[1]}/export?{urlencode(query)}"
    return ""


def _drive(parts: SplitResult) -> str:
    """Return a file of Google Drive that was put there as .xlsx."""
    match = _DRIVE_FILE.fullmatch(parts.path)
    number = match[1] if match else dict(parse_qsl(parts.query)).get("id", "")
    if "/folders/" in parts.path:
        raise LinkError("This is the link of a folder. Open the workbook, and copy its own.")
    if not number:
        return ""
    query = {"export": "download", "id": number, **_kept(parts, "resourcekey")}
    return f"https://drive.google.com/uc?{urlencode(query)}"


def _onedrive(parts: SplitResult) -> str:
    """Links of old, with the file's number in them, and those of today, which take download=1."""
    query = dict(parse_qsl(parts.query))
    if "resid" in query and "authkey" in query:
        return f"https://onedrive.live.com/download?{urlencode(query)}"
    return _with(parts, download="1")


def _sharepoint(parts: SplitResult) -> str:
    if "/:f:/" in parts.path:
        raise LinkError("This is the link of a folder. Open the workbook, and copy its own.")
    return _with(parts, download="1")


def _nextcloud(parts: SplitResult) -> str:
    match = _NEXTCLOUD.fullmatch(parts.path)
    return urlunsplit((parts.scheme, parts.netloc, f"{match[1]}/download", "", "")) if match else ""


def _kept(parts: SplitResult, *names: str) -> dict[str, str]:
    return {name: value for name, value in parse_qsl(parts.query) if name in names}


def _with(parts: SplitResult, **values: str) -> str:
    """Return the link with these in its query, whatever they were before."""
    query = [pair for pair in parse_qsl(parts.query, keep_blank_values=True)
             if pair[0] not in {*values, "web"}]  # fmt: skip
    return urlunsplit(
        parts._replace(scheme="https", query=urlencode([*query, *values.items()]), fragment="")
    )


def _is(*hosts: str) -> Callable[[str], bool]:
    return lambda host: any(host == each or host.endswith(f".{each}") for each in hosts)


_SERVICES: tuple[tuple[str, Callable[[str], bool], Callable[[SplitResult], str]], ...] = (
    ("Google Sheets", _is("docs.google.com"), _google),
    ("Google Drive", _is("drive.google.com"), _drive),
    ("OneDrive", _is("1drv.ms", "onedrive.live.com"), _onedrive),
    ("OneDrive", _is("sharepoint.com", "sharepoint.us", "sharepoint.cn"), _sharepoint),
    ("Dropbox", _is("dropbox.com"), lambda parts: _with(parts, dl="1")),
    ("Nextcloud", lambda host: True, _nextcloud),
)
