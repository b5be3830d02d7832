"""A port that leads to another one, and cuts every connection after so many bytes in all."""

import socket
from contextlib import suppress
from threading import Lock, Thread

from tests.support.ports import LOCAL


class Between:
    """It stands between a program and a server until the end of the block."""

    def __init__(self, port: int, at: int = 0) -> None:
        self._server = socket.create_server((LOCAL, at))
        self.port = int(self._server.getsockname()[1])
        self._to, self._left, self._lock = port, 0, Lock()
        self.passed = 0
        self._open: list[socket.socket] = []

    def allow(self, count: int) -> None:
        """From now on so many bytes pass; `passed` counts them."""
        with self._lock:
            self._left, self.passed = count, 0

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
                for ends in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=ends, daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(4096):
                with self._lock:
                    self._left -= len(data)
                    self.passed += len(data)
                if self._left < 0:
                    self._cut()
                    return
                sink.sendall(data)
        for end in (source, sink):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _cut(self) -> None:
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
