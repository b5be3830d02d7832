"""An address or a telephone number, wherever somebody types one, gets no further."""

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook
from pypdf import PdfReader

from runner.app.event_folder import EventFolder
from runner.app.import_event import plan_for
from runner.app.pipeline import Pipeline
from runner.app.rehearse import play
from runner.compute.snapshot import Snapshot
from runner.compute.verify_public import check
from runner.core import contacts
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.problems import Place, error
from runner.interchange.rounds_out import rounds_document
from runner.interchange.snapshot_out import snapshot_document
from runner.render.documents.registry import SLIPS
from runner.workbook.read.read import read
from runner.workbook.template.template import template
from tests.support.commands import ran
from tests.support.folders import opened
from tests.support.problems import fix_text
from tests.support.workbooks import at, edited, with_cell, with_parts

pytestmark = pytest.mark.thorough


SECRETS = ("@mail", "7946 0958")
MAIL, PHONE = "mark{}@mail.example", "+44 20 7946 0958"
NAMES = (
    "Ben <ben@mail.example>", "carla@mail.example", "Dee, tel. 020 7946 0958", "Ana Example",
    "Bodil Sample", "Cyprian Trial", "Evelina Test", "Florentine Case",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    root = tmp_path / "friday"
    root.mkdir()
    return made(root)


def made(root: Path) -> EventFolder:
    phase = Phase(1, f"Swiss {PHONE}", Mode.MULTIPLAYER, "swiss", rounds=2)
    players = [
        Player(
            f"P{number:03}", name, club=f"Turm {MAIL.format('c')}",
            extra={"Commander": f"Tymna {PHONE}", "Partner": MAIL.format(number)},
            handle=f"Flocke {MAIL.format('h')}" if number == 8 else "", reason=f"late {PHONE}",
        )
        for number, name in enumerate(NAMES, 1)
    ]  # fmt: skip
    event = Event(
        f"Friday {MAIL.format('e')}", "2026-11-21", f"Hall, {PHONE}", seed="s", phases=(phase,),
        players=tuple(players), public_columns=("Commander", "Partner"),
    )  # fmt: skip
    (root / "friday.xlsx").write_bytes(template(plan_for(event, len(NAMES))))
    return EventFolder(root)


def change(folder: EventFolder, by: object) -> bytes:
    workbook = folder.root / "friday.xlsx"
    workbook.write_bytes(edited(by, workbook.read_bytes()))  # type: ignore[arg-type]
    return workbook.read_bytes()


def holding(site: Path) -> Iterator[str]:
    for path in site.rglob("*"):
        held = (path.read_bytes() if path.is_file() else b"").decode("utf-8", "replace")
        if any(secret in held for secret in SECRETS):
            yield path.name


def slips(snapshot: Snapshot) -> str:
    files = SLIPS.render(snapshot, RoundId(1, 1)).files
    pages = [page for each in files.values() for page in PdfReader(BytesIO(each)).pages]
    told = [str(PdfReader(BytesIO(each)).metadata) for each in files.values()]
    return "\n".join([*(page.extract_text() for page in pages), *told])


def test_no_address_gets_onto_pages_data_or_slips(folder: EventFolder, tmp_path: Path) -> None:
    site = tmp_path / "site"
    pipeline = Pipeline(folder, site)
    play(pipeline, 2)

    def by_hand(loaded: Workbook) -> None:
        """Results corrected, names swapped, somebody dropped, each with an address beside it."""
        sheet = loaded["Round 1"]
        headings = {cell.value: cell.column for cell in sheet[4]}
        for row in (5, 6):
            sheet.cell(row, headings["Result"]).value = "draw"
            sheet.cell(row, headings["Note"]).value = f"asked {PHONE} {MAIL.format('n')}"
        first, second = (sheet.cell(row, headings["Seat A"]) for row in (5, 6))
        first.value, second.value = second.value, first.value
        players = loaded["Players"]
        drops = next(cell.column for cell in players[4] if cell.value == "Drops after round")
        players.cell(8, drops).value = 1
        loaded["Penalties"]["A5"], loaded["Penalties"]["B5"] = 1, "Ana Example"
        loaded["Penalties"]["C5"], loaded["Penalties"]["D5"] = f"late {PHONE}", "Warning"
        loaded["Time"]["A5"], loaded["Time"]["C5"], loaded["Time"]["G5"] = 1, 5, MAIL.format("t")

    report = pipeline.run(change(folder, by_hand))
    snapshot = report.snapshot
    assert [*holding(site)] == []
    assert not any(secret in folder.content.read_text() for secret in SECRETS)
    assert not any(secret in slips(snapshot) for secret in SECRETS)
    assert not any(secret in str(report.problems) for secret in SECRETS[:1])
    names = {key: player.name for key, player in snapshot.for_players.players.items()}
    assert [*names.values()][:4] == ["Ben", "Player 2", "Dee", "Ana Example"]
    assert names["P008"] == "Flocke"
    assert snapshot.event.players[3].club == "Turm"
    page = (site / "players" / "P004.html").read_text()
    assert "Turm" in page
    assert "Tymna" in page
    assert "asked" in (site / "rounds" / "R1.html").read_text()
    assert all(name in slips(snapshot) for name in ("Ben", "Player 2", "Dee"))
    drawn = rounds_document(snapshot, opened(folder).ledger)
    assert drawn is not None
    found = check(snapshot_document(snapshot, public=True), drawn)
    assert {each.sound for each in found} == {True, None}, found


def test_a_round_that_was_out_with_an_address_is_told_without_it(
    folder: EventFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An older Runner kept the address as a club, in what the round was drawn from."""
    site = tmp_path / "site"
    with monkeypatch.context() as before:
        before.setattr(contacts, "without", lambda text, **_: text)
        play(Pipeline(folder, site), 2)
        assert list(holding(site))
    Pipeline(folder, site).run((folder.root / "friday.xlsx").read_bytes())
    assert [*holding(site)] == []
    assert SECRETS[0] in folder.ledger.read_text()


def test_whose_name_was_mended_is_the_same_player(folder: EventFolder, tmp_path: Path) -> None:
    site = tmp_path / "site"
    pipeline = Pipeline(folder, site)
    play(pipeline, 1)

    def mend(loaded: Workbook) -> None:
        for row, name in ((5, "Ben"), (6, "Carla")):
            loaded["Players"].cell(row, 2).value = name

    report = pipeline.run(change(folder, mend))
    assert [each.name for each in report.snapshot.players.values()][:2] == ["Ben", "Carla"]
    assert len(report.snapshot.players) == len(NAMES)
    assert [*holding(site)] == []


@pytest.mark.parametrize(("sheet", "cell", "typed", "message"), [
    ("Players", "B5", "Ben <ben@c.com>", "e-mail address under Name, which is shown to nobody: "
     "pages and slips have “Ben” instead."),
    ("Players", "B5", "ben@c.com", "slips have a number, such as “Player 12”, instead"),
    ("Players", "C5", "ben@c.com", "e-mail address under Club or team"),
    ("Players", "C5", 612345678, "telephone number under Club or team"),
    ("Event", "B4", "Friday, ask ben@c.com", "e-mail address under Name"),
    ("Phases", "A5", "Swiss 0171 1234567", "telephone number under Name"),
])  # fmt: skip
def test_each_cell_is_named(sheet: str, cell: str, typed: object, message: str) -> None:
    problem = at(with_cell(sheet, cell, typed), sheet, cell)
    assert message in problem.text
    assert "Take it out" in fix_text(problem.fix)
    assert ("write #" in fix_text(problem.fix)) == ("telephone" in message)


def test_a_whole_column_of_them_is_told_at_once() -> None:
    def paste(loaded: Workbook) -> None:
        for row in range(5, 11):
            loaded["Players"].cell(row, 3).value = f"p{row}@c.com"

    data = edited(paste)
    assert at(data, "Players", "C5").text == (
        "There is an e-mail address here and in C6, C7, C8 and 2 more, which is shown to nobody."
    )


def test_an_id_is_no_address() -> None:
    assert at(with_cell("Players", "A5", "ben@c.com"), "Players", "A5").fatal


DIGITS = (12345678, "90 7654 3210", "020 7946 0958", "+44 20 7946 0958", "2026112100001234")


@pytest.mark.parametrize("digits", DIGITS)
def test_a_roll_a_seed_and_an_address_of_digits_count_as_they_are_typed(digits: str | int) -> None:
    cells = {"Hall roll": digits, "Seed": digits, "Public address": "192.168.100.200:8000"}

    def change(loaded: Workbook) -> None:
        sheet = loaded["Event"]
        for label, text in cells.items():
            (row,) = [row[0].row for row in sheet.iter_rows() if row[0].value == label]
            sheet.cell(row, 2, text)

    event, problems, _ = read(edited(change))
    assert (event.hall_roll, event.seed, event.address) == (
        str(digits), str(digits), "192.168.100.200:8000",
    )  # fmt: skip
    assert not [str(each) for each in problems if "telephone" in each.text]


def test_an_address_in_the_roll_is_left_out_and_told() -> None:
    def change(loaded: Workbook) -> None:
        sheet = loaded["Event"]
        (row,) = [row[0].row for row in sheet.iter_rows() if row[0].value == "Hall roll"]
        sheet.cell(row, 2, "12345678 ana@mail.example")

    event, problems, _ = read(edited(change))
    assert event.hall_roll == "12345678"
    assert [each for each in problems if "an e-mail address under Hall roll" in each.text]


WILD = "\u202e\u2066x\u009b2J\u009d"
HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_NUMBERS = {71717101: ("e", f"#REF!{WILD}"), 71717102: ("d", f"2026-11-2{WILD}1")}
WHERE = {
    "Players": ("C7", "D7", "E7", "H7", "Z7"), "Round 1": ("C6", "H6", "I6", "J6"),
    "Event": ("B6", "B7", "B8", "B12"), "Phases": ("C6",), "Penalties": ("B6", "C6"),
    "Time": ("C6", "D6"), "Decisions": ("A6", "F6"),
}  # fmt: skip


def wild(kind: object, sheet: str) -> bytes:
    """The small event with something wild on a sheet: formulas, errors or dates."""

    def change(loaded: Workbook) -> None:
        for cell in WHERE[sheet]:
            loaded[sheet][cell].number_format = "General"
            loaded[sheet][cell] = kind
        loaded.create_sheet(f"Rond 2{WILD}")

    def turned(xml: bytes) -> bytes:
        text = xml.decode()
        for number, (type_, stored) in _NUMBERS.items():
            text = re.sub(rf'( t="n")?><v>{number}</v>', f' t="{type_}"><v>{stored}</v>', text)
        return text.encode()

    data = edited(change)
    parts = {f"sheet{at}": turned for at in range(1, 10)}
    return with_parts(data, **parts)


@pytest.mark.parametrize("kind", [f'="{WILD}"&B2', *_NUMBERS], ids=["formula", "error", "date"])
@pytest.mark.parametrize("sheet", WHERE)
def test_a_cell_reaches_neither_terminal_nor_desk_with_them(
    sheet: str, kind: object, tmp_path: Path
) -> None:
    event, site = tmp_path / "friday", tmp_path / "site"
    event.mkdir()
    (event / "friday.xlsx").write_bytes(wild(kind, sheet))
    (event / f"other{WILD}.ods").write_bytes(b"")
    (event / f".~lock.friday{WILD}.xlsx#").write_text(f"Ana{WILD},ana,host,21.11.2026;")
    for words in (["build", "--site", str(site)], ["status"], ["history"]):
        done = ran(words[0], event, *words[1:])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        assert not HARMFUL.search(done.output), repr(done.output)
    made = [
        *(path for ending in ("html", "txt", "jsonl") for path in event.glob(f"*.{ending}")),
        *(path for ending in ("html", "json") for path in site.rglob(f"*.{ending}")),
    ]
    assert event / "desk.html" in made
    for path in made:
        assert not HARMFUL.search(path.read_text("utf-8")), path


def test_no_problem_says_them_whoever_words_it() -> None:
    told = error(
        "test.error", Place(f"Round{WILD} 1", "A1"), f"“{WILD}” is none.", f"Did you mean “{WILD}”?"
    )
    assert str(told) == "Roundx2J 1!A1: “x2J” is none. Did you mean “x2J”?"
