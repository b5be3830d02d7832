"""A LibreOffice without a window that opens one file and does what it is told."""

import subprocess
from pathlib import Path

import pytest

needs_office = [
    pytest.mark.office,
    pytest.mark.skipif(
        not Path("/usr/lib/python3/dist-packages/uno.py").exists(),
        reason="needs LibreOffice's own Python bridge",
    ),
]

_BRIDGE = """
import sys, time, uno
from com.sun.star.beans import PropertyValue
pipe, url = sys.argv[1:]
resolve = uno.getComponentContext().ServiceManager.createInstance(
    "com.sun.star.bridge.UnoUrlResolver").resolve
for _ in range(300):
    try:
        context = resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        break
    except Exception:
        time.sleep(0.1)
desktop = context.ServiceManager.createInstance("com.sun.star.frame.Desktop")
book = None
print("ready", flush=True)
for line in sys.stdin:
    word, *rest = line.rstrip("\\n").split("\\t")
    answer = "ok"
    if word == "open":
        hidden = PropertyValue("Hidden", 0, True, 0)
        book = desktop.loadComponentFromURL(url, "_blank", 0, (hidden,))
    elif word == "type":
        book.Sheets.getByName(rest[0]).getCellRangeByName(rest[1]).setString(rest[2])
    elif word == "read":
        answer = book.Sheets.getByName(rest[0]).getCellRangeByName(rest[1]).getString()
    elif word == "save":
        book.store()
    elif word == "close":
        book.close(True)
    elif word == "quit":
        desktop.terminate()
    print(answer, flush=True)
"""


class Office:
    """Opens, types into, saves and closes one workbook; `quit` ends it."""

    def __init__(self, path: Path) -> None:
        pipe = f"runner-{path.parent.parent.name}-{path.parent.name}"
        profile = (path.parent / ".office").as_uri()
        self._office = subprocess.Popen(
            ["soffice", f"-env:UserInstallation={profile}", "--headless", "--norestore",
             f"--accept=pipe,name={pipe};urp"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._bridge = subprocess.Popen(
            ["/usr/bin/python3", "-c", _BRIDGE, pipe, path.as_uri()],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._hear() == "ready"

    def _hear(self) -> str:
        assert self._bridge.stdout is not None
        return self._bridge.stdout.readline().rstrip("\n")

    def _do(self, *order: str) -> str:
        assert self._bridge.stdin is not None
        self._bridge.stdin.write("\t".join(order) + "\n")
        self._bridge.stdin.flush()
        return self._hear()

    def open(self) -> None:
        assert self._do("open") == "ok"

    def type(self, sheet: str, cell: str, text: str) -> None:
        assert self._do("type", sheet, cell, text) == "ok"

    def read(self, sheet: str, cell: str) -> str:
        return self._do("read", sheet, cell)

    def save(self) -> None:
        assert self._do("save") == "ok"

    def close(self) -> None:
        assert self._do("close") == "ok"

    def quit(self) -> None:
        self._bridge.communicate("quit\n", timeout=20)
        self._office.wait(timeout=20)
