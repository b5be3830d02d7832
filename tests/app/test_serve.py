"""The hall's server: what it shows, what it never shows, what it says, and how it finds a port."""

import errno
import gzip
import io
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from runner.app.http import Server
from runner.app.publish import publish
from runner.app.serve import EVERYWHERE, Hall, announce, announcement
from runner.app.serve.pages import Pages
from runner.disk import read_regular_file
from tests.support.services import LOCAL, ask, connected, served

pytestmark = pytest.mark.thorough  # left out of make quick

LONG = b"<p>Gr\xc3\xbc\xc3\x9fe</p>" * 100
FILES = {
    "index.html": b"<p>Gr\xc3\xbc\xc3\x9fe</p>", "long.html": LONG, "rounds/index.html": b"rounds",
    "players/P 1.html": b"Ann", "players/Łukasz.html": b"Lukasz", "static/site.css": b"p{}",
    "static/font.woff2": bytes(1000), "version.js": b"v(1)",
}  # fmt: skip


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = tmp_path / "site"
    publish(FILES, site)
    (site / "empty").mkdir()
    (site / ".git").mkdir()
    (site / ".git" / "config").write_text("secret")
    (site / ".hidden.html").write_text("secret")
    (site / "friday.xlsx").write_text("secret")
    (site / "ledger.jsonl").write_text("secret")
    (tmp_path / "secret.txt").write_text("secret")
    return site


@pytest.fixture
def server(site: Path) -> Iterator[Server]:
    with served(site) as server:
        yield server


def test_a_page_is_served_with_its_type_and_length(server: Server) -> None:
    answer = ask(server, "/")
    assert answer.status == 200
    assert answer.body.decode() == "<p>Grüße</p>"
    assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
    assert answer.headers["Content-Length"] == str(len(answer.body))
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Date"].endswith("GMT")


@pytest.mark.parametrize(("name", "expected"), [
    ("a.css", "text/css; charset=utf-8"), ("version.js", "text/javascript; charset=utf-8"),
    ("data.json", "application/json"), ("icon.svg", "image/svg+xml"),
    ("slips-R3.pdf", "application/pdf"), ("PHOTO.PNG", "image/png"),
    ("unknown.zzz", "application/octet-stream"),
])  # fmt: skip
def test_types_are_the_same_on_every_system(
    server: Server, site: Path, name: str, expected: str
) -> None:
    publish({name: b"x"}, site)
    assert ask(server, f"/{name}").headers["Content-Type"] == expected


def test_head_has_the_headers_of_get_and_no_body(server: Server) -> None:
    for path in ("/index.html", "/long.html", "/missing", "/rounds"):
        got, head = ask(server, path), ask(server, path, "HEAD")
        assert (head.status, head.body) == (got.status, b"")
        assert head.headers.keys() == got.headers.keys()
        assert head.headers["Content-Length"] == got.headers["Content-Length"]


@pytest.mark.parametrize(
    "path",
    ["/missing.html", "/index.html/", "/empty/", "/empty", "/%00", "/index.html%00", "/INDEX.HTML",
     "/index.html.", "/index.html%20", "/index.html::$DATA", "/CON", "/nul.html", "/%ff", "/%",
     "/rounds/../index.html", "/./index.html", "/players", "//index.html", "/rounds//index.html",
     "/rounds%5cindex.html", "/%252e%252e/secret.txt"],
)  # fmt: skip
def test_what_is_no_page_is_404_and_no_folder_is_listed(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert answer.status == 404
    assert b"index.html" not in answer.body
    assert b'<a href="/">' in answer.body


def test_what_is_no_page_is_told_in_the_language_of_the_site(site: Path) -> None:
    publish({**FILES, "index.html": b'<!doctype html>\n<html lang="de">'}, site)
    with served(site) as server:
        told = ask(server, "/missing.html").body.decode()
    assert 'lang="de"' in told
    assert "Diese Seite gibt es nicht." in told


@pytest.mark.parametrize("path", [
    "/../secret.txt", "/%2e%2e/secret.txt", "/rounds/../../secret.txt", "/..%2fsecret.txt",
    "/..%5csecret.txt", "//../secret.txt", "/.git/config", "/%2egit/config", "/.hidden.html",
    "/rounds/../.git/config", "/.manifest.json", "/friday.xlsx", "/ledger.jsonl",
])  # fmt: skip
def test_nothing_is_served_but_what_was_published(server: Server, path: str) -> None:
    answer = ask(server, path)
    assert answer.status == 404
    assert b"secret" not in answer.body


@pytest.mark.parametrize(
    ("path", "expected"),
    [("/players/P%201.html", b"Ann"), ("/players/%C5%81ukasz.html", b"Lukasz"),
     ("/%69ndex.html", FILES["index.html"]), ("/?part=1/2", FILES["index.html"]),
     ("/index.html?t=0.5#x", FILES["index.html"])],
)  # fmt: skip
def test_addresses_are_read_as_browsers_write_them(
    server: Server, path: str, expected: bytes
) -> None:
    assert ask(server, path).body == expected


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights on Windows")
def test_a_link_that_leads_outside_is_not_followed(server: Server, site: Path) -> None:
    for name in ("index.html", "static/site.css"):
        (site / name).unlink()
        (site / name).symlink_to(site.parent / "secret.txt")
        assert ask(server, f"/{name}").status == 404
    (site / "rounds").rename(site.parent / "rounds")
    (site / "rounds").symlink_to(site.parent / "rounds")
    (site / "rounds" / "index.html").write_text("secret")
    assert ask(server, "/rounds/").status == 404
    (site / "long.html").unlink()
    (site / "long.html").symlink_to("long.html")
    assert ask(server, "/long.html").status == 404


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
def test_a_pipe_or_a_folder_in_the_place_of_a_page_holds_nobody_up(
    server: Server, site: Path
) -> None:
    (site / "index.html").unlink()
    os.mkfifo(site / "index.html")
    assert ask(server, "/").status == 404
    (site / "long.html").unlink()
    (site / "long.html").mkdir()
    assert ask(server, "/long.html").status == 404
    assert ask(server, "/version.js").status == 200


@pytest.mark.skipif(os.name == "nt", reason="making links needs rights on Windows")
def test_a_site_that_is_itself_a_link_is_served(site: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(site)
    with served(tmp_path / "link") as server:
        assert ask(server, "/version.js").body == b"v(1)"


def test_a_folder_without_its_slash_is_redirected_with_its_settings(server: Server) -> None:
    answer = ask(server, "/rounds?part=1/2")
    assert answer.status == 307
    assert answer.headers["Location"] == "./rounds/?part=1/2"
    assert ask(server, "/rounds/?part=1/2").body == b"rounds"


@pytest.mark.parametrize("path", ["//example.org", "//example.org/%2e%2e", "/\\example.org"])
def test_no_address_redirects_to_another_site(server: Server, path: str) -> None:
    assert ask(server, path).headers.get("Location", "./").startswith("./")


def test_a_browser_asks_each_time_and_is_told_when_nothing_changed(server: Server) -> None:
    first = ask(server, "/")
    assert first.headers["Cache-Control"] == "no-cache"
    tag = first.headers["ETag"]
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        again = ask(server, "/", If_None_Match=known)
        assert (again.status, again.body) == (304, b"")
        assert again.headers["Cache-Control"] == "no-cache"
        assert again.headers["ETag"] == tag
        assert "Content-Length" not in again.headers
    assert ask(server, "/", If_None_Match=f'"{tag[2:-1]}"').status == 200


def test_the_same_page_has_the_same_tag_wherever_and_whenever_it_was_written(
    server: Server, site: Path
) -> None:
    tag = ask(server, "/").headers["ETag"]
    os.utime(site / "index.html", (10**9, 10**9))
    assert ask(server, "/").headers["ETag"] == tag
    assert ask(server, "/version.js").headers["ETag"] != tag


def test_an_older_program_is_told_by_the_time_once_that_stands_for_one_page(
    server: Server, site: Path
) -> None:
    assert "Last-Modified" not in ask(server, "/").headers, "it may change in this second still"
    os.utime(site / "index.html", (10**9, 10**9))
    changed = ask(server, "/").headers["Last-Modified"]
    assert changed == "Sun, 09 Sep 2001 01:46:40 GMT"
    assert ask(server, "/", If_Modified_Since=changed).status == 304
    assert ask(server, "/", If_Modified_Since="Mon, 10 Sep 2001 01:46:40 GMT").status == 200
    assert ask(server, "/", If_Modified_Since="yesterday").status == 200
    assert ask(server, "/", If_Modified_Since=changed, If_None_Match='"other"').status == 200


def test_a_page_that_changed_within_the_same_second_is_sent_anew(
    server: Server, site: Path
) -> None:
    page = site / "index.html"
    page.write_text("one")
    os.utime(page, ns=(10**18, 10**18))
    tag = ask(server, "/").headers["ETag"]
    page.write_text("two")
    os.utime(page, ns=(10**18 + 10**6, 10**18 + 10**6))
    answer = ask(server, "/", If_None_Match=tag)
    assert (answer.status, answer.body) == (200, b"two")


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [("gzip, deflate, br", True), ("GZIP", True), ("*", True), ("br;q=1, gzip;q=0.5", True),
     ("gzip; q=1.0", True), ("", False), ("identity", False), ("gzip;q=0", False),
     ("gzip;q=0.000, *", False), ("*;q=0", False), ("br", False)],
)  # fmt: skip
def test_texts_are_compressed_for_whoever_takes_it(
    server: Server, accepted: str, packed: bool
) -> None:
    answer = ask(server, "/long.html", Accept_Encoding=accepted)
    assert (answer.headers.get("Content-Encoding") == "gzip") == packed
    assert answer.headers["Vary"] == "Accept-Encoding"
    assert answer.headers["Content-Length"] == str(len(answer.body))
    assert (gzip.decompress(answer.body) if packed else answer.body) == LONG
    assert packed == (len(answer.body) < len(LONG) / 5)


def test_a_compressed_page_has_a_tag_of_its_own(server: Server) -> None:
    plain = ask(server, "/long.html").headers["ETag"]
    packed = ask(server, "/long.html", Accept_Encoding="gzip").headers["ETag"]
    assert plain != packed
    assert ask(server, "/long.html", Accept_Encoding="gzip", If_None_Match=plain).status == 200
    assert ask(server, "/long.html", Accept_Encoding="gzip", If_None_Match=packed).status == 304


@pytest.mark.parametrize("path", ["/", "/static/font.woff2"])
def test_what_would_not_get_shorter_stays_as_it_is(server: Server, path: str) -> None:
    answer = ask(server, path, Accept_Encoding="gzip")
    assert "Content-Encoding" not in answer.headers
    assert "Vary" not in answer.headers


@pytest.mark.parametrize("method", ["DELETE", "POST", "PUT", "OPTIONS", "TRACE", "BREW"])
def test_other_methods_are_refused(server: Server, method: str) -> None:
    answer = ask(server, "/", method)
    assert answer.status == 405
    assert answer.headers["Allow"] == "GET, HEAD"
    assert answer.headers["Connection"] == "close"


def test_what_is_published_next_is_there_at_once_and_what_is_gone_is_gone(
    server: Server, site: Path
) -> None:
    assert ask(server, "/new.html").status == 404
    publish({"index.html": b"2", "new.html": b"new", "version.js": b"v(2)"}, site)
    assert [ask(server, path).body for path in ("/", "/new.html")] == [b"2", b"new"]
    assert ask(server, "/long.html").status == 404


def test_a_page_that_cannot_be_read_just_now_is_not_said_to_be_missing(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    def used_up(*_: object) -> bytes:
        raise OSError(errno.EMFILE, "Too many open files")

    for place in (
        "runner.app.publish.folder.read_regular_file",
        "runner.app.serve.pages.read_regular_file",
    ):
        with monkeypatch.context() as patched:
            patched.setattr(place, used_up)
            answer = ask(server, "/")
        assert (answer.status, answer.headers["Retry-After"]) == (503, "1")
        assert ask(server, "/long.html").status == 200


def test_a_site_that_was_deleted_comes_back(server: Server, site: Path) -> None:
    aside = site.with_name("aside")
    site.rename(aside)
    assert ask(server, "/").status == 404
    aside.rename(site)
    assert ask(server, "/").status == 200
    (site / ".manifest.json").write_text("{")
    assert ask(server, "/").status == 200, "one that is damaged takes nothing away"
    (site / ".manifest.json").unlink()
    assert ask(server, "/").status == 404, "no site of ours any more"


def test_pages_are_kept_in_memory_up_to_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"{number}.pdf": bytes([number]) * 1000 for number in range(5)}
    publish(files, tmp_path)
    pages = Pages(tmp_path, 2500)
    asked: list[str] = []

    def noted(path: Path) -> bytes:
        asked.append(path.name)
        return read_regular_file(path)

    monkeypatch.setattr("runner.app.serve.pages.read_regular_file", noted)
    for number in (0, 1, 0, 2, 0, 1):
        assert getattr(pages.find(f"/{number}.pdf"), "content", b"") == files[f"{number}.pdf"]
    assert asked == ["0.pdf", "1.pdf", "2.pdf", "1.pdf"]


def test_a_mistake_of_ours_ends_one_connection_and_is_said(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(*_: object) -> None:
        raise ZeroDivisionError("oh")

    heard: list[str] = []
    with served(site, said=heard) as server, connected(server) as phone:
        with monkeypatch.context() as patched:
            patched.setattr(Pages, "find", mistaken)
            phone.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n")
            assert phone.recv(100) == b""
        assert ask(server, "/").status == 200
    assert "ZeroDivisionError('oh')" in heard[0]


def test_a_taken_port_is_passed_over_for_the_next(site: Path) -> None:
    with Server(Hall(site), LOCAL, 0) as first, Server(Hall(site), LOCAL, first.port) as second:
        assert first.port < second.port < first.port + 20


def test_a_host_that_is_not_ours_is_an_error_at_once(site: Path) -> None:
    with pytest.raises(OSError, match="address"):
        Server(Hall(site), "198.51.100.1", 0)


def test_addresses_are_real_ones_and_not_this_machine_alone() -> None:
    for address in announce.addresses():
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
    announce.addresses()
    assert set(asked) == {socket.SOCK_DGRAM}


def test_offline_the_name_of_the_machine_is_asked_and_then_nobody(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def offline(*_: object) -> None:
        raise OSError(errno.ENETUNREACH, "Network is unreachable")

    monkeypatch.setattr(socket.socket, "connect", offline)
    own: tuple[str, list[str], list[str]] = ("here", [], ["127.0.1.1", "192.168.7.5"])
    monkeypatch.setattr(socket, "gethostbyname_ex", lambda _: own)
    assert announce.addresses() == ["192.168.7.5"]

    def unknown(_: str) -> None:
        raise socket.gaierror

    monkeypatch.setattr(socket, "gethostbyname_ex", unknown)
    assert announce.addresses() == []


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_the_announcement_has_an_address_and_a_code_for_telephones_where_it_can_be_shown(
    site: Path, monkeypatch: pytest.MonkeyPatch, encoding: str
) -> None:
    monkeypatch.setattr(announce, "addresses", lambda: ["192.168.7.5"])
    with Server(Hall(site), EVERYWHERE, 0) as server:
        words = announcement(server, io.TextIOWrapper(io.BytesIO(), encoding=encoding))
        assert f"http://192.168.7.5:{server.port}/" in words
        assert f"http://localhost:{server.port}/" in words
    assert ("█" in words) == (encoding == "utf-8")
    assert "\x1b" not in words, "no colours in a file"


def test_without_a_network_the_organiser_is_told(site: Path) -> None:
    with Server(Hall(site), LOCAL, 0) as server:
        words = announcement(server, None)
    assert "no network" in words
    assert "█" not in words
