"""The hall's server under load: everybody is served, and whoever says nothing makes room first."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event as Flag

import h11
import pytest

from runner.app.publish import publish
from runner.app.serve import Server, room
from runner.app.serve import server as server_module
from runner.app.serve.answers import Answer, answer
from runner.app.serve.pages import Pages
from runner.app.serve.server import descriptors
from tests.support.asking import LOCAL, all_of, ask, connected, served
from tests.support.waiting import until

QUESTION = b"GET /version.js HTTP/1.1\r\nHost: a\r\n\r\n"
BIG = os.urandom(8 << 20)
FEW = 20
SOAK = "RUNNER_SOAK" in os.environ

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture
def site(tmp_path: Path) -> Path:
    publish({"version.js": b"v(1)", "big.pdf": BIG}, tmp_path / "site")
    return tmp_path / "site"


@pytest.fixture
def small(site: Path) -> Iterator[Server]:
    """With room for few."""
    with served(site, most=FEW) as server:
        yield server


def asked(server: Server) -> socket.socket:
    """A phone that has got its page and keeps its connection."""
    phone = connected(server)
    phone.sendall(QUESTION)
    assert phone.recv(65536).endswith(b"v(1)")
    return phone


def gone(phone: socket.socket) -> bool:
    """Whether the server has ended the connection."""
    phone.setblocking(False)
    try:
        return phone.recv(1) == b""
    except ConnectionResetError:
        return True
    except BlockingIOError:
        return False
    finally:
        phone.settimeout(10)


def test_the_queue_is_as_long_as_a_hall_needs(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked_for: list[int] = []
    listen = socket.socket.listen

    def noted(self: socket.socket, queue: int) -> None:
        asked_for.append(queue)
        listen(self, queue)

    monkeypatch.setattr(socket.socket, "listen", noted)
    with Server(site, LOCAL, 0):
        assert asked_for[-1] >= 2000


@pytest.mark.soak
def test_a_hall_comes_at_once_and_wait_for_nothing(site: Path) -> None:
    """Before any of them is answered: a queue of five makes most of them wait for a second."""
    with Server(site, LOCAL, 0) as server:
        phones, waited = [], []
        for _ in range(2000 if SOAK else 400):
            began = time.monotonic()
            phones.append(connected(server))
            waited.append(time.monotonic() - began)
        assert max(waited) < 0.9, "a second, where a queue is full"
        thread = threading.Thread(target=server.run)
        thread.start()
        for phone in phones:
            phone.sendall(QUESTION)
        for phone in phones:
            assert phone.recv(65536).startswith(b"HTTP/1.1 200 OK")
            phone.close()
        server.stop()
        thread.join()


def test_idle_ones_make_room_the_longest_idle_first(small: Server) -> None:
    idle = [asked(small) for _ in range(FEW)]
    fresh = [asked(small) for _ in range(5)]
    assert [gone(phone) for phone in idle] == [True] * 5 + [False] * (FEW - 5)
    idle[5].sendall(QUESTION)
    assert idle[5].recv(65536).endswith(b"v(1)"), "who asks again is not idle"
    more = asked(small)
    assert not gone(idle[5])
    assert gone(idle[6])
    for phone in (*idle, *fresh, more):
        phone.close()


def test_who_connects_and_says_nothing_keeps_nobody_out(
    small: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "HASTE", 0.3)
    silent = [connected(small) for _ in range(3 * FEW)]
    began = time.monotonic()
    assert ask(small, "/version.js").body == b"v(1)"
    assert time.monotonic() - began < 5
    for phone in silent:
        phone.close()


def test_a_question_that_never_ends_is_not_waited_for(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often another byte of it comes."""
    monkeypatch.setattr(room, "ASKING", 1.0)
    with served(site) as server, asked(server) as before, connected(server) as never:
        began = time.monotonic()
        for slow in (before, never):
            slow.sendall(b"GET /version.js HTTP/1.1\r\nHost: a\r\n")
        while not (gone(before) and gone(never)):
            for slow in (before, never):
                try:
                    slow.sendall(b"X: y\r\n")
                except OSError:
                    continue
            assert time.monotonic() - began < 20
            time.sleep(0.1)


def test_an_idle_connection_is_let_go_after_its_time(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with served(site) as server, asked(server) as phone:
        time.sleep(1.2)
        assert not gone(phone), "pages ask every 20 seconds or so"
        monkeypatch.setattr(room, "IDLE", 0.5)
        until(lambda: gone(phone), "an idle connection", within=10)


def test_who_asks_for_much_and_reads_nothing_holds_nobody_up(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is more than one answer kept in memory for them."""
    much = b"GET /big.pdf HTTP/1.1\r\nHost: a\r\n\r\n"
    with served(site) as server, connected(server) as greedy:
        greedy.sendall(much * 50)
        time.sleep(0.3)
        assert ask(server, "/version.js").status == 200
        greedy.sendall(b"x")
        monkeypatch.setattr(room, "SENDING", 0.2)
        heard = all_of(greedy)
        assert len(heard) < 50 * len(BIG)


def test_questions_in_advance_wait_for_those_of_others(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of each connection in turn, however many a connection has sent."""
    order: list[bytes] = []
    first, both_have_asked = Flag(), Flag()

    def noted(request: h11.Request, pages: Pages, now: float) -> Answer:
        order.append(request.target)
        if not first.is_set():
            first.set()
            both_have_asked.wait(10)
        return answer(request, pages, now)

    monkeypatch.setattr(server_module, "answer", noted)
    with served(site) as server, connected(server) as much, connected(server) as one:
        much.sendall(b"GET /much HTTP/1.1\r\nHost: a\r\n\r\n" * 500)
        assert first.wait(10)
        one.sendall(b"GET /one HTTP/1.1\r\nHost: a\r\n\r\n")
        both_have_asked.set()
        assert one.recv(100).startswith(b"HTTP/1.1 404")
        assert order.index(b"/one") < 5
        heard = b""
        while heard.count(b"HTTP/1.1 404") < 500:
            heard += much.recv(1 << 20)
    assert order.count(b"/much") == 500


def test_a_slow_reader_gets_all_of_a_page(site: Path) -> None:
    with served(site) as server, connected(server) as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 17)
        slow.sendall(b"GET /big.pdf HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        time.sleep(0.2)
        heard = all_of(slow)
        assert heard.endswith(BIG)


def test_phones_that_walk_away_in_the_midst_of_it_are_no_error(site: Path) -> None:
    said: list[str] = []
    with served(site, said=said) as server:
        for _ in range(20):
            phone = connected(server)
            phone.sendall(b"GET /big.pdf HTTP/1.1\r\nHost: a\r\n\r\n")
            phone.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            phone.close()
        assert ask(server, "/version.js").status == 200
    assert said == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_more_descriptors_are_asked_for_and_none_is_used_that_is_not_there(site: Path) -> None:
    """The limits of a process are its own, so in one of its own."""
    program = """
import resource, sys
from runner.app.serve.server import descriptors, MOST
soft, hard = map(int, sys.argv[1:])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
print(descriptors(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""
    for soft, hard, expected in ((256, 1024, 1024), (300, 300, 300)):
        ran = subprocess.run(
            [sys.executable, "-c", program, str(soft), str(hard)], capture_output=True, check=True
        )
        assert ran.stdout.split() == [str(expected).encode()] * 2
    assert descriptors() > 1000


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_with_no_descriptor_left_the_next_visitor_is_served_all_the_same(
    site: Path, tmp_path: Path
) -> None:
    """Idle connections used up all there were, and whoever came then was told 404."""
    program = """
import resource, sys
from pathlib import Path
from runner.app.serve import Server
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
with Server(Path(sys.argv[1]), "127.0.0.1", 0, most=int(sys.argv[2])) as server:
    print(server.port, flush=True)
    server.run(print)
"""
    for most in (30, 1000):  # and where the system has fewer than it said
        running = subprocess.Popen(
            [sys.executable, "-c", program, str(site), str(most)], stdout=subprocess.PIPE, text=True
        )
        assert running.stdout is not None
        port = int(running.stdout.readline())
        phones = []
        for _ in range(300):
            phone = socket.create_connection((LOCAL, port), timeout=20)
            phone.sendall(QUESTION)
            assert phone.recv(65536).startswith(b"HTTP/1.1 200 OK")
            phones.append(phone)
        running.terminate()
        rest = running.stdout.read()
        running.wait()
        running.stdout.close()
        for phone in phones:
            phone.close()
        assert rest == ""
