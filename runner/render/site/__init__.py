"""The public site: a snapshot becomes pages that need no server and no script to be complete."""

from runner.render.site.renderer import Renderer, Site, render

__all__ = ["Renderer", "Site", "render"]
