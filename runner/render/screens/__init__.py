"""The screens of the hall: from a snapshot to the files of `display/`.

A screen is a page that stays open all day. The browser builds its content from data in a few
scripts that are fetched again when they change (a file for each of `parts/`); its design is in
`templates/display/`. Nothing here knows the workbook, folders, or the current time.
"""

from runner.render.screens.parts.now import qr_code
from runner.render.screens.renderer import PULSE, Screens

__all__ = ["PULSE", "Screens", "qr_code"]
