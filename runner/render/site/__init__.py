"""The public site: from a snapshot to pages that are complete without server or scripts.

In: a snapshot, and data files made elsewhere. Out: all files of the site by path. It must not know
what the event hides: it sees only the snapshot for players.
"""

from runner.render.site.renderer import Renderer, Site, render

__all__ = ["Renderer", "Site", "render"]
