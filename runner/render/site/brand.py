"""An event's colour, logo and images as files of its site, with their URLs."""

import json
from collections.abc import Mapping
from types import SimpleNamespace

from runner.core.event import Event
from runner.render import text as texts
from runner.render.brand import card, icons, theme
from runner.render.site.static import checksum

LOGO = "static/logo"
_THEME, _ICON, _TOUCH, _CARD = (
    "static/theme.css", "static/icon.svg", "static/touch.png", "static/card.png",
)  # fmt: skip
_MANIFEST = "manifest.webmanifest"


def brand(
    event: Event, address: str, data: Mapping[str, bytes]
) -> tuple[SimpleNamespace, dict[str, bytes]]:
    """Return the URLs that pages need, relative to the site's root, and the files behind them.

    `data` may contain the logo. A URL has a checksum that changes with the file, and is "" if there
    is none; `card` is the preview image of links, which needs an absolute URL.
    """
    accent = accent_of(event)
    files = {_ICON: icons.svg(accent), _TOUCH: icons.touch(accent), _MANIFEST: _manifest(event)}
    if event.accent:
        files[_THEME] = theme.style_sheet(accent).encode()
    below = " · ".join(filter(None, (texts.short_day(event.date), event.venue)))
    if picture := card.card(event.name, below, accent) if address else b"":
        files[_CARD] = picture
    logo = next((path for path in data if path.startswith(f"{LOGO}.")), "")
    # Pages must be the same everywhere, so this checksum must not depend on PNG compression.
    tagged = {**data, **files, _TOUCH: files[_ICON]}
    links = {path: f"{path}?v={checksum(content)}" for path, content in tagged.items()}
    parts = {"icon": _ICON, "touch": _TOUCH, "theme": _THEME, "logo": logo, "card": _CARD}
    return SimpleNamespace(**{part: links.get(path, "") for part, path in parts.items()}), files


def accent_of(event: Event) -> str:
    """Return the event's accent colour."""
    return event.accent or theme.ACCENT


def _manifest(event: Event) -> bytes:
    """Return the web app manifest, which lets a phone add the site to its home screen."""
    manifest = {
        "name": event.name,
        "short_name": event.name[:24],
        "start_url": "index.html",
        "scope": "./",
        "display": "minimal-ui",
        "background_color": "#f3f5f7",
        "theme_color": theme.PLATE,
        "icons": [
            {"src": _TOUCH, "sizes": "180x180", "type": "image/png"},
            {"src": _ICON, "sizes": "any", "type": "image/svg+xml"},
        ],
    }
    return json.dumps(manifest, ensure_ascii=False, separators=(",", ":")).encode(
        "utf-8", "replace"
    )
