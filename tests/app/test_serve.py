"""The local web server: what it shows, what it never shows, and how it finds a port."""

from __future__ import annotations

import errno
import http.client
import io
import os
import socket
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from http.server import ThreadingHTTPServer
from pathlib import Path

import pytest

from runner.app.publish import serve as serving
from runner.app.publish.serve import EVERYWHERE, addresses, announce, make_server

LOCAL = "127.0.0.1"


@dataclass(frozen=True)
class Answer:
    status: int
    headers: Mapping[str, str]
    body: bytes


def ask(server: ThreadingHTTPServer, path: str, method: str = "GET", **headers: str) -> Answer:
    connection = http.client.HTTPConnection(LOCAL, server.server_port, timeout=10)
    connection.putrequest(method, path, skip_host=False)
    for name, value in headers.items():
        connection.putheader(name.replace("_", "-"), value)
    connection.endheaders()
    response = connection.getresponse()
    answer = Answer(response.status, dict(response.getheaders()), response.read())
    connection.close()
    return answer


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    (site / "rounds").mkdir(parents=True)
    (site / "empty").mkdir()
    (site / ".git").mkdir()
    (site / "index.html").write_text("<p>Grüße</p>", encoding="utf-8")
    (site / "rounds" / "index.html").write_text("rounds")
    (site / ".git" / "config").write_text("secret")
    (site / ".hidden.html").write_text("secret")
    (tmp_path / "secret.txt").write_text("secret")
    return site


@pytest.fixture
def server(site: Path) -> Iterator[ThreadingHTTPServer]:
    with make_server(site, LOCAL, 0) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def test_a_page_is_served_with_its_type_and_length(server: ThreadingHTTPServer) -> None:
    answer = ask(server, "/")
    assert answer.status == 200
    assert answer.body.decode() == "<p>Grüße</p>"
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Length"] == str(len(answer.body))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("a.css", "text/css; charset=utf-8"),
        ("version.js", "text/javascript; charset=utf-8"),
        ("data.json", "application/json"),
        ("icon.svg", "image/svg+xml"),
        ("slips-R3.pdf", "application/pdf"),
        ("PHOTO.PNG", "image/png"),
        ("unknown.zzz", "application/octet-stream"),
    ],
)
def test_types_are_the_same_on_every_system(
    server: ThreadingHTTPServer, site: Path, name: str, expected: str
) -> None:
    (site / name).write_bytes(b"x")
    assert ask(server, f"/{name}").headers["Content-Type"] == expected


def test_head_has_the_headers_of_get_and_no_body(server: ThreadingHTTPServer) -> None:
    got, head = ask(server, "/index.html"), ask(server, "/index.html", "HEAD")
    assert (head.status, head.body) == (200, b"")
    for name in ("Content-Type", "Content-Length", "ETag"):
        assert head.headers[name] == got.headers[name]


@pytest.mark.parametrize("path", ["/missing.html", "/index.html/", "/empty/", "/empty", "/%00"])
def test_what_is_no_page_is_404_and_no_folder_is_listed(
    server: ThreadingHTTPServer, path: str
) -> None:
    answer = ask(server, path)
    assert answer.status == (307 if path == "/empty" else 404)
    assert b"index.html" not in answer.body


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/rounds/../../secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "//../secret.txt",
        "/.git/config",
        "/%2egit/config",
        "/.hidden.html",
        "/rounds/../.git/config",
    ],
)
def test_nothing_outside_the_folder_and_nothing_hidden_is_served(
    server: ThreadingHTTPServer, path: str
) -> None:
    answer = ask(server, path)
    assert answer.status == 404
    assert b"secret" not in answer.body.replace(path.encode(), b"")


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights on Windows")
def test_a_link_that_leads_outside_is_not_followed(server: ThreadingHTTPServer, site: Path) -> None:
    (site / "way-out.txt").symlink_to(site.parent / "secret.txt")
    assert ask(server, "/way-out.txt").status == 404


def test_a_folder_without_its_slash_is_redirected_with_its_settings(
    server: ThreadingHTTPServer,
) -> None:
    answer = ask(server, "/rounds?part=1/2")
    assert answer.status == 307
    assert answer.headers["Location"] == "./rounds/?part=1/2"
    assert ask(server, "/rounds/?part=1/2").body == b"rounds"


@pytest.mark.parametrize("path", ["//example.org", "//example.org/%2e%2e"])
def test_no_address_redirects_to_another_site(server: ThreadingHTTPServer, path: str) -> None:
    location = ask(server, path).headers.get("Location", "./")
    assert location.startswith("./")


def test_a_browser_asks_each_time_and_is_told_when_nothing_changed(
    server: ThreadingHTTPServer,
) -> None:
    first = ask(server, "/")
    assert first.headers["Cache-Control"] == "no-cache"
    again = ask(server, "/", If_None_Match=first.headers["ETag"])
    assert (again.status, again.body) == (304, b"")
    assert again.headers["Cache-Control"] == "no-cache"


def test_a_page_that_changed_within_the_same_second_is_sent_anew(
    server: ThreadingHTTPServer, site: Path
) -> None:
    page = site / "index.html"
    page.write_text("one")
    os.utime(page, ns=(10**18, 10**18))
    tag = ask(server, "/").headers["ETag"]
    page.write_text("two")
    os.utime(page, ns=(10**18 + 10**6, 10**18 + 10**6))
    answer = ask(server, "/", If_None_Match=tag)
    assert (answer.status, answer.body) == (200, b"two")


def test_other_methods_are_refused(server: ThreadingHTTPServer) -> None:
    assert ask(server, "/", "DELETE").status == 501


def test_a_taken_port_is_passed_over_for_the_next(site: Path) -> None:
    with (
        make_server(site, LOCAL, 0) as first,
        make_server(site, LOCAL, first.server_port) as second,
    ):
        assert first.server_port < second.server_port < first.server_port + 20


def test_a_host_that_is_not_ours_is_an_error_at_once(site: Path) -> None:
    with pytest.raises(OSError, match="address"):
        make_server(site, "198.51.100.1", 0)


def test_addresses_are_real_ones_and_not_this_machine_alone() -> None:
    for address in addresses():
        assert socket.inet_aton(address)
        assert not address.startswith("127.")


def test_finding_the_addresses_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Spied(socket.socket):
        def __init__(self, family: int, kind: int) -> None:
            asked.append(kind)
            super().__init__(family, kind)

        def send(self, *_: object) -> int:
            raise AssertionError("a packet was sent")

        sendto = send

    monkeypatch.setattr(socket, "socket", Spied)
    addresses()
    assert set(asked) == {socket.SOCK_DGRAM}


def test_offline_the_name_of_the_machine_is_asked_and_then_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def offline(*_: object) -> None:
        raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", offline)
    own: tuple[str, list[str], list[str]] = ("here", [], ["127.0.1.1", "192.168.7.5"])
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda _: own)
    assert addresses() == ["192.168.7.5"]

    def unknown(_: str) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "gethostbyname_ex", unknown)
    assert addresses() == []


def test_the_announcement_has_an_address_and_a_code_for_telephones(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "addresses", lambda: ["192.168.7.5"])
    out = io.StringIO()
    with make_server(site, EVERYWHERE, 0) as server:
        announce(server, out)
        assert f"http://192.168.7.5:{server.server_port}/" in out.getvalue()
        assert f"http://localhost:{server.server_port}/" in out.getvalue()
    assert "█" in out.getvalue()


def test_a_terminal_that_cannot_show_the_code_still_gets_the_address(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serving, "addresses", lambda: ["192.168.7.5"])
    raw = io.BytesIO()
    with make_server(site, EVERYWHERE, 0) as server:
        out = io.TextIOWrapper(raw, encoding="ascii")
        announce(server, out)
    assert b"http://192.168.7.5" in raw.getvalue()


def test_without_a_network_the_organiser_is_told(site: Path) -> None:
    out = io.StringIO()
    with make_server(site, LOCAL, 0) as server:
        announce(server, out)
    assert "no network" in out.getvalue()
    assert "█" not in out.getvalue()
