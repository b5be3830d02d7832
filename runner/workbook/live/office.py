"""LibreOffice, opened so that Runner can reach it over a named pipe by a small program, which runs
in LibreOffice’s own Python."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from runner import resources

PIPE = "runner"
_BRIDGE = Path(__file__).with_name("bridge.py")
_PATIENCE = 20.0  # seconds; a whole round takes less than one


class LibreOffice:
    """A LibreOffice on this computer that was started so that others can reach it."""

    name = "LibreOffice"

    def __init__(self, pipe: str = PIPE) -> None:
        self._pipe = pipe
        self.start = f'soffice --accept="pipe,name={pipe};urp"'

    def write(self, workbook: Path, job: Mapping[str, Any]) -> dict[str, Any]:
        """Do a job in the open workbook; the answer is as the bridge's. Never raises for what
        LibreOffice does."""
        python = interpreter()
        if python is None:
            return {"state": "no bridge"}
        command = [python, str(_BRIDGE), self._pipe, str(workbook.resolve())]
        try:
            ran = subprocess.run(  # noqa: S603 - our own program, in LibreOffice's Python
                command, input=json.dumps(job), capture_output=True, text=True, timeout=_PATIENCE
            )
            answer = json.loads(ran.stdout)
        except (OSError, ValueError, subprocess.TimeoutExpired):
            return {"state": "busy"}
        return answer if isinstance(answer, dict) else {"state": "busy"}


@cache
def interpreter() -> str | None:
    """Return a Python that knows LibreOffice's bridge, or None: ours, LibreOffice's, or the
    system's."""
    for python in dict.fromkeys(_interpreters()):
        try:
            trial = subprocess.run(  # noqa: S603 - a Python that is installed here
                [python, "-c", "import uno"], capture_output=True, timeout=_PATIENCE
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if trial.returncode == 0:
            return python
    return None


def _interpreters() -> Iterator[str]:
    if not resources.standalone():
        yield sys.executable
    places = [
        Path("/Applications/LibreOffice.app/Contents/Resources"),
        Path("C:/Program Files/LibreOffice/program"),
    ]
    if office := shutil.which("soffice"):
        places.insert(0, Path(office).resolve().parent)
    for place in places:
        yield from (
            str(place / name) for name in ("python", "python.exe") if (place / name).is_file()
        )
    if sys.platform != "win32":
        yield "/usr/bin/python3"


_INSTALLED = (
    Path("/Applications/LibreOffice.app/Contents/MacOS/soffice"),
    Path("C:/Program Files/LibreOffice/program/soffice.exe"),
)


def open_in_libreoffice(workbook: Path) -> bool:
    """Open it and come back at once; False where there is no LibreOffice here."""
    office = libreoffice()
    if office is None:
        return False
    nothing = subprocess.DEVNULL
    subprocess.Popen(  # noqa: S603 - a program that is installed here, and outlives us
        listening(office, workbook), stdin=nothing, stdout=nothing, stderr=nothing,
        start_new_session=True,
    )  # fmt: skip
    return True


def libreoffice() -> str | None:
    """Return the program, where there is one here."""
    on_path = shutil.which("soffice") or shutil.which("libreoffice")
    return on_path or next((str(path) for path in _INSTALLED if path.is_file()), None)


def listening(office: str, workbook: Path, pipe: str = PIPE) -> list[str]:
    """Return the command that opens a workbook in a LibreOffice which Runner can reach; one that
    runs already takes it over, and listens from then on."""
    return [office, "--norestore", f"--accept=pipe,name={pipe};urp", str(workbook.resolve())]
