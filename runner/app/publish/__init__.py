"""What people fetch: the site's folder, and whose it is."""

from runner.app.publish.folder import Published, publish
from runner.app.publish.owner import as_demo, claimed, no_site

__all__ = ["Published", "as_demo", "claimed", "no_site", "publish"]
