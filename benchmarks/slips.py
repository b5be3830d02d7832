"""How long the slips of 250 pods and the lists of 400 players take: pages, CPU seconds (median
of 3), size of the PDF.

Run it with `python benchmarks/slips.py`. "First" includes loading WeasyPrint; "unchanged" is what
a build costs that finds the slips as they were.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from functools import partial

from runner.core.event import Mode
from runner.render.documents.registry import REGISTRY
from runner.render.documents.slips.document import inputs_hash
from runner.render.documents.slips.layout import A4, PageSetup, impose, per_sheet
from runner.render.documents.slips.pdf import to_pdf
from runner.render.documents.slips.slip import Slip
from tests.support.events import published, swiss_and_playoff

PODS, SEATS, TIMES = 250, 4, 3


def slips() -> list[Slip]:
    """250 pods; the last three have three players, as in a field of 997."""
    return [
        Slip(
            table=table,
            event="Benchmark Open",
            round="Round 5",
            seats=tuple(
                f"Surname{table * SEATS + seat}, Firstname"
                for seat in range(SEATS if table <= PODS - 3 else SEATS - 1)
            ),
            best_of=1,
            address=f"https://example.org/benchmark/rounds/R5.html#t{table}",
            rehearsal=False,
            points=("12", "9", "9", "4")[: SEATS if table <= PODS - 3 else SEATS - 1],
        )
        for table in range(1, PODS + 1)
    ]


def seconds(work: Callable[[], object]) -> float:
    """CPU seconds of doing it once."""
    started = time.process_time()
    work()
    return time.process_time() - started


def main() -> None:
    made = slips()
    first = seconds(lambda: to_pdf(made))
    again = statistics.median(seconds(lambda: to_pdf(made)) for _ in range(TIMES))
    unchanged = statistics.median(seconds(lambda: inputs_hash(made)) for _ in range(TIMES))
    sheets = len(impose(made, per_sheet(A4, SEATS)))
    print(f"{len(made)} pods, {sheets} A4 pages")
    print(f"first      {first:.2f} s")
    print(f"again      {again:.2f} s")
    print(f"unchanged  {unchanged:.4f} s")
    print(f"size       {len(to_pdf(made)) / 1000:.0f} kB")
    print(f"with backs {seconds(lambda: to_pdf(made, PageSetup(back=True))):.2f} s")
    lists()


def lists() -> None:
    """The lists for walls of a round of 400 players."""
    snapshot, _ = published(swiss_and_playoff(400, Mode.MULTIPLAYER, swiss=5, cut=16))
    round_id = snapshot.rounds[-1].id
    for key in ("pairings", "tables", "players"):
        document = REGISTRY[key]
        render = partial(document.render, snapshot, round_id)
        took = statistics.median(seconds(render) for _ in range(TIMES))
        same = seconds(partial(document.inputs, snapshot, round_id))
        print(f"{key:10} {took:.2f} s, unchanged {same:.3f} s")


if __name__ == "__main__":
    main()
