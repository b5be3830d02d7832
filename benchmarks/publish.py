"""How long a save takes to a visitor elsewhere, and how many bytes go, for each kind of target.

    PYTHONPATH=. python -m benchmarks.publish [PLAYERS ...]

An event with its results in; then one more result comes, and the pages that it changes are sent to
a real server on this machine. "itself" is the time that the target's own means take for the same
files: a copy that replaces each file atomically, as Runner does, git with a clone of its own,
OpenSSH's sftp, curl, and boto3. Seconds are medians of the rounds, and alternate with one another.
"""

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path

from runner.app.publish.folder import Owner, claim, publish
from runner.app.upload.destination import destination
from runner.app.upload.targets import Access
from runner.app.upload.upload import upload
from runner.ledger.ledger import Ledger
from tests.support import hosts
from tests.support.hosts import Host

ROUNDS = 5
Files = Mapping[str, bytes]


def main() -> None:
    print(f"{'players':>8} {'target':8}{'files':>6}{'kB':>8}{'sent kB':>9}{'Runner':>8}"
          f"{'itself':>8}{'ratio':>7}")  # fmt: skip
    for players in [int(each) for each in sys.argv[1:]] or [118, 1024]:
        with tempfile.TemporaryDirectory() as root:
            states = sites(Path(root), players)
            for kind, make in hosts.ALL.items():
                place = Path(root) / kind
                place.mkdir()
                with make(place) as host:
                    os.environ.update(host.environment)
                    measure(kind, players, states, host, place)


def sites(root: Path, players: int) -> tuple[Files, Files]:
    """The site with a round under way, and with one result more."""
    event, site = root / "event", root / "site"
    run("new", event, "--players", players, "--sample", players)
    run("rehearse", event, "--rounds", 2, "--site", site)
    before = files(site)
    import openpyxl

    book = openpyxl.load_workbook(event / "event.xlsx")
    sheet = book["Round 2"]
    head = next(row for row in sheet.iter_rows() if any(cell.value == "Result" for cell in row))
    column = next(cell.column for cell in head if cell.value == "Result")
    cell = sheet.cell(head[0].row + 1, column)
    cell.value = "B" if cell.value != "B" else "A"
    book.save(event / "event.xlsx")
    run("build", event, "--site", site, "--no-slips")
    return before, files(site)


def measure(kind: str, players: int, states: tuple[Files, Files], host: Host, place: Path) -> None:
    site, own = place / "local", place / "own"
    own.mkdir()
    ours, theirs, sent = list[float](), list[float](), 0
    to = destination(host.to, place)
    for turn in range(2 * ROUNDS + 1):
        publish(states[turn % 2], site)
        claim(site, Owner("benchmark", "Friday"), lambda _: True)
        start = time.perf_counter()
        done = upload(site, to, Access(own, host.secret), Ledger())
        seconds = time.perf_counter() - start
        if turn:
            ours.append(seconds)
            sent = done.size
            changed = {name: states[turn % 2][name] for name in done.written}
            start = time.perf_counter()
            ITSELF[kind](changed, host, place)
            theirs.append(time.perf_counter() - start)
    mine, its = statistics.median(ours), statistics.median(theirs)
    more = len(host.get(".published.json.gz") or b"") + len(host.get(".publishing.json.gz") or b"")
    print(f"{players:8} {kind:8}{len(changed):6}{sent / 1000:8.0f}{(sent + more) / 1000:9.0f}"
          f"{mine:8.3f}{its:8.3f}{mine / its:7.2f}", flush=True)  # fmt: skip


def by_copy(changed: Files, host: Host, place: Path) -> None:
    for name in changed:
        copy = place / "copied" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        new = copy.with_name(f".{copy.name}.new")
        shutil.copyfile(place / "local" / name, new)
        new.replace(copy)


def by_git(changed: Files, host: Host, place: Path) -> None:
    bare, clone = place / "second.git", place / "clone"
    if not bare.exists():
        git(place, "init", "-q", "--bare", bare)
        git(place, "clone", "-q", bare, clone)
    put(changed, clone)
    git(clone, "add", "-A")
    git(clone, "-c", "user.name=x", "-c", "user.email=x@localhost", "commit", "-qm", "more",
        "--allow-empty")  # fmt: skip
    git(clone, "push", "-q", "origin", "HEAD")


def by_sftp(changed: Files, host: Host, place: Path) -> None:
    put(changed, place / "files")
    there = place / "by-sftp"
    for name in changed:
        (there / name).parent.mkdir(parents=True, exist_ok=True)
    batch = "\n".join(f"put {place}/files/{name} {there}/{name}" for name in changed)
    home = host.environment["HOME"]
    command = ["sftp", "-q", "-b", "-", "-P", str(host.port), "-i", f"{home}/.ssh/id_ed25519",
               "-o", f"UserKnownHostsFile={home}/.ssh/known_hosts", "127.0.0.1"]  # fmt: skip
    subprocess.run(command, input=batch, text=True, check=True, capture_output=True)


def by_curl(changed: Files, host: Host, place: Path) -> None:
    put(changed, place / "files")
    lines = [f"user = me:{host.secret}"]
    for name in changed:
        lines += [f"upload-file = {place}/files/{name}",
                  f"url = http://127.0.0.1:{host.port}/friday/{name}"]  # fmt: skip
    subprocess.run(["curl", "-sS", "-o", "/dev/null", "-K", "-"], input="\n".join(lines), text=True,
                   check=True, capture_output=True)  # fmt: skip


def by_boto(changed: Files, host: Host, place: Path) -> None:
    import boto3

    client = boto3.client("s3", endpoint_url=f"http://127.0.0.1:{host.port}",
                          region_name="us-east-1", aws_access_key_id="key",
                          aws_secret_access_key=hosts.SECRET)  # fmt: skip
    for name, content in changed.items():
        client.put_object(Bucket="pages", Key=f"by-boto/{name}", Body=content)


ITSELF: dict[str, Callable[[Files, Host, Path], None]] = {
    "folder": by_copy, "git": by_git, "sftp": by_sftp, "webdav": by_curl, "s3": by_boto,
}  # fmt: skip


def put(changed: Files, folder: Path) -> None:
    for name, content in changed.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def git(place: Path, *words: object) -> None:
    subprocess.run(["git", *map(str, words)], cwd=place, check=True, capture_output=True)


def run(*words: object) -> None:
    subprocess.run([sys.executable, "-m", "runner", *map(str, words)], check=True,
                   capture_output=True)  # fmt: skip


def files(site: Path) -> Files:
    paths = (path for path in site.rglob("*") if path.is_file() and path.name[0] != ".")
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in paths}


if __name__ == "__main__":
    main()
