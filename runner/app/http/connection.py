"""One connection: bytes come in, h11 reads requests from them, and the answers go out in order."""

import asyncio
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from http import HTTPStatus
from threading import Thread
from typing import cast

import h11

from runner.app.http.connection_limit import ConnectionLimiter, State
from runner.app.http.messages import Headers, Request, Response

MOST_HEAD = 16 << 10
"""Bytes that the head of a request may have; browsers send well below a thousand."""

Work = Callable[[], Response]
"""Computes an answer, in a thread of its own."""

Body = Generator[None, bytes, Response | Work]
"""Is sent the body of a request in pieces, and b"" at its end, and returns what to answer with. One
that returns before the end refuses the rest. It is closed if the connection ends."""

Reply = Response | Work | Body


class Application:
    """Answers requests. `headers` are those that all of its responses have, `most_body` how many
    bytes a request's body may have, and `most_cookies` how many bytes of cookies the head of a
    request may have beside what else is in it."""

    headers: Headers = ()
    most_body = 0
    most_cookies = 0

    def answer(self, request: Request) -> Reply:
        """Return the answer to a request whose head is there, or what will make it."""
        raise NotImplementedError

    def refuse(self, status: HTTPStatus, target: str) -> Response:
        """Return the answer to what is not a request, or exceeds a bound. `target` is what was
        asked for, as far as it could be read."""
        raise NotImplementedError


class Connection(asyncio.Protocol):
    """Answers one request after the other, and none before the last answer is on its way, so that
    a client that does not read fills no memory. Between two requests that came together, other
    connections have their turn."""

    _transport: asyncio.Transport

    def __init__(self, application: Application, limiter: ConnectionLimiter) -> None:
        self._application = application
        self._limiter = limiter
        most = MOST_HEAD + application.most_cookies
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=most)
        self._request: Request | None = None
        self._body: Body | None = None
        self._unread = False  # whether a body, or the rest of one, is still to come
        self._full = False  # the network takes no more for now
        self._waiting = False  # for its turn, or for an answer that is being computed
        self._closing = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=0)  # to be told of whatever is not sent yet
        self._limiter.enter(self, State.REQUESTING)

    def data_received(self, data: bytes) -> None:
        """Take in part of a request, a whole one, or several; b"" at the end of all."""
        if self._closing:
            return
        if not (self._unread or self._waiting):
            self._limiter.enter(self, State.REQUESTING)
        self._http.receive_data(data)
        if not self._waiting:
            self._proceed()

    def eof_received(self) -> None:
        """Close, for the client sends nothing more and has its answers; a request that is cut off
        is refused."""
        self.data_received(b"")

    def pause_writing(self) -> None:
        """Stop reading until the answer is sent."""
        self._full = True
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        """Go on once all of the answer is sent."""
        self._full = False
        if self._closing:
            self._drain()
        elif not self._waiting:
            self._proceed()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the client."""
        self._closing = True
        self._limiter.leave(self)
        if self._body:
            self._body.close()

    def abort(self) -> None:
        """Close at once, even if the client does not read what is still to be sent."""
        self._closing = True
        self._transport.abort()

    def _proceed(self) -> None:
        """Handle what has come in, until the network takes no more or an answer takes time."""
        self._waiting = False
        while not (self._full or self._waiting or self._closing):
            if self._http.states == {h11.CLIENT: h11.DONE, h11.SERVER: h11.DONE}:
                self._http.start_next_cycle()
                self._request = None
                if self._http.trailing_data[0]:
                    self._wait()
                    asyncio.get_running_loop().call_soon(self._proceed)
                    return
            idle = self._http.their_state is h11.IDLE
            buffered = self._http.trailing_data[0] if idle else b""
            try:
                event = self._http.next_event()
            except h11.RemoteProtocolError as mistake:
                self._refuse(HTTPStatus(mistake.error_status_hint), buffered)
                return
            match event:
                case h11.Request():
                    self._request = Request.of(event)
                    size = len(buffered) - len(self._http.trailing_data[0])
                    self._begin(self._request, event.http_version, buffered[:size])
                case h11.Data():
                    self._receive(bytes(event.data))
                case h11.EndOfMessage():
                    self._unread = False
                    self._receive(b"")
                case h11.ConnectionClosed():
                    self._transport.close()
                    return
                case _:  # that is all there is for now
                    if idle:
                        self._limiter.enter(self, State.REQUESTING if buffered else State.IDLE)
                    self._transport.resume_reading()
                    return

    def _wait(self) -> None:
        self._waiting = True
        self._transport.pause_reading()

    def _begin(self, request: Request, version: bytes, head: bytes) -> None:
        """Have a request answered whose head is there, unless it is refused by its form alone."""
        most = self._application.most_body
        self._unread = request.headers.get("content-length", "0").strip("0") != ""
        cookies = len(request.headers.get("cookie", ""))
        if len(head) - min(cookies, self._application.most_cookies) > MOST_HEAD:
            status = HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE
        elif not version.startswith(b"1."):
            status = HTTPStatus.HTTP_VERSION_NOT_SUPPORTED
        elif head.count(b"\n") > head.count(b"\r\n") or b"\n " in head or b"\n\t" in head:
            status = HTTPStatus.BAD_REQUEST  # other servers see other lines there
        elif "transfer-encoding" in request.headers and most:
            status = HTTPStatus.LENGTH_REQUIRED  # other servers may see another end of the body
        elif "transfer-encoding" in request.headers or (
            self._unread and int(request.headers["content-length"]) > most
        ):
            status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        else:
            self._reply(self._application.answer(request))
            return
        self._refuse(status, head)

    def _reply(self, reply: Reply) -> None:
        if isinstance(reply, Response):
            self._send(reply)
        elif isinstance(reply, Generator):
            self._body = reply
            self._limiter.enter(self, State.RECEIVING)
            if self._http.they_are_waiting_for_100_continue:
                go_on = h11.InformationalResponse(status_code=100, headers=[])
                self._transport.write(self._http.send(go_on) or b"")
            self._receive(None)
        else:
            self._limiter.enter(self, State.WORKING)
            self._wait()
            loop = asyncio.get_running_loop()
            Thread(target=self._work, args=(loop, reply), daemon=True).start()

    def _receive(self, data: bytes | None) -> None:
        """Hand on a piece of a body, and answer once it is known what with."""
        if self._body is None:
            return
        try:
            if data is None:
                next(self._body)
            else:
                self._body.send(data)
        except StopIteration as end:
            self._body = None
            self._reply(end.value)

    def _work(self, loop: asyncio.AbstractEventLoop, work: Work) -> None:
        """Compute an answer; in a thread of its own."""
        try:
            result: Response | Exception = work()
        except Exception as mistake:
            result = mistake
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(self._computed, result)

    def _computed(self, result: Response | Exception) -> None:
        """Send an answer that was computed. A mistake of ours ends the connection."""
        if isinstance(result, Exception):
            self.abort()
            raise result
        if not self._closing:
            self._send(result)
            self._proceed()

    def _send(self, response: Response) -> None:
        """Send a response, and nothing after it where the rest of a body is not read."""
        self._limiter.enter(self, State.SENDING)
        now = time.time()
        last, head = response.last or self._unread, False
        if self._request:
            response, head = response.conditional(self._request), self._request.method == "HEAD"
        data = [self._http.send(response.event(self._application.headers, now, last=last))]
        if response.body and not head:
            data.append(self._http.send(h11.Data(data=response.body)))
        data.append(self._http.send(h11.EndOfMessage()))
        self._transport.write(b"".join(filter(None, data)))
        if self._http.our_state is h11.MUST_CLOSE:
            self._closing = True
            self._transport.write_eof()  # once all of it is sent
            if not self._full:
                self._drain()

    def _refuse(self, status: HTTPStatus, head: bytes) -> None:
        """Say why something is not answered, as far as that can still be said, and close."""
        if self._http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self._transport.close()
            return
        words = head.partition(b"\r\n")[0].decode("latin-1").split(" ")
        self._unread = True
        self._send(self._application.refuse(status, words[1] if len(words) == 3 else ""))

    def _drain(self) -> None:
        """Throw away what still comes in: a client that is cut off while it sends does not hear
        the answer (RFC 9112, 9.6)."""
        self._limiter.enter(self, State.CLOSING)
        self._transport.resume_reading()
