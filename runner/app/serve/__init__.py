"""The hall's own server: a site of Runner's, shown to telephones and screens on the local network.

It only reads, and only files that Runner published; what is published elsewhere needs no server at
all. One thread and one loop answer everybody, from memory. `pages` knows the site, `answers` knows
HTTP, `room` who may stay connected, `connection` one of them, `server` the socket, `ports`
at which port an event's pages are.
"""

from runner.app.serve.announce import announcement
from runner.app.serve.ports import PortTakenError, open_server
from runner.app.serve.server import EVERYWHERE, Server

__all__ = ["EVERYWHERE", "PortTakenError", "Server", "announcement", "open_server"]
