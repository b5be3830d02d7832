"""What the desk’s files are called, for those who show them and need nothing else of it."""

FILE = "desk.html"
CIRCLE = "grand-melee.html"
VERSION = "desk-version.js"
ALIVE = "desk-alive.js"
