"""Paper sizes and print options. All lengths are in millimetres."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet in portrait format; `name` is its size in CSS."""

    name: str
    width: float
    height: float

    @property
    def half(self) -> "Paper":
        """Half a sheet, in portrait format again: A5."""
        width, height = self.height / 2, self.width
        return Paper(f"{width:g}mm {height:g}mm", width, height)


A4 = Paper("A4", 210.0, 297.0)
LETTER = Paper("letter", 215.9, 279.4)
PAPERS = {paper.name: paper for paper in (A4, LETTER)}


@dataclass(frozen=True, slots=True)
class OwnLook:
    """An organiser's own design: fonts and colours in `css`, the image as a `data:` URL in
    `logo`."""

    css: str = ""
    logo: str = ""


@dataclass(frozen=True, slots=True)
class PageSetup:
    """Print options. There are up to `most` slips on a sheet; `back` adds a sheet of judge's notes
    after each sheet, so that with duplex printing each note is on the back of its slip. Table cards
    have the `second` language on their backs ("" for the default); `copies` of each are printed,
    and `every` existing card on request. `own` is the organiser's design. Slips have the `codes` of
    tables for results by phone, and `report_at` is the address to which a code is added. Final
    standings have the `fingerprint` of the results, which ties the paper to the site."""

    paper: Paper = A4
    back: bool = False
    most: int = 8
    second: str = ""
    copies: int = 1
    every: bool = False
    own: OwnLook = OwnLook()
    codes: tuple[tuple[int, str], ...] = ()
    report_at: str = ""
    fingerprint: str = ""


ONE_LANGUAGE = "none"
"""As the second language: backs stay empty."""
USUAL = PageSetup()
