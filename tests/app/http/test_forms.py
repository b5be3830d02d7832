"""Forms as they come in, in pieces of any size, and what is no form."""

from __future__ import annotations

import pytest

from runner.app.http.forms import Form, FormReader, NotAFormError, WrongTokenError

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


@pytest.mark.parametrize(
    ("kind", "body"),
    [
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
    ],
    ids=lambda each: str(each)[-20:],
)  # fmt: skip
def test_what_is_not_a_whole_form_within_its_bounds_is_refused(kind: str, body: bytes) -> None:
    with pytest.raises(NotAFormError):
        read(body, kind)


@pytest.mark.parametrize("piece", [1, 1 << 16])
@pytest.mark.parametrize(
    ("kind", "body"),
    [
        (URLENCODED, b"token=wrong&a=" + b"x" * 9000),
        (URLENCODED, b"a=b&token=right"),
        (URLENCODED, b"tok%65n=wrong"),
        (URLENCODED, b"x" * 5000),
        (URLENCODED, b""),
        ("multipart/form-data; boundary=x", multipart(('name="token"', b"wrong"))),
        ("multipart/form-data; boundary=x", multipart(('name="f"; filename="a"', b"1"), TOKEN)),
        ("multipart/form-data; boundary=x", multipart(('name="token"; filename="a"', b"right"))),
        ("multipart/form-data; boundary=x", multipart(('name="token"', b"right" + b"x" * 9000))),
        ("multipart/form-data; boundary=x", multipart()),
        ("application/octet-stream", b"right"),
    ],
    ids=lambda each: str(each)[-20:],
)
def test_nothing_is_read_that_does_not_begin_with_the_right_token(
    kind: str, body: bytes, piece: int
) -> None:
    with pytest.raises(WrongTokenError):
        read(body, kind, piece)
