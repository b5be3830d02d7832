"""`runner verify` of a published event: what it notices of 50 kinds of tampering, and what not."""

import copy
import json
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result
from openpyxl import Workbook

import runner
from runner.cli import main
from runner.compute.verify import SEAL
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.ledger.seal import canonical
from tests.support import events
from tests.support.commands import run
from tests.support.drawn_once import drawn_once
from tests.support.scribe import Scribe, go, results

pytestmark = pytest.mark.thorough
"""Each state of a site is verified by the command itself."""


def digest(text: str) -> str:
    return sha256(text.encode()).hexdigest()


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Scribe:
    """An event that is over: pods with a bye, a hidden player, an agreed draw; then a top four."""
    now = events.swiss_and_playoff(9, Mode.MULTIPLAYER, swiss=3, cut=4)
    players = list(now.players)
    players[4] = replace(players[4], name="Ana Secret", shown=Shown.HIDDEN)
    day = Scribe(tmp_path_factory.mktemp("site") / "friday", replace(now, players=tuple(players)))
    while not (day.report.snapshot and day.report.snapshot.over):
        day.close()
        drawn = 1 if day.round.id.number == 2 else 0
        day.change(results(day.round, lambda table, drawn=drawn: "ID" if table == drawn else "A"))
    return day


class Site:
    """A copy of a published site, and its address."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address

    def read(self, name: str) -> Any:
        return json.loads(self.folder.joinpath("data", f"{name}.json").read_bytes())

    def write(self, name: str, document: Any) -> None:
        self.put(f"data/{name}.json", f"{canonical(document)}\n")

    def put(self, name: str, text: str) -> None:
        self.folder.joinpath(name).write_text(text, encoding="utf-8")

    def text(self, name: str) -> str:
        return self.folder.joinpath(name).read_text("utf-8")

    def sealed_anew(self) -> None:
        """Compute anew whatever anybody can compute: the seal in rounds.json, and all SHA-256."""
        rounds = self.read("rounds")
        rounds.pop(SEAL, None)
        texts = {name: canonical(self.read(name)) for name in ("snapshot", "event")}
        hashes = {name: digest(text) for name, text in texts.items()}
        self.write("rounds", {**rounds, SEAL: {**hashes, "rounds": digest(canonical(rounds))}})
        self.listed_anew()

    def listed_anew(self) -> None:
        sums = self.folder / "data" / "sha256sums.txt"
        names = [line.split("  ")[1] for line in sums.read_text().splitlines()]
        there = [name for name in names if (self.folder / name).exists()]
        sums.write_text("".join(
            f"{sha256((self.folder / name).read_bytes()).hexdigest()}  {name}\n" for name in there
        ))  # fmt: skip

    def verified(self, *more: str) -> Result:
        return CliRunner().invoke(main, ["verify", *(more or (self.address,))])


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def site(whole: Scribe, tmp_path: Path) -> Iterator[Site]:
    folder = tmp_path / "copy"
    shutil.copytree(whole.site, folder)
    with ThreadingHTTPServer(
        ("127.0.0.1", 0), lambda *args: _Quiet(*args, directory=str(folder))
    ) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield Site(folder, f"http://127.0.0.1:{server.server_port}/")
        server.shutdown()


@pytest.fixture(autouse=True)
def _drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_once(monkeypatch)


def test_an_event_as_it_was_published(site: Site, whole: Scribe) -> None:
    done = site.verified()
    assert done.exit_code == 0, done.output
    assert "✗" not in done.output
    assert "4 of 4 rounds were drawn again" in done.output
    for words in ("rankings recomputed", "final places recomputed", "lists written again",
                  "as published, by their SHA-256", "Fingerprint of the results: "):  # fmt: skip
        assert words in done.output
    assert site.verified(f"{site.address}index.html").exit_code == 0, "a page's address does"
    assert site.verified("--published", str(site.folder)).exit_code == 0
    both = site.verified(str(whole.folder.root), "--published", site.address)
    assert both.exit_code == 0, both.output
    assert "published from this ledger" in both.output
    assert "Ana Secret" not in "".join(
        path.read_text("utf-8", "replace") for path in site.folder.rglob("*") if path.is_file()
    )


# --- kinds of tampering -----------------------------------------------------------------------

Change = Callable[[Any], object]


def _in(name: str, change: Change) -> Callable[[Site], None]:
    """Change one document, and nothing else."""

    def changed(site: Site) -> None:
        document = site.read(name)
        change(document)
        site.write(name, document)

    return changed


def _sealed(*changes: Callable[[Site], None]) -> Callable[[Site], None]:
    """Change some documents, and compute every seal and SHA-256 anew."""

    def changed(site: Site) -> None:
        for change in changes:
            change(site)
        site.sealed_anew()

    return changed


def _both(*changes: Callable[[Site], None]) -> Callable[[Site], None]:
    return lambda site: [change(site) for change in changes].clear()


def _swap(rows: list[Any], one: int = 0, two: int = 1) -> None:
    rows[one], rows[two] = rows[two], rows[one]


def _seats(document: Any, at: int = 0) -> list[Any]:
    rounds = document.get("pairings") or document["rounds"]
    seats: list[Any] = rounds[at]["tables"][0]["seats"]
    return seats


def _flipped(document: Any, at: int) -> None:
    """Let another seat win a table."""
    seats = _seats(document, at)
    one, two = seats[0], seats[1]
    for key in ("outcome", "games_won"):
        one[key], two[key] = two[key], one[key]


def _row(document: Any, at: int = 0) -> Any:
    return document["standings"][-1]["rows"][at]


def _edit(name: str, old: str, new: str) -> Callable[[Site], None]:
    def changed(site: Site) -> None:
        assert old in site.text(name)
        site.put(name, site.text(name).replace(old, new, 1))

    return changed


def _gone(name: str) -> Callable[[Site], None]:
    return lambda site: site.folder.joinpath(name).unlink()


def _unlisted(site: Site) -> None:
    lines = site.text("data/sha256sums.txt").splitlines(keepends=True)
    site.put("data/sha256sums.txt", "".join(each for each in lines if "standings.html" not in each))


def _other_seed(site: Site) -> None:
    """Another seed, which all documents and the promise agree about."""
    for name in ("snapshot", "rounds", "event"):
        text = canonical(site.read(name))
        seed = site.read("event")["event"]["seed"] if name != "event" else ""
        old = seed or json.loads(text)["event"]["seed"]
        text = text.replace(f'"seed":"{old}"', '"seed":"chosen"')
        site.write(name, json.loads(text.replace(digest(old), digest("chosen"))))


class Kind(NamedTuple):
    """A kind of tampering, the exit code, and what is said."""

    do: Callable[[Site], None]
    said: str
    code: int = 1


DRAWS = {
    "two seats swapped in the pairings":
        Kind(_in("snapshot", lambda it: _swap(_seats(it))), "snapshot.json is NOT as it was"),
    "two seats swapped in the record of the drawing":
        Kind(_in("rounds", lambda it: _swap(_seats(it))), "drawn again, and NOT the same"),
    "two seats swapped everywhere, sealed anew":
        Kind(_sealed(*(_in(name, lambda it: _swap(_seats(it)))
                       for name in ("snapshot", "rounds", "event"))), "NOT the same"),
    "the bye given to another, sealed anew":
        Kind(_sealed(_in("rounds", lambda it: it["rounds"][0]["byes"].append("P001"))),
             "NOT the same"),
    "a table removed":
        Kind(_sealed(_in("snapshot", lambda it: it["pairings"][0]["tables"].pop())),
             "its tables in snapshot.json are NOT those"),
    "a round removed from the pairings":
        Kind(_sealed(_in("snapshot", lambda it: it["pairings"].pop(0))), "missing from snapshot"),
    "a round removed from both documents":
        Kind(_sealed(_in("snapshot", lambda it: it["pairings"].pop(1)),
                     _in("rounds", lambda it: it["rounds"].pop(1))), "missing from snapshot.json"),
    "another seed in one drawing":
        Kind(_sealed(_in("rounds", lambda it: it["rounds"][0]["state"].update(seed="x"))),
             "its seed is NOT the one"),
    "another seed everywhere, with its promise":
        Kind(_sealed(_other_seed), "NOT the same"),
    "the promise of the seed removed":
        Kind(_sealed(_in("snapshot", lambda it: it.pop("seeds"))), "cannot be checked", 3),
    "another promise of the seed":
        Kind(_sealed(_in("snapshot", lambda it: it["seeds"][0].update(seed_sha256="0" * 64))),
             "its seed is NOT the one that was promised"),
    "the hash of the inputs changed":
        Kind(_sealed(_in("snapshot",
                         lambda it: it["pairings"][0]["drawn_from"].update(inputs="0" * 64))),
             "its inputs are NOT those"),
    "somebody's points in the inputs of a drawing":
        Kind(_sealed(_in("rounds",
                         lambda it: it["rounds"][1]["state"]["players"][0].update(points="99"))),
             "its inputs are NOT those"),
    "a better certificate":
        Kind(_sealed(_in("snapshot",
                         lambda it: it["pairings"][1]["certificate"].update(repeated_pairs=7))),
             "its certificate is NOT that of its tables"),
    "a round said to be private":
        Kind(_sealed(_in("rounds", lambda it: (it["rounds"][0].pop("state"),
                                               it["rounds"][0].update(withheld=True)))),
             "only the organiser can draw it again", 3),
    "a drawing said to be of another engine":
        Kind(_sealed(_in("rounds", lambda it: it["rounds"][0].update(engine="1"))), "?", 3),
    "the record of all drawings removed":
        Kind(_gone("data/rounds.json"), "rounds.json is missing"),
    "the seal removed":
        Kind(_in("rounds", lambda it: it.pop(SEAL)), "data/rounds.json"),
    "another ledger named":
        Kind(_in("rounds", lambda it: it["ledger"].update(lines=3)), "rounds.json is NOT"),
}  # fmt: skip
RESULTS = {
    "a result of an early round":
        Kind(_sealed(_in("event", lambda it: _flipped(it, 0))), "do NOT follow from the results"),
    "a result of the last round of Swiss":
        Kind(_sealed(_in("event", lambda it: _flipped(it, 2))), "do NOT follow from the results"),
    "the result of the final":
        Kind(_sealed(_in("event", lambda it: _flipped(it, 3))), "the final places do NOT follow"),
    "an agreed draw made an ordinary one":
        Kind(_sealed(_in("event", lambda it: it["rounds"][1]["tables"][0].pop("intentional"))),
             "lists that do NOT follow from the results: data/results.csv"),
    "another name":
        Kind(_sealed(_in("event", lambda it: it["players"][0].update(name="Mallory"))),
             "lists that do NOT follow"),
    "a player removed":
        Kind(_sealed(_in("event", lambda it: it["players"].pop())), "event.json is no event"),
    "a player who dropped":
        Kind(_sealed(_in("event", lambda it: it["players"][1].update(drops_after=3))),
             "do NOT follow"),
    "who had the bye":
        Kind(_sealed(_in("event", lambda it: it["rounds"][0]["byes"].append("P001"))),
             "event.json is no event"),
    "other rules":
        Kind(_sealed(_in("event", lambda it: it["phases"][0].update(preset="topdeck"))),
             "do NOT follow from the results"),
    "another setting":
        Kind(_sealed(_in("event",
                         lambda it: it["phases"][0]["settings"].update(opponent_floor="1/2"))),
             "do NOT follow from the results"),
    "a result without its seal": Kind(_in("event", lambda it: _flipped(it, 0)), "is NOT"),
    "the results removed":
        Kind(_gone("data/event.json"), "event.json, with what happened, is missing"),
    "nothing but nonsense in their place":
        Kind(_in("event", lambda it: (it.clear(), it.update(format="runner-event/1"))), "no event"),
}  # fmt: skip
STANDINGS = {
    "points": Kind(_sealed(_in("snapshot", lambda it: _row(it).update(match_points="99"))),
                   "99 points"),
    "two ranks swapped": Kind(_sealed(_in("snapshot", lambda it: _swap(
        it["standings"][-1]["rows"]))), "do NOT follow from the results"),
    "a tiebreaker": Kind(_sealed(_in("snapshot", lambda it: next(iter(
        it["standings"][0]["rows"][0]["tiebreakers"].values())).update(exact="1/2"))), "1/2"),
    "a row removed": Kind(_sealed(_in("snapshot", lambda it: it["standings"][0]["rows"].pop())),
                          "no further row"),
    "a row added": Kind(_sealed(_in("snapshot", lambda it: it["standings"][0]["rows"].append(
        copy.deepcopy(_row(it))))), "no further row"),
    "a ranking removed": Kind(_sealed(_in("snapshot", lambda it: it["standings"].pop(0))),
                              "are missing"),
    "somebody dropped": Kind(_sealed(_in("snapshot", lambda it: _row(it).update(dropped=True))),
                             "do NOT follow from the results"),
    "two final places swapped": Kind(_sealed(_in("snapshot", lambda it: _swap(it["final"]))),
                                     "the final places do NOT follow"),
    "no final places": Kind(_sealed(_in("snapshot", lambda it: it.pop("final"))),
                            "the final places do NOT follow"),
}  # fmt: skip
FILES = {
    "a line of the standings for spreadsheets":
        Kind(_sealed(_edit("data/standings.csv", "P001", "P002")), "data/standings.csv from line"),
    "a result in the list of results":
        Kind(_sealed(_edit("data/results.csv", "win", "loss")), "data/results.csv from line"),
    "a name in the list of players":
        Kind(_sealed(_edit("data/players.csv", "P001", "P0O1")), "data/players.csv from line"),
    "the list of a round removed":
        Kind(_sealed(_gone("data/round-2.csv")), "round-2.csv is missing"),
    "the summary for series":
        Kind(_sealed(_in("summary", lambda it: it["players"][0].update(last=9))), "summary.json"),
    "a page": Kind(_edit("standings.html", "</title>", "!</title>"), "NOT as they were published"),
    "a page of a player removed":
        Kind(lambda site: min(site.folder.glob("players/P*.html")).unlink(), "missing: players/P"),
    "a page and its line in the list of files":
        Kind(_both(_unlisted, _edit("standings.html", "</title>", "!</title>")),
             "though pages lead to them: standings.html"),
    "the list of files emptied": Kind(
        _both(lambda site: site.put("data/sha256sums.txt", ""),
              _edit("index.html", "</title>", "!</title>")),
        "though pages lead to them: data/event.json"),
    "what says that something is new": Kind(_edit("pulse.js", "(", "( "), "NOT as they were"),
    "the list of files removed": Kind(_gone("data/sha256sums.txt"), "pages cannot be compared", 3),
}  # fmt: skip
KINDS = {**DRAWS, **RESULTS, **STANDINGS, **FILES}


@pytest.mark.parametrize("kind", KINDS)
def test_tampering_is_noticed(site: Site, kind: str) -> None:
    KINDS[kind].do(site)
    done = site.verified()
    assert KINDS[kind].said in done.output, done.output
    assert done.exit_code == KINDS[kind].code, done.output
    assert done.exception is None or isinstance(done.exception, SystemExit)


def test_results_that_are_changed_everywhere_change_the_fingerprint(
    site: Site, whole: Scribe
) -> None:
    """Who may change every file can make them agree; the paper, and the ledger, do not."""
    before = site.verified().output

    def renamed(name: str) -> None:
        path = site.folder / name
        path.write_bytes(path.read_bytes().replace(b"Milan Barros", b"Mallory Barr"))

    for path in site.folder.rglob("*"):
        if path.is_file() and b"Milan Barros" in path.read_bytes():
            renamed(str(path.relative_to(site.folder)))
    site.sealed_anew()
    done = site.verified()
    assert done.exit_code == 0, "it is what it says that it is"
    marks = [re.findall(r"Fingerprint of the results: ([0-9a-f ]{19})\.", text)
             for text in (before, done.output)]  # fmt: skip
    assert marks[0] != marks[1]
    _sealed(_in("rounds", lambda it: it["ledger"].update(seal="0" * 64)))(site)
    both = site.verified(str(whole.folder.root), "--published", site.address)
    assert both.exit_code == 1
    assert "NOT published from this ledger" in both.output


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("snapshot", b"", "is not JSON"),
        ("snapshot", b'{"format":', "is not JSON"),
        ("snapshot", b"<!doctype html><title>Sign in</title>", "is not JSON"),
        ("snapshot", b"[" * 100_000, "is not JSON"),
        ("snapshot", b"{}", "is not what Runner publishes"),
        ("rounds", b"[]", "is not what Runner publishes"),
        ("event", b"\xff\xfe", "is not JSON"),
        ("summary", b"7", "is not what Runner publishes"),
        ("snapshot", None, "is this a published event?"),
    ],
)
def test_what_is_no_event(site: Site, name: str, content: bytes | None, said: str) -> None:
    path = site.folder / "data" / f"{name}.json"
    path.unlink()
    if content is not None:
        path.write_bytes(content)
    done = site.verified()
    assert said in done.output, done.output
    assert done.exit_code == 1
    assert "Traceback" not in done.output


@pytest.mark.parametrize("line", ["no hash", f"{'0' * 64}  ../../etc/passwd", "\xff"])
def test_a_list_of_files_that_is_none(site: Site, line: str) -> None:
    site.folder.joinpath("data", "sha256sums.txt").write_bytes(line.encode("latin-1"))
    done = site.verified()
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    assert "is not what Runner publishes" in done.output


def test_nobody_answers() -> None:
    done = CliRunner().invoke(main, ["verify", "http://127.0.0.1:9/"])
    assert done.exit_code == 1
    assert "http://127.0.0.1:9/data/snapshot.json cannot be read: The server" in done.output


def test_a_seed_that_was_changed_openly_is_told_and_is_no_fault(tmp_path: Path) -> None:
    def changed(book: Workbook) -> None:
        sheet = book["Event"]
        row = next(row for row in sheet.iter_rows() if row[0].value == "Seed")
        row[1].value = "another"

    day = Scribe(tmp_path / "friday", events.swiss(8, rounds=2))
    day.change(results(day.round, lambda _: "A"), changed)
    day.change(go(2))
    day.close()
    day.change(results(day.round, lambda _: "B"))
    assert len({line.data["sha256"] for line in day.ledger.seeds}) == 2
    done = CliRunner().invoke(main, ["verify", "--published", str(day.site)])
    assert "not all rounds were drawn from one seed" in done.output
    assert done.exit_code == 0, done.output


def test_a_rehearsal_is_called_one(tmp_path: Path) -> None:
    run("new", tmp_path / "friday", "--sample", 8, "--rounds", 1)
    run("rehearse", tmp_path / "friday", "--rounds", 1, "--site", tmp_path / "site")
    assert "! It is a rehearsal" in run("verify", "--published", tmp_path / "site")


def test_the_api_writes_the_list_of_files_too(whole: Scribe, tmp_path: Path) -> None:
    runner.read(whole.folder.root).write_site(tmp_path / "site")
    done = CliRunner().invoke(main, ["verify", "--published", str(tmp_path / "site")])
    assert done.exit_code == 0, done.output
    assert "as published, by their SHA-256" in done.output
