"""The public site: a snapshot becomes pages that need no server and no script to be complete.

In: a snapshot, and files of data made elsewhere. Out: every file of the site by its path. It must
never know what the event hides: it sees the snapshot as players may see it.
"""

from runner.render.site.renderer import Renderer, Site, render

__all__ = ["Renderer", "Site", "render"]
