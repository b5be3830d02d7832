"""File names of the desk, for modules that need nothing else of it."""

FILE = "desk.html"
CIRCLE = "grand-melee.html"
VERSION = "desk-version.js"
ALIVE = "desk-alive.js"
