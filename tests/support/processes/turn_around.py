"""A decision that exists in this file alone: the seats of a table in the other order. Run as a
program, since a workbook's dropdown comes from the registry as first entered."""

import json
import sys
from dataclasses import replace
from io import BytesIO

from runner.compute.decisions import REGISTRY
from runner.compute.decisions.seats import SeatDecision


class TurnAround(SeatDecision):
    KEY = "turn a table around"
    LABEL = "Turn a table around"
    SPELLINGS = ("turn table",)

    def reseated(self, line, hall, player, day):
        seats = dict(hall.seating.tables)[line.table]
        return hall.seating.with_tables({line.table: seats[::-1]})

    def drawn_again(self, entry, before):
        (change,) = entry.data["changes"]
        was = dict(before.rounds[entry.round].seating.tables)[change["table"]]
        return "turned around, the same", change["new"] == [*was[::-1]]


REGISTRY[TurnAround.KEY] = TurnAround()  # type: ignore[index]


def day() -> dict[str, object]:
    """A round with a table turned and undone: the workbook's offer, what happened, who was told."""
    from openpyxl import load_workbook

    from runner.app.history.as_text import decision
    from runner.app.import_event import plan_for
    from runner.compute.decisions.undo import Undo
    from runner.compute.verify import verify
    from runner.core.event import Decision
    from runner.ledger.words import sentences
    from runner.render.desk.lists import log
    from runner.workbook import column, schema
    from runner.workbook.read.read import read
    from runner.workbook.template.template import template
    from tests.support.hall import R1, Hall, swiss

    hall = Hall(swiss(8, 2))
    asked = Decision(TurnAround.KEY, R1, reason="the fan", table=2)
    now = replace(hall.event, decisions=(*hall.event.decisions, asked))
    book = template(plan_for(now, 8))
    typed = [cell.value for cell in load_workbook(BytesIO(book))["Decisions"]["A"]]
    read_back, problems, _ = read(book)
    assert read_back is not None, problems
    line = read_back.decisions[-1]

    before = hall.names(2)
    hall.change(decisions=read_back.decisions)
    (entry,) = hall.lines("reseated")
    turned = hall.names(2)
    desk = log(hall.snapshot, hall.ledger.entries)
    hall.say(Undo.KEY)
    return {
        "dropdown": [each.label for each in schema.DECISIONS],
        "spelled otherwise": str(column.find_choice("Turn table", schema.DECISIONS)),
        "typed": typed, "read": [line.kind, line.table, line.reason],
        "in the history": decision(line, hall.event), "before": before, "turned": turned,
        "after the undo": hall.names(2), "desk": [each.words for each in desk],
        "round’s page": sentences(entry, hall.name),
        "undone": [each.data["told"] for each in hall.lines("undone")], "kinds": hall.kinds(),
        "verified": [[each.what, each.sound] for each in verify(hall.ledger)],
        "problems": hall.problems,
    }  # fmt: skip


if __name__ == "__main__":
    sys.stdout.write(json.dumps(day()))
