"""One command takes a name out of everything: every byte is searched, archives unpacked."""

import html
import json
import os
import shutil
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.comments import Comment
from openpyxl.workbook.defined_name import DefinedName
from openpyxl.worksheet.datavalidation import DataValidation

from runner.app.erase import erase as erasing
from runner.app.erase import places
from runner.app.event_folder import EventFolder
from runner.app.history.saves import Store
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.core.event import Event
from runner.ledger.parsing import parse
from runner.process_locks import try_lock
from runner.render.documents.registry import REGISTRY
from tests.support import phones
from tests.support.chunked_saves import ChunkedStore
from tests.support.commands import ran, run
from tests.support.events import event, phase
from tests.support.folders import data_of, event_folder, opened, workbook_of
from tests.support.soak import SOAKING, some

pytestmark = pytest.mark.thorough  # left out of make quick
both_systems = pytest.mark.usefixtures("platform")

NAME, FORMER = "Zoë Núñez-Groß", "Zoe Quartermaine"
STEPS = ("saves", "spreadsheet", "ledger", "workbook", "settle")
MARK = "<!-- files: made by tests/app/test_erase.py; run it with UPDATE_DOCS=1 to renew -->"
END = "<!-- end of files -->"
NOTE = ".runner/erasing.json"
LEFT = (
    ".workbook.txt.77.new", ".runner/.desk.html.77.new", "slips/.a.77.new", "lists/.a.77.new",
    ".runner/saves/.000009.save.77.new", ".runner/saves.new/000001.save", NOTE,
)  # fmt: skip
HEADINGS = (
    "file", "what it is", "who may read it", "what of a player it can hold", "what erasing does",
)  # fmt: skip
TRACES = ("nunez", "gross", "quartermaine", "zmail", "zsecret")
SPELT = ("NUNEZ-GROSS,Zoe", "Zoe Nunez Gross", "núñez‐groß zoë")


def friday() -> Event:
    """Sixteen players, of whom one is to be erased, and clubs that are kept apart."""
    now = event(16, phase(rounds=3, keep_clubs_apart=True), decisions=())
    first, second, *others = now.players
    first = replace(first, name=FORMER, club="Club Zero")
    second = replace(second, keep_apart=(FORMER,), club=f"Team {FORMER}")
    third = replace(others[0], name="Zoë Lang", club="Club Zero")
    return replace(now, players=(first, second, third, *others[1:]))


def everywhere(loaded: Workbook) -> None:
    """The organiser types the player's name wherever a name can be typed, and it is another now."""
    for sheet in loaded:
        for row in sheet.iter_rows():
            for cell in row:
                if cell.value == FORMER:
                    cell.value = NAME
    players = loaded["Players"]
    columns = {cell.value: cell.column for cell in players[4]}
    row = next(cell.row for cell in players["B"] if cell.value == NAME)
    players.cell(row, columns["Notes"]).value = "zmail@example.org, zsecret"
    players.cell(row, columns["Commander"]).value = "Zsecret deck"
    players.cell(4, 30).value = "Surname"
    players.cell(row, 30).value = "Nunez"
    players.cell(row, columns["Shown as"]).value = "Zsecret"
    players.cell(row + 3, columns["Notes"]).value = f"a friend of {SPELT[0]}’s"
    first = loaded["Round 1"]
    head = {cell.value: cell.column for cell in first[4]}
    for cell in first["C"][4:]:
        if cell.value == NAME or any(each.value == NAME for each in first[cell.row]):
            first.cell(cell.row, head["Note"]).value = f"rehearsal: {SPELT[1]} was late"
    own = loaded.create_sheet(f"About {FORMER}"[:31])
    own["A1"] = CellRichText("Dear ", TextBlock(InlineFont(b=True), "Zoë Nú"), "ñez-Groß, hello")
    own["A2"] = f'="{NAME}"&" is here"'
    own["A3"] = "one & <two> “three”"
    own["A4"] = f"{SPELT[2]} & sons"
    own["B1"].comment = Comment(f"Ask {NAME} for it", NAME)
    own.add_data_validation(DataValidation("list", formula1=f'"{NAME},other"', prompt=NAME))
    own.oddHeader.center.text = f"For {NAME}"
    loaded.defined_names["whom"] = DefinedName("whom", attr_text=f'"{NAME}"')
    loaded.properties.creator = NAME
    penalties = loaded["Penalties"]
    for column, value in zip("ABCD", (1, NAME, f"Tardiness of {NAME}", "Warning"), strict=True):
        penalties[f"{column}5"] = value


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder after two rounds, and its site: all that Runner writes, and may leave behind."""
    root = tmp_path_factory.mktemp("erase")
    folder = event_folder(root / "friday", friday())
    pipeline = Pipeline(folder, root / "site")
    play(pipeline, 1)
    run("rehearse", folder.root, "--site", root / "site", "--end")
    play(pipeline, 2)
    workbook = workbook_of(folder)
    loaded = load_workbook(BytesIO(workbook.read_bytes()), rich_text=True)
    everywhere(loaded)
    loaded.save(workbook)
    by_first_name(workbook)
    for words in (["build"], ["print"], ["compare"], ["restore", 1], ["restore", 3]):
        site = ["--site", root / "site"] if words[0] == "build" else []
        run(words[0], folder.root, *words[1:], *site)
    (folder.root / ".runner/displaced/kept-000099.xlsx").write_bytes(workbook.read_bytes())
    (folder.root / ".runner/made.json").write_text("{}")
    shutil.copy(workbook, folder.root / "friday (1).xlsx")
    for left in LEFT:
        (folder.root / left).parent.mkdir(exist_ok=True)
        (folder.root / left).write_text("{}" if left == NOTE else NAME)
    return root


def by_first_name(workbook: Path) -> None:
    """The result at the player's table in round 2 is typed by a part of the name."""
    loaded = load_workbook(workbook, rich_text=True)
    sheet = loaded["Round 2"]
    head = {cell.value: cell.column for cell in sheet[4]}
    for row in sheet.iter_rows(min_row=5):
        if any(cell.value == NAME for cell in row):
            sheet.cell(row[0].row, head["Result"]).value = "Núñez-Groß"
            sheet.cell(row[0].row, head["Note"]).value = None
    loaded.save(workbook)


@pytest.fixture
def root(played: Path, tmp_path: Path) -> Path:
    shutil.copytree(played, tmp_path / "a")
    return tmp_path / "a"


# --- an independent search ------------------------------------------------------------------------


def texts(data: bytes) -> Iterator[str]:
    """What is in some bytes: as they are, in wide letters, unzipped, and decompressed."""
    yield data.decode("utf-8", "ignore")
    yield data.decode("utf-16-le", "ignore")
    if data.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(data)) as archive:
            for name in archive.namelist():
                yield name
                yield from texts(archive.read(name))
    for at in range(len(data) - 2):
        if data[at] == 0x78 and data[at + 1] in (0x01, 0x5E, 0x9C, 0xDA):  # a zlib stream
            try:
                yield zlib.decompressobj().decompress(data[at:]).decode("utf-8", "ignore")
            except zlib.error:
                continue


def deflated(data: bytes) -> Iterator[str]:
    """The new pieces of a kept save, which are deflated without a header."""
    if not data.startswith(b'{"format"'):
        return
    head = json.loads(data.split(b"\n", 1)[0])
    at = data.index(b"\n") + 1 + head["mortar"]
    for _, length in head["new"]:
        piece = data[at : at + length]
        at += length
        try:
            yield zlib.decompress(piece, -15).decode("utf-8", "ignore")
        except zlib.error:
            yield piece.decode("utf-8", "ignore")


def plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", html.unescape(text).casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def traces(root: Path) -> dict[str, set[str]]:
    found = {}
    for path in filter(Path.is_file, root.rglob("*")):
        data = path.read_bytes()
        more = deflated(data) if path.suffix == ".save" else ()
        whole = " ".join(plain(each) for each in (path.name, *texts(data), *more))
        if held := {trace for trace in TRACES if trace in whole}:
            found[path.relative_to(root).as_posix()] = held
    return found


# --- what it does ---------------------------------------------------------------------------------


@both_systems
def test_no_byte_of_the_folder_and_the_site_has_the_name_and_all_else_stays(root: Path) -> None:
    folder, site = EventFolder(root / "friday"), root / "site"
    before = traces(root)
    first, _ = Store(folder.saves).all()[0].files
    for name in ("friday/friday.xlsx", "friday/ledger.jsonl", "friday/ledger.rehearsal-1.jsonl",
                 "friday/desk.html", "friday/compare.html", "friday/workbook.txt",
                 f"friday/.runner/saves/{first}", "friday/.runner/displaced/kept-000099.xlsx",
                 "site/rounds/R1.html"):  # fmt: skip
        assert name in before, "so that the search can find anything at all"
    was, numbers = opened(folder), json.loads((site / "data/snapshot.json").read_bytes())
    run("erase", folder.root, "zoe NUNEZ gross", "--also", "zsecret", "--site", site)
    assert traces(root) == {}
    now = opened(folder)
    assert json.loads((site / "data/snapshot.json").read_bytes()) == numbers
    assert now.snapshot.rounds == was.snapshot.rounds
    assert now.snapshot.phases[0].standings == was.snapshot.phases[0].standings
    assert {each.text for each in now.problems} <= {each.text for each in was.problems}
    assert "Player 1" in (site / "players/P001.html").read_text()
    verified = run("verify", folder.root)
    assert "The ledger is whole." in verified
    assert "The history is whole" in verified
    assert "one & <two> “three”" in "".join(texts(data_of(folder))).replace("&lt;", "<").replace(
        "&gt;", ">").replace("&amp;", "&")  # fmt: skip


def test_it_says_which_places_and_what_is_beyond_it_and_never_the_name(root: Path) -> None:
    done = run("erase", root / "friday", "P001", "--also", "zsecret", "--site", root / "site")
    for said in ("P001 is “Player 1” now.", "ledger.jsonl", "friday.xlsx", "compare.html",
                 ".runner/saves", ".runner/displaced", "ledger.rehearsal-1.jsonl", "backups",
                 "publish it again", "runner verify"):  # fmt: skip
        assert said in done, said
    assert not any(trace in plain(done) for trace in TRACES)


@both_systems
def test_no_save_brings_the_name_back_and_the_day_goes_on(root: Path, tmp_path: Path) -> None:
    folder, site = EventFolder(root / "friday"), root / "site"
    lines = len(parse(folder.ledger.read_bytes())[0].entries)
    run("erase", folder.root, NAME, "--also", "zsecret", "--site", site)
    latest = max(int(path.stem) for path in folder.saves.glob("*.json"))
    for number in range(1, latest + 1):
        to = tmp_path / f"{number}.xlsx"
        run("restore", folder.root, number, "--to", to)
        assert not any(trace in plain(" ".join(texts(to.read_bytes()))) for trace in TRACES)
    shutil.copy(tmp_path / f"{latest}.xlsx", workbook_of(folder))
    run("build", folder.root, "--site", site)
    kinds = [each.kind for each in parse(folder.ledger.read_bytes())[0].entries[lines:]]
    assert "renamed" not in kinds
    assert "overridden" not in kinds
    assert traces(root) == {}


def test_what_could_not_be_read_of_the_history_is_gone_and_said(root: Path) -> None:
    folder = EventFolder(root / "friday")
    (folder.saves / "000001.json").unlink()  # its copy is nobody's now
    (folder.saves / "000002.json").write_bytes(b"half of " + NAME.encode())
    (folder.saves / "000099.save").write_bytes(b"half of " + NAME.encode())
    done = ran("erase", folder.root, NAME, "--also", "zsecret", "--site", root / "site")
    assert "Save 2 of the history could not be read, and is gone" in done.output
    assert "Save 99 of the history could not be read, and is gone" in done.output
    assert traces(root) == {}


@both_systems
def test_a_history_in_chunks_is_erased_too(root: Path) -> None:
    folder = EventFolder(root / "friday")
    store = Store(folder.saves)
    old = ChunkedStore(root / "old")
    saves = [(save, store.data(save)) for save in store.all()]
    for save, data in saves:
        old.keep(data, save.at, save.words, save.name)
    for path in folder.saves.iterdir():
        path.unlink()
    for path in (root / "old").iterdir():
        path.rename(folder.saves / path.name)
    (root / "old").rmdir()
    assert "friday/.runner/saves/000001.save" in traces(root)
    words = ("erase", folder.root, NAME, "--also", "zsecret", "--site", root / "site")
    run(*words)
    assert traces(root) == {}
    numbers = [each.number for each, _ in saves]
    assert [each.number for each in store.all()][: len(numbers)] == numbers
    assert list(folder.saves.glob("*.save")) == []


def test_a_copy_of_an_old_history_elsewhere_is_found(root: Path) -> None:
    folder = EventFolder(root / "friday")
    store = Store(folder.saves)
    aside = folder.root / "backup"
    ChunkedStore(aside).keep(store.data(store.all()[-1]), "2026-11-21T14:00:00+01:00", ())
    done = ran("erase", folder.root, NAME, "--also", "zsecret", "--site", root / "site")
    assert f"The name is still in {aside / '000001.save'}" in done.output


def test_a_file_of_somebody_elses_is_named_and_left_alone(root: Path) -> None:
    other = root / "friday" / "guests.csv"
    other.write_text(f"one\n{SPELT[1]}\n")
    done = run("erase", root / "friday", NAME, "--also", "zsecret", "--site", root / "site", code=1)
    assert f"The name is still in {other}: delete it" in done
    assert SPELT[1] in other.read_text()


# --- what it refuses ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "said"),
    [("Zoe", "Nobody in this event is called “Zoe”"), ("P099", "Nobody"),
     ("Zoe Nunes-Gross", f"Did you mean “{NAME}”?")],
)  # fmt: skip
def test_a_name_that_nobody_has_erases_nobody(root: Path, name: str, said: str) -> None:
    before = (root / "friday/ledger.jsonl").read_bytes(), data_of(EventFolder(root / "friday"))
    assert said in run("erase", root / "friday", name, "--site", root / "site", code=1)
    after = (root / "friday/ledger.jsonl").read_bytes(), data_of(EventFolder(root / "friday"))
    assert after == before


@both_systems
def test_nothing_is_erased_while_somebody_watches_or_has_the_workbook_open(root: Path) -> None:
    before = traces(root)
    with try_lock(root / "friday/.runner/watching.lock"):
        done = ran("erase", root / "friday", NAME, "--site", root / "site")
    assert (done.exit_code, "Runner is watching this event." in done.output) == (1, True)
    assert "Ctrl-C" in done.output
    (root / "friday/.~lock.friday.xlsx#").write_text("Cy,cy,host,21.11.2026 10:00,x;")
    done = ran("erase", root / "friday", NAME, "--site", root / "site")
    assert (done.exit_code, "save and close it there" in done.output) == (1, True)
    gone = before.keys() - traces(root).keys()
    assert all(name.startswith("friday/.runner/displaced/0") for name in gone), gone


@pytest.mark.soak
@pytest.mark.usefixtures("platform" if SOAKING else "tmp_path")
@pytest.mark.parametrize(("name", "stopped_in"), some(product(["P001", SPELT[0]], STEPS), 2))
def test_stopped_anywhere_it_can_be_done_again(
    root: Path, stopped_in: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    owner = erasing.kept_ledger if stopped_in == "settle" else erasing.Erasing
    work = getattr(owner, stopped_in)

    def full(*given: object) -> None:
        if stopped_in != "settle":
            work(*given)
        raise OSError(28, "No space left on device")

    words = ("erase", root / "friday", name, "--site", root / "site")
    with monkeypatch.context() as patched:
        patched.setattr(owner, stopped_in, full)
        first = ran(*words, "--also", "zsecret")
    assert (first.exit_code, "The disk is full" in first.output) == (1, True)
    run(*words)
    assert not (root / "friday" / NOTE).exists()
    assert traces(root) == {}
    run("verify", root / "friday")


# --- every file there is --------------------------------------------------------------------------


def test_every_file_that_is_ever_written_is_on_the_list_and_nothing_else_is(played: Path) -> None:
    for folder, listed in (("friday", places.EVENT), ("site", places.SITE)):
        found = places.found(played / folder, listed)
        assert [each.name for each in found if each.place is None] == []
        met = {each.place for each in found}
        untouched = {each.pattern for each in listed if each not in met}
        elsewhere = {
            "grand-melee.html", ".runner/web.json",  # test_at_table.py, test_web.py
            "sitemap.xml", "robots.txt",  # with a public address: render/test_search_engines.py
            "cards/*.png",  # with one, and once all is over: the next test
            ".runner/saves/*.save",  # of an earlier version
            *(f".runner/phones/{name}" for name in phones.FILES),  # phones/test_pages.py
            ".runner/upload.json",  # upload/test_follow.py
        }  # fmt: skip
        assert untouched <= {".staging/*", *elsewhere}, folder


def test_the_picture_with_a_name_is_made_again_without_it(tmp_path: Path) -> None:
    now = event(8, phase(rounds=1), decisions=(), address="https://friday.example/")
    folder, site = event_folder(tmp_path / "friday", now).root, tmp_path / "site"
    run("rehearse", folder, "--site", site)
    cards = {each.name: each for each in places.found(site, places.SITE)
             if each.name.startswith("cards/")}  # fmt: skip
    assert {each.place.pattern for each in cards.values() if each.place} == {"cards/*.png"}
    assert len(cards) == 8
    before = {name: each.path.read_bytes() for name, each in cards.items()}
    run("erase", folder, "P001", "--site", site)
    after = {name: each.path.read_bytes() for name, each in cards.items() if each.path.exists()}
    changed = {name for name in before if before[name] != after.get(name)}
    assert len(changed) == 1


def test_every_document_lies_where_the_list_has_it() -> None:
    for document in REGISTRY.values():
        for name in (f"{document.FOLDER}/a.pdf", f".runner/{document.KEY}.json"):
            fitting = [each for each in places.EVENT if each.has(name)]
            assert fitting, name
            assert fitting[0].fate is places.Fate.REMOVED


def listed() -> str:
    """The list as docs/privacy.md has it."""
    lines = []
    for folder, kinds in (("the event’s folder", places.EVENT), ("a site", places.SITE)):
        lines += [f"In {folder}:", "", f"| {' | '.join(HEADINGS)} |", "| --- " * 5 + "|"]
        for each in kinds:
            cells = (f"`{each.pattern}`", each.what, each.reader, each.holds, each.fate)
            lines.append(f"| {' | '.join(cells)} |")
        lines.append("")
    return "\n".join(lines)


def test_the_list_in_the_documents_is_that_of_the_code() -> None:
    path = Path(__file__).parents[2] / "docs" / "privacy.md"
    text = path.read_text(encoding="utf-8")
    head, mark, rest = text.partition(MARK)
    expected = f"{head}{mark}\n\n{listed()}{END}{rest.partition(END)[2]}"
    if "UPDATE_DOCS" in os.environ:
        path.write_text(expected, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == expected


def test_whatever_holds_something_of_a_player_is_rewritten_removed_or_made_again() -> None:
    for place in (*places.EVENT, *places.SITE):
        harmless = place.holds.partition(";")[0] == "nothing"
        assert harmless or place.fate is not places.Fate.NOTHING, place.pattern
