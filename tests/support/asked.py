"""The workbook of an event whose organiser has asked for round 1."""

import io
from functools import cache

import openpyxl

from tests.support.events import planned
from tests.support.folders import new_workbook


@cache
def asked_for_round_1() -> bytes:
    book = openpyxl.load_workbook(io.BytesIO(new_workbook(planned(8, rounds=2))))
    go = next(cell for row in book["Decisions"].iter_rows() for cell in row if cell.value == "Go")
    book["Decisions"].cell(go.row + 1, go.column, "yes")
    saved = io.BytesIO()
    book.save(saved)
    return saved.getvalue()
