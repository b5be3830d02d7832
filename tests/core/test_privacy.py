"""Names in public: in full, by first name and initial, by handle, hidden, or gone for good."""

import html
import json
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from pypdf import PdfReader

from runner.app.event_folder import EventFolder
from runner.app.import_event import plan_for
from runner.app.pipeline import Pipeline
from runner.app.print import print_round
from runner.app.rehearse import play
from runner.compute.decisions.repair import RepairRound
from runner.compute.decisions.seats import SeatPlayer, ShuffleSeats
from runner.compute.decisions.undo import Undo
from runner.compute.verify_public import check
from runner.core import privacy
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, Phase
from runner.core.player import Player, Shown
from runner.core.seating import Seating
from runner.core.time_sheet import TimeExtension
from runner.interchange import schema
from runner.interchange.event_out import event_document
from runner.interchange.rounds_out import rounds_document
from runner.interchange.snapshot_out import snapshot_document
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.seal import canonical
from runner.pairing.model import Pairing
from runner.render.documents.registry import SLIPS
from runner.render.site import render
from runner.workbook.read.read import read
from runner.workbook.template.template import template
from tests.support.events import swiss
from tests.support.folders import opened
from tests.support.hall import Hall
from tests.support.problems import fix_text
from tests.support.workbooks import (
    at,
    book,
    edited,
    event_in,
    small_event,
    sound_event,
    with_cell,
    with_cells,
)

pytestmark = pytest.mark.thorough  # left out of make quick


def people(*lines: str, **each: object) -> list[Player]:
    return [Player(f"P{at:03d}", name, **each) for at, name in enumerate(lines, 1)]  # type: ignore[arg-type]


def shown(players: list[Player], everybody: Shown = Shown.INITIAL) -> list[str]:
    found = privacy.aliases(players, everybody)
    return [found[each].name for each in sorted(found)]


@pytest.mark.parametrize(("name", "short", "listed"), [
    ("Ana Example", "Ana E.", "E., Ana"), ("Ana Maria Example", "Ana E.", "E., Ana"),
    ("Example, Ana Maria", "Ana E.", "E., Ana"), ("Jan van der Berg", "Jan B.", "B., Jan"),
    ("Cher", "Cher", "Cher"), ("Zoë Øster-Łukasz", "Zoë Ø.", "Ø., Zoë"),
    ("Ana Example (Porto)", "Ana E.", "E., Ana"), ("🔥 Kai Flamme 🔥", "Kai F.", "F., Kai"),
    ("Ana O'Brien", "Ana O.", "O., Ana"), ("Li E", "Li E", "E, Li"),
    ("Ana (Example)", "Ana (Example)", "Ana (Example)"),
    ("Ana E\u0301tienne", "Ana E\u0301.", "E\u0301., Ana"), ("🔥 🔥", "🔥 🔥", "🔥 🔥"),
    ("דוד בן־גוריון", "דוד ב.", "ב., דוד"),
])  # fmt: skip
def test_first_name_and_initial(name: str, short: str, listed: str) -> None:
    assert privacy.initial(name) == (short, listed)


def test_names_are_shown_as_the_player_wants_them_else_as_the_event_says() -> None:
    ana, bo, cy, dee, eve = people("Ana One", "Bo Two", "Cy Three", "Dee Four", "Eve Five")
    mixed = [
        ana, replace(bo, handle="Dragon Slayer"), replace(cy, shown=Shown.FULL),
        replace(dee, shown=Shown.HIDDEN), replace(eve, shown=Shown.ERASED),
    ]  # fmt: skip
    same = ["Dragon Slayer", "Cy Three", "Player 4", "Player 5"]
    assert shown(mixed, Shown.FULL) == ["Ana One", *same]
    assert shown(mixed, Shown.INITIAL) == ["Ana O.", *same]
    assert shown(mixed, Shown.HANDLE) == ["Ana O.", *same]
    assert privacy.aliases(mixed, Shown.FULL)["P002"].listed == "Dragon Slayer"


def test_players_who_would_look_the_same_are_told_apart_by_letters_or_numbers() -> None:
    assert shown(people("Ana Example", "Ana Esposito", "Bo Example")) == [
        "Ana Ex.", "Ana Es.", "Bo E.",
    ]  # fmt: skip
    assert shown(people("Ana Exit", "Ana Example", "Ana Ebb")) == [
        "Ana Exi.", "Ana Exa.", "Ana Ebb",
    ]  # fmt: skip
    same = people("Ana Example", "Ana Exampleton", "Ana Maria Example")
    assert shown(same) == ["Ana E.", "Ana E. (2)", "Ana E. (3)"]
    assert shown(list(reversed(same))) == shown(same)
    found = privacy.aliases(same, Shown.INITIAL)
    assert [each.listed for each in found.values()] == ["E., Ana", "E., Ana (2)", "E., Ana (3)"]


def test_nobodys_handle_takes_the_name_of_another_nor_one_hidden_without_its_accents() -> None:
    ana, bo, cy = people("Ana Example", "Bo Sample", "Cy Trial")
    found = [replace(ana, handle="ＢＯ sample"), bo, replace(cy, shown=Shown.HIDDEN)]
    assert shown(found, Shown.FULL) == ["ＢＯ sample (2)", "Bo Sample", "Player 3"]
    found[0] = replace(ana, handle="Player 3")
    assert shown(found, Shown.FULL) == ["Player 3", "Bo Sample", "Player 3 (2)"]
    jose, other = people("José García", "Bo Sample")
    hidden, handle = replace(jose, shown=Shown.HIDDEN), replace(other, handle="garcia,JOSE")
    assert privacy.aliases([hidden, handle], Shown.FULL)["P002"].name == "garcia,JOSE (2)"


@pytest.mark.parametrize("how", [Shown.HIDDEN, Shown.ERASED])
@pytest.mark.parametrize("name", ["Cy Trial", "Trial, Cy"])
def test_a_handle_that_is_the_name_of_somebody_hidden_gets_a_number(name: str, how: Shown) -> None:
    ana, cy, bo, dee = people("Ana Example", name, "Bo Sample", "Cy Trial")
    found = [ana, replace(cy, shown=how), replace(bo, handle="CY  trial")]
    assert shown(found, Shown.FULL) == ["Ana Example", "Player 2", "CY  trial (2)"]
    found[2] = dee
    assert shown([*found[:2], dee], Shown.FULL)[2] == "Cy Trial", "who is called so in full"


NAMES = st.text(st.sampled_from("AaBbÉé (),.-'E12🔥\u0301"), min_size=1, max_size=14)
PLAYERS = st.lists(
    st.tuples(NAMES, st.sampled_from((None, *Shown)), st.one_of(st.just(""), NAMES)), max_size=12
)


@given(PLAYERS, st.sampled_from((Shown.FULL, Shown.INITIAL, Shown.HANDLE)))
def test_no_two_players_are_shown_alike(
    lines: list[tuple[str, Shown | None, str]], everybody: Shown
) -> None:
    players = [
        Player(f"P{number}", name, shown=how, handle=handle)
        for number, (name, how, handle) in enumerate(lines, 1)
    ]
    found = privacy.aliases(players, everybody)
    assert len({privacy.names.key(each.name) for each in found.values()}) == len(players)
    assert found == privacy.aliases(reversed(players), everybody)


def in_public(data: bytes) -> list[str]:
    event = sound_event(data)
    return shown(list(event.players), event.names_shown)


def field(label: str, value: str) -> bytes:
    loaded = load_workbook(BytesIO(book()))
    row = next(each[0].row for each in loaded["Event"].iter_rows() if each[0].value == label)
    return with_cell("Event", f"B{row}", value)


def column(heading: str) -> str:
    loaded = load_workbook(BytesIO(book()))
    return next(each.column_letter for each in loaded["Players"][4] if each.value == heading)


@pytest.mark.parametrize(("typed", "names"), [
    *((each, ["Ana E.", "Bo S."])
      for each in ("First name and initial", "first name & initial", "INITIALS", "initial")),
    ("Full names", ["Ana Example", "Bo Sample"]),
    ("", ["Ana Example", "Bo Sample"]),
])  # fmt: skip
def test_the_event_says_how_names_are_shown(typed: str, names: list[str]) -> None:
    assert in_public(field("Names shown", typed) if typed else book())[:2] == names


def test_a_wrong_word_a_missing_handle_and_an_id_that_tells_a_hidden_name_are_problems() -> None:
    event, problems, _ = read(field("Names shown", "fulll names"))
    assert event is not None
    assert "Did you mean “Full names”?" in fix_text(problems[0].fix)
    assert problems[0].place.cell.startswith("B")
    cell = f"{column('Shown as')}5"
    assert "not a handle" in at(with_cell("Players", cell, "handle"), "Players", cell).text
    problem = at(field("Names shown", "Handles"), "Players", f"{column('Shown as')}5")
    assert "7 of 7" in problem.text
    assert "Ana Example" in problem.text
    data = with_cells("Players", {"A5": "ana-example", f"{column('Shown as')}5": "hidden"})
    assert "ana-example" in at(data, "Players", "A5").text


@pytest.mark.parametrize(("typed", "name"), [
    ("Dragon", "Dragon"), ("hidden", "Player 1"), ("Anonymous", "Player 1"), ("erase", "Player 1"),
    ("initials", "Ana E."), ("Full name", "Ana Example"), (7, "7"),
])  # fmt: skip
def test_a_player_says_how_the_own_name_is_shown(typed: object, name: str) -> None:
    assert in_public(with_cell("Players", f"{column('Shown as')}5", typed))[0] == name


def test_how_names_are_shown_goes_through_a_new_workbook_and_back() -> None:
    ana, bo, cy, *others = small_event().players
    ana, bo, cy = (
        replace(ana, shown=Shown.ERASED),
        replace(bo, handle="Bee"),
        replace(cy, shown=Shown.INITIAL),
    )
    event = small_event(players=(ana, bo, cy, *others), names_shown=Shown.INITIAL)
    found = event_in(book(event))
    assert found.names_shown is Shown.INITIAL
    assert [(each.shown, each.handle) for each in found.players[:4]] == [
        (Shown.ERASED, ""), (None, "Bee"), (Shown.INITIAL, ""), (None, ""),
    ]  # fmt: skip


PRIVATE = "mark-of-a-private-cell"


@pytest.fixture
def folder(tmp_path: Path) -> EventFolder:
    """An event of two rounds with something private wherever a private text can stand."""
    root = tmp_path / "friday"
    root.mkdir()
    phase = Phase(1, "Swiss", Mode.MULTIPLAYER, "swiss", rounds=3)
    given = [
        "Ana Example", "Ana Exampleton", "Bodil Sample", "Cyprian Trial", "Deirdre Probe",
        "Evelina Test", "Florentine Case", "Gustavo Demo", "Hedvika Model", "Ignatius Draft",
        "Jacinta Proof",
    ]  # fmt: skip
    players = [
        replace(
            each, notes=f"{PRIVATE} notes", reason=f"{PRIVATE} why",
            keep_apart=(f"{PRIVATE} apart",),
            club="Team of Deirdre Probe" if each.id == "P003" else "Turm 3",
            extra={"Commander": "Tymna", "Partner": "DEIRDRE  PROBE"} if each.id == "P002" else {},
        )
        for each in people(*given)
    ]  # fmt: skip
    event = Event(
        "Friday", "2026-11-21", seed="s", phases=(phase,), players=tuple(players),
        public_columns=("Commander", "Partner"),
    )  # fmt: skip
    data = template(plan_for(event, 11))

    def mark(loaded: Workbook) -> None:
        sheet = loaded["Players"]
        decklist = next(each.column_letter for each in sheet[4] if each.value == "Decklist")
        sheet[f"{decklist}5"] = f"{PRIVATE} list"
        sheet["Z4"], sheet["Z5"] = "My own column", f"{PRIVATE} own"
        loaded["Event"]["A40"], loaded["Event"]["B40"] = "My own label", f"{PRIVATE} label"
        for name in ("Penalties", "Decisions"):
            loaded[name]["H30"] = f"{PRIVATE} {name}"
        loaded.create_sheet("My sheet")["A1"] = f"{PRIVATE} sheet"

    (root / "friday.xlsx").write_bytes(edited(mark, data))
    return EventFolder(root)


def save(folder: EventFolder, players: dict[str, str], names_shown: str = "") -> bytes:
    """The workbook with something under Shown as by name, and under Names shown."""
    workbook = folder.root / "friday.xlsx"

    def change(loaded: object) -> None:
        sheet = loaded["Players"]  # type: ignore[index]
        headings = {each.value: each.column for each in sheet[4]}
        for row in range(5, sheet.max_row + 1):
            name = sheet.cell(row, headings["Name"]).value
            if name in players:
                sheet.cell(row, headings["Shown as"]).value = players[name]
        for line in loaded["Event"].iter_rows():  # type: ignore[index]
            if line[0].value == "Names shown" and names_shown:
                line[1].value = names_shown

    workbook.write_bytes(edited(change, workbook.read_bytes()))
    return workbook.read_bytes()


def everything(root: Path) -> dict[str, bytes]:
    """All that is in a folder, hidden files and the names of files included."""
    return {
        str(path.relative_to(root)): path.read_bytes() + str(path.relative_to(root)).encode()
        for path in root.rglob("*")
        if path.is_file()
    }


def holding(root: Path, *texts: str) -> set[str]:
    """The files that hold one of the texts in any spelling that a page may have it in."""
    found = set()
    for name, content in everything(root).items():
        held = content.decode("utf-8", "replace").casefold()
        if any(text.casefold() in " ".join(held.split()) for text in texts):
            found.add(name)
    return found


def test_private_columns_are_in_no_published_byte(folder: EventFolder, tmp_path: Path) -> None:
    site = tmp_path / "site"
    pipeline = Pipeline(folder, site)
    play(pipeline, 2)
    assert pipeline.run((folder.root / "friday.xlsx").read_bytes()).snapshot is not None
    assert len(everything(site)) > 20
    assert not holding(site, PRIVATE)
    assert holding(site, "Deirdre Probe")  # so that the search can find anything at all


def test_pages_have_the_names_in_public_and_the_ledger_full_ones(
    folder: EventFolder, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    pipeline = Pipeline(folder, site)
    save(folder, {"Bodil Sample": "Bee", "Hedvika Model": "full name"}, "First name and initial")
    play(pipeline, 2)
    pipeline.run((folder.root / "friday.xlsx").read_bytes())
    hidden = ["Example", "Exampleton", "Bodil", "Trial", "Probe", "Evelina Test"]
    assert not holding(site, *hidden)
    for name in ("Ana E.", "Ana E. (2)", "Bee", "Cyprian T.", "Hedvika Model"):
        assert holding(site, name), name
    for listed in ("E., Ana", "E., Ana (2)", "Bee", "T., Cyprian", "Model, Hedvika"):
        assert "players/index.html" in holding(site, listed), listed
    assert "Cyprian Trial" in folder.ledger.read_text()
    loaded = opened(folder)
    exported = event_document(loaded.snapshot, loaded.ledger)
    assert exported["players"][3]["name"] == "Cyprian Trial"
    published = json.dumps(snapshot_document(loaded.snapshot, public=True))
    assert "Trial" not in published
    (printed,) = print_round(folder, loaded.snapshot, RoundId(1, 1), [SLIPS])
    text = "".join(page.extract_text() for page in PdfReader(printed.files[0]).pages)
    assert "Trial, Cyprian" in text


def test_a_name_that_is_not_shown_is_replaced_in_what_others_say(
    folder: EventFolder, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    pipeline = Pipeline(folder, site)
    pipeline.run(save(folder, {"Deirdre Probe": "hidden"}))
    page = (site / "players" / "P002.html").read_text()
    assert "Partner: </span><bdi>Player 5</bdi>" in page
    assert "Team of Player 5" in (site / "players" / "P003.html").read_text()
    assert "Turm 3" not in (site / "players" / "P005.html").read_text()


def test_a_name_can_be_erased_from_everything_public_and_its_numbers_stay(
    folder: EventFolder, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    pipeline = Pipeline(folder, site)
    play(pipeline, 3)
    before = pipeline.run((folder.root / "friday.xlsx").read_bytes()).snapshot
    assert before is not None
    assert holding(site, "Deirdre", "Probe")
    files = set(everything(site))
    numbers = (site / "data" / "snapshot.json").read_bytes()
    data = save(folder, {"Deirdre Probe": "erase"})
    for again in (pipeline, Pipeline(folder, site)):  # a watch that goes on, and one begun anew
        report = again.run(data)
        assert report.snapshot is not None
        assert not holding(site, "Deirdre", "Probe")
    assert set(everything(site)) == files
    assert (site / "data" / "snapshot.json").read_bytes() == numbers
    assert "Player 5" in (site / "players" / "P005.html").read_text()
    printed = SLIPS.render(report.snapshot, RoundId(1, 1))
    text = "".join(
        page.extract_text()
        for each in printed.files.values()
        for page in PdfReader(BytesIO(each)).pages
    )
    assert "Probe" not in text
    assert "Player 5" in text
    assert "Deirdre Probe" in folder.ledger.read_text()  # docs/privacy.md tells how it goes there


def test_an_event_and_a_screen_that_are_named_after_somebody_hidden_tell_of_nobody(
    folder: EventFolder, tmp_path: Path
) -> None:
    site = tmp_path / "site"

    def name(loaded: object) -> None:
        first = next(loaded["Event"].iter_rows())[0].parent  # type: ignore[index]
        label = next(cell for cell in first["A"] if cell.value == "Name")
        first.cell(label.row, 2).value = "The Deirdre Probe Cup"
        loaded["Screens"]["A5"] = "Probe, Deirdre"  # type: ignore[index]

    data = edited(name, save(folder, {"Deirdre Probe": "hidden"}))
    (folder.root / "friday.xlsx").write_bytes(data)
    Pipeline(folder, site).run(data)
    assert not holding(site, "Deirdre", "Probe")
    assert holding(site, "The Player 5 Cup") >= {".manifest.json", "index.html"}
    assert (site / "display" / "player-5.html").exists()


def test_what_is_for_everybody_has_nothing_typed_in_it(folder: EventFolder) -> None:
    save(folder, {"Deirdre Probe": "erase"}, "First name and initial")
    loaded = opened(folder)
    told = repr(loaded.snapshot.for_players)
    for text in ("Deirdre", "Probe", "Trial", PRIVATE):
        assert text not in told, text
    once = loaded.snapshot.for_players
    assert once.for_players == once
    pages = render(loaded.snapshot, {}).files
    assert pages == render(once, {}).files


def test_reasons_and_results_that_name_somebody_hidden_do_so_by_the_name_in_public(
    folder: EventFolder,
) -> None:
    save(folder, {"Deirdre Probe": "hidden"})
    loaded = opened(folder)
    told = {"table": 1, "old": "", "new": "probe, deirdre", "reason": "For DEIRDRE PROBE, too"}
    change = Entry(EntryKind.CORRECTED, RoundId(1, 1), told, "2026-11-21T14:00:00+00:00")
    pairing = Pairing(RoundId(1, 1), Seating(), changes=(change,))
    (shown_,) = replace(loaded.snapshot, pairings=(pairing,)).for_players.pairings
    assert shown_.changes[0].data == {
        **told, "new": "Player 5", "reason": "For Player 5, too",
    }  # fmt: skip


def tells(everybody: Event, players: dict[str, Player], state: dict[str, object]) -> bool:
    """Whether the state tells of one of these players what is not shown."""
    fit = privacy.public(everybody, players)[2]
    return privacy.tells(privacy.nameless(everybody, players), fit, state)


def test_the_state_of_a_round_that_tells_of_a_hidden_player_stays_private() -> None:
    ana, bo = people("Ana Example", "Bo Sample")
    lines = [{"id": "P001", "club": "Turm 3"}, {"id": "P002", "club": "Friends"}]
    state: dict[str, object] = {"players": lines}
    for player, told in (
        (ana, False),
        (replace(ana, shown=Shown.INITIAL), False),
        (replace(ana, shown=Shown.HIDDEN), True),
    ):
        assert tells(Event(""), {"P001": player, "P002": bo}, state) is told
    lines[1]["club"] = "Friends of Ana Example"
    assert tells(Event("", names_shown=Shown.INITIAL), {"P001": ana, "P002": bo}, state)
    assert not tells(Event(""), {"P001": ana, "P002": bo}, state)


def with_clubs(**changed: object) -> Hall:
    """Two rounds in which clubs are kept apart, with one of the players changed, or nobody."""
    now = swiss(8, 2)
    apart = replace(now.phases[0], settings={"keep_clubs_apart": True})
    found = [replace(each, club=f"Club {at % 3}") for at, each in enumerate(now.players)]
    found[4] = replace(found[4], **changed)  # type: ignore[arg-type]
    return Hall(replace(now, phases=(apart,), players=tuple(found)))


def of_rounds(hall: Hall) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """What the site has of each round: in snapshot.json, and in rounds.json once all is over."""
    snapshot = snapshot_document(hall.snapshot, public=True)
    rounds = json.loads(json.dumps(rounds_document(hall.snapshot, hall.ledger)))
    assert schema.problems(snapshot, "runner-snapshot/1") == []
    assert not rounds or schema.problems(rounds, "runner-rounds/1") == []
    return snapshot["pairings"], (rounds or {"rounds": []})["rounds"]


@pytest.mark.parametrize("how", [Shown.HIDDEN, Shown.ERASED])
def test_neither_inputs_nor_their_hash_are_public_where_they_tell_of_somebody_hidden(
    how: Shown,
) -> None:
    hall = with_clubs(shown=how)
    page = render(hall.snapshot, {}).files["rounds/R1.html"].decode()
    assert "SHA-256 of the inputs" not in page
    assert "private: only the organiser can draw it again" in page
    ((first, *_), _) = of_rounds(hall)
    assert set(first["drawn_from"]) == {"seed_sha256", "engine"}
    own = snapshot_document(hall.snapshot)["pairings"][0]["drawn_from"]["inputs"]
    assert own not in public_bytes(hall)
    hall.play_round()
    hall.play_round()
    shown_, drawn = of_rounds(hall)
    assert [("state" in each, each.get("withheld")) for each in drawn] == [(False, True)] * 2
    assert ["inputs" in each["drawn_from"] for each in shown_] == [False, False]
    assert "Club 1" not in json.dumps(drawn)
    checked = check(snapshot_document(hall.snapshot, public=True), {"rounds": drawn})
    found = [each for each in checked if each.pairing]
    assert [(each.sound, each.unchecked) for each in found] == [(None, True)] * 2
    assert all("somebody who is not shown): only the organiser" in each.what for each in found)


@pytest.mark.parametrize(
    "changed", [{}, {"shown": Shown.INITIAL}, {"shown": Shown.HIDDEN, "club": ""}]
)
def test_inputs_that_tell_nothing_of_somebody_hidden_are_public_with_their_hash(
    changed: dict[str, object],
) -> None:
    hall = with_clubs(**changed)
    assert "SHA-256 of the inputs" in render(hall.snapshot, {}).files["rounds/R1.html"].decode()
    hall.play_round()
    hall.play_round()
    shown_, drawn = of_rounds(hall)
    for pairing, each in zip(shown_, drawn, strict=True):
        plain = canonical(each["state"]).encode()
        assert pairing["drawn_from"]["inputs"] == sha256(plain).hexdigest()


def test_whoever_is_hidden_later_takes_the_hash_away_of_rounds_that_are_out() -> None:
    hall = with_clubs()
    (first, *_), _ = of_rounds(hall)
    assert "inputs" in first["drawn_from"]
    hidden = replace(hall.event.players[4], shown=Shown.HIDDEN)
    everybody = (*hall.event.players[:4], hidden, *hall.event.players[5:])
    hall.change(players=everybody)
    (first, *_), _ = of_rounds(hall)
    assert "inputs" not in first["drawn_from"]


def test_what_everybody_may_see_is_worked_out_once_for_all_rounds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    hall = with_clubs(shown=Shown.HIDDEN)
    hall.play_round()
    hall.play_round()
    made: list[Event] = []

    def counted(event: Event, *rest: Any) -> Any:
        made.append(event)
        return public(event, *rest)

    public = privacy.public
    monkeypatch.setattr(privacy, "public", counted)
    assert rounds_document(hall.snapshot, hall.ledger)
    assert len(made) == 1


OLD, NEW = "Zora Weißenbach-O'Brien", "Zora Quill"


def renamed() -> Hall:
    """An event of two rounds in which somebody is named in every reason there is, under the name
    of then and of now, and has another since."""
    now = swiss(8, 2)
    day = replace(now.phases[0], name=f"Day of {OLD}", settings={"method": "random"})
    now = replace(now, name=f"The {OLD} Cup", venue=f"Chez {OLD}", phases=(day,))
    now = replace(now, extensions=(TimeExtension(1, 1, 5, f"{OLD} was away"),))
    first = replace(now.players[0], name=OLD)
    hall = Hall(replace(now, players=(first, *now.players[1:])))
    hall.say(RepairRound.KEY, 1, reason=f"{OLD} was late")
    hall.say(Undo.KEY, reason=f"ZORA  WEISSENBACH-O\u2019BRIEN came after all, said {OLD}.")
    hall.silence(RepairRound.KEY, Undo.KEY)
    hall.say(ShuffleSeats.KEY, 1, reason="Weissenbach-O'Brien, Zora asked")
    at, bo = next(
        (each.number, hall.name(each.players[0]))
        for each in hall.snapshot.rounds[-1].tables
        if first.id not in each.players
    )
    hall.cell(f"T{at} A", "-")
    hall.cell(f"T{at} note", f"brother of {OLD}")
    hall.save()
    hall.say(SeatPlayer.KEY, 1, bo, reason=f"in spite of {OLD}")
    assert {"repaired", "undone", "reseated", "overridden"} <= {*hall.kinds()}
    hall.change(players=tuple(replace(each, name=NEW) if each.name == OLD else each
                              for each in hall.event.players))  # fmt: skip
    hall.silence(ShuffleSeats.KEY)
    hall.say(ShuffleSeats.KEY, 1, reason=f"{NEW} (was {OLD}) asked again")
    return hall


def public_bytes(hall: Hall) -> str:
    data = {
        "snapshot": snapshot_document(hall.snapshot, public=True),
        "rounds": rounds_document(hall.snapshot, hall.ledger),
    }
    files = {f"data/{name}.json": json.dumps(each).encode() for name, each in data.items()}
    pages = render(hall.snapshot, files).files
    text = "\n".join(page.decode("utf-8", "replace") for page in pages.values())
    return " ".join(html.unescape(text).casefold().replace("\u2019", "'").split())


@pytest.mark.parametrize("shown_", [Shown.ERASED, Shown.HIDDEN])
def test_a_name_that_somebody_had_before_is_gone_with_the_one_of_now(shown_: Shown) -> None:
    hall = renamed()
    found = public_bytes(hall)
    for name in ("weissenbach", "quill"):
        assert name in found, "so that the search can find anything at all"
    hall.change(players=tuple(replace(each, shown=shown_) if each.name == NEW else each
                              for each in hall.event.players))  # fmt: skip
    hall.play_round()
    hall.play_round()
    found = public_bytes(hall)
    assert "player 1 was late" in found
    for part in ("zora", "weissenbach", "o'brien", "quill"):
        assert part not in found, part
    assert "Weißenbach" in hall.chain().decode()


def test_a_name_that_is_anothers_now_or_of_who_is_shown_in_full_is_left_alone() -> None:
    ana, bo = people("Ana Example", "Bo Sample")
    players = {"P001": replace(ana, shown=Shown.ERASED), "P002": bo}
    known = {"Bo Sample": "P001", "Bea Former": "P001", "Ana Example": "P001", "Sample, Bo": "P001"}
    fit = privacy.public(Event(""), players, known)[2]
    told = fit("Ana Example, Bea Former and Bo Sample")
    assert told == "Player 1, Player 1 and Bo Sample"
    ana, bo = people("Ana Example", "Bo Sample")
    players = {"P001": ana, "P002": replace(bo, shown=Shown.INITIAL)}
    fit = privacy.public(Event(""), players, {"Anna Example": "P001", "Bob Sample": "P002"})[2]
    assert fit("Anna Example met Bob Sample, Bo Sample") == "Anna Example met Bo S., Bo S."


def in_place_of(name: str, text: str) -> str:
    """The text as everybody may read it once the player of that name is erased."""
    (player,) = people(name)
    fit: Callable[[str], str]
    fit = privacy.public(Event(""), {"P001": replace(player, shown=Shown.ERASED)})[2]
    return fit(text)


@pytest.mark.parametrize(("name", "typed"), [
    ("Rosa Weiß", "ROSA WEISS"), ("Rosa Weiss", "Rosa Weiß"),
    ("Sean O'Neil", "Sean O\u2019Neil"),
    ("Sean O\u02bcNeil", "sean o'neil"), ("Zoë Ø", "Zoe\u0308 Ø"), ("Ana Li", "Li, Ana"),
    ("İpek Su", "İPEK SU"), ("Ａｎａ Li", "Ana Li"), ("Ana Li", "A\u200bna  Li"),
    ("Li, Ana", "ana  LI"), ("Li, Ana", "LI, Ana"), ("van der Berg, Jan", "Jan van der Berg"),
    ("Jan van der Berg", "van der Berg, Jan"), ("van der Berg, Jan", "Berg, Jan van der"),
    ("☠☠", "☠☠"), ("José Núñez", "JOSE NUNEZ"), ("José Núñez", "Nuñez,Jose"),
    ("Jose Nunez", "José Núñez"), ("Ana Li", "LI,Ana"), ("Ana Li", "Li Ana"),
    ("Anna-Lena Groß", "Anna Lena Gross"), ("Anna Lena Groß", "Anna-Lena Groß"),
    ("Anna-Lena Groß", "annalena groß"), ("Sean O'Neil", "Sean ONeil"),
    ("Sean O'Neil", "O Neil, Sean"), ("J. R. Smith", "J.R. Smith"), ("J.R. Smith", "JR Smith"),
    ("Jörg Müller", "Joerg Mueller"), ("Łukasz Øster", "lukasz oester"),
    ("Ana Maria Li", "Li Ana-Maria"), ("Ana_Li", "Ana Li"),
    ("Ana Li", "Ana Li's"), ("Ana Li", "Li,Ana\u2019s"),
])  # fmt: skip
def test_a_name_is_found_however_it_is_spelled_as_names_are_compared(name: str, typed: str) -> None:
    kept = "" if typed[-2:] not in ("'s", "\u2019s") else typed[-2:]
    assert in_place_of(name, f"ask {typed}, please") == f"ask Player 1{kept}, please"


def test_a_comma_at_an_end_is_no_part_of_a_name() -> None:
    assert in_place_of(", Ana", "ask , Ana, please") == "ask , Player 1, please"
    assert in_place_of("Ana,", "ask ANA,, please") == "ask Player 1,, please"


def test_who_is_shown_in_full_keeps_the_name_beside_a_hidden_one_like_it_or_within_it() -> None:
    plain, accents = people("Jose Garcia", "José García")
    players = {"P001": plain, "P002": replace(accents, shown=Shown.HIDDEN)}
    fit = privacy.public(Event(""), players)[2]
    assert fit("Jose Garcia beat José García, GARCÍA José") == (
        "Jose Garcia beat Player 2, Player 2"
    )
    ana, sample = people("Ana Maria", "Maria Sample")
    players = {"P001": ana, "P002": replace(sample, shown=Shown.HIDDEN)}
    assert privacy.public(Event(""), players)[2]("Ana Maria Sample") == "Ana Player 2"


def test_whoever_is_shown_in_full_keeps_a_name_that_a_hidden_one_is_part_of() -> None:
    ana, longer, maria, bo = people("Ana Maria", "Ana Maria Example", "Maria Sample", "Bo Trial")
    hidden = (replace(each, shown=Shown.HIDDEN) for each in (ana, maria))
    players = {each.id: each for each in (*hidden, longer, bo)}
    fit = privacy.public(Event(""), players)[2]
    assert fit("Ana Maria Example came late, Ana Maria did not") == (
        "Ana Maria Example came late, Player 1 did not"
    )
    assert fit("EXAMPLE, Ana Maria; Maria, Ana") == "EXAMPLE, Ana Maria; Player 1"
    assert fit("Ana Maria Sample") == "Player 1 Sample"
    assert fit("Bo Trial and Maria Sample") == "Bo Trial and Player 3"
    shy = {**players, "P002": replace(longer, shown=Shown.ERASED)}
    assert privacy.public(Event(""), shy)[2]("Ana Maria Example, Ana Maria") == "Player 2, Player 1"
