"""The checklist, asked of whole tournaments by several programs (docs/checklist.md).

    python benchmarks/checklist.py FOLDER [COUNT] [--program NAME=COMMAND] [--version NAME=VERSION]

Plays COUNT scenarios (as `runner generate` makes them) with Runner, with a plain greedy program and
with each that is named, keeps them in FOLDER, where those that are there already are not played
again, audits them, and writes what came out to benchmarks/checklist.json. Results at tables follow
from the scenario, so that all programs meet the same luck.

The command of another program reads a line for each round, the document so far, and answers with a
line: an object with `tables`, of which there may be none, and `byes`; or without both if there is
no further round, then with the rows of its `standings` if it has any. benchmarks/checklist_edh.py
does so for a clone of EDH_matchmaker, and benchmarks/checklist_squire for SquireCore.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
from collections import Counter
from collections.abc import Callable
from datetime import date
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from runner import __version__, api
from runner.audit.audit import audit
from runner.audit.scenario import Wanted, play, scenario
from runner.audit.tournament import Tournament
from runner.cli.auditing import paired_by_runner

Document = dict[str, Any]
Pair = Callable[[Document], Document | None]
RESULTS = Path(__file__).parent / "checklist.json"
SMALL, LARGE = (8, 32), (33, 64)
RULES: tuple[dict[str, Any], ...] = (
    {}, {"seats": "sliding_window"}, {}, {"seats": "top_seed_first"}, {}, {"first_table": 20},
    {"last_round_by_standing": True}, {"table_order": "down", "first_table": 40},
    {"table_gaps": "3, 5-6"}, {}, {},
)  # fmt: skip
"""What an organiser may ask of Runner, one after the other."""


def greedy(_: str) -> Pair:
    """Sort by points, and fill the pods from the top; small pods last, no look at anything else."""

    def pair(document: Document) -> Document | None:
        at = len(document["rounds"]) + 1
        if at > document["phases"][0]["rounds"]:
            return None
        so_far = Tournament(document)
        there = [one for one in so_far.players if so_far.takes_part(one, at)]
        byes = [one for one in there if so_far.awarded(one, at)]
        free = [one for one in there if one not in byes]
        random.Random(f"{document['event']['seed']} {at}").shuffle(free)
        if at > 1:
            past = so_far.pasts[-1]
            free.sort(key=lambda one: -past[one].points)
        pods = -(-len(free) // 4)
        if len(free) < 3 * pods:
            return None
        small, tables = 4 * pods - len(free), []
        for number in range(1, pods + 1):
            size = 3 if number > pods - small else 4
            tables.append({"table": number, "seats": free[:size]})
            free = free[size:]
        return {"tables": tables, "byes": byes}

    return pair


PROCESSES: dict[str, subprocess.Popen[str]] = {}


def outside(command: str) -> Pair:
    """A program that reads documents and writes rounds, a line each."""

    def pair(document: Document) -> Document | None:
        if command not in PROCESSES:
            PROCESSES[command] = subprocess.Popen(
                command.split(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        process = PROCESSES[command]
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(document) + "\n")
        process.stdin.flush()
        answer: Document = json.loads(process.stdout.readline())
        if "standings" in answer:
            rows = answer["standings"]
            document["standings"] = [{"after_round": len(document["rounds"]), "rows": rows}]
        return answer if "tables" in answer else None

    return pair


KINDS: dict[str, Callable[[str], Pair]] = {"Runner": lambda _: paired_by_runner, "greedy": greedy}


def made(number: int, name: str, seed: str = "") -> Document:
    """The scenario of a number. What only Runner can do (playoffs, returns, other rules, tables
    that are fixed or left out, clubs kept apart) is only in those of Runner."""
    chance = random.Random(number)
    own, cut = name == "Runner", chance.choice([4, 7, 10]) if number % 4 == 0 else None
    players = chance.randint(*(LARGE if number % 5 == 0 else SMALL))
    preset = ("mamtr", "mamtr", "mmta", "mamtr-2023")[number // 4 % 4] if own else "mamtr"
    rounds = chance.choice([3, 3, 4, 4, 5, 5, 6])
    cut = cut if own and players > 12 else None
    document = scenario(str(number), Wanted(players, rounds, cut=cut, preset=preset))
    document["event"]["seed"] += seed
    settings = document["phases"][0]["settings"]
    if own:
        settings |= RULES[number % len(RULES)]
        document["players"][-1]["fixed_table"] = 2 if number % 11 == 3 else None
    else:
        settings |= {"seats": "random", "keep_clubs_apart": False}
        document["players"] = [{**one, "returns": None} for one in document["players"]]
    return document


def played(job: tuple[str, str, Path], number: int) -> None:
    """Play one tournament, unless it is there."""
    name, how, folder = job
    path = folder / name / f"{number}.json"
    if path.exists():
        return
    pair = KINDS.get(name, outside)(how)
    document = play(made(number, name), pair)
    if name == "Runner":
        document["standings"] = api.read(document).results()["standings"]
    if number % 8 == 1:
        first = made(number, name)
        document["again"] = {
            "same": until(2, first, pair),
            "reordered": until(2, {**first, "players": first["players"][::-1]}, pair),
            "reseeded": until(1, made(number, name, " again"), pair),
        }
        if document["again"]["same"][0] != document["rounds"][0]:
            document["again"]["same"].pop()
        if document["again"]["reordered"][0] != document["rounds"][0]:
            document["again"]["reordered"].pop()
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_text(json.dumps(document), encoding="utf-8")
    unfinished.replace(path)


def until(last: int, document: Document, pair: Pair) -> list[Document]:
    """The first rounds of a tournament."""
    return play(document, lambda now: pair(now) if len(now["rounds"]) < last else None)["rounds"]


def asked(path: Path) -> tuple[Counter[str], Counter[str], int]:
    """Which questions a tournament asks, which have the answer no, and whether one is hard."""
    answers = audit(json.loads(path.read_text(encoding="utf-8")))
    found = Counter(each.question.id for each in answers if each.asked)
    wrong = Counter(each.question.id for each in answers if each.wrong)
    return found, wrong, any(each.failed for each in answers)


def main() -> None:
    """Play, ask, and write down."""
    reader = argparse.ArgumentParser()
    reader.add_argument("folder", type=Path)
    reader.add_argument("count", type=int, nargs="?", default=20)
    reader.add_argument("--program", action="append", default=[])
    reader.add_argument("--version", action="append", default=[], help="NAME=VERSION")
    given = reader.parse_args()
    programs = {"Runner": "", "greedy": ""}
    programs |= dict(each.split("=", 1) for each in given.program)
    versions = {"Runner": __version__, "greedy": "this file"}
    versions |= dict(each.split("=", 1) for each in given.version)
    counts: dict[str, dict[str, list[int]]] = {}
    programs_: dict[str, dict[str, Any]] = {}
    with Pool(2) as pool:
        for name, how in programs.items():
            jobs = range(1, given.count + 1)
            pool.map(partial(played, (name, how, given.folder)), jobs, chunksize=1)
            paths = [given.folder / name / f"{number}.json" for number in jobs]
            whole, wrong, failed = Counter[str](), Counter[str](), 0
            for one, other, hard in pool.map(asked, paths, chunksize=4):
                whole, wrong, failed = whole + one, wrong + other, failed + hard
            programs_[name] = {
                "tournaments": len(paths), "with_hard_failures": failed,
                "version": versions.get(name, ""),
            }  # fmt: skip
            for id_ in whole:
                counts.setdefault(id_, {})[name] = [whole[id_], wrong[id_]]
            print(name, len(paths), "tournaments; no:", dict(sorted(wrong.items())), flush=True)
    counts = dict(sorted(counts.items()))
    document = {"date": date.today().isoformat(), "programs": programs_, "counts": counts}
    lines = json.dumps(document, indent=1).replace("[\n    ", "[").replace("\n   ]", "]")
    RESULTS.write_text(lines.replace(",\n    ", ", ") + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
