"""Processor seconds of whole commands, from the start of Python to its end, beside a bare click.

    python benchmarks/start_up.py [FOLDER ...]

Medians of several runs, taken in turn; processor time, since what else the machine does changes
that the least. With folders of other versions of Runner, theirs stand beside those of this one.
`pair` pairs 64 players: in round 1, and in round 5, whose bound needs a linear programme.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from pairing import played

from runner.pairing.state import to_document

HERE = Path(__file__).parents[1]
EVENT = str(HERE / "events/example-pods")
RUNS = 9


def main() -> None:
    versions = [HERE, *(Path(each).resolve() for each in sys.argv[1:])]
    rounds = {each.state.round: each.state for each in played("mamtr", 64, 5, "one")}
    states = {number: json.dumps(to_document(rounds[number])) for number in (1, 5)}
    bare = [str(HERE / "benchmarks/bare_click.py"), "--help"]
    print(f"{'command':14}{'seconds':>9}{'x bare click':>14}" + f"{'other':>9}" * len(versions[1:]))
    for name, words, given in (
        ("--help", ["--help"], ""),
        ("status", ["status", EVENT], ""),
        ("pair, round 1", ["pair"], states[1]),
        ("pair, round 5", ["pair"], states[5]),
    ):
        programs = [(HERE, bare), *((each, ["-m", "runner", *words]) for each in versions)]
        turns = [[seconds(*each, given) for each in programs] for _ in range(RUNS)]
        least, own, *others = (statistics.median(column) for column in zip(*turns, strict=True))
        print(
            f"{name:14}{own:9.3f}{own / least:14.1f}" + "".join(f"{each:9.3f}" for each in others),
            flush=True,
        )
    door()


def door() -> None:
    """The front door from its start until a browser can ask it, and its end."""
    found = statistics.median(_opened() for _ in range(RUNS))
    print(f"{'door':14}{found:9.3f}", flush=True)


def _opened() -> float:
    with tempfile.TemporaryDirectory() as home:
        own = {"HOME": home, "XDG_CONFIG_HOME": home, "PYTHONPATH": str(HERE)}
        before = os.times()
        words = [sys.executable, "-m", "runner", "door", "--no-browser", "--port", "0"]
        with subprocess.Popen(
            words, stdout=subprocess.PIPE, text=True, cwd=HERE, env={**os.environ, **own}
        ) as process:
            for line in process.stdout or ():
                if "The page" in line:
                    break
            process.terminate()
        after = os.times()
    return sum(after[2:4]) - sum(before[2:4])


def seconds(root: Path, words: list[str], given: str) -> float:
    """What a Python takes for these words, with Runner as it is in a folder."""
    before = os.times()
    subprocess.run(
        [sys.executable, *words],
        input=given,
        stdout=subprocess.DEVNULL,
        text=True,
        check=True,
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    after = os.times()
    return sum(after[2:4]) - sum(before[2:4])  # of the processes that have ended


if __name__ == "__main__":
    main()
