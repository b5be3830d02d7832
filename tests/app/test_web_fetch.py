"""What an address has comes whole and within bounds, or it is said in words what is in the way."""

import gzip
import re
import ssl
from collections.abc import Callable, Iterator
from email.utils import formatdate
from threading import Event

import pytest

from runner.app.web_workbook import fetch as fetching
from runner.app.web_workbook.fetch import FetchError, Seen, fetch
from tests.support.web_server import Asked, WebServer

DATA = b"PK" + bytes(range(256)) * 2000


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def web() -> Iterator[WebServer]:
    with WebServer(DATA) as server:
        yield server


def fails(web: WebServer, answer: Callable[[Asked], object], **how: float) -> FetchError:
    web.answer = lambda asked: answer(asked) and None
    with pytest.raises(FetchError) as raised:
        fetch(web.link, **how)
    return raised.value


def test_what_has_not_changed_is_not_fetched_again(web: WebServer) -> None:
    first = fetch(web.link)
    assert first is not None
    assert first.data == DATA
    assert fetch(web.link, first.seen) is None
    web.data += b"more"
    again = fetch(web.link, first.seen)
    assert again is not None
    assert again.data == web.data
    assert again.seen != first.seen


def test_a_server_that_knows_only_times_is_asked_by_them(web: WebServer) -> None:
    at = formatdate(0, usegmt=True)

    def by_time(asked: Asked) -> None:
        since = asked.headers.get("If-Modified-Since") == at
        asked.reply(304 if since else 200, b"" if since else DATA, Last_Modified=at)

    web.answer = by_time
    first = fetch(web.link)
    assert first is not None
    assert first.seen == Seen("", at)
    assert fetch(web.link, first.seen) is None


@pytest.mark.parametrize("length", [0, -1])
def test_what_comes_packed_is_unpacked(web: WebServer, length: int) -> None:
    packed = gzip.compress(DATA)
    web.answer = lambda asked: asked.reply(
        200, packed, Content_Encoding="gzip", Content_Length=length or len(packed)
    )
    found = fetch(web.link)
    assert found is not None
    assert found.data == DATA
    assert "gzip" in web.asked[0][1]["Accept-Encoding"]


@pytest.mark.parametrize("padding", [b"", b"\0" * 9])
def test_what_comes_packed_in_several_members_is_whole(web: WebServer, padding: bytes) -> None:
    third = len(DATA) // 3
    parts = (DATA[:third], b"", DATA[third : 2 * third], DATA[2 * third :])
    packed = padding.join(map(gzip.compress, parts)) + padding
    web.answer = lambda asked: asked.reply(200, packed, Content_Encoding="gzip")
    found = fetch(web.link)
    assert found is not None
    assert found.data == DATA


def test_what_comes_in_chunks_is_whole(web: WebServer) -> None:
    def chunks(asked: Asked) -> None:
        pieces = [DATA[at : at + 999] for at in range(0, len(DATA), 999)]
        body = b"".join(b"%x\r\n%b\r\n" % (len(piece), piece) for piece in pieces)
        asked.reply(200, body + b"0\r\n\r\n", Transfer_Encoding="chunked", Content_Length=-1)

    web.answer = chunks
    found = fetch(web.link)
    assert found is not None
    assert found.data == DATA


@pytest.mark.parametrize(
    "broken",
    [
        lambda asked: asked.reply(200, DATA[:1000], Content_Length=len(DATA), Connection="close"),
        lambda asked: asked.reply(200, gzip.compress(DATA)[:400], Content_Encoding="gzip"),
        lambda asked: asked.reply(200, b"no gzip at all", Content_Encoding="gzip"),
        lambda asked: asked.reply(200, gzip.compress(DATA) + gzip.compress(DATA)[:400],
                                  Content_Encoding="gzip"),
        lambda asked: asked.reply(200, b"fff\r\nabc", Transfer_Encoding="chunked",
                                  Content_Length=-1),
    ],
)  # fmt: skip
def test_a_download_that_breaks_off_is_none(
    web: WebServer, broken: Callable[[Asked], object]
) -> None:
    def and_hang_up(asked: Asked) -> None:
        broken(asked)
        asked.close_connection = True

    reason = fails(web, and_hang_up)
    assert str(reason) == "The download broke off."
    assert reason.offline


def test_what_is_far_too_large_is_left_where_it_is(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fetching, "LARGEST", 1024 * 1024)
    large = bytes(3 * 1024 * 1024)
    for answer in (
        lambda asked: asked.reply(200, b"", Content_Length=10**12),
        lambda asked: asked.reply(200, large, Content_Length=-1),
        lambda asked: asked.reply(200, gzip.compress(large), Content_Encoding="gzip"),
    ):
        assert "larger than 1 MB" in str(fails(web, answer))


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (401, "asks for a sign-in"), (403, "asks for a sign-in"), (404, "nothing at the link"),
        (410, "withdrawn"), (429, "asks for a pause"), (500, "trouble of its own"),
        (503, "trouble of its own"), (418, "refuses"),
    ],
)  # fmt: skip
def test_each_refusal_has_its_sentence(web: WebServer, status: int, words: str) -> None:
    assert words in str(fails(web, lambda asked: asked.reply(status)))


@pytest.mark.parametrize(
    ("said", "least", "most"),
    [
        ("120", 120, 120),
        ("Fri, 01 Jan 2100 00:00:00 GMT", 1e9, 3e9),
        (formatdate(0, usegmt=True), 0, 60),
        ("soon", 60, 60),
        ("9" * 5000, 999_999_999, 999_999_999),
    ],
)
def test_a_server_may_say_when_to_come_back(
    web: WebServer, said: str, least: float, most: float
) -> None:
    later = fails(web, lambda asked: asked.reply(429, Retry_After=said)).later
    assert least <= later <= most


def test_a_redirect_is_followed_with_what_the_server_set(web: WebServer) -> None:
    def redirect(asked: Asked) -> None:
        if asked.path == "/event.xlsx":
            asked.reply(302, Location="/really", Set_Cookie="who=ann")
        elif asked.headers.get("Cookie") == "who=ann":
            asked.reply(200, DATA)
        else:
            asked.reply(403)

    web.answer = redirect
    found = fetch(web.link)
    assert found is not None
    assert found.data == DATA


@pytest.mark.parametrize(
    "to", ["file:///etc/passwd", "ftp://127.0.0.1/e", "data:,x", "http://example.org/e.xlsx"]
)
def test_a_redirect_to_anything_but_the_web_is_not_followed(web: WebServer, to: str) -> None:
    reason = fails(web, lambda asked: asked.reply(302, Location=to))
    assert "does not follow" in str(reason)


def test_redirects_in_a_circle_or_without_end_are_left(web: WebServer) -> None:
    circle = fails(web, lambda asked: asked.reply(302, Location="/event.xlsx"))
    assert "round in a circle" in str(circle)
    web.asked.clear()
    endless = fails(web, lambda asked: asked.reply(302, Location=f"{asked.path}x"))
    assert "round in a circle" in str(endless)
    assert len(web.asked) <= 11


def test_a_server_that_says_nothing_is_left_after_a_while(web: WebServer) -> None:
    over = Event()
    reason = fails(web, lambda asked: over.wait(30), each=0.2)
    over.set()
    assert str(reason) == "The server does not answer."
    assert reason.offline


@pytest.mark.parametrize("of_headers", [True, False])
def test_a_server_that_drips_is_left_after_a_while(web: WebServer, *, of_headers: bool) -> None:
    over = Event()

    def drip(asked: Asked) -> None:
        asked.close_connection = True
        asked.wfile.write(b"HTTP/1.1 200 OK\r\n" + (b"" if of_headers else b"\r\n"))
        while not over.wait(0.02):
            asked.wfile.write(b"x")

    reason = fails(web, drip, each=5.0, most=0.5)
    over.set()
    assert str(reason) == "The server takes too long."


def test_where_no_server_is_it_is_said_so() -> None:
    with WebServer() as web:
        link = web.link
    with pytest.raises(FetchError, match="cannot be reached") as raised:
        fetch(link)
    assert raised.value.offline


def test_nonsense_is_called_so(web: WebServer) -> None:
    def nonsense(asked: Asked) -> None:
        asked.close_connection = True
        asked.wfile.write(b"\x00\x01 nonsense\r\n\r\n")

    assert "makes no sense" in str(fails(web, nonsense))


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("certificate has expired", "date and time"),
        ("certificate is not yet valid", "date and time"),
        ("self-signed certificate", "nobody vouches for it"),
        ("Hostname mismatch", "not for this address"),
    ],
)
def test_what_is_wrong_with_a_certificate_is_told_in_plain_words(said: str, words: str) -> None:
    reason = ssl.SSLCertVerificationError(1, said)
    reason.verify_message = said
    with pytest.raises(FetchError, match=re.escape(words)), fetching.in_words():
        raise fetching.URLError(reason)


def test_the_proxy_of_the_environment_is_asked(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", web.link.removesuffix("/event.xlsx"))
    monkeypatch.setenv("no_proxy", "")
    found = fetch("http://nas.local/e.xlsx")
    assert found is not None
    assert web.asked[0][0] == "http://nas.local/e.xlsx"
