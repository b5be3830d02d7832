"""One connection: bytes come in, h11 reads requests from them, and the answers go out in order."""

import asyncio
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

    def refuse(self, status: HTTPStatus, target: str, mistake: Exception | None = None) -> Response:
        """Return the answer to what is not a request, exceeds a bound, or met a mistake of ours.
        `target` is what was asked for, as far as it could be read."""
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
        self._closing = False  # the last answer is on its way

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for a request."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(high=0)  # to be told of whatever is not sent yet
        self._enter(State.REQUESTING)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the client."""
        self._limiter.leave(self._transport)
        if self._body:
            self._body.close()

    def data_received(self, data: bytes) -> None:
        """Take in part of a request, a whole one, or several; b"" at the end of all. After the last
        answer it is thrown away: a client that is cut off while it sends does not hear the answer
        (RFC 9112, 9.6)."""
        if self._closing:
            return
        self._http.receive_data(data)
        if not self._waiting:
            self._proceed()

    def eof_received(self) -> None:
        """Close: the client has its answers. A request that is cut off is refused."""
        self.data_received(b"")

    def pause_writing(self) -> None:
        """Stop reading until the answer is sent."""
        self._full = True
        self._enter(State.SENDING)
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        """Go on once all of the answer is sent."""
        self._full = False
        if not self._waiting:
            self._proceed()

    def _enter(self, state: State) -> None:
        self._limiter.enter(self._transport, state)

    def _wait(self, state: State) -> None:
        self._enter(state)
        self._waiting = True
        self._transport.pause_reading()

    def _proceed(self) -> None:
        """Handle what has come in, until the network takes no more or an answer takes time."""
        self._waiting = False
        while not (self._full or self._waiting or self._transport.is_closing()):
            if self._closing:
                self._enter(State.CLOSING)
                self._transport.resume_reading()
                return
            if self._http.our_state is self._http.their_state is h11.DONE:
                self._http.start_next_cycle()
                self._request = None
                if self._http.trailing_data[0]:
                    self._wait(State.SENDING)
                    asyncio.get_running_loop().call_soon(self._proceed)
                    return
            first = self._http.their_state is h11.IDLE
            buffered = self._http.trailing_data[0] if first else b""
            try:
                event = self._http.next_event()
            except h11.RemoteProtocolError as mistake:
                self._refuse(HTTPStatus(mistake.error_status_hint), buffered)
                continue
            match event:
                case h11.Request():
                    head = buffered[: len(buffered) - len(self._http.trailing_data[0])]
                    self._begin(event, head)
                case h11.Data():
                    self._receive(bytes(event.data))
                case h11.EndOfMessage():
                    self._unread = False
                    self._receive(b"")
                case h11.ConnectionClosed():
                    self._transport.close()
                case _:  # that is all there is for now
                    if first:
                        self._enter(State.REQUESTING if buffered else State.IDLE)
                    self._transport.resume_reading()
                    return

    def _begin(self, event: h11.Request, head: bytes) -> None:
        """Have a request answered whose head is there, unless that alone shows it to be wrong."""
        self._request = request = Request.of(event)
        most = self._application.most_body
        length = int(request.headers.get("content-length", "0"))
        self._unread = length > 0
        cookies = min(len(request.headers.get("cookie", "")), self._application.most_cookies)
        if len(head) - cookies > MOST_HEAD:
            self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, head)
        elif not event.http_version.startswith(b"1."):
            self._refuse(HTTPStatus.HTTP_VERSION_NOT_SUPPORTED, head)
        elif head.count(b"\n") > head.count(b"\r\n") or b"\n " in head or b"\n\t" in head:
            self._refuse(HTTPStatus.BAD_REQUEST, head)  # other servers see other lines there
        elif "transfer-encoding" in request.headers and most:
            self._refuse(HTTPStatus.LENGTH_REQUIRED, head)  # others may see another end of the body
        elif "transfer-encoding" in request.headers or length > most:
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, head)
        else:
            self._reply(self._application.answer(request))

    def _reply(self, reply: Reply) -> None:
        if isinstance(reply, Response):
            self._send(reply)
        elif isinstance(reply, Generator):
            self._enter(State.RECEIVING)
            if self._http.they_are_waiting_for_100_continue:
                go_on = h11.InformationalResponse(status_code=100, headers=[])
                self._transport.write(self._http.send(go_on) or b"")
            self._body = reply
            self._receive(None)
        else:
            self._wait(State.WORKING)
            loop = asyncio.get_running_loop()
            Thread(target=self._compute, args=(loop, reply), daemon=True).start()

    def _receive(self, data: bytes | None) -> None:
        """Hand on a piece of a body, or None before the first, and answer once that is decided."""
        if self._body:
            try:
                next(self._body) if data is None else self._body.send(data)
            except StopIteration as end:
                self._body = None
                self._reply(end.value)

    def _compute(self, loop: asyncio.AbstractEventLoop, work: Work) -> None:
        """Compute an answer, in a thread of its own, and have it sent."""
        try:
            response = work()
        except Exception as mistake:
            target = self._request.target if self._request else ""
            status = HTTPStatus.INTERNAL_SERVER_ERROR
            response = self._application.refuse(status, target, mistake)
        with suppress(RuntimeError):  # the server has ended
            loop.call_soon_threadsafe(self._computed, response)

    def _computed(self, response: Response) -> None:
        if not self._transport.is_closing():
            self._send(response)
            self._proceed()

    def _send(self, response: Response) -> None:
        """Send a response, and nothing after it where the rest of a body is not read."""
        common = self._application.headers
        head, body = response.prepared(self._request, common, last=self._unread)
        data = [self._http.send(head)]
        if body:
            data.append(self._http.send(h11.Data(data=body)))
        data.append(self._http.send(h11.EndOfMessage()))
        self._transport.write(b"".join(filter(None, data)))
        if self._http.our_state is h11.MUST_CLOSE:
            self._closing = True
            self._transport.write_eof()  # once all of it is sent

    def _refuse(self, status: HTTPStatus, head: bytes) -> None:
        """Say why something is not answered, as far as that can still be said, and close."""
        if self._http.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self._transport.close()
            return
        words = head.partition(b"\r\n")[0].decode("latin-1").split(" ")
        self._unread = True
        self._send(self._application.refuse(status, words[1] if len(words) == 3 else ""))
