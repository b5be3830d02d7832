"""An event's colour, logo and pictures as files of its site, and the addresses that pages need."""

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
    """Return the addresses that pages need, from the site's root, and the files there.

    `data` has the logo, if there is one. An address has a checksum that changes with the file, and
    is "" for none; `card` is the picture for links elsewhere, which need a whole address.
    """
    accent = accent_of(event)
    files = {_ICON: icons.svg(accent), _TOUCH: icons.touch(accent), _MANIFEST: _manifest(event)}
    if event.accent:
        files[_THEME] = theme.style_sheet(accent).encode()
    below = " · ".join(filter(None, (texts.short_day(event.date), event.venue)))
    if picture := card.card(event.name, below, accent) if address else b"":
        files[_CARD] = picture
    logo = next((path for path in data if path.startswith(f"{LOGO}.")), "")
    # Pages are the same bytes everywhere, so what they say of the icon is not of its packed bytes.
    tagged = {**data, **files, _TOUCH: files[_ICON]}
    links = {path: f"{path}?v={checksum(content)}" for path, content in tagged.items()}
    parts = {"icon": _ICON, "touch": _TOUCH, "theme": _THEME, "logo": logo, "card": _CARD}
    return SimpleNamespace(**{part: links.get(path, "") for part, path in parts.items()}), files


def accent_of(event: Event) -> str:
    """The colour of an event."""
    return event.accent or theme.ACCENT


def _manifest(event: Event) -> bytes:
    """What a telephone needs to put the site on its first screen."""
    said = {
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
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")
