"""The lowest layer: an event as its organiser keeps it, and the types that all packages use.

In: nothing but Python's own library, and the names of colours from Pillow. Out: types (`event`),
the notation of results, names and how they are shown in public, exact numbers, problems with their
cell, and chance that follows from a seed. It must never know a file, a rule of play, or how
anything is shown.
"""
