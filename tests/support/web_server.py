"""A server that has a workbook, also as Google Sheets exports it, or does what a test lets it."""

import re
import zipfile
from collections.abc import Callable, Mapping
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from threading import Thread
from typing import Self
from xml.sax.saxutils import escape


class Asked(BaseHTTPRequestHandler):
    """One question, and what a test may answer with."""

    protocol_version = "HTTP/1.1"
    server: "_Server"

    def do_GET(self) -> None:
        web = self.server.web
        web.asked.append((self.path, dict(self.headers)))
        try:
            (web.answer or plainly)(self)
        except (BrokenPipeError, ConnectionResetError):
            self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""

    @property
    def web(self) -> "WebServer":
        return self.server.web

    def reply(self, status: int, body: bytes = b"", **headers: str | int) -> None:
        """An answer with these headers, Content_Length for Content-Length; that is right if none
        is given, and left out for -1."""
        self.send_response(status)
        for name, value in {"Content_Length": len(body), **headers}.items():
            if value != -1:
                self.send_header(name.replace("_", "-"), str(value))
            else:
                self.close_connection = True
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    web: "WebServer"


class WebServer:
    """Has `data`, until `answer` says otherwise; `asked` are path and headers of each question."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = data
        self.answer: Callable[[Asked], None] | None = None
        self.asked: list[tuple[str, Mapping[str, str]]] = []
        self._server = _Server(("127.0.0.1", 0), Asked)
        self._server.web = self
        self._thread = Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)

    @property
    def link(self) -> str:
        """Where the workbook is to be had."""
        return f"http://127.0.0.1:{self._server.server_port}/event.xlsx"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def plainly(asked: Asked) -> None:
    etag = f'"{sha256(asked.web.data).hexdigest()[:16]}"'
    if asked.headers.get("If-None-Match") == etag:
        asked.reply(304, ETag=etag)
    else:
        asked.reply(200, asked.web.data, ETag=etag)


def as_google_exports(data: bytes, round_csv: str = "", export: int = 0) -> bytes:
    """The workbook as it comes from Google Sheets: numbers as 3.0, another date of export in it, no
    file twice the same; and a sheet “Now” to which IMPORTDATA has brought a round's CSV, whose
    cells are formulas that no other program knows, with what they came to."""
    made = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.startswith("xl/worksheets/sheet"):
                content = re.sub(
                    rb'(<c(?: (?!t=)\w+="[^"]*")*(?: t="n")?(?: (?!t=)\w+="[^"]*")*)>'
                    rb"<v>(\d+)</v>",
                    rb"\1><v>\2.0</v>",
                    content,
                )
            if name == "docProps/core.xml":
                content += f"<!-- export {export} -->".encode()
            if round_csv and name == "[Content_Types].xml":
                content = content.replace(b"</Types>", _TYPE + b"</Types>")
            if round_csv and name == "xl/workbook.xml":
                content = content.replace(b"</sheets>", _SHEET + b"</sheets>")
            if round_csv and name == "xl/_rels/workbook.xml.rels":
                content = content.replace(b"</Relationships>", _LINK + b"</Relationships>")
            new.writestr(zipfile.ZipInfo(name, (2026, 11, 23, 9, export % 60, 0)), content)
        if round_csv:
            new.writestr("xl/worksheets/now.xml", _imported(round_csv))
    return made.getvalue()


def _imported(text: str) -> str:
    rows = [line.split(",") for line in text.lstrip("\ufeff").splitlines()]
    cells = (
        "<row>" + "".join(_cell(value, first=not at and not column)
                          for column, value in enumerate(row)) + "</row>"
        for at, row in enumerate(rows)
    )  # fmt: skip
    name = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return f'<worksheet xmlns="{name}"><sheetData>{"".join(cells)}</sheetData></worksheet>'


def _cell(value: str, *, first: bool) -> str:
    was = (
        'IMPORTDATA(""https://example.org/data/round-now.csv"")' if first else '""COMPUTED_VALUE""'
    )
    formula = f'IFERROR(__xludf.DUMMYFUNCTION("{was}"),"{value}")'
    if value.isdecimal():
        formula = f'IFERROR(__xludf.DUMMYFUNCTION("{was}"),{value}.0)'
        return f"<c><f>{escape(formula)}</f><v>{value}.0</v></c>"
    return f'<c t="str"><f>{escape(formula)}</f><v>{escape(value)}</v></c>'


_TYPE = (
    b'<Override PartName="/xl/worksheets/now.xml" ContentType="application/vnd.openxmlformats-'
    b'officedocument.spreadsheetml.worksheet+xml"/>'
)
_SHEET = (
    b'<sheet xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" '
    b'name="Now" sheetId="999" r:id="rIdNow"/>'
)
_LINK = (
    b'<Relationship Id="rIdNow" Type="http://schemas.openxmlformats.org/officeDocument/2006/'
    b'relationships/worksheet" Target="worksheets/now.xml"/>'
)
