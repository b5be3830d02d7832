"""Publishing: the site's folder, and the event that owns it."""

from runner.app.publish.folder import Published, publish
from runner.app.publish.owner import (
    adopt,
    as_demo,
    cannot_be,
    claimed,
    is_new_copy,
    others,
    private,
    shown,
    shown_by,
    shown_in,
    usual,
)

__all__ = [
    "Published",
    "adopt",
    "as_demo",
    "cannot_be",
    "claimed",
    "is_new_copy",
    "others",
    "private",
    "publish",
    "shown",
    "shown_by",
    "shown_in",
    "usual",
]
