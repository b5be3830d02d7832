"""An editor that saves when it is told to, some time later, in one of the ways editors have. Each
order is a line, `way|path|source|delay|pause`: it says "go", waits, saves what `source` holds, with
a pause in the middle where the way has one, and says "saved"."""

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Done = TypeVar("Done")


def wait(seconds: float) -> None:
    """Busily: a sleep is never as short as asked for."""
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


def save(way: str, path: Path, content: bytes, pause: float) -> None:
    """Save in that way, with the pause at its worst moment."""
    beside, backup = Path(f"{path}.editor"), Path(f"{path}.backup")
    if way == "in place":
        with insist(lambda: path.open("wb")) as file:
            file.write(content[:999])
            file.flush()
            wait(pause)
            file.write(content[999:])
        return
    if way == "through an old handle":
        with insist(lambda: path.open("r+b")) as file:
            wait(pause)
            file.write(content)
            file.truncate()
        return
    beside.write_bytes(content)
    if way == "delete and rename":
        insist(lambda: path.rename(backup))
        wait(pause)
        insist(lambda: beside.rename(path))
        insist(backup.unlink)
    else:
        insist(lambda: beside.replace(path))


def insist(step: Callable[[], Done]) -> Done:
    """As somebody does whom Windows tells that the file is held, or gone in an exchange."""
    while True:
        try:
            return step()
        except (PermissionError, FileNotFoundError):
            wait(0.001)


print("ready", flush=True)
for line in sys.stdin:
    way, path, source, delay, pause = line.rstrip("\n").split("|")
    content = Path(source).read_bytes()
    print("go", flush=True)
    wait(float(delay))
    save(way, Path(path), content, float(pause))
    print("saved", flush=True)
