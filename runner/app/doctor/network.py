"""Whether telephones can reach what `runner serve` shows."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from runner.app.doctor.findings import Finding, Patient, look, ok

PORT = 8000
_UNREACHED = "If telephones do not reach the page:"
_PORTS = "8000:8099"  # each event has its own
UFW = Path("/etc/ufw/ufw.conf")
FIREWALLD = Path("/run/firewalld")
_MAC = "/usr/libexec/ApplicationFirewall/socketfilterfw"
_REGISTRY = (
    r"SYSTEM\CurrentControlSet\Services\SharedAccess\Parameters\FirewallPolicy\PublicProfile"
)


def network(patient: Patient) -> Iterator[Finding]:
    """The address that `runner serve` would announce, and whether its port is free."""
    from runner.app.serve.announce import addresses
    from runner.app.serve.ports import expected

    found = addresses()
    port = expected(patient.site) if patient.site else PORT
    if not found:
        fix = "Join the hall’s network, or open a hotspot on a telephone and join that."
        yield look("Network", "none was found: telephones cannot reach this computer", fix)
    elif taken(port):
        fix = "Nothing to do if it is shown already. Else runner serve says what to do."
        yield look("Network", f"http://{found[0]}, but port {port} is taken", fix)
    else:
        yield ok("Network", f"runner serve would be at http://{found[0]}:{port}/")


def taken(port: int) -> bool:
    """Whether some program listens there."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as asked:
        if sys.platform != "win32":
            asked.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            asked.bind(("", port))
        except OSError:
            return True
    return False


def firewall(_: Patient) -> Iterator[Finding]:
    """What the system's own firewall would say to telephones."""
    if sys.platform == "win32" and _windows():
        fix = (
            "If telephones do not reach the page: Settings, Network & internet, the hall’s "
            "network: choose Private; or let Python through when Windows asks."
        )
        yield look("Firewall", "Windows Defender guards networks of the profile Public", fix)
    elif sys.platform == "darwin" and _mac():
        fix = (
            "If telephones do not reach the page: System Settings, Network, Firewall, Options: "
            "allow incoming connections for Python."
        )
        yield look("Firewall", "that of macOS is on", fix)
    elif _says_yes(UFW):
        fix = f"{_UNREACHED} sudo ufw allow {_PORTS}/tcp"
        yield look("Firewall", "ufw is on", fix)
    elif FIREWALLD.exists():
        fix = f"{_UNREACHED} sudo firewall-cmd --add-port={_PORTS.replace(':', '-')}/tcp"
        yield look("Firewall", "firewalld is on", fix)
    else:
        yield ok("Firewall", "none was seen on this computer; the hall’s network may have its own")


def _says_yes(settings: Path) -> bool:
    try:
        return "ENABLED=yes" in settings.read_text(encoding="utf-8", errors="replace").split()
    except OSError:
        return False


def _windows() -> bool:
    if sys.platform != "win32":
        return False
    import winreg

    try:
        with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, _REGISTRY) as key:
            return bool(winreg.QueryValueEx(key, "EnableFirewall")[0])
    except OSError:
        return True  # it is on unless somebody turned it off


def _mac() -> bool:
    try:
        asked = subprocess.run(  # noqa: S603 - a program of macOS
            [_MAC, "--getglobalstate"], capture_output=True, timeout=1, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return b"enabled" in asked.stdout
