"""The addresses of the pages, and a QR code for phones."""

import io
import os
import socket
from typing import TextIO

import segno

from runner.app.events import Address
from runner.app.http import Server
from runner.app.terminal import understood

EVERYWHERE = "0.0.0.0"  # noqa: S104 - being seen by the whole local network is what it is for

# Connecting a UDP socket sends nothing: it only asks the routing table which of this machine's
# addresses would be used. The first is set aside for documentation (RFC 5737); the others find
# private networks that have no way out.
_ASKED = ("192.0.2.1", "192.168.255.1", "10.255.255.1", "172.31.255.1")


def addresses() -> list[str]:
    """Return this computer's IPv4 addresses on the local network, the likeliest first; [] when
    offline."""
    hosts = [own for other in _ASKED if (own := _own_address(other))]
    if not hosts:
        try:
            hosts = socket.gethostbyname_ex(socket.gethostname())[2]
        except OSError:
            hosts = []
    return [own for own in dict.fromkeys(hosts) if not own.startswith(("127.", "0."))]


def _own_address(other: str) -> str | None:
    """Return the address from which this computer would reach another."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect((other, 9))
        except OSError:
            return None
        return str(asked.getsockname()[0])


def reached_at(server: Server) -> list[Address]:
    """Return where the pages can be seen: from other devices first, from this computer last."""
    host, port = server.host, server.port
    network = addresses() if host == EVERYWHERE else [] if host.startswith("127.") else [host]
    urls = [Address(f"http://{each}:{port}/") for each in network]
    return [*urls, Address(f"http://localhost:{port}/", local=True)]


def announcement(server: Server, out: TextIO | None) -> str:
    """Return the addresses of the pages, with a QR code of the first one that phones can reach."""
    *network, own = reached_at(server)
    lines = [f"On this network:  {each.url}\n" for each in network]
    lines.append(f"On this computer: {own.url}\n")
    if network:
        lines.append(_code(network[0].url, out))
    else:
        lines.append("Phones and other screens cannot reach it: no network was found.\n")
    return "".join([*lines, "Stop with Ctrl+C."])


def _code(address: str, out: TextIO | None) -> str:
    """Return the QR code in half blocks, or "" if the terminal cannot show them."""
    drawn = io.StringIO()
    segno.make_qr(address).terminal(drawn, compact=True)
    code = drawn.getvalue()
    try:
        code.encode(getattr(out, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        return ""
    coloured = out and out.isatty() and "NO_COLOR" not in os.environ and understood()
    if coloured:  # white on black, whatever colours the terminal has
        code = "".join(f"\x1b[97;40m{line}\x1b[0m\n" for line in code.splitlines())
    return code
