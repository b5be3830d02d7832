"""One connection: bytes come in, h11 makes questions of them, and answers go out in their order."""

import asyncio
import time
from collections.abc import Callable
from http import HTTPStatus
from typing import cast

import h11

from runner.app.serve.answers import Answer, told
from runner.app.serve.room import Room

LONGEST = 16 << 10
"""Bytes that the head of a question may have; browsers send well below a thousand."""

Ask = Callable[[h11.Request, float], Answer]


class Connection(asyncio.Protocol):
    """It answers one question after the other, and none before the last answer is on its way, so
    that nobody who does not read fills the memory. Between two questions that came together, other
    connections have their turn."""

    _transport: asyncio.Transport

    def __init__(self, room: Room, ask: Ask) -> None:
        self._room = room
        self._ask = ask
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=LONGEST)
        self._full = False
        self._waiting = False  # for its turn, and read no further until then

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody is there."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.set_write_buffer_limits(
            high=0
        )  # so that we hear of whatever is not sent yet
        self._room.asks(self)

    def data_received(self, data: bytes) -> None:
        """Part of a question, a whole one, or several."""
        self._room.asks(self)
        self._http.receive_data(data)
        if not self._waiting:
            self._go_on()

    def pause_writing(self) -> None:
        """The network takes no more just now: nor do we."""
        self._full = True
        self._transport.pause_reading()

    def resume_writing(self) -> None:
        """All of the answer is gone."""
        self._full = False
        if not self._waiting:
            self._go_on()

    def connection_lost(self, exc: Exception | None) -> None:
        """They have gone, or we have let them go."""
        self._room.leaves(self)

    def leave(self) -> None:
        """Close at once, also where nobody reads what is still to be sent."""
        self._transport.abort()

    def _go_on(self) -> None:
        """Answer the next question that is there whole, as far as the network takes it."""
        self._waiting = False
        while not self._full and not self._transport.is_closing():
            try:
                event = self._http.next_event()
            except h11.RemoteProtocolError as mistake:
                self._refuse(HTTPStatus(mistake.error_status_hint))
                return
            match event:
                case h11.Request():
                    now = time.time()
                    self._send(self._ask(event, now), now, head=event.method == b"HEAD")
                case h11.EndOfMessage():
                    self._http.start_next_cycle()
                    if self._http.trailing_data[0]:
                        self._wait_for_others()
                        return
                case h11.ConnectionClosed():
                    self._transport.close()
                case _:  # that is all there is for now
                    if self._http.trailing_data == (b"", False):
                        self._room.idles(self)
                    self._transport.resume_reading()
                    return

    def _wait_for_others(self) -> None:
        self._waiting = True
        self._transport.pause_reading()
        asyncio.get_running_loop().call_soon(self._go_on)

    def _send(self, answer: Answer, now: float, *, head: bool) -> None:
        self._room.sends(self)
        sent = [self._http.send(event) for event in answer.events(head=head, now=now)]
        self._transport.write(b"".join(filter(None, sent)))
        if self._http.our_state is h11.MUST_CLOSE:
            self._transport.close()  # once all of it is gone

    def _refuse(self, status: HTTPStatus) -> None:
        """To what is no HTTP: a word why, as far as that can still be said."""
        if self._http.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._send(told(status), time.time(), head=False)
        self._transport.close()
