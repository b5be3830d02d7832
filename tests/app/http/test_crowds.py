"""Both servers under load: everybody is served, and whoever sends nothing makes room first."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event as Flag

import pytest

from runner.app.http import Reply, Request
from runner.app.http.connection_limit import CROWDED, LONGEST, State
from runner.app.http.server import descriptors
from tests.support.services import BIG, LOCAL, Service, all_of, running
from tests.support.soak import SOAKING
from tests.support.waiting import until

FEW = 20

pytestmark = pytest.mark.thorough  # left out of make quick


@pytest.fixture
def small(name: str, tmp_path: Path) -> Iterator[Service]:
    with running(name, tmp_path, FEW) as service:
        yield service


def gone(client: socket.socket) -> bool:
    client.setblocking(False)
    try:
        return client.recv(1) == b""
    except ConnectionResetError:
        return True
    except BlockingIOError:
        return False
    finally:
        client.settimeout(20)


def patient(patched: pytest.MonkeyPatch, state: State, longest: float, crowded: float = 9) -> None:
    patched.setitem(LONGEST, state, longest)
    patched.setitem(CROWDED, state, crowded)


def test_the_queue_is_as_long_as_a_hall_needs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    queues: list[int] = []
    listen = socket.socket.listen

    def noted(self: socket.socket, queue: int) -> None:
        queues.append(queue)
        listen(self, queue)

    monkeypatch.setattr(socket.socket, "listen", noted)
    with running(name, tmp_path):
        assert max(queues) >= 2000


@pytest.mark.soak
def test_a_hall_comes_at_once_and_waits_for_nothing(service: Service) -> None:
    """Before any of them has asked: a queue of five makes most of them wait for a second."""
    clients, waited = [], []
    with service.connected():  # a server that is at work already
        for _ in range(2000 if SOAKING else 400):
            began = time.monotonic()
            clients.append(service.connected())
            waited.append(time.monotonic() - began)
            clients[-1].sendall(service.head())
    assert max(waited) < 0.9, "a second, where a queue is full"
    for client in clients:
        assert client.recv(65536).startswith(b"HTTP/1.1 200 OK")
        client.close()


def test_idle_ones_make_room_the_longest_idle_first(small: Service) -> None:
    idle = [small.asked() for _ in range(FEW)]
    fresh = [small.asked() for _ in range(5)]
    assert [gone(client) for client in idle] == [True] * 5 + [False] * (FEW - 5)
    idle[5].sendall(small.head())
    assert idle[5].recv(65536).startswith(b"HTTP/1.1 200"), "who asks again is not idle"
    more = small.asked()
    assert not gone(idle[5])
    assert gone(idle[6])
    for client in (*idle, *fresh, more):
        client.close()


@pytest.mark.parametrize("sent", [b"", b"GET", b"POST"])
def test_who_connects_and_says_nothing_keeps_nobody_out(
    small: Service, sent: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor does who begins to say something."""
    patient(monkeypatch, State.REQUESTING, 60, 0.3)
    patient(monkeypatch, State.RECEIVING, 60, 0.3)
    if sent == b"POST":
        kind = "Content-Type: application/x-www-form-urlencoded"
        sent = small.head("/quit", kind, "Content-Length: 99", method="POST") + b"token="
    silent = [small.connected() for _ in range(3 * FEW)]
    for client in silent:
        client.sendall(sent)
    began = time.monotonic()
    assert small.works()
    assert time.monotonic() - began < 5
    for client in silent:
        client.close()


def test_a_request_that_never_ends_is_not_waited_for(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often another byte of it comes."""
    patient(monkeypatch, State.REQUESTING, 1.0)
    with service.asked() as before, service.connected() as never:
        began = time.monotonic()
        for slow in (before, never):
            slow.sendall(service.head()[:-2])
        while not (gone(before) and gone(never)):
            for slow in (before, never):
                try:
                    slow.sendall(b"X: y\r\n")
                except OSError:
                    continue
            assert time.monotonic() - began < 20
            time.sleep(0.1)


def test_an_idle_connection_is_let_go_after_its_time(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    with service.asked() as client:
        time.sleep(1.2)
        assert not gone(client), "pages ask every 20 seconds or so"
        patient(monkeypatch, State.IDLE, 0.5)
        until(lambda: gone(client), "an idle connection", within=10)
    patient(monkeypatch, State.REQUESTING, 0.5)
    with service.connected() as client:
        client.sendall(service.head() + service.head()[:9])  # and who has half of a request there
        until(lambda: gone(client) or not client.recv(65536), "a silent connection", within=10)


def test_who_asks_for_much_and_reads_nothing_holds_nobody_up(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor is more than one answer kept in memory for them."""
    with service.connected() as greedy:
        greedy.sendall(service.head(service.big) * 50)
        time.sleep(0.3)
        assert service.works()
        greedy.sendall(b"x")
        patient(monkeypatch, State.SENDING, 0.2)
        assert len(all_of(greedy)) < 50 * len(BIG)


def test_requests_in_advance_wait_for_those_of_others(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of each connection in turn, however many a connection has sent."""
    order: list[str] = []
    first, both_have_asked = Flag(), Flag()
    answer = service.application.answer

    def noted(self: object, request: Request) -> Reply:
        order.append(request.target)
        if not first.is_set():
            first.set()
            both_have_asked.wait(10)
        return answer(self, request)  # type: ignore[arg-type]

    with service.asked() as much, service.asked() as one:
        monkeypatch.setattr(service.application, "answer", noted)
        much.sendall(service.head("/static/much") * 200)
        assert first.wait(10)
        one.sendall(service.head("/static/one"))
        both_have_asked.set()
        assert one.recv(100).startswith(b"HTTP/1.1 404")
        assert order.index("/static/one") < 5
        heard = b""
        while heard.count(b"HTTP/1.1 404") < 200:
            heard += much.recv(1 << 20)
    assert order.count("/static/much") == 200


def test_a_slow_reader_gets_all_of_a_page(service: Service) -> None:
    with service.connected() as slow:
        slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 17)
        slow.sendall(service.head(service.big, "Connection: close"))
        time.sleep(0.2)
        assert all_of(slow).endswith(BIG)


def test_clients_that_walk_away_in_the_midst_of_it_are_no_error(service: Service) -> None:
    for _ in range(20):
        client = service.connected()
        client.sendall(service.head(service.big))
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        client.close()
    assert service.works()
    assert service.said == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
def test_more_descriptors_are_asked_for_and_none_is_used_that_is_not_there() -> None:
    """The limits of a process are its own, so in one of its own."""
    program = """
import resource, sys
from runner.app.http.server import descriptors
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


FEW_DESCRIPTORS = """
import resource, sys
from pathlib import Path
from tests.support.services import running
resource.setrlimit(resource.RLIMIT_NOFILE, (100, 100))
with running(sys.argv[1], Path(sys.argv[2]), int(sys.argv[3])) as service:
    print(service.port, service.head().hex(), flush=True)
    sys.stdin.read()
    print(*service.said)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize("most", [30, 1000], ids=["as it said", "fewer than it said"])
def test_with_no_descriptor_left_the_next_visitor_is_served_all_the_same(
    name: str, tmp_path: Path, most: int
) -> None:
    """Idle connections used up all there were, and whoever came then was told 404."""
    own = {**os.environ, "XDG_CONFIG_HOME": str(tmp_path / "own")}
    with subprocess.Popen(
        [sys.executable, "-c", FEW_DESCRIPTORS, name, str(tmp_path / "place"), str(most)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=own,
    ) as program:  # fmt: skip
        port, head = program.stdout.readline().split()
        clients = []
        for _ in range(300):
            client = socket.create_connection((LOCAL, int(port)), timeout=20)
            client.sendall(bytes.fromhex(head))
            assert client.recv(65536).startswith(b"HTTP/1.1 200 OK")
            clients.append(client)
        rest, _ = program.communicate("")
        for client in clients:
            client.close()
    assert (rest.strip(), program.returncode) == ("", 0)
