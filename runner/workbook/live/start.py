"""Opens a workbook in LibreOffice, started so that Runner can write into what is open."""

import shutil
import subprocess
from pathlib import Path

from runner.workbook.live.office import PIPE

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
    """The program, where there is one here."""
    on_path = shutil.which("soffice") or shutil.which("libreoffice")
    return on_path or next((str(path) for path in _INSTALLED if path.is_file()), None)


def listening(office: str, workbook: Path, pipe: str = PIPE) -> list[str]:
    """The command that opens a workbook in a LibreOffice which Runner can reach; one that runs
    already takes it over, and listens from then on."""
    return [office, "--norestore", f"--accept=pipe,name={pipe};urp", str(workbook.resolve())]
