"""The media types of the files of a site."""

from pathlib import PurePosixPath

# Said here in full, because on some systems the registry calls scripts plain text.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".ics": "text/calendar; charset=utf-8",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".xml": "application/xml",
}


def media_type(name: str) -> str:
    """Return the media type of a file of a site, by its name."""
    return _TYPES.get(PurePosixPath(name).suffix.lower(), "application/octet-stream")
