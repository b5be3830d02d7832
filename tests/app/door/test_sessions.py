"""Who gets into the front door, and what they can do there: nobody but Runner's own pages."""

import html
import os
import re
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from urllib.parse import urlencode

import pytest
from python_multipart.multipart import FormParser

from runner.app.http.forms import MOST
from tests.support.doors import Opened, Visitor, an_event, opened
from tests.support.folders import files_in
from tests.support.waiting import until


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of events, with one in it; all tests use it, for none can change anything."""
    made = tmp_path_factory.mktemp("door") / "events"
    made.mkdir()
    an_event(made / "friday")
    (made / "friday" / "ledger.jsonl").touch()
    (made / "secret.pdf").write_bytes(b"secret")
    (made / "friday" / "slips").mkdir()
    (made / "friday" / "slips" / "out.pdf").symlink_to(made / "secret.pdf")
    return made


@pytest.fixture(scope="module")
def door(folder: Path) -> Iterator[Opened]:
    with opened(folder) as found:
        yield found


def doings(door: Opened) -> list[str]:
    from runner.app.door.actions import ACTIONS

    entry = door.server.app.events.entries()[0]
    own = [f"/event/{entry.id}/do/{name}" for name in ACTIONS]
    return ["/new", "/settings", "/unwatch", "/go-on", "/leave", "/quit", *own]


def is_untouched(door: Opened) -> bool:
    inside = door.server.app
    return not inside.programs.running() and not inside.over.is_set()


def test_a_key_is_exchanged_for_a_cookie_and_is_gone_from_the_address(door: Opened) -> None:
    key = door.server.app.sessions.key()
    answer = Visitor(door.port).get(f"/?key={key}")
    assert (answer.status, answer.to) == (303, "/")
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie
    assert Visitor(door.port).get(f"/?key={key}").status == 403  # it opens once


def test_the_address_in_the_window_opens_for_a_second_browser_as_well(door: Opened) -> None:
    first, second = (
        Visitor.with_key(door.port, door.server.app.sessions.lasting) for _ in range(2)
    )
    assert first.cookie != second.cookie
    assert first.token != second.token
    assert first.get("/").status == second.get("/").status == 200
    assert first.post("/new", {"token": second.token, "name": "x"}).status == 403


@pytest.mark.parametrize("path", ["/", "/new", "/settings", "/event/0123", "/advice?format=duel"])
def test_nobody_sees_anything_without_a_cookie(door: Opened, path: str) -> None:
    for cookie in ("", f"runner-{door.port}=guess", "runner-1=; =;;", "a\x01=b"):
        answer = Visitor(door.port, cookie).get(path)
        assert answer.status == 403
        assert "friday" not in answer.text


def test_a_name_that_is_made_to_lead_here_is_turned_away(door: Opened, folder: Path) -> None:
    visitor, before = door.visitor(), files_in(folder, hidden=True)
    for host in (
        "evil.example", f"evil.example:{door.port}", "127.0.0.1", "", f"127.0.0.1:{door.port}.evil",
    ):  # fmt: skip
        assert visitor.get("/", Host=host).status == 421
        assert visitor.post("/quit", Host=host, Origin=f"http://{host}").status == 421
    assert visitor.get("/", Host=f"localhost:{door.port}").status == 200
    assert is_untouched(door)
    assert files_in(folder, hidden=True) == before


@pytest.mark.thorough
@pytest.mark.parametrize("headers", [
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"},
    {"Origin": "https://127.0.0.1:{port}"}, {"Origin": "http://localhost:{port}"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"},
], ids=str)  # fmt: skip
def test_a_page_of_others_can_do_nothing(
    door: Opened, folder: Path, headers: dict[str, str]
) -> None:
    visitor, before = door.visitor(), files_in(folder, hidden=True)
    own = {name: value.format(port=door.port) for name, value in headers.items()}
    for path in doings(door):
        assert visitor.post(path, {"name": "x"}, **own).status == 403, path
    assert visitor.get("/", **own).status == 403
    assert is_untouched(door)
    assert files_in(folder, hidden=True) == before


@pytest.mark.thorough
def test_nothing_is_done_without_the_token_of_a_page(door: Opened, folder: Path) -> None:
    visitor, before = door.visitor(), files_in(folder, hidden=True)
    for token in ("", "guess", "ü", visitor.token[:-1], visitor.token + "x"):
        for path in doings(door):
            assert visitor.post(path, {"token": token, "name": "x"}).status == 403, path
    assert is_untouched(door)
    assert files_in(folder, hidden=True) == before


def test_a_get_changes_nothing(door: Opened, folder: Path) -> None:
    visitor = door.visitor()
    visitor.get("/")  # has looked at all events
    before = files_in(folder, hidden=True)
    for path in doings(door):
        answer = visitor.get(f"{path}?token={visitor.token}&name=x&folder=/tmp/x&number=1")
        assert answer.status == (200 if path in ("/new", "/settings") else 404), path
    for method in ("PUT", "DELETE", "OPTIONS", "TRACE", "PATCH", "CONNECT"):
        assert visitor.ask(method, "/quit").status == 501
    assert is_untouched(door)
    assert files_in(folder, hidden=True) == before


@pytest.mark.thorough
def test_two_hundred_at_once_are_all_answered(door: Opened, folder: Path) -> None:
    visitor, stranger = door.visitor(), Visitor(door.port)
    before = files_in(folder, hidden=True)
    asks = [
        *([lambda: visitor.get("/").status] * 80),
        *([lambda: stranger.post("/quit").status] * 60),
        *([lambda: visitor.post("/quit", {"token": "guess"}).status] * 60),
    ]
    with ThreadPoolExecutor(len(asks)) as pool:
        found = list(pool.map(lambda ask: ask(), asks))
    assert found == [200] * 80 + [403] * 120
    assert is_untouched(door)
    assert files_in(folder, hidden=True) == before


@pytest.mark.parametrize("path", [
    "/event/../../etc/passwd", "/event/%2e%2e/%2e%2e/etc/passwd", "/event/friday",
    "/event/{id}/file/slips/../ledger.jsonl", "/event/{id}/file/slips/..%2f..%2fx.pdf",
    "/event/{id}/file/.runner/site.json", "/event/{id}/file/friday.xlsx",
    "/event/{id}/file/slips/%00.pdf", "/event/{id}/file/slips/out.pdf",
    "/desk/{desk}/ledger.jsonl", "/desk/{desk}/../friday/ledger.jsonl",
    "/desk/{desk}/.runner/../ledger.jsonl", "/desk/{desk}/friday.xlsx",
    "/desk/x/desk.html", "/desk//desk.html", "/static/../door.py", "/static/%2e%2e/door.py",
    "/static//etc/passwd",
])  # fmt: skip
def test_no_address_leads_out(door: Opened, path: str) -> None:
    entry = door.server.app.events.entries()[0]
    asked = path.format(id=entry.id, desk=door.server.app.desk_key(entry))
    answer = door.visitor().get(asked)
    assert answer.status in (303, 404)
    assert "secret" not in answer.text


def test_an_event_that_a_link_leads_out_to_is_not_shown(
    door: Opened, folder: Path, tmp_path: Path
) -> None:
    an_event(tmp_path / "elsewhere")
    (folder / "linked").symlink_to(tmp_path / "elsewhere")
    assert [each.root.name for each in door.server.app.events.entries()] == ["friday"]


def test_a_desk_of_somebody_else_s_is_kept_apart(door: Opened, folder: Path) -> None:
    desk = "<html lang='en'><head></head><script>fetch('/quit')</script></html>"
    (folder / "friday" / "desk.html").write_text(desk)
    inside = door.server.app
    answer = Visitor(door.port).get(
        f"/desk/{inside.desk_key(inside.events.entries()[0])}/desk.html"
    )
    assert answer.status == 200
    assert answer.headers["Content-Security-Policy"].startswith(
        "sandbox allow-scripts allow-popups"
    )
    assert "allow-same-origin" not in answer.headers["Content-Security-Policy"]


def test_what_is_too_much_is_refused_before_it_is_read(door: Opened) -> None:
    visitor = door.visitor()
    with socket.create_connection(("127.0.0.1", door.port), 10) as asked:
        asked.sendall(
            f"POST /new HTTP/1.1\r\nHost: 127.0.0.1:{door.port}\r\nCookie: {visitor.cookie}\r\n"
            f"Content-Length: {1 << 40}\r\n\r\n".encode()
        )
        assert b" 413 " in asked.makefile("rb").readline()
    large = visitor.ask("POST", "/new", b"x" * (MOST + 1))  # read to its end, or nothing is heard
    assert large.status == 413
    assert "24 MB" in large.text
    for length in ("-1", "x", "1e3", "²"):
        answer = visitor.ask("POST", "/new", headers={"Content-Length": length})
        assert answer.status in (400, 411), length
    assert visitor.ask("POST", "/new", b"x" * 100, {"Content-Type": "text/plain"}).status == 400
    assert visitor.get("/").status == 200


@pytest.mark.parametrize("path", ["/?" + "a&" * 99, "//[", "/%ff%fe", "/event/%00", "/desk/%ff/x"])
def test_an_odd_address_is_no_mistake_of_ours(door: Opened, path: str) -> None:
    for asks in (Visitor(door.port), door.visitor()):
        assert asks.get(path).status in (303, 400, 403, 404)
    assert not door.said


@pytest.mark.parametrize("sent", [
    b"\x00\xff\r\n\r\n", b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 70_000,
    b"GET /" + b"x" * 70_000,
])  # fmt: skip
def test_what_is_no_question_does_no_harm(door: Opened, sent: bytes) -> None:
    with socket.create_connection(("127.0.0.1", door.port), 10) as asked:
        asked.sendall(sent)
        asked.shutdown(socket.SHUT_WR)
        asked.recv(1000)
    assert door.visitor().get("/").status == 200
    assert not [line for line in door.said if line.startswith("✗")]


def test_every_answer_says_what_a_browser_may_do_with_it(door: Opened) -> None:
    visitor = door.visitor()
    for path in ("/", "/new", "/static/door.css", "/nothing"):
        headers = visitor.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        kept = "max-age=600" if "static" in path else "no-store"
        assert headers["Cache-Control"] == kept
        assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'self'" in headers["Content-Security-Policy"]


def test_it_listens_on_this_computer_alone(door: Opened) -> None:
    assert door.server.host == "127.0.0.1"


OTHERS = [
    'prefs={"a":1}', "a=b c", "a b=c", "=", "novalue", '"', "a=\x01", "ü=ü", "a=[1]", "(x)=1",
    "a=1, b=2", "expires=never", "path=/; domain=x", "$Version=1", 'q="un;closed', "a@b=c",
    "x" * 4096 + "=" + "y" * 4096, "{}={}", "a==b==", "\t;;; ;",
]  # fmt: skip


@pytest.mark.parametrize("other", OTHERS, ids=lambda each: each[:20])
def test_a_cookie_of_another_program_locks_nobody_out(door: Opened, other: str) -> None:
    visitor = door.visitor()
    own = visitor.cookie
    name = own.partition("=")[0]
    for cookies in (
        f"{other}; {own}", f"{own}; {other}", f"{other};{own};{other}",
        f"{name}=of-another; {other}; {own}", f"{own}; {name}=; {name}",
    ):  # fmt: skip
        visitor.cookie = cookies
        assert visitor.get("/", Cookie=cookies.encode("utf-8").decode("latin-1")).status == 200


def test_many_cookies_lock_nobody_out(door: Opened) -> None:
    visitor = door.visitor()
    visitor.cookie = "; ".join([*(f"c{n}={{'n': {n}}}" for n in range(2000)), visitor.cookie])
    assert len(visitor.cookie) > 30_000
    assert visitor.get("/").status == 200


def test_two_headers_of_cookies_are_both_read(door: Opened) -> None:
    own = door.visitor().cookie
    with socket.create_connection(("127.0.0.1", door.port), 10) as asked:
        asked.sendall(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{door.port}\r\nCookie: a=1\r\n"
            f"Cookie: {own}\r\n\r\n".encode()
        )
        assert b" 200 " in asked.makefile("rb").readline()


def test_more_cookies_than_are_read_get_told_what_to_do(door: Opened) -> None:
    """A browser sends up to 180 of 4096 bytes each."""
    key = door.server.app.sessions.key()
    for path, link in ((f"/?key={key}", f"http://localhost:{door.port}/?key={key}"), ("/", "")):
        answer = Visitor(door.port, "; ".join(f"c{n}={'x' * 4000}" for n in range(180))).get(path)
        assert answer.status == 431
        assert "elete the cookies of 127.0.0.1" in answer.text
        assert "static" not in answer.text  # nothing else can be asked for
        assert (link in answer.text) if link else ("start Runner again" in answer.text)
    assert Visitor(door.port).get(f"/?key={key}", Host=f"localhost:{door.port}").status == 303


@pytest.mark.parametrize("spelt", [str.lower, str.upper, str.title, str.swapcase])
def test_headers_are_read_however_their_names_are_spelt(
    door: Opened, spelt: Callable[[str], str]
) -> None:
    visitor = door.visitor()
    body = f"token={visitor.token}&folder=relative".encode()
    common = {"Host": f"127.0.0.1:{door.port}", "Cookie": visitor.cookie}
    posted = {
        "Content-Length": str(len(body)), "Content-Type": "application/x-www-form-urlencoded",
        "Origin": f"http://127.0.0.1:{door.port}", "Sec-Fetch-Site": "same-origin",
    }  # fmt: skip
    knock = {"X-Runner-Secret": door.server.app.sessions.secret, "Content-Length": "0"}
    assert raw(door, "GET /", {spelt(each): text for each, text in common.items()}) == 200
    same = {spelt(each): text for each, text in {**common, **posted}.items()}
    assert raw(door, "POST /settings", same, body) == 303
    wrong = {**same, spelt("Origin"): "http://evil.example"}
    assert raw(door, "POST /settings", wrong, body) == 403
    chunked = {**same, spelt("Transfer-Encoding"): "chunked"}
    assert raw(door, "POST /settings", chunked, body) == 411
    assert raw(door, "POST /knock", {spelt(each): t for each, t in {**common, **knock}.items()})


def raw(door: Opened, asked: str, headers: Mapping[str, str], body: bytes = b"") -> int:
    """The status of an answer to a question with the headers' names as they are given."""
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    with socket.create_connection(("127.0.0.1", door.port), 10) as sent:
        sent.sendall(f"{asked} HTTP/1.1\r\n{lines}\r\n".encode() + body)
        return int(sent.makefile("rb").readline().split()[1])


def multipart(*parts: tuple[str, bytes], end: bytes = b"--x--\r\n") -> bytes:
    """A body of parts, each with what stands after its name and its content."""
    return b"".join(
        b'--x\r\nContent-Disposition: form-data; name="' + name.encode() + b"\r\n\r\n" + content +
        b"\r\n" for name, content in parts
    ) + end  # fmt: skip


MULTIPART = {"Content-Type": "multipart/form-data; boundary=x"}


def test_a_body_is_not_read_on_once_it_is_seen_to_be_of_others(
    door: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer comes while 24 MB are still to be sent, and nothing of them has been kept."""
    visitor = door.visitor()
    path = f"/event/{door.server.app.events.entries()[0].id}/do/understand"
    parsed: list[int] = []
    write = FormParser.write
    monkeypatch.setattr(
        FormParser, "write", lambda self, data: parsed.append(len(data)) or write(self, data)
    )
    for begin in (
        multipart(('token"', b"guess"), end=b""),
        multipart(('list"', b"x"), ('token"', visitor.token.encode()), end=b""),
        multipart(('file"; filename="a"', b"x"), end=b""), b"x" * 5000, b"--x\r\n" + b"y" * 5000,
    ):  # fmt: skip
        with socket.create_connection(("127.0.0.1", door.port), 10) as asked:
            asked.sendall(
                f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{door.port}\r\nCookie: {visitor.cookie}"
                f"\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: {MOST}"
                "\r\n\r\n".encode()
                + begin
                + b"z" * 5000
            )
            assert asked.makefile("rb").readline().split()[1] in (b"403", b"400")
    assert sum(parsed) < 5 * 8192
    large = multipart(('token"', b"guess"), ('list"', b"x" * (4 << 20)))
    assert visitor.ask("POST", path, large, MULTIPART).status == 403  # the answer is heard
    assert Visitor(door.port).ask("POST", path, large, MULTIPART).status == 403


@pytest.mark.thorough
def test_a_form_has_bounds_in_all_its_parts(door: Opened) -> None:
    visitor = door.visitor()
    path = f"/event/{door.server.app.events.entries()[0].id}/do/understand"
    token = ('token"', visitor.token.encode())
    good = multipart(token, ('list"', b"Ana Berg\n" * 1000))
    assert visitor.ask("POST", path, good, MULTIPART).status == 303
    for bad in (
        multipart(token, *([('list"', b"x")] * 300)),  # too many parts
        multipart(token, ('list"', b"x" * (9 << 20))),  # a field that nobody pastes
        multipart(token, ('list"\r\nX: ' + "y" * 9000, b"x")),  # headers without end
        multipart(token, ('list"' + "\r\nX: y" * 50, b"x")),
        multipart(token, ('list"', b"x"), end=b""),  # cut off
        multipart(token, end=b"--x\r\nContent-Disposition: form-data\r\n\r\nx\r\n--x--\r\n"),
        b"x" * 3000,
    ):
        assert visitor.ask("POST", path, bad, MULTIPART).status in (400, 403, 413), bad[:200]
    for kind in ("multipart/form-data", "multipart/form-data; boundary=" + "x" * 5000, "", "x"):
        assert visitor.ask("POST", path, good, {"Content-Type": kind}).status == 400, kind
    many = urlencode([("token", visitor.token), *(("a", "b") for _ in range(300))]).encode()
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    assert visitor.ask("POST", path, many, form).status == 400


@pytest.mark.thorough
def test_uploads_are_bounded_in_sum(door: Opened) -> None:
    """So many bytes may be under way at a time; whoever comes then is told to wait."""
    visitor = door.visitor()
    path = f"/event/{door.server.app.events.entries()[0].id}/do/understand"
    begin = multipart(('token"', visitor.token.encode()), end=b"")
    head = (
        f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{door.port}\r\nCookie: {visitor.cookie}\r\n"
        f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {MOST}\r\n\r\n"
    )
    with ExitStack() as open_:
        for _ in range(2):
            asked = open_.enter_context(socket.create_connection(("127.0.0.1", door.port), 10))
            asked.sendall(head.encode() + begin)
        until(lambda: visitor.ask("POST", path, b"x" * 9000, MULTIPART).status == 503)
        assert "wait a moment" in visitor.ask("POST", path, b"x" * 9000, MULTIPART).text
        assert visitor.get("/").status == 200
    good = multipart(('token"', visitor.token.encode()), ('list"', b"Ana Berg"))
    until(lambda: visitor.ask("POST", path, good, MULTIPART).status == 303)


def test_lists_that_are_looked_at_are_bounded_in_sum(door: Opened) -> None:
    inside = door.server.app
    keys = [inside.keep(n, size=10 << 20) for n in range(6)]
    assert sum(inside.kept(key, int) is not None for key in keys) == 4
    assert inside.kept(keys[-1], int) == 5


@pytest.mark.skipif(sys.platform == "win32", reason="no file has such a name there")
def test_printed_files_open_whatever_their_names_are(tmp_path: Path) -> None:
    an_event(tmp_path / "events" / "friday #1?")
    slips = tmp_path / "events" / "friday #1?" / "slips"
    slips.mkdir()
    names = ["a?b.pdf", "a#b.pdf", "a%20b.pdf", "a+b;c&d=e.pdf", "a%3Fb.html", '<b>"ü".pdf']
    if sys.platform == "linux":  # elsewhere names are always Unicode
        names.append(os.fsdecode(b"bad\xe9.pdf"))
    for name in names:
        (slips / name).write_bytes(b"of " + os.fsencode(name))
    with opened(tmp_path / "events") as door:
        visitor, (entry,) = door.visitor(), door.server.app.events.entries()
        page = visitor.get(f"/event/{entry.id}/paper")
        assert page.status == 200
        links = [
            html.unescape(each) for each in re.findall(r'href="(/[^"]*/file/[^"]*)"', page.text)
        ]
        said = {visitor.get(link).body for link in links}
        assert said == {b"of " + os.fsencode(name) for name in names}
        assert visitor.get(f"/event/{entry.id}/file/slips/%FF%FE.pdf").status == 404


@pytest.fixture(scope="module")
def many_events(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("many") / "events"
    made.mkdir()
    first = an_event(made / "evening 0").parent
    for number in range(1, 15):
        copied = Path(shutil.copytree(first, made / f"evening {number}"))
        (copied / "evening 0.xlsx").rename(copied / f"evening {number}.xlsx")
    return made


@pytest.fixture
def many(many_events: Path) -> Iterator[Opened]:
    with opened(many_events) as found:
        yield found


@pytest.mark.thorough
def test_no_page_waits_for_many_workbooks(many: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not known yet comes into the page by itself."""
    inside = many.server.app.events
    monkeypatch.setattr(inside, "_want", lambda *_: None)
    monkeypatch.setattr(inside._condition, "wait_for", lambda *_: pytest.fail("waited"))
    page = many.visitor().get("/").text
    assert page.count("<li class=") == 15
    assert page.count("Runner takes a look") >= 15


@pytest.mark.thorough
def test_events_of_one_name_are_told_apart_and_found(many: Opened) -> None:
    visitor = many.visitor()
    until(lambda: "Runner takes a look" not in visitor.get("/").text)
    page = visitor.get("/").text
    assert page.count("<bdi>Friday") == 15
    for number in range(15):
        assert f'<p class="path"><bdi>evening {number}</bdi></p>' in page
    found = visitor.get("/?q=EVENING%2014%20fri").text
    assert found.count("<li class=") == 1
    assert "1 of 15 events" in found
    none = visitor.get("/?q=%3Cb%3Enobody").text
    assert "No event has “&lt;b&gt;nobody”" in none
    assert "There is no event here yet" not in none
    assert visitor.get("/?q=evening%201").text.count("<li class=") == 6  # 1 and 10 to 14
    assert visitor.get("/?q=2026-11").text.count("<li class=") == 15
