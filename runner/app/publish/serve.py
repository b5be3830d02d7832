"""Shows a folder of pages on the local network, for telephones and for screens in the hall.

It only reads, and only below the folder; what is published elsewhere needs no server at all.
"""

import errno
import io
import os
import socket
import socketserver
import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO, TextIO
from urllib.parse import urlsplit

import segno

EVERYWHERE = "0.0.0.0"  # noqa: S104 - being seen by the whole local network is what it is for
PORTS_TRIED = 20
# Connecting a UDP socket sends nothing: it only asks the routing table which of this machine's
# addresses would be used. The first is set aside for documentation (RFC 5737); the others find
# private networks that have no way out.
_ASKED = ("192.0.2.1", "192.168.255.1", "10.255.255.1", "172.31.255.1")
_TAKEN = (errno.EADDRINUSE, errno.EACCES)
# Said here in full, because on some systems the registry calls scripts plain text.
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".pdf": "application/pdf",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


class _Handler(SimpleHTTPRequestHandler):
    """Answers GET and HEAD with a file of the folder, or with 404."""

    protocol_version = "HTTP/1.1"
    server_version = "Runner"
    sys_version = ""
    timeout = 30  # seconds without a request, after which a connection is let go

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Sends the headers; returns the open file whose bytes are to follow, or None."""
        address = urlsplit(self.path)
        path = self._file(address.path)
        if path is not None and path.is_dir():
            if not address.path.endswith("/"):
                self._redirect(address.path, address.query)
                return None
            path = path / "index.html"
        try:
            file = path.open("rb") if path else None
        except OSError:
            file = None
        if file is None:
            self.send_error(HTTPStatus.NOT_FOUND)
            return None
        return self._send_headers_of(file, str(path))

    def _file(self, address: str) -> Path | None:
        """The path that an address means; None for what is outside the folder or hidden."""
        root = Path(self.directory).resolve()
        try:
            path = Path(self.translate_path(address)).resolve()
            inside = path.relative_to(root)
        except (OSError, ValueError):
            return None
        hidden = any(part.startswith(".") for part in inside.parts)
        if hidden or (address.endswith("/") and not path.is_dir()):
            return None
        return path

    def _redirect(self, address: str, query: str) -> None:
        """To the same with a slash, so that relative links work; settings in the query stay."""
        self.send_response(HTTPStatus.TEMPORARY_REDIRECT)
        name = address.rpartition("/")[2]
        self.send_header("Location", f"./{name}/{'?' if query else ''}{query}")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _send_headers_of(self, file: BinaryIO, name: str) -> BinaryIO | None:
        status = os.fstat(file.fileno())
        # Finer than Last-Modified, whose whole seconds miss a page that changed twice in one.
        tag = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
        if tag in self.headers.get("If-None-Match", ""):
            file.close()
            self.send_response(HTTPStatus.NOT_MODIFIED)
            self.send_header("ETag", tag)
            self.end_headers()
            return None
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(name))
        self.send_header("Content-Length", str(status.st_size))
        self.send_header("ETag", tag)
        self.end_headers()
        return file

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        """The MIME type by the name's ending."""
        return _TYPES.get(Path(path).suffix.lower(), "application/octet-stream")

    def end_headers(self) -> None:
        """Ends the headers; a browser may keep a page, but must ask whether it still holds."""
        self.send_header("Cache-Control", "no-cache")
        self.send_header("X-Content-Type-Options", "nosniff")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: a hall full of telephones would bury what the organiser should read."""


class _Server(ThreadingHTTPServer):
    """A thread a connection. On Windows an address that can be reused can be stolen."""

    allow_reuse_address = os.name != "nt"
    daemon_threads = True

    def server_bind(self) -> None:
        """Binds without asking the name service who we are, which hangs where there is none."""
        socketserver.TCPServer.server_bind(self)
        self.server_name = str(self.server_address[0])
        self.server_port = int(self.server_address[1])

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A telephone that walked out of range is no error; anything else is shown."""
        if not isinstance(sys.exception(), ConnectionError | TimeoutError):
            super().handle_error(request, client_address)


def make_server(folder: Path, host: str = EVERYWHERE, port: int = 8000) -> ThreadingHTTPServer:
    """A server of the folder, bound and not yet running; its port is in `server_port`.

    A port that is taken is passed over for the next free one (port 0: any free one). Raises
    OSError when all of them are taken, or the host is none of this machine's addresses.
    """
    handler = partial(_Handler, directory=str(folder))
    last = port if port == 0 else min(port + PORTS_TRIED - 1, 65535)
    for candidate in range(port, last):
        try:
            return _Server((host, candidate), handler)
        except OSError as reason:
            if reason.errno not in _TAKEN:
                raise
    return _Server((host, last), handler)


def addresses() -> list[str]:
    """This machine's IPv4 addresses on the local network, the likeliest first; [] when offline."""
    found = [own for other in _ASKED if (own := _own_address(other))]
    if not found:
        try:
            found = socket.gethostbyname_ex(socket.gethostname())[2]
        except OSError:
            found = []
    return [own for own in dict.fromkeys(found) if not own.startswith(("127.", "0."))]


def _own_address(other: str) -> str | None:
    """From which of its addresses this machine would reach another."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((other, 9))
        except OSError:
            return None
        return str(asked.getsockname()[0])


def announce(server: ThreadingHTTPServer, out: TextIO) -> None:
    """Writes where the pages are, with a QR code of the first address that telephones can reach."""
    host, port = server.server_name, server.server_port
    local = addresses() if host == EVERYWHERE else [] if host.startswith("127.") else [host]
    for address in local:
        out.write(f"On this network:  http://{address}:{port}/\n")
    out.write(f"On this computer: http://localhost:{port}/\n")
    if local:
        _show_code(f"http://{local[0]}:{port}/", out)
    else:
        out.write("Telephones and other screens cannot reach it: no network was found.\n")
    out.write("Stop with Ctrl+C.\n")
    out.flush()


def _show_code(address: str, out: TextIO) -> None:
    """The QR code in half blocks, where the terminal can write them."""
    drawn = io.StringIO()
    segno.make_qr(address).terminal(drawn, compact=True)
    code = drawn.getvalue()
    try:
        code.encode(out.encoding or "utf-8")
    except UnicodeEncodeError:
        return
    if out.isatty():  # white on black, whatever colours the terminal has
        code = "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in code.splitlines())
    out.write(code)


def serve(
    folder: Path, port: int = 8000, host: str = EVERYWHERE, out: TextIO | None = None
) -> None:
    """Shows the folder until Ctrl+C, and says where. Raises OSError as `make_server` does."""
    with make_server(folder, host, port) as server:
        announce(server, out or sys.stdout)
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            return
