"""The look of an event: its colour, its icons, its images for link previews.

In: the organiser's colour, name, date and venue. Out: CSS and images as bytes. Pillow writes the
PNGs, whose bytes may depend on its version. Nothing here knows pages or files.
"""
