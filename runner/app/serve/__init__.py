"""The hall's server: a site of Runner's, shown to phones and screens on the local network.

It shows only files that Runner published, and for an event takes results by phone
(`runner.app.phones`); what is published elsewhere needs no server at all. `pages` knows the site,
`hall` answers with its pages (by `runner.app.http`), `ports` knows at which port an event's pages
are, and `announce` says where that is.
"""

from runner.app.serve.announce import EVERYWHERE, announcement, reached_at
from runner.app.serve.hall import Hall
from runner.app.serve.ports import PortTakenError, open_server

__all__ = ["EVERYWHERE", "Hall", "PortTakenError", "announcement", "open_server", "reached_at"]
