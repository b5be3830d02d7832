"""The paper that documents are printed on. All lengths are millimetres."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet, upright; `name` is what CSS calls it."""

    name: str
    width: float
    height: float

    @property
    def half(self) -> "Paper":
        """Half of it, upright again: A5."""
        width, height = self.height / 2, self.width
        return Paper(f"{width:g}mm {height:g}mm", width, height)


A4 = Paper("A4", 210.0, 297.0)
LETTER = Paper("letter", 215.9, 279.4)
PAPERS = {paper.name: paper for paper in (A4, LETTER)}


@dataclass(frozen=True, slots=True)
class OwnLook:
    """What an organiser's CSS changes: fonts and colours in `css`, the picture as a `data:` address
    in `logo`."""

    css: str = ""
    logo: str = ""


@dataclass(frozen=True, slots=True)
class PageSetup:
    """How to print. Of slips there are `most` to a sheet where so many fit; `back` adds, behind
    each sheet, one for the judge's notes: the same strips, so that double-sided printing puts each
    note behind its own slip. Table cards have the `second` language on their backs, "" for the
    usual one; there are `copies` of each, and `every` card there is where that is wanted. `own` is
    what the organiser wants to look otherwise."""

    paper: Paper = A4
    back: bool = False
    most: int = 8
    second: str = ""
    copies: int = 1
    every: bool = False
    own: OwnLook = OwnLook()


ONE_LANGUAGE = "none"
"""As a second language: backs stay empty."""
USUAL = PageSetup()
