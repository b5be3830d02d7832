"""What is written on a round's sheet together with the names of a pairing."""

from dataclasses import dataclass

from runner.workbook.xlsx.edit import CellChange


@dataclass(frozen=True, slots=True)
class PairingMark:
    """The mark (see `runner.core.rounds`) that a sheet shall have once all names of a pairing are
    on it; `change` is None where the sheet has no room for it."""

    sheet: str
    text: str
    change: CellChange | None
