"""One HTTP server over h11 and asyncio, for the hall's pages and for the local page.

`Server` owns a socket and the event loop, `Connection` reads the requests of one client and sends
the answers, `ConnectionLimiter` ends connections that idle or take too long, and an `Application`
says what the answer to a request is. Each of Runner's two applications runs on a socket of its own
in a process of its own.
"""

from runner.app.http.connection import Application, Body, Reply
from runner.app.http.messages import Headers, Request, Response, plain, redirect
from runner.app.http.server import Server

__all__ = [
    "Application", "Body", "Headers", "Reply", "Request", "Response", "Server", "plain", "redirect",
]  # fmt: skip
