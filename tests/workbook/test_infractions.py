from io import BytesIO

from openpyxl import Workbook, load_workbook

from runner.core.event import Penalty
from runner.rules.elimination import INFRACTIONS
from runner.workbook.read.read import read
from tests.support.workbooks import book, with_lines


def offered(loaded: Workbook) -> list[object]:
    sheet = loaded["Penalties"]
    (letters,) = (cell.column_letter for cell in sheet[4] if cell.value == "Infraction")
    (rule,) = (
        each
        for each in sheet.data_validations.dataValidation
        if f"{letters}5" in each.sqref and each.type == "list"
    )
    assert not rule.showErrorMessage, "any other text may be typed"
    ((title, area),) = loaded.defined_names[rule.formula1].destinations
    return [cell.value for (cell,) in loaded[title][area]]


def test_the_policys_infractions_are_offered_by_kind() -> None:
    found = offered(load_workbook(BytesIO(book())))
    assert found == [f"{kind}: {name}" for kind, names in INFRACTIONS.items() for name in names]
    assert found[0] == "Game play error: Missed trigger"
    assert {"Tournament error: Slow play", "Unsporting conduct: Cheating"} < {*found}


def test_one_of_the_list_and_any_other_text_are_kept_as_they_stand() -> None:
    typed = ("Tournament error: Tardiness", "Came late, twice")

    line = {"Round": 1, "Player": "Ana Example", "Penalty": "Warning"}
    data = with_lines("Penalties", *({**line, "Infraction": text} for text in typed))
    event, problems, _ = read(data)
    assert event is not None
    assert not [each for each in problems if each.place.sheet == "Penalties"]
    found: list[Penalty] = [*event.penalties]
    assert [each.infraction for each in found if each.infraction in typed] == [*typed]
