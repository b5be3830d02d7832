"""What people fetch: the site's folder, and whose it is."""

from runner.app.publish.folder import Published, publish
from runner.app.publish.owner import adopt, as_demo, claimed, is_new_copy, no_site, shown

__all__ = [
    "Published",
    "adopt",
    "as_demo",
    "claimed",
    "is_new_copy",
    "no_site",
    "publish",
    "shown",
]
