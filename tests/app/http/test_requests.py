"""What both servers make of requests, byte by byte: in order, in pieces, and crooked ones."""

import socket
import time

import pytest

from runner.app.http.connection import MOST_HEAD
from runner.app.http.connection_limit import LONGEST, State
from runner.app.http.forms import Form, FormReader, NotAFormError, WrongTokenError
from tests.support.services import DOOR, HALL, Service, all_of

HOST = b"Host: HOST\r\n"
GET = b"GET PATH HTTP/1.1\r\n" + HOST


def filled(service: Service, data: bytes) -> bytes:
    return data.replace(b"HOST", service.host.encode()).replace(b"PATH", service.small.encode())


CROOKED = [
    # a request, its status at the hall and at the door
    (b"GET PATH HTTP/1.1\r\n\r\n", 400, 400),  # for whom?
    (GET + b"Host: b\r\n\r\n", 400, 400),
    (b"GET PATH HTTP/1.1\r\nHost : HOST\r\n\r\n", 400, 400),
    (GET + b"X: a\rb\r\n\r\n", 400, 400),
    (GET + b"X: a\0b\r\n\r\n", 400, 400),
    (GET + b"X\0: ab\r\n\r\n", 400, 400),
    (GET + b": a\r\n\r\n", 400, 400),
    (GET + b"X: a\r\n b\r\n\r\n", 400, 400),  # folded
    (GET + b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", 400, 400),
    (GET + b"X: a\nY: b\r\n\r\n", 400, 400),  # lines that others do not see as such
    (b"GET PATH HTTP/1.1\nHost: HOST\n\n", 400, 400),
    (b"\r\n" + GET + b"\r\n", 400, 400),
    (b"GET PATH\r\n\r\n", 400, 400),  # HTTP/0.9
    (b"GET PATH\r\n", 400, 400),
    (b"GET  PATH HTTP/1.1\r\n" + HOST + b"\r\n", 400, 400),
    (b"GET PATH FTP/1.1\r\n" + HOST + b"\r\n", 400, 400),
    (b"GET PATH HTTP/9.9\r\n" + HOST + b"\r\n", 505, 505),
    (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505, 505),
    (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, 400),  # https
    (b"\0" * 100, 400, 400),
    (GET + b"Content-Length: 5\r\n\r\nhello", 413, 200),  # which is not read
    (GET + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413, 411),
    (GET + b"Transfer-Encoding: cHuNKeD\r\n\r\n5;a=\"b\"\r\nhello\r\n0\r\nX: y\r\n\r\n", 413, 411),
    (GET + b"Transfer-Encoding: chunked \t\r\n\r\n5;" + b"a" * 20_000, 413, 411),
    (GET + b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 413, 411),
    (GET + b"Transfer-Encoding: chunked\r\nContent-Length: 0\r\n\r\n0\r\n\r\n", 413, 411),
    (GET + b"Transfer-Encoding: magic\r\n\r\n", 501, 501),
    (GET + b"Transfer-Encoding: chunked, chunked\r\n\r\n", 501, 501),
    (GET + b"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n", 501, 501),
    (GET + b"Transfer-Encoding : chunked\r\n\r\n", 400, 400),
    *((GET + b"Content-Length: " + size + b"\r\n\r\nhello", 400, 400)
      for size in (b"-1", b"+5", b"0x5", b"5 5", b"5_0", b"1e3", b"\xb2", b"5, 6", b"9" * 40)),
    (GET + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, 400),
    (GET + b"Content-Length: 99999999999\r\n\r\n", 413, 413),
]  # fmt: skip


@pytest.mark.parametrize(("crooked", "hall", "door"), CROOKED)
def test_what_is_not_a_proper_request_is_refused_and_ends_the_connection(
    name: str, lasting: Service, crooked: bytes, hall: int, door: int
) -> None:
    """Whatever follows it, which another server could take for a request."""
    smuggled = filled(lasting, crooked + b"GET PATH HTTP/1.1\r\nHost: HOST\r\n\r\n")
    heard = lasting.heard(smuggled)
    status = hall if name == HALL else door
    assert heard.startswith(b"HTTP/1.1 %d " % status), heard
    assert b"Connection: close" in heard
    assert heard.count(b"HTTP/1.1 ") == 1
    assert lasting.works()
    assert lasting.said == []


@pytest.mark.parametrize("kb", [17, 20, 64, 100, 500])
@pytest.mark.parametrize("begin", [GET + b"X: ", GET + b"X:" + b" " * 99_000, b"GET /"])
def test_a_head_of_more_than_16_kb_is_refused_also_if_it_is_complete(
    lasting: Service, begin: bytes, kb: int
) -> None:
    end = b" HTTP/1.1\r\n" + HOST if begin.startswith(b"GET /") else b"\r\n"
    head = filled(lasting, begin + b"a" * (kb << 10) + end + b"\r\n")
    heard = lasting.heard(head, half_close=False)
    assert heard.startswith(b"HTTP/1.1 431 ")
    assert heard.count(b"HTTP/1.1 ") == 1
    many = GET + b"".join(b"X%d: y\r\n" % n for n in range(kb << 7)) + b"\r\n"
    assert lasting.heard(filled(lasting, many)).startswith(b"HTTP/1.1 431 ")


def test_a_head_of_up_to_16_kb_is_read(lasting: Service) -> None:
    head = lasting.head(lasting.small, "X: ", "Connection: close")
    filler = b"a" * (MOST_HEAD - len(head))
    assert lasting.heard(head.replace(b"X: ", b"X: " + filler)).startswith(b"HTTP/1.1 200 ")


def test_cookies_of_other_programs_are_no_part_of_the_head_where_they_are_shared(
    name: str, lasting: Service
) -> None:
    for kb, door in ((30, 200), (60, 200), (90, 431)):
        cookie = f"Cookie: a={'x' * (kb << 10)}"
        heard = lasting.heard(lasting.head(lasting.small, cookie, "Connection: close"))
        assert heard.startswith(b"HTTP/1.1 %d " % (door if name == DOOR else 431)), kb
    both = lasting.head(lasting.small, f"Cookie: a={'x' * 30_000}", f"X: {'y' * 20_000}")
    assert lasting.heard(both).startswith(b"HTTP/1.1 431 ")


def test_requests_that_come_together_are_answered_in_order(lasting: Service) -> None:
    last = lasting.head(lasting.small, "Connection: close")
    heard = lasting.heard(lasting.head() + lasting.head("/static/x") + lasting.head() + last)
    parts = heard.split(b"HTTP/1.1 ")[1:]
    assert [part[:3] for part in parts] == [b"200", b"404", b"200", b"200"]
    assert [part.endswith(lasting.content) for part in parts] == [True, False, True, True]
    again = lasting.head() * 50
    assert lasting.heard(again + last).count(b"HTTP/1.1 200 ") == 51


def test_a_request_may_come_in_pieces(lasting: Service) -> None:
    with lasting.connected() as client:
        for piece in (head := lasting.head())[:5], head[5:9], head[9:-3], head[-3:-1], head[-1:]:
            client.sendall(piece)
            time.sleep(0.02)
        assert client.recv(65536).startswith(b"HTTP/1.1 200 OK")


@pytest.mark.parametrize(
    "request_",
    [b"GET http://HOSTPATH HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n\r\n",
     b"GET PATH HTTP/1.0\r\nHost: HOST\r\n\r\n",
     b"GET PATH HTTP/1.0\r\nHost: HOST\r\nConnection: keep-alive\r\n\r\n",
     GET + b"Upgrade: websocket\r\nConnection: Upgrade, close\r\n\r\n"],
)  # fmt: skip
def test_proxies_and_old_programs_are_answered(lasting: Service, request_: bytes) -> None:
    heard = lasting.heard(filled(lasting, request_), half_close=False)
    assert heard.startswith(b"HTTP/1.1 200 OK")
    assert heard.endswith(lasting.content)


def test_who_sends_no_more_still_gets_the_answers(lasting: Service) -> None:
    assert lasting.heard(lasting.head() * 3).count(b"HTTP/1.1 200 ") == 3
    assert lasting.heard(lasting.head(lasting.big)).endswith(b"\xfe\xff")
    assert lasting.heard(b"") == b""
    assert lasting.heard(lasting.head()[:-2]).startswith(b"HTTP/1.1 400 ")


FORM = "Content-Type: application/x-www-form-urlencoded"


def is_ended(client: socket.socket, data: bytes, pause: float) -> bool:
    began = time.monotonic()
    while time.monotonic() - began < 30:
        try:
            client.sendall(data)
        except OSError:
            return True
        time.sleep(pause)
    return False


@pytest.mark.thorough
@pytest.mark.parametrize("framing", ["Content-Length: 4000", "Transfer-Encoding: chunked"])
def test_a_body_that_does_not_end_is_not_waited_for(
    service: Service, framing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However often another byte of it comes."""
    for state in (State.RECEIVING, State.CLOSING):
        monkeypatch.setitem(LONGEST, state, 1.0)
    with service.connected() as client:
        client.sendall(service.head("/settings", framing, FORM, method="POST"))
        assert is_ended(client, b"a", 0.05)
    assert service.works()


@pytest.mark.thorough
def test_a_body_that_nobody_wants_is_thrown_away_until_the_answer_is_heard(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    with service.connected() as client:
        client.sendall(service.head("/x", "Content-Length: 99000000", method="POST"))
        for _ in range(40):
            client.sendall(b"a" * (1 << 20))
        assert client.recv(100).startswith(b"HTTP/1.1 4")
    monkeypatch.setitem(LONGEST, State.CLOSING, 1.0)
    with service.connected() as client:  # but not for ever
        client.sendall(service.head("/x", "Content-Length: 99000000000", method="POST"))
        assert is_ended(client, b"a" * (1 << 20), 0)
    assert service.works()


@pytest.mark.parametrize("name", [DOOR], scope="module")
def test_who_asks_whether_to_send_a_form_is_told(lasting: Service) -> None:
    form = f"token={lasting.token}&folder=relative".encode()
    head = lasting.head(
        "/settings", f"Content-Length: {len(form)}", FORM, "Expect: 100-continue",
        method="POST",
    )  # fmt: skip
    with lasting.connected() as client:
        client.sendall(head)
        assert client.recv(1000) == b"HTTP/1.1 100 \r\n\r\n"
        client.sendall(form)
        assert client.recv(1000).startswith(b"HTTP/1.1 303 ")


@pytest.mark.parametrize("name", [DOOR], scope="module")
def test_a_form_may_come_in_pieces_and_be_followed_by_another(lasting: Service) -> None:
    form = f"token={lasting.token}&folder=relative".encode()
    head = lasting.head("/settings", f"Content-Length: {len(form)}", FORM, method="POST")
    with lasting.connected() as client:
        for at in range(0, len(head + form), 7):
            client.sendall((head + form)[at : at + 7])
        assert client.recv(65536).startswith(b"HTTP/1.1 303 ")
        client.sendall((head + form) * 3)
        client.shutdown(socket.SHUT_WR)
        assert all_of(client).count(b"HTTP/1.1 303 ") == 3


@pytest.mark.parametrize("name", [DOOR])
def test_a_form_that_is_cut_off_is_refused_and_takes_nothing(service: Service) -> None:
    head = service.head("/settings", "Content-Length: 24000000", FORM, method="POST")
    begin = head + f"token={service.token}&folder=x".encode()
    for _ in range(5):  # two of that size may come at a time
        assert service.heard(begin).startswith(b"HTTP/1.1 400 ")
        with service.connected() as client:
            client.sendall(begin)
    assert service.works()
    assert service.said == []


TOKEN = ('name="token"', b"right")


def multipart(*parts: tuple[str, bytes], end: bytes = b"--x--\r\n") -> bytes:
    """A body of parts, each with what is said of it and its content."""
    return b"".join(
        f"--x\r\nContent-Disposition: form-data; {what}\r\n\r\n".encode() + content + b"\r\n"
        for what, content in parts
    ) + end  # fmt: skip


def read(body: bytes, kind: str = "multipart/form-data; boundary=x", piece: int = 1 << 16) -> Form:
    reader = FormReader(kind, lambda token: token == "right")
    for at in range(0, len(body), piece):
        reader.write(body[at : at + piece])
    return reader.form()


URLENCODED = "application/x-www-form-urlencoded; charset=UTF-8"


@pytest.mark.parametrize("piece", [1, 7, 1 << 16])
def test_fields_and_files_are_read_in_pieces_of_any_size(piece: int) -> None:
    form = read(b"token=right&list=a%0d%0ab+%c3%bc&n=7&n=9&empty=", URLENCODED, piece)
    assert form.fields["list"] == ("a\r\nb ü",)
    assert (form.text("list"), form.all("n"), form.number("n", 1, 5)) == ("ab ü", ("7", "9"), 5)
    assert (form.text("empty"), form.text("missing"), form.number("list", 1, 5)) == ("", "", None)
    body = multipart(
        TOKEN, ('name="list"', "Zoë\r\n--y\r\nBo".encode()), ('name="f"; filename="ü;.csv"', b"1"),
        ('name="g"; filename="empty"', b""),
    )  # fmt: skip
    form = read(body, piece=piece)
    assert form.raw("list") == "Zoë\r\n--y\r\nBo"
    assert form.files == {"f": ("ü;.csv", b"1")}


def test_of_two_files_of_one_name_the_last_counts() -> None:
    files = [(f'name="f"; filename="{name}"', name.encode()) for name in ("a", "b")]
    assert read(multipart(TOKEN, *files)).files == {"f": ("b", b"b")}
    both = [TOKEN, files[0], ('name="g"; filename="c"', b"c")]
    assert set(read(multipart(*both)).files) == {"f", "g"}


def test_what_is_not_text_of_a_form_is_harmless() -> None:
    nested = b"--y\r\nContent-Disposition: form-data; name=inner\r\n\r\nx\r\n--y--"
    form = read(multipart(TOKEN, ('name="n"\r\nContent-Type: multipart/mixed; boundary=y', nested)))
    assert set(form.fields) == {"token", "n"}
    form = read(multipart(TOKEN, ('name="n"\r\nContent-Type: text/plain; charset=utf-16', b"\xff")))
    assert form.text("n") == "\ufffd"
    assert read(b"token=right&\x00=%zz%00", URLENCODED).raw("\0") == "%zz\0"


@pytest.mark.parametrize(("kind", "body"), [
    *(("multipart/form-data; boundary=x", multipart(TOKEN, part, end=end))
      for part in (('name="a"', b"1"), ('name="f"; filename="a"', b"1"))
      for end in (b"", b"--x", b"--x-", b"--x\r\n", b"--y--\r\n")),  # no closing boundary
    ("multipart/form-data; boundary=x", multipart(TOKEN, ("", b"nameless"))),
    ("multipart/form-data; boundary=x", multipart(TOKEN, (f'name="{"n" * 9000}"', b"1"))),
    ("multipart/form-data; boundary=x", multipart(TOKEN, ('name="l"' + "\r\nX: y" * 50, b"1"))),
    ("multipart/form-data; boundary=x", multipart(TOKEN, *[('name="l"', b"1")] * 200)),
    ("multipart/form-data; boundary=x", multipart(TOKEN, ('name="l"', b"1" * (9 << 20)))),
    ("multipart/form-data", multipart(TOKEN)),
    (f"multipart/form-data; boundary={'x' * 5000}", multipart(TOKEN)),
    ("multipart/mixed; boundary=x", multipart(TOKEN)),
    ("text/plain", b"token=right"),
    ("", b"token=right"),
    ("\xff", b"token=right"),
    (URLENCODED, b"token=right" + b"&a=b" * 200),
    (URLENCODED, b"token=right&a=" + b"1" * (9 << 20)),
    (URLENCODED, b"token=right&" + b"n" * (9 << 20)),
], ids=lambda each: str(each)[-20:])  # fmt: skip
def test_what_is_not_a_whole_form_within_its_bounds_is_refused(kind: str, body: bytes) -> None:
    with pytest.raises(NotAFormError):
        read(body, kind)


@pytest.mark.parametrize("piece", [1, 1 << 16])
@pytest.mark.parametrize(("kind", "body"), [
    (URLENCODED, b"token=wrong&a=" + b"x" * 9000), (URLENCODED, b"a=b&token=right"),
    (URLENCODED, b"tok%65n=wrong"), (URLENCODED, b"x" * 5000), (URLENCODED, b""),
    ("multipart/form-data; boundary=x", multipart(('name="token"', b"wrong"))),
    ("multipart/form-data; boundary=x", multipart(('name="f"; filename="a"', b"1"), TOKEN)),
    ("multipart/form-data; boundary=x", multipart(('name="token"; filename="a"', b"right"))),
    ("multipart/form-data; boundary=x", multipart(('name="token"', b"right" + b"x" * 9000))),
    ("multipart/form-data; boundary=x", multipart()), ("application/octet-stream", b"right"),
], ids=lambda each: str(each)[-20:])  # fmt: skip
def test_nothing_is_read_that_does_not_begin_with_the_right_token(
    kind: str, body: bytes, piece: int
) -> None:
    with pytest.raises(WrongTokenError):
        read(body, kind, piece)
