"""How Pango, which PDF needs, gets onto a computer."""

import sys

_SYSTEMS = {
    "win32": "Install MSYS2 (msys2.org), there: pacman -S mingw-w64-ucrt-x86_64-pango; and if it "
    "is still not found, set WEASYPRINT_DLL_DIRECTORIES to C:\\msys64\\ucrt64\\bin.",
    "darwin": "brew install pango; if it is still not found: "
    "export DYLD_FALLBACK_LIBRARY_PATH=/opt/homebrew/lib",
}
_ELSEWHERE = (
    "On Debian or Ubuntu install libpango-1.0-0, libpangoft2-1.0-0 and libharfbuzz-subset0; "
    "on Fedora pango."
)


def how_to_install() -> str:
    """For this system, in a sentence; with where to look for it where that is not known by
    itself."""
    return _SYSTEMS.get(sys.platform, _ELSEWHERE)
