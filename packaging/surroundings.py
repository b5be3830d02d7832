"""Runs in the standalone program before everything else: what it needs of its surroundings.

Its own libraries come before the system's, for itself alone: programs that it starts (LibreOffice,
the printer's) are to find their own. Fonts and certificates are the system's where there are any.
"""

import os
import sys
from pathlib import Path

_INSIDE = Path(sys._MEIPASS)  # type: ignore[attr-defined]
_SEARCHED = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "LIBPATH")
_FONTS = "fonts-windows.conf" if sys.platform == "win32" else "fonts.conf"
_CERTIFICATES = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Ubuntu, Arch
    "/etc/pki/tls/certs/ca-bundle.crt",  # Fedora, Red Hat
    "/etc/ssl/ca-bundle.pem",  # openSUSE
    "/etc/ssl/cert.pem",  # Alpine, macOS
)


def _give_back_the_way_to_libraries() -> None:
    """The loader has read it by now. Children of ours are to set it anew, which they only do where
    nothing says that their parent has."""
    for name in [name for name in os.environ if name.startswith("_PYI_")]:
        del os.environ[name]
    for name in _SEARCHED:
        was = os.environ.pop(f"{name}_ORIG", None)
        if was is not None:
            os.environ[name] = was
        elif os.environ.get(name, "").startswith(str(_INSIDE)):
            del os.environ[name]


def _find_fonts() -> None:
    there = sys.platform == "linux" and Path("/etc/fonts/fonts.conf").is_file()
    if not there and "FONTCONFIG_FILE" not in os.environ:
        os.environ["FONTCONFIG_FILE"] = str(_INSIDE / _FONTS)


def _find_certificates() -> None:
    """OpenSSL knows where they were on the machine that the program was built on."""
    if sys.platform == "win32" or "SSL_CERT_FILE" in os.environ:
        return
    found = next((path for path in _CERTIFICATES if Path(path).is_file()), None)
    if found is not None:
        os.environ["SSL_CERT_FILE"] = found


_give_back_the_way_to_libraries()
_find_fonts()
_find_certificates()
