"""What people fetch: the site's folder, and the server that shows it in the hall."""

from runner.app.publish.folder import Published, publish
from runner.app.publish.owner import as_demo, claimed

__all__ = ["Published", "as_demo", "claimed", "publish"]
