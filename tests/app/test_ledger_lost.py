"""A ledger gone, older, another or rewritten: nothing is drawn anew; one command has it back."""

import codecs
import json
import random
import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event as Stop
from threading import Thread

import pytest

from runner.app import kept_ledger
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.put_back import put_back_ledger
from runner.app.watch import watch_event
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.ledger.entries import PUBLISHING, Entry, EntryKind
from runner.ledger.parsing import parse
from runner.workbook.xlsx.edit import CellChange, edit
from tests.support.commands import ran, run
from tests.support.folders import files_in
from tests.support.reported import into
from tests.support.soak import SOAKING, some
from tests.support.waiting import until

pytestmark = [pytest.mark.thorough, pytest.mark.usefixtures("platform")]  # left out of make quick
FRIDAY, SITE = Path("friday"), Path("site_out")
LEDGER, KEPT = FRIDAY / "ledger.jsonl", FRIDAY / ".runner" / "saves" / "ledger.jsonl"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two rounds played and a third one out, with its site."""
    root = tmp_path_factory.mktemp("played")
    friday, site = root / FRIDAY, root / SITE
    run("new", friday, "--players", 8, "--sample", 8, "--rounds", 4)
    run("rehearse", friday, "--rounds", 2, "--site", site)
    return root


@pytest.fixture(autouse=True)
def good(played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> bytes:
    """A copy of it here, in the very folder that it was moved to; and its ledger."""
    shutil.copytree(played, tmp_path / "here")
    monkeypatch.chdir(tmp_path / "here")
    mark = json.loads((FRIDAY / ".runner" / "site.json").read_bytes())
    (FRIDAY / ".runner" / "site.json").write_text(
        json.dumps({**mark, "folder": str(FRIDAY.resolve())})
    )
    return LEDGER.read_bytes()


def lines(data: bytes) -> list[bytes]:
    return data.splitlines(keepends=True)


def out(data: bytes) -> list[str]:
    entries = parse(data)[0].entries
    return [repr(entry) for entry in entries if entry.kind in PUBLISHING]


def another(good: bytes) -> bytes:
    begun, _ = parse(b"".join(lines(good)[:3]))
    more = [Entry(EntryKind.PHASE_ENDED, RoundId(1, 0), {}, f"2026-11-22T1{at}") for at in range(5)]
    return b"".join(lines(good)[:3]) + begun.extended(more)[1]


def swapped(good: bytes) -> bytes:
    first, second, third, *rest = lines(good)
    return b"".join([first, third, second, *rest])


def conflict(good: bytes) -> bytes:
    ours, theirs = lines(good), lines(another(good))
    marks = (b"<<<<<<< HEAD\n", b"=======\n", b">>>>>>> theirs\n")
    return b"".join([*ours[:3], marks[0], *ours[3:], marks[1], *theirs[3:], marks[2]])


LOST: dict[str, tuple[Callable[[bytes], bytes | None], str]] = {
    "gone": (lambda good: None, "The ledger is gone, and had"),
    "emptied": (lambda good: b"", "The ledger is empty, and had"),
    "older": (lambda good: b"".join(lines(good)[:-2]), "The ledger is older than it was"),
    "without its last line": (
        lambda good: b"".join(lines(good)[:-1]), "Round 3 is not in it."),
    "cut within a line": (lambda good: good[:-9], "The ledger is older than it was"),
    "another": (another, "This is not the same ledger as before: it differs from line 4 on."),
    "swapped lines": (swapped, "Line 2 of the ledger is not as Runner wrote it: its seal does not"),
    "a line taken out": (
        lambda good: b"".join([*lines(good)[:2], *lines(good)[3:]]), "Line 3 of the ledger is not"),
    "halves of two": (
        lambda good: b"".join([*lines(good)[:4], *lines(another(good))[4:]]),
        "an earlier line is missing, changed or moved"),
    "line ends of another kind": (
        lambda good: good.replace(b"\n", b"\r", 1), "Line 1 of the ledger is not as Runner"),
    "a conflict": (conflict, "Line 4 of the ledger is not as Runner wrote it: it is a conflict"),
    "zeros for its end": (
        lambda good: good[: len(good) // 2] + bytes(len(good) - len(good) // 2),
        "The ledger is older than it was"),
    "zeros within": (
        lambda good: good.replace(b'"paired"', bytes(8), 1), "it cannot be read"),
}  # fmt: skip


@pytest.mark.soak
@pytest.mark.parametrize("how", some(LOST, 2))
def test_a_ledger_that_is_not_the_last_one_stops_and_comes_back(how: str, good: bytes) -> None:
    spoil, said = LOST[how]
    before, spoilt = files_in(SITE), spoil(good)
    LEDGER.unlink() if spoilt is None else LEDGER.write_bytes(spoilt)
    for command in ("build", "next", "rehearse", "verify"):
        done = run(command, FRIDAY, *(["--prove"] if command == "verify" else []), code=1)
        if command == "build":
            assert said in " ".join(done.split())
            assert "runner restore" in done
    assert files_in(SITE) == before
    assert (LEDGER.read_bytes() if LEDGER.exists() else None) == spoilt
    assert "runner restore" in (FRIDAY / "desk.html").read_text(encoding="utf-8")
    assert ran("status", FRIDAY).output.startswith("The ledger cannot be used.\nNext: ")
    assert "restore" in ran("status", FRIDAY).output
    assert "The ledger is whole" not in run("verify", FRIDAY, code=1)

    done = run("restore", FRIDAY)
    assert "The ledger is back" in done
    assert LEDGER.read_bytes() == good
    assert files_in(SITE) == before
    run("verify", FRIDAY)
    if spoilt and not good.startswith(spoilt) and "zeros for" not in how:
        (aside,) = FRIDAY.glob("ledger.set-aside-1.jsonl")
        assert aside.read_bytes() == spoilt
    run("restore", FRIDAY, code=1)  # nothing is missing any more


FORMS: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "mark": (lambda good: codecs.BOM_UTF8 + good, "a byte order mark"),
    "windows": (lambda good: good.replace(b"\n", b"\r\n"), "Windows line ends"),
    "mixed": (lambda good: good.replace(b"\n", b"\r\n", 2), "Windows line ends"),
    "twice": (lambda good: good.replace(b"\n", b"\r\r\n"), "Windows line ends"),
    "zeros": (lambda good: good + bytes(4096), "zeros at its end"),
    "behind": (lambda good: b"\n" + codecs.BOM_UTF8 + good, "empty lines and a byte order mark"),
    "empty": (lambda good: b"\n" + good + b"\n\n", "empty lines"),
    "no end": (lambda good: good.rstrip(b"\n"), "a last line that does not end"),
    "letters": (
        lambda good: codecs.BOM_UTF16_LE + good.decode().replace("\n", "\r\n").encode("utf-16-le"),
        "other letters (UTF-16) and Windows line ends"),
}  # fmt: skip


@pytest.mark.parametrize("how", FORMS)
def test_a_ledger_in_another_form_is_put_right_and_told(how: str, good: bytes) -> None:
    write, said = FORMS[how]
    LEDGER.write_bytes(write(good))
    before = files_in(SITE)
    assert said in ran("verify", FRIDAY).output
    assert LEDGER.read_bytes() == write(good), "who only looks changes nothing"
    done = run("build", FRIDAY)
    assert f"Another program has written to ledger.jsonl: it has {said} now." in done
    assert LEDGER.read_bytes() == good
    assert files_in(SITE) == before
    assert "Another program" not in ran("build", FRIDAY).output


def mutated(good: bytes, chance: random.Random) -> bytes:
    data = good
    for _ in range(chance.randint(1, 3)):
        at, held = chance.randint(0, len(data)), lines(data)
        one, other = (chance.randrange(len(held) or 1) for _ in range(2))
        match chance.randrange(9):
            case 0:
                data = data[:at]
            case 1:
                data = data[:at] + bytes(len(data) - at)
            case 2:
                data = data[:at] + chance.randbytes(3) + data[at:]
            case 3:
                data = data[:at] + chance.choice((b"\r", b"\n", b"\0", b"\xef\xbb\xbf")) + data[at:]
            case 4:
                data = chance.choice((codecs.BOM_UTF8, b"\n", b"\r\n")) + data
            case 5:
                data = data.replace(b"\n", b"\r\n", chance.randint(1, 9))
            case 6 if held:
                held[one], held[other] = held[other], held[one]
                data = b"".join(held)
            case 7:
                data = b"".join(held[:one] + held[other:])
            case _:
                data += chance.choice((b"\0" * 9, b"<<<<<<< HEAD\n", held[one] if held else b"{"))
    return data


@pytest.mark.parametrize("times", [
    200,
    pytest.param(4_000, marks=[
        pytest.mark.soak,
        pytest.mark.skipif(not SOAKING, reason="takes minutes"),
    ]),
])  # fmt: skip
def test_whatever_happens_to_the_ledger_nothing_of_it_is_missed_in_silence(
    times: int, good: bytes
) -> None:
    """Either all of it is there, and stands in its file again as it was; or it is refused."""
    folder, chance, whole, refused = EventFolder(FRIDAY), random.Random(times), 0, 0
    head = parse(good)[0].head
    for turn in range(times):
        LEDGER.write_bytes(mutated(good, chance))
        found, _ = kept_ledger.read(folder)
        ledger, broken = parse(found)
        if broken or kept_ledger.lost(folder, ledger, found, Event("")):
            refused += 1
            if turn % 50 == 0:
                assert put_back_ledger(folder, SITE)
                assert LEDGER.read_bytes() == good
        else:
            whole += 1
            assert ledger.holds(head)
            kept_ledger.settle(folder)
            assert LEDGER.read_bytes().startswith(good)
        assert KEPT.read_bytes() == good
    sys.stdout.write(f"{times} ledgers: {whole} whole, {refused} refused\n")
    assert min(whole, refused) > times / 10


# --- where only the site has it, or nothing has --------------------------------------------------


@pytest.mark.parametrize("gone", [".runner/saves/ledger.jsonl", ".runner/saves", ".runner"])
def test_a_ledger_that_only_the_site_has_is_taken_over_from_there(gone: str, good: bytes) -> None:
    """Where all of `.runner` is gone the site is known by the seed that it promises."""
    KEPT.unlink() if gone.endswith("jsonl") else shutil.rmtree(FRIDAY / gone)
    LEDGER.unlink()
    site = SITE / "data" / "snapshot.json"
    before, rounds = files_in(SITE), json.loads(site.read_bytes())["pairings"]
    done = run("build", FRIDAY, code=1)
    if gone != ".runner":
        assert f"site_out was made from a ledger of {len(lines(good))} lines" in done
    assert files_in(SITE) == before
    done = run("restore", FRIDAY)
    assert "Round 1, Round 2 and Round 3 as shown there" in done
    now = json.loads(site.read_bytes())
    assert [at["tables"] for at in now["pairings"]] == [at["tables"] for at in rounds]
    assert now["seeds"] == json.loads(before["data/snapshot.json"])["seeds"]
    assert "its rounds are as the site had them" in run("verify", FRIDAY)
    entries = parse(LEDGER.read_bytes())[0].entries
    assert EntryKind.PAIRED not in {entry.kind for entry in entries}, "nothing is drawn anew"
    run("build", FRIDAY)


def test_an_old_copy_of_the_folder_gets_from_the_site_what_it_lacks(good: bytes) -> None:
    older = b"".join(lines(good)[:3])
    LEDGER.write_bytes(older)
    KEPT.write_bytes(older)
    assert "and this one has 3." in ran("build", FRIDAY).output
    run("restore", FRIDAY)
    now = LEDGER.read_bytes()
    assert now.startswith(older)
    assert "Round 2 and Round 3 as shown" not in ran("build", FRIDAY).output
    assert [entry.kind for entry in parse(now)[0].entries].count(EntryKind.IMPORTED) == 2
    run("verify", FRIDAY)


def test_where_nothing_has_it_that_is_said_and_it_can_be_given_up(good: bytes) -> None:
    LEDGER.write_bytes(swapped(good))
    KEPT.unlink()
    (SITE / "data" / "snapshot.json").unlink()
    done = run("restore", FRIDAY, code=1)
    assert "cannot be read" in done
    assert "--as-it-is" in done
    assert LEDGER.read_bytes() == swapped(good)
    done = run("restore", FRIDAY, "--as-it-is")
    assert "The ledger goes on as it is, with 1 line, and no round." in done
    assert (FRIDAY / "ledger.set-aside-1.jsonl").read_bytes() == swapped(good)
    assert "the lines that are not here are lost" in ran("verify", FRIDAY).output
    run("build", FRIDAY)


def test_an_older_ledger_that_is_meant_is_kept_with_a_word(good: bytes) -> None:
    older = b"".join(lines(good)[:3])
    LEDGER.write_bytes(older)
    run("restore", FRIDAY, "--as-it-is")
    assert (FRIDAY / "ledger.given-up-1.jsonl").read_bytes() == good
    assert LEDGER.read_bytes().startswith(older)
    run("build", FRIDAY)
    run("verify", FRIDAY)


def test_what_a_sync_folder_has_left_is_found(good: bytes) -> None:
    (FRIDAY / "ledger (conflicted copy 2026-11-22).jsonl").write_bytes(good)
    LEDGER.write_bytes(another(good))
    KEPT.write_bytes(another(good))
    assert "and this one is another" in ran("build", FRIDAY).output
    run("restore", FRIDAY)
    assert LEDGER.read_bytes().startswith(good)
    run("build", FRIDAY)


# --- who must not be stopped ----------------------------------------------------------------------


def goes_on(*options: object, folder: Path = FRIDAY) -> None:
    run("build", folder, *options)


def test_a_site_that_was_deleted_or_is_elsewhere_stops_nobody(good: bytes) -> None:
    shutil.rmtree(SITE)
    goes_on()
    goes_on("--site", "stick")
    assert out(LEDGER.read_bytes()) == out(good)


def test_an_event_moved_to_another_computer_goes_on(good: bytes) -> None:
    FRIDAY.rename("saturday")
    goes_on("--site", "new_site", folder=Path("saturday"))
    shutil.rmtree(Path("saturday") / ".runner")
    goes_on("--site", "newer_site", folder=Path("saturday"))


def test_an_event_of_before_this_was_kept_goes_on(good: bytes) -> None:
    KEPT.unlink()
    manifest = json.loads((SITE / ".manifest.json").read_bytes())
    del manifest["ledger"]
    (SITE / ".manifest.json").write_text(json.dumps(manifest))
    goes_on()
    assert KEPT.read_bytes() == LEDGER.read_bytes() == good
    assert json.loads((SITE / ".manifest.json").read_bytes())["ledger"]["lines"] == len(lines(good))


def test_an_earlier_save_that_is_put_in_place_goes_on(good: bytes) -> None:
    run("restore", FRIDAY, 3)
    (FRIDAY / "friday.xlsx").write_bytes((FRIDAY / "restored/friday save 3.xlsx").read_bytes())
    assert "ledger" not in ran("build", FRIDAY).output


def test_a_rehearsal_that_has_ended_stops_no_site(good: bytes) -> None:
    shutil.copytree(SITE, "lagging")
    goes_on("--site", "other")
    run("rehearse", FRIDAY, "--end")
    for site in (SITE, "other", "lagging"):
        if Path(site, ".manifest.json").exists():
            manifest = json.loads(Path(site, ".manifest.json").read_bytes())
            manifest["event"] = json.loads((SITE / ".manifest.json").read_bytes())["event"]
            Path(site, ".manifest.json").write_text(json.dumps(manifest))
        goes_on("--site", site)
    assert KEPT.read_bytes() == LEDGER.read_bytes()
    assert not out(LEDGER.read_bytes())


def test_a_copy_that_was_emptied_becomes_another_event(good: bytes) -> None:
    shutil.copytree(FRIDAY, "saturday")
    saturday = Path("saturday")
    (saturday / "ledger.jsonl").unlink()
    run("build", saturday, "--site", "s", code=1)  # its workbook has rounds
    run("new", "blank", "--sample", 8)
    shutil.copy("blank/blank.xlsx", saturday / "friday.xlsx")
    goes_on("--site", "s", folder=saturday)
    assert LEDGER.read_bytes() == good


def test_a_site_that_lags_behind_or_was_copied_stops_nobody(good: bytes) -> None:
    shutil.copytree(SITE, "stick")
    append_a_line(good)
    goes_on()
    shutil.rmtree(SITE)
    shutil.copytree("stick", SITE)
    goes_on()


def append_a_line(good: bytes) -> bytes:
    ledger, _ = parse(good)
    more = ledger.extended([Entry(EntryKind.WRITTEN, RoundId(1, 3), {}, "2026-11-22T12:00:00")])[1]
    kept_ledger.append(EventFolder(FRIDAY), more, after=len(good))
    return more


def test_a_demo_can_be_made_again() -> None:
    demo = ("demo", "demo", "--site", "demo_site", "--players", "8", "--rounds", "1")
    run(*demo)
    shutil.rmtree("demo")
    run(*demo)


# --- what hides nothing ---------------------------------------------------------------------------


def test_a_line_added_to_a_ledger_that_is_not_the_one_does_not_hide_that(good: bytes) -> None:
    older = b"".join(lines(good)[:-2])
    LEDGER.write_bytes(older)
    append_a_line(older)
    assert KEPT.read_bytes() == good
    run("build", FRIDAY, code=1)
    run("restore", FRIDAY)
    assert LEDGER.read_bytes() == good


def test_a_ledger_that_grows_while_somebody_looks_is_not_called_older(good: bytes) -> None:
    before = b"".join(lines(good)[:-1])
    ledger, _ = parse(before)
    folder, event = EventFolder(FRIDAY), Event("Friday")
    assert kept_ledger.lost(folder, ledger, before, event) == ""
    LEDGER.write_bytes(before)
    assert "older than it was" in kept_ledger.lost(folder, ledger, before, event)


@pytest.mark.parametrize("lines_kept", [0, 3, 5])
def test_what_is_kept_follows_the_ledger_whatever_a_crash_left_of_it(
    good: bytes, lines_kept: int
) -> None:
    KEPT.write_bytes(b"".join(lines(good)[:lines_kept]) + good[:7])
    goes_on()
    assert KEPT.read_bytes() == LEDGER.read_bytes() == good


def test_no_new_event_is_made_where_rounds_are_out(good: bytes) -> None:
    (FRIDAY / "friday.xlsx").unlink()
    for _ in range(2):
        done = run("new", FRIDAY, code=1)
        assert "Put back what is lost: “runner restore friday”." in done
        LEDGER.unlink(missing_ok=True)
    assert KEPT.read_bytes() == good
    run("restore", FRIDAY)
    assert LEDGER.read_bytes().startswith(good)


def test_a_new_event_takes_the_place_of_one_of_which_nothing_was_out() -> None:
    run("new", "sunday")
    Path("sunday/sunday.xlsx").unlink()
    run("new", "sunday")
    assert len(parse(Path("sunday/ledger.jsonl").read_bytes())[0].seeds) == 1
    goes_on("--site", "s", folder=Path("sunday"))


def test_the_watch_stops_publishing_and_goes_on_once_the_ledger_is_back(good: bytes) -> None:
    said: list[str] = []
    stop = Stop()
    pipeline, workbook = Pipeline(EventFolder(FRIDAY), SITE), FRIDAY / "friday.xlsx"
    watching = Thread(target=watch_event, args=(pipeline, workbook, into(said), None, stop))
    watching.start()
    try:
        until(lambda: any("0/2 in" in line for line in said), said)
        before, saved = files_in(SITE), workbook.read_bytes()
        LEDGER.write_bytes(b"")
        workbook.write_bytes(edit(saved, [CellChange("Event", "D40", "a note")]))
        until(lambda: any("The ledger is empty" in line for line in said), said)
        assert "The ledger is empty" in (FRIDAY / "desk.html").read_text(encoding="utf-8")
        assert LEDGER.read_bytes() == b""
        assert files_in(SITE) == before
        run("restore", FRIDAY)
        workbook.write_bytes(saved)
        desk = FRIDAY / "desk.html"
        until(lambda: "The ledger is empty" not in desk.read_text(encoding="utf-8"), said)
        assert LEDGER.read_bytes() == good
    finally:
        stop.set()
        watching.join()


@pytest.mark.soak
@pytest.mark.parametrize("lost", some(["older", "gone", "a conflict"], 2))
def test_the_watch_goes_on_by_itself_once_a_sync_folder_has_caught_up(
    lost: str, good: bytes
) -> None:
    """Nobody saves once more: a ledger that is wrong still is told, and the right one counts."""
    said: list[str] = []
    stop, desk = Stop(), FRIDAY / "desk.html"
    pipeline, workbook = Pipeline(EventFolder(FRIDAY), SITE), FRIDAY / "friday.xlsx"
    watching = Thread(target=watch_event, args=(pipeline, workbook, into(said), None, stop))
    watching.start()
    try:
        until(lambda: any("0/2 in" in line for line in said), said)
        spoil, words = LOST[lost]
        left = spoil(good)
        LEDGER.unlink() if left is None else LEDGER.write_bytes(left)
        saved = edit(workbook.read_bytes(), [CellChange("Event", "D40", "a note")])
        workbook.write_bytes(saved)
        until(lambda: any(words in line for line in said), said)
        LEDGER.write_bytes(b"")
        until(lambda: any("The ledger is empty" in line for line in said), said)
        LEDGER.write_bytes(good)
        until(lambda: any("Gone: ledger.jsonl" in line for line in said), said)
        until(lambda: "The ledger is empty" not in desk.read_text(encoding="utf-8"), said)
        assert (workbook.read_bytes(), LEDGER.read_bytes()) == (saved, good)
    finally:
        stop.set()
        watching.join()
