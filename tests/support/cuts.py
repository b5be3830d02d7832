"""A port that leads to another one, by a bad network: cut, slow, late, or with another answer."""

import re
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread

from tests.support.ports import LOCAL

_LENGTH = re.compile(rb"content-length: *(\d+)", re.IGNORECASE)
Answer = Callable[[bytes], bytes]


class Between:
    """It stands between a program and a server until the end of the block. `passed` counts bytes;
    with a `rate`, so many of them pass in a second. While there is an `answer`, it is what a
    request of HTTP gets instead of the server's, unless it is b""."""

    def __init__(self, port: int, at: int = 0) -> None:
        self._server = socket.create_server((LOCAL, at))
        self.port = int(self._server.getsockname()[1])
        self._to, self._left, self._lock = port, sys.maxsize, Lock()
        self.passed = self.rate = 0
        self.answer: Answer | None = None
        self._late = b""
        self.held, self._released = Event(), Event()
        self._open: list[socket.socket] = []

    def allow(self, count: int) -> None:
        """From now on so many bytes pass."""
        with self._lock:
            self._left, self.passed = count, 0

    def hold(self, beginning: bytes) -> None:
        """Keep the first request that begins so until it is released; `held` says that it came."""
        self._late = beginning

    def release(self) -> None:
        """Let the request go on to the server, whoever sent it."""
        self._released.set()

    def __enter__(self) -> "Between":
        Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.close()
        self._cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._server.accept()
                far = socket.create_connection((LOCAL, self._to))
                self._open += near, far
                if self.rate:  # so that little waits on the way
                    near.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
                Thread(target=self._pass_all_on, args=(near, far, True), daemon=True).start()
                Thread(target=self._pass_all_on, args=(far, near, False), daemon=True).start()

    def _pass_all_on(self, source: socket.socket, sink: socket.socket, there: bool) -> None:
        with source:
            self._pass_on(source, sink, there)
            for end in (source, sink):
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def _pass_on(self, source: socket.socket, sink: socket.socket, there: bool) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                if there and self._late and data.startswith(self._late):
                    self._late, data = b"", _whole(source, data)
                    self.held.set()
                    self._released.wait()
                if there and self.answer and (said := self.answer(data)):
                    _whole(source, data)
                    source.sendall(said)
                    break
                with self._lock:
                    self._left -= len(data)
                    self.passed += len(data)
                    if self.rate:  # within the lock: all connections share it
                        time.sleep(len(data) / self.rate)
                if self._left < 0:
                    self._cut()
                    return
                sink.sendall(data)

    def _cut(self) -> None:
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


def _whole(source: socket.socket, data: bytes) -> bytes:
    """Return a request with all of its body."""
    while b"\r\n\r\n" not in data:
        data += source.recv(4096)
    head, _, body = data.partition(b"\r\n\r\n")
    length = _LENGTH.search(head)
    while length and len(body) < int(length[1]):
        body += source.recv(4096)
    return head + b"\r\n\r\n" + body
