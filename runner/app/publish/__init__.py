"""What people fetch: the site's folder, and the server that shows it in the hall."""

from runner.app.publish.folder import Published, publish

__all__ = ["Published", "publish"]
