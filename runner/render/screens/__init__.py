"""The screens of the hall: a snapshot comes in, the files of `display/` go out.

A screen is a page that stays open all day. What it shows is made in the browser, from data in a few
scripts that are fetched anew when they change (`parts/`, a file each); how it looks is in
`templates/display/`. Nothing here knows of a workbook, of folders, or of what time it is.
"""

from runner.render.screens.renderer import PULSE, Screens

__all__ = ["PULSE", "Screens"]
