"""The paper that documents are printed on. All lengths are millimetres."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet, upright; `name` is what CSS calls it."""

    name: str
    width: float
    height: float


A4 = Paper("A4", 210.0, 297.0)
LETTER = Paper("letter", 215.9, 279.4)
PAPERS = {paper.name: paper for paper in (A4, LETTER)}


@dataclass(frozen=True, slots=True)
class PageSetup:
    """How to print. Of slips there are `most` to a sheet where so many fit; `back` adds, behind
    each sheet, one for the judge's notes: the same strips, so that double-sided printing puts each
    note behind its own slip."""

    paper: Paper = A4
    back: bool = False
    most: int = 8


USUAL = PageSetup()
