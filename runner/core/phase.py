"""A phase of an event, as its line in the Phases sheet describes it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from runner.core.language import _
from runner.core.problems import Place
from runner.core.sheet_line import SheetLine

SettingValue = int | float | str | bool | list[int | float | str] | None

StageNames = Mapping[int, tuple[str, str, int]]
"""The names of rounds that are stages of a playoff, by round: the name and a short one, both to be
translated, and their number."""


class Mode(StrEnum):
    """How many sit at a table: two, a pod of three to five, or a draft pod (docs/rules.md 1)."""

    HEAD_TO_HEAD = "head_to_head"
    MULTIPLAYER = "multiplayer"
    DRAFT = "draft"


SEALED, ROCHESTER = "sealed", "rochester"
"""How the decks of a phase are made, if its mode does not determine it."""


@dataclass(frozen=True, slots=True)
class Phase(SheetLine):
    """One line of the Phases sheet. None means that the preset or the advice decides.

    `untyped`: the Type cell is empty, and `type` is the default. `drafted`: its pods play with
    decks from a booster draft (a Commander draft). `limited` is another way of making decks:
    "sealed", "rochester", or "". `variant` is the key of the variant played at its tables
    (`runner/rules/variants`), or "" for the usual play of its mode. `places` has the cell of each
    column, those of settings by the setting's name. `stages` are what players call the rounds of a
    playoff, if not by their numbers: ("Round of {n}", "R{n}", 16).
    """

    number: int
    name: str
    mode: Mode
    type: str
    preset: str | None = None
    rounds: int | None = None
    pod_size: int | None = None
    cut: int | None = None
    settings: Mapping[str, SettingValue] = field(default_factory=dict)
    place: Place = Place()
    untyped: bool = False
    drafted: bool = False
    limited: str = ""
    variant: str = ""
    places: Mapping[str, Place] = field(default_factory=dict, compare=False)
    stages: StageNames = field(default_factory=dict, compare=False)

    @property
    def drafts(self) -> bool:
        """Whether it begins with a booster draft, whatever is played with the decks."""
        return self.drafted or self.mode is Mode.DRAFT

    @property
    def sealed(self) -> bool:
        """Whether it begins with sealed pools, from which decks are registered and built."""
        return self.limited == SEALED

    def stage(self, number: int, *, short: bool = False) -> str:
        """Return the name of a round that is a stage of a playoff, "Semifinals" or in short "SF";
        "" for other rounds."""
        long, abbreviated, of = self.stages.get(number, ("", "", 0))
        text = abbreviated if short else long
        return _(text, n=of, number=of) if text else ""

    def title(self, number: int, planned: int | None = None) -> str:
        """Return what players call one of its rounds: "Round 3" in the first phase, "Top 16, round
        1" in later ones, or its stage; with a number of `planned` rounds "Round 3 of 5". The name
        of its sheet is `RoundId.sheet`."""
        if stage := self.stage(number):
            return stage
        if self.number == 1:
            if planned:
                return _("Round {number} of {total}", number=number, total=planned)
            return _("Round {number}", number=number)
        if planned:
            return _("{phase}, round {number} of {total}", phase=self.name, number=number,
                total=planned)  # fmt: skip
        # Note: {phase} is the name of a phase of the event: “Top 16, round 1”.
        return _("{phase}, round {number}", phase=self.name, number=number)

    def title_parts(self, number: int, planned: int | None = None) -> tuple[str, str]:
        """Return the title as a large text and a small one: "Round 3", "of 5"; "Top 16", "round
        1"; "Final", ""."""
        if stage := self.stage(number):
            return stage, ""
        if self.number == 1:
            # Note: {total} rounds; stands small behind “Round 3”.
            of = _("of {total}", total=planned) if planned else ""
            return _("Round {number}", number=number), of
        if planned:
            return self.name, _("round {number} of {total}", number=number, total=planned)
        return self.name, _("round {number}", number=number)

    def called(self, number: int) -> str:
        """Return the title for use inside a sentence: "round 3", "Top 16, round 1"."""
        if self.number > 1 or number in self.stages:
            return self.title(number)
        # Note: inside a sentence: “enters in round 3”.
        return _("round {number}", number=number)
