"""Import and export of event documents, and the differences that are kept for them."""

import json
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from runner.app.event_folder import EventFolder
from runner.app.import_event import plan_for
from runner.app.load import Loaded
from runner.compute.compute import compute
from runner.core import names
from runner.core.event import Event, Penalty
from runner.core.phase import Mode
from runner.core.player import Shown
from runner.interchange import schema
from runner.interchange.event_in import event_from
from runner.interchange.event_out import event_document, plain_document
from runner.interchange.form import differences, restored
from runner.ledger.ledger import Ledger
from runner.workbook.read.read import read
from runner.workbook.template.template import template
from tests.support.commands import ran, run
from tests.support.events import event, phase, planned, published, typed
from tests.support.folders import data_of, event_folder, opened, workbook_of
from tests.support.hall import Hall
from tests.support.teams import team_event

scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=5)
documents = st.recursive(scalars, lambda inner: (
    st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=4)
), max_leaves=12)  # fmt: skip


@pytest.mark.thorough
@given(documents, documents)
def test_what_differs_can_always_be_put_back(exported: Any, document: Any) -> None:
    one, other = {"it": exported}, {"it": document}
    assert restored(one, differences(one, other)) == other


@pytest.mark.thorough
@given(documents)
def test_equal_documents_differ_in_nothing(document: Any) -> None:
    assert differences(document, document) == []


def test_a_value_that_was_changed_since_is_left_alone() -> None:
    kept = differences({"name": "Ana Example", "club": ""}, {"name": "Ana  Example"})
    assert restored({"name": "Anna Example", "club": "X"}, kept) == {
        "name": "Anna Example",
        "club": "X",
    }


SMALL: dict[str, Any] = {
    "format": "runner-event/1",
    "event": {"name": "Friday", "seed": "s", "date": "2026-11-21", "settings": {}},
    "phases": [{"name": "Swiss", "mode": "head_to_head", "type": "swiss", "rounds": 1}],
    "players": [
        {"id": "P001", "name": "Ana Example", "club": "Turm", "extra": {"Deck": "Tymna"}},
        {"id": "P002", "name": "Bo Sample"},
    ],
    "rounds": [
        {"phase": 1, "number": 1, "byes": [], "absent": [], "tables": [
            {"table": 1, "seats": [{"player": "P001", "games_won": 2},
                                   {"player": "P002", "games_won": 0}], "games_drawn": 0}]}
    ],
    "penalties": [{"round": 1, "player": "P001", "infraction": "Late", "penalty": "Warning"}],
}  # fmt: skip
HALVES = ("\ud800", "Ana \udc00 Example", "\udfff\ud800", "{\ud800}")
NASTY = (
    "Ana\x00B", "\x00", "\x1b[31mAna", "Ana\rB", "Ana\nB", "\u2028Ana", "Ana\u202eB", "\x85Ana",
    "\ufffe", "\uffff x", "\x7f", "_x0041_", "{}", "", " ", "\u200b", "=1+1", "e" + "\u0301" * 50,
)  # fmt: skip


def instead(*path: str | int) -> Callable[[Any], dict[str, Any]]:
    def put(text: Any) -> dict[str, Any]:
        document = deepcopy(SMALL)
        parent: Any = document
        for step in path[:-1]:
            parent = parent[step]
        parent[path[-1]] = text
        return document

    return put


def as_key(*path: str | int) -> Callable[[str], dict[str, Any]]:
    return lambda text: instead(*path)({text: "Tymna"})


PLACES: dict[str, Callable[[str], dict[str, Any]]] = {
    "players[0].name": instead("players", 0, "name"),
    "players[0].club": instead("players", 0, "club"),
    "players[0].extra.Deck": instead("players", 0, "extra", "Deck"),
    "the name of players[0].extra": as_key("players", 0, "extra"),
    "players[0].id": lambda text: json.loads(
        json.dumps(SMALL).replace(json.dumps("P001"), json.dumps(text))
    ),
    "event.name": instead("event", "name"),
    "event.seed": instead("event", "seed"),
    "event.date": instead("event", "date"),
    "the name of event.settings": as_key("event", "settings"),
    "phases[0].name": instead("phases", 0, "name"),
    "phases[0].type": instead("phases", 0, "type"),
    "phases[0].preset": instead("phases", 0, "preset"),
    "penalties[0].infraction": instead("penalties", 0, "infraction"),
    "penalties[0].penalty": instead("penalties", 0, "penalty"),
    "rounds[0].byes[0]": lambda text: instead("rounds", 0, "byes")([text]),
}


def imported(document: Any, root: Path) -> tuple[int, str]:
    (root / "in.json").write_text(json.dumps(document), encoding="utf-8")
    done = ran("import", root / "in.json", root / "event")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.output


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", HALVES, ids=ascii)
def test_half_a_character_is_a_problem_that_names_its_place_and_nothing_is_made(
    place: str, text: str, tmp_path: Path
) -> None:
    code, said = imported(PLACES[place](text), tmp_path)
    assert code == 1
    assert f"In {place}" in said
    assert "half a character" in said
    assert ascii(text) in said
    said.encode("utf-8")
    assert not (tmp_path / "event").exists()


def test_a_whole_character_of_two_halves_is_no_problem(tmp_path: Path) -> None:
    assert imported(PLACES["players[0].name"]("\ud83d\ude00 Kai"), tmp_path)[0] == 0


@pytest.mark.thorough
@pytest.mark.parametrize("text", NASTY, ids=ascii)
def test_whatever_else_is_in_a_name_is_cleaned_or_a_problem_and_the_export_gives_it_back(
    text: str, tmp_path: Path
) -> None:
    for at, place in enumerate(("players[0].name", "players[0].extra.Deck", "event.name")):
        root = tmp_path / str(at)
        root.mkdir()
        document = PLACES[place](text)
        code, said = imported(document, root)
        if place.endswith("name") and text and not names.clean(text):
            assert code != 0
            assert place in said
            continue
        assert code == 0, said
        done = ran("export", root / "event")
        assert done.exit_code == 0
        assert json.loads(done.stdout) == document


@pytest.mark.thorough
@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("text", ["Ana\x00B", "\uffff x", "\x1b[31mAna\rB"], ids=ascii)
def test_wherever_it_stands_there_is_an_event_or_a_problem_and_never_a_broken_workbook(
    place: str, text: str, tmp_path: Path
) -> None:
    code, said = imported(PLACES[place](text), tmp_path)
    assert code == 0 or said.strip()
    assert "damaged" not in said


def disqualified(*seats: int, result: str = "", mode: Mode = Mode.HEAD_TO_HEAD) -> Hall:
    """A first round in whose first table players in these seats are disqualified, before a result
    is typed or after; the other tables have one."""
    hall = Hall(event(8, phase(1, mode=mode, rounds=2), automatic=False))
    for table in hall.snapshot.rounds[0].tables:
        text = result if table.number == 1 else "2-0" if mode is Mode.HEAD_TO_HEAD else "A"
        hall.cell(f"T{table.number} result", text)
    names = [hall.names(1)[seat] for seat in seats]
    hall.change(penalties=tuple(Penalty(1, name, "", "Disqualification") for name in names))
    return hall


def first_table(document: dict[str, Any]) -> list[tuple[str | None, int | None]]:
    return [
        (each["outcome"], each.get("games_won"))
        for each in document["rounds"][0]["tables"][0]["seats"]
    ]


@pytest.mark.thorough
@pytest.mark.parametrize(("seats", "told"), [
    ((0,), [("penalty_loss", 0), ("win", 2)]),
    ((1,), [("win", 2), ("penalty_loss", 0)]),
    ((0, 1), [("penalty_loss", 0), ("penalty_loss", 0)]),
    ((1, 0), [("penalty_loss", 0), ("penalty_loss", 0)]),
])  # fmt: skip
def test_a_match_that_nobody_plays_any_more_is_exported_with_what_it_came_to(
    seats: tuple[int, ...], told: list[tuple[str, int]], tmp_path: Path
) -> None:
    hall = disqualified(*seats)
    best_of_three = replace(hall.event.phases[0], settings={"best_of": 3})
    hall.change(phases=(best_of_three,))
    document = plain_document(hall.snapshot)
    assert schema.problems(document, "runner-event/1") == []
    assert first_table(document) == told
    code, said = imported(document, tmp_path)
    assert code == 0, said
    folder = EventFolder(tmp_path / "event")
    loaded = opened(folder)
    assert event_document(loaded.snapshot, loaded.ledger) == document
    assert plain_document(loaded.snapshot)["rounds"] == document["rounds"]
    again = {row.player: row.match_points for row in loaded.snapshot.phases[0].standings[-1].rows}
    before = {row.player: row.match_points for row in hall.snapshot.phases[0].standings[-1].rows}
    assert again == before


@pytest.mark.thorough
@pytest.mark.parametrize(("seats", "drawn", "best_of", "counts"), [
    (("win", "loss"), None, 3, "2-0"), (("win", "loss"), 0, 3, "2-0"),
    (("loss", "win"), 1, 3, "0-2, 1 drawn"), (("win", "loss"), None, 1, "1-0"),
    (("win", "concession"), None, 3, "2-0"), (("draw", "draw"), None, 3, "0-0, 3 drawn"),
    (("draw", "draw"), 1, 3, "0-0, 1 drawn"),
])  # fmt: skip
def test_a_match_of_which_no_games_are_told_counts_as_where_only_the_winner_is_typed(
    seats: tuple[str, str], drawn: int | None, best_of: int, counts: str, tmp_path: Path
) -> None:
    document = deepcopy(SMALL)
    document["phases"][0]["settings"] = {"best_of": best_of}
    document["penalties"] = []
    (table,) = document["rounds"][0]["tables"]
    del table["games_drawn"]
    table |= {} if drawn is None else {"games_drawn": drawn}
    table["seats"] = [
        {"player": f"P00{at}", "outcome": outcome} for at, outcome in enumerate(seats, 1)
    ]
    code, said = imported(document, tmp_path)
    assert code == 0, said
    loaded = opened(EventFolder(tmp_path / "event"))
    (now,) = loaded.snapshot.phases[0].rounds[0].tables
    games = "-".join(str(seat.games_won) for seat in now.seats)
    assert games + (f", {now.games_drawn} drawn" if now.games_drawn else "") == counts
    assert event_document(loaded.snapshot, loaded.ledger) == document
    gw = {row.player: row.tiebreakers["gw"] for row in
          loaded.snapshot.phases[0].standings[-1].rows}  # fmt: skip
    assert (gw["P001"] < gw["P002"]) == (seats[0] == "loss")


def test_a_result_that_was_typed_is_exported_as_it_was_typed() -> None:
    document = plain_document(disqualified(0, result="2-1").snapshot)
    seats = document["rounds"][0]["tables"][0]["seats"]
    assert [each.get("outcome") for each in seats] == [None, None]
    assert [each["games_won"] for each in seats] == [2, 1]


def test_a_pod_from_which_somebody_was_disqualified_plays_on() -> None:
    document = plain_document(disqualified(0, mode=Mode.MULTIPLAYER).snapshot)
    assert first_table(document) == [(None, None)] * 4


# --- how names are shown travels along ------------------------------------------------------------


def shown_otherwise() -> Event:
    """Five players who are shown each in another way, in a round with a result."""
    how: tuple[dict[str, Any], ...] = (
        {"shown": Shown.HIDDEN}, {"shown": Shown.ERASED, "extra": {"Deck": "secret"}},
        {"handle": "Dorado"}, {"shown": Shown.FULL}, {},
    )  # fmt: skip
    now = event(5, phase(rounds=2), decisions=())
    players = [
        replace(each, name=f"{name} Whole-Name", **more)
        for each, name, more in zip(now.players, ("Hy", "Er", "Ha", "Fu", "In"), how, strict=True)
    ]
    return replace(now, players=tuple(players), names_shown=Shown.INITIAL)


@pytest.mark.thorough
def test_who_is_hidden_stays_hidden_on_the_pages_of_an_event_that_was_exported_and_imported(
    tmp_path: Path,
) -> None:
    folder = event_folder(tmp_path / "friday", shown_otherwise())
    run("next", folder.root, "--site", tmp_path / "s1")
    exported = run("export", folder.root)
    assert schema.problems(json.loads(exported), "runner-event/1") == []
    assert "Hy Whole-Name" in exported, "exports are the organiser's own"
    assert "Er Whole" not in exported
    assert "secret" not in exported
    (tmp_path / "friday.json").write_text(exported)
    run("import", tmp_path / "friday.json", tmp_path / "again")
    run("build", tmp_path / "again", "--site", tmp_path / "s2")
    assert json.loads(run("export", tmp_path / "again")) == json.loads(exported)
    for site in ("s1", "s2"):
        pages = [path.read_text() for path in (tmp_path / site).rglob("*.html")]
        assert len(pages) > 10
        assert any("Dorado" in page for page in pages)
        assert any("Fu Whole-Name" in page for page in pages)
        assert any("In W." in page for page in pages)
        for name in ("Hy", "Er", "Ha", "In"):
            assert not any(
                re.search(rf"{name}\s+Whole|Whole-Name,\s+{name}", page) for page in pages
            )


def test_a_document_that_still_names_who_was_erased_is_imported_without_the_name(
    tmp_path: Path,
) -> None:
    document = deepcopy(SMALL)
    document["players"][0] |= {
        "name": "Ana Gone", "shown": "erased", "e-mail": "ana@gone.example", "extra": {"Deck": "d"},
    }  # fmt: skip
    document["event"]["name"] = "GONE,Ana’s cup"
    assert imported(document, tmp_path)[0] == 0
    for path in filter(Path.is_file, (tmp_path / "event").rglob("*")):
        data = path.read_bytes()
        parts = zipfile.ZipFile(path) if data.startswith(b"PK") else None
        texts = [data, *(parts.read(name) for name in parts.namelist())] if parts else [data]
        assert not any(b"gone" in text.lower() for text in texts), path


# --- days and rounds that cannot be ---------------------------------------------------------------


def with_rounds(*rounds: tuple[int, int]) -> dict[str, Any]:
    """The document with two phases, and these rounds of them (phase, number)."""
    document = deepcopy(SMALL)
    document["phases"] = [{**document["phases"][0], "rounds": 3}] * 2
    document["rounds"] = [
        {**document["rounds"][0], "phase": phase, "number": number} for phase, number in rounds
    ]
    return document


@pytest.mark.parametrize(("document", "told"), [
    (instead("event", "date")("2026-13-45"), "In event.date: “2026-13-45” is not a day"),
    (instead("event", "date")("2026-02-30T10:00"), "In event.date: "),
    (instead("event", "date")("2026-2-30"), "In event.date: "),
    (instead("event", "language")("Klingon"), "In event.language: “Klingon” is not one of the"),
    (instead("event", "prizes")("x"), "In event.prizes: “x” is no place with a prize."),
    (with_rounds((1, 2)), "In rounds[0].number: there is a round 2 of phase 1, and no round 1"),
    (with_rounds((1, 1), (1, 3)), "In rounds[1].number: there is a round 3"),
    (with_rounds((1, 1), (2, 2)), "In rounds[1].number: there is a round 2 of phase 2"),
    (with_rounds((2, 1)), "In rounds[0].phase: there are rounds of phase 2, and none of phase"),
])  # fmt: skip
def test_what_there_is_not_is_refused_with_its_place(
    document: dict[str, Any], told: str, tmp_path: Path
) -> None:
    code, said = imported(document, tmp_path)
    assert code == 1
    assert told in said
    assert "import it again" in said
    assert not (tmp_path / "event").exists()


@pytest.mark.parametrize("text", ["", "2026-11-21", "2028-02-29", "a Saturday in May", "21.11.26"])
def test_a_day_may_be_told_in_words_and_rounds_may_come_in_any_order(text: str) -> None:
    document = with_rounds((2, 1), (1, 2), (1, 1))
    document["event"]["date"] = text
    assert event_from(document)[1] == []


@pytest.mark.parametrize("typed", ["1: 200 €; 2-4: 50 €", "1:200€;2–4 = 50 €", ""])
def test_prizes_come_out_as_they_went_in(typed: str, tmp_path: Path) -> None:
    document = instead("event", "prizes")(typed)
    code, said = imported(document, tmp_path)
    assert code == 0, said
    assert json.loads(ran("export", tmp_path / "event").stdout)["event"]["prizes"] == typed


@pytest.mark.parametrize("blank", [" ", "\u3000 ", "\u200b", "\t\n", "\u2800"])
@pytest.mark.parametrize("where", ["event", "phases", "players"])
def test_a_name_of_spaces_is_a_problem_with_its_place(where: str, blank: str) -> None:
    document = deepcopy(dict(plain_document(published(planned(4))[0])))
    named = document[where] if where == "event" else document[where][0]
    named["name"] = blank
    imported, problems = event_from(document)
    assert imported is None
    place = "event.name" if where == "event" else f"{where}[0].name"
    assert any(place in str(each) and "spaces" in str(each) for each in problems), problems


@pytest.mark.parametrize("given", ["small_pods_low", "small_pods_last"])
def test_a_setting_may_have_either_of_its_names(given: str, tmp_path: Path) -> None:
    document = instead("phases", 0, "settings")({given: False})
    code, output = imported(document, tmp_path)
    assert code == 0, output
    assert opened(EventFolder(tmp_path / "event")).event.phases[0].settings == {
        "small_pods_last": False
    }
    done = ran("export", tmp_path / "event")
    assert json.loads(done.stdout)["phases"][0]["settings"] == {given: False}


# --- teams ----------------------------------------------------------------------------------------


def team_document() -> dict[str, Any]:
    """Two rounds of Two-Headed Giant, as another program may tell of them."""
    now = team_event(4, "two_headed_giant", rounds=2)
    snapshot, ledger = published(now)
    now = typed(now, snapshot)
    snapshot, ledger = published(now, ledger)
    made: dict[str, Any] = json.loads(json.dumps(event_document(snapshot, ledger)))
    made["players"][0]["substitutes"] = ["Cy Cook", "Di Dune"]
    return made


def test_what_goes_in_comes_out() -> None:
    wanted = team_document()
    imported, problems = event_from(wanted)
    assert imported is not None, problems
    ledger = Ledger().extended(imported.entries)[0]
    event, told, _ = read(template(plan_for(imported.event, 4)))
    assert event is not None
    assert not [problem for problem in told if problem.fatal]
    out = event_document(compute(event, ledger), ledger)
    assert out == wanted
    assert [player["members"] for player in out["players"]] == [
        list(player.members) for player in team_event(4, "two_headed_giant").players
    ]


@pytest.mark.parametrize(("change", "said"), [
    ({"members": ["Ana Example", "ana example"]}, "is a member twice"),
    ({"members": ["Blue Foxes"]}, "is a member of a team and a player as well"),
    ({"members": ["A", "B", "C", "D", "E", "F"]}, "members"),
    ({"members": "Ana"}, "members"),
    ({"substitutes": [1]}, "substitutes"),
])  # fmt: skip
def test_what_does_not_go_together_is_refused(change: dict[str, Any], said: str) -> None:
    wanted = team_document()
    wanted["players"][0] |= change
    imported, problems = event_from(wanted)
    assert imported is None
    assert any(said in str(problem) for problem in problems), problems


# --- results by order -----------------------------------------------------------------------------


MELEE = ("C", "F", "A", "G", "B", "D")
POINTS = {"A": 0, "B": 1, "C": 0, "D": 0, "E": 6, "F": 0, "G": 1}
Seats = Sequence[Mapping[str, object]]


def table(number: int, seats: Seats, *out: str) -> dict[str, Any]:
    said = {"out": [list(group) for group in out]} if out else {}
    return {"table": number, "seats": list(seats), "games_drawn": 0} | said


def melee(**other: object) -> list[dict[str, object]]:
    """Seven seats of a Melee that E has won, some of them otherwise."""
    return [
        {"player": each, "outcome": "win" if each == "E" else "points",
         "games_won": 1 if each == "E" else 0, "points": points}
        if other.get(each, each) == each
        else {"player": each, "outcome": other[each], "games_won": 0}
        for each, points in POINTS.items()
    ]  # fmt: skip


def playing(seats: str) -> list[dict[str, object]]:
    return [{"player": each, "outcome": None} for each in seats]


def won(seats: str, winner: str) -> list[dict[str, object]]:
    return [
        {"player": each, "outcome": "win" if each == winner else "loss",
         "games_won": int(each == winner)}
        for each in seats
    ]  # fmt: skip


def melee_document(variant: str, *tables: dict[str, Any]) -> dict[str, Any]:
    ids = [seat["player"] for each in tables for seat in each["seats"]]
    return {
        "format": "runner-event/1",
        "event": {"name": "Friday", "date": "2026-11-21", "enforcement": "regular", "seed": "s",
                  "settings": {}},
        "phases": [{"name": "Melee", "mode": "multiplayer", "type": "swiss", "variant": variant,
                    "rounds": 1, "settings": {}}],
        "players": [
            {"id": each, "name": f"Player {each * 3}", "club": "", "enters": 1,
             "drops_after": None, "returns": None, "awarded_byes": 0, "fixed_table": None,
             "extra": {}}
            for each in ids
        ],
        "rounds": [{"phase": 1, "number": 1, "tables": list(tables), "byes": [], "absent": []}],
        "penalties": [],
    }  # fmt: skip


def taken_in(what: Any, root: Path) -> Loaded:
    (root / "in.json").write_text(json.dumps(what), encoding="utf-8")
    run("import", root / "in.json", root / "event")
    return opened(EventFolder(root / "event"))


DOCUMENTS = {
    "a melee": melee_document("melee", table(1, melee(), *MELEE)),
    "a melee with a penalty": melee_document("melee", table(1, melee(B="penalty_loss"), *MELEE)),
    "a melee under way": melee_document("melee", table(1, playing("ABCDEFG"), "C", "FA")),
    "nobody is out yet": melee_document("melee", table(1, playing("ABCDEFG"))),
    "a free-for-all": melee_document("free_for_all", table(1, won("ABCD", "B"), "C", "AD")),
    "a winner and no order": melee_document("free_for_all", table(1, won("ABCD", "B"))),
}


@pytest.mark.thorough
@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_with_an_order_is_exported_as_it_was(name: str, tmp_path: Path) -> None:
    loaded = taken_in(DOCUMENTS[name], tmp_path)
    assert event_document(loaded.snapshot, loaded.ledger) == DOCUMENTS[name]
    assert not loaded.snapshot.entries


def test_a_melee_that_was_imported_has_its_points(tmp_path: Path) -> None:
    loaded = taken_in(DOCUMENTS["a melee"], tmp_path)
    rows = loaded.snapshot.phases[0].standings[-1].rows
    assert {row.player: row.match_points for row in rows} == POINTS
    assert rows[0].record.wins == 1


def test_a_melee_under_way_tells_who_is_out_and_records_nothing(tmp_path: Path) -> None:
    loaded = taken_in(DOCUMENTS["a melee under way"], tmp_path)
    now = loaded.snapshot.reported[0].tables[0]
    assert now.out == (("C",), ("F", "A"))
    assert now.still_in == ("B", "D", "E", "G")
    assert not now.finished
    assert not any(loaded.ledger.results.values())


@pytest.mark.parametrize(("wrong", "words"), [
    (
        melee_document("melee", table(1, melee(), *MELEE, "X")),
        "goes out, but does not sit there",
    ),
    (melee_document("melee", table(1, playing("ABCDEFG"), "C", "C")), "goes out twice"),
    (
        melee_document("melee", table(1, playing("ABCDEFG"), *MELEE)),
        "no match can have this result",
    ),
    (melee_document("melee", table(1, won("ABCDEFG", "B"))), "need the order"),
    (melee_document("star", table(1, won("ABCDE", "B"), "A")), "not played by who goes out"),
])  # fmt: skip
def test_an_order_that_cannot_be_is_refused(wrong: Any, words: str) -> None:
    found, problems = event_from(wrong)
    assert found is None
    assert words in " ".join(map(str, problems))


def result_typed(folder: EventFolder, text: str) -> None:
    loaded = load_workbook(BytesIO(data_of(folder)))
    head = {cell.value: cell.column for cell in loaded["Round 1"][4]}
    loaded["Round 1"].cell(5, head["Result"]).value = text
    loaded.save(workbook_of(folder))


def recorded(folder: EventFolder) -> list[tuple[str, object]]:
    snapshot = opened(folder).snapshot
    return [
        (entry.kind.value, entry.data.get("results") or entry.data.get("new"))
        for entry in snapshot.entries
    ]


@pytest.mark.thorough
def test_the_ledger_has_the_order_once_the_game_is_over(tmp_path: Path) -> None:
    taken_in(DOCUMENTS["nobody is out yet"], tmp_path)
    folder = EventFolder(tmp_path / "event")
    result_typed(folder, "Player CCC, f")
    assert recorded(folder) == []
    result_typed(folder, "Player CCC, f, A+g, B, D")
    assert recorded(folder) == [("results", {"1": "C, F, A+G, B, D"})]


@pytest.mark.thorough
def test_another_order_is_a_correction(tmp_path: Path) -> None:
    taken_in(DOCUMENTS["a melee"], tmp_path)
    folder = EventFolder(tmp_path / "event")
    result_typed(folder, "c f a g b d")
    assert recorded(folder) == []
    result_typed(folder, "C, F, A, G, D, B")
    assert recorded(folder) == [("corrected", "C, F, A, G, D, B")]


@pytest.mark.thorough
def test_a_name_typed_in_an_order_goes_with_the_player(tmp_path: Path) -> None:
    taken_in(DOCUMENTS["nobody is out yet"], tmp_path)
    folder = EventFolder(tmp_path / "event")
    result_typed(folder, "C, fff, AAA")
    before = opened(folder).snapshot.reported[0].tables[0].out
    site = tmp_path / "site"
    ran("build", folder.root, "--site", site)
    run("erase", folder.root, "Player FFF", "--site", site, input="y\n")
    again = opened(folder)
    assert again.snapshot.reported[0].tables[0].out == before
    assert again.event.rounds[0].rows[0].result == "C, F, A"
