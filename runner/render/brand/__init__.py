"""How an event looks beside its words: its colour, its icons, its plate for link previews.

In come the organiser's colour, name, date and venue; out go style sheets and pictures as bytes.
Pillow writes PNGs, whose bytes may differ with its version. Nothing here knows pages or files.
"""
