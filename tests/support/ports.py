"""Ports of this computer: one that is free, and whether somebody listens at one."""

import socket

LOCAL = "127.0.0.1"


def free_port() -> int:
    """A port at which nobody listens just now."""
    with socket.create_server((LOCAL, 0)) as server:
        return int(server.getsockname()[1])


def listens(port: int) -> bool:
    """Whether a server takes connections at the port."""
    with socket.socket() as client:
        client.settimeout(5)
        return client.connect_ex((LOCAL, port)) == 0
