"""Formats in which decks are made on the day: sealed decks and drafts, for players and teams.

A format is data: the properties of its phases, the settings it uses instead of the preset's, and
how cards are picked (docs/rules.md 7; MTR Appendix B). `runner/rules/limits.py` has the seconds of
each pick.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from runner.core.phase import ROCHESTER, SEALED, Mode, Phase, SettingValue
from runner.rules.variants import TRIOS, TWO_HEADED_GIANT


class Picks(StrEnum):
    """How cards are picked: one or two at a time from a pack that is passed, two at a time by a
    team of two, or one at a time from a pack that lies open on the table."""

    ONE = "one"
    TWO = "two"
    TEAM = "team"
    ROCHESTER = "rochester"


@dataclass(frozen=True, slots=True)
class Limited:
    """A choice under Mode. `drafted` and `limited` are those of its phases, `detail` describes it
    briefly."""

    key: str
    name: str
    mode: Mode
    detail: str
    drafted: bool = False
    limited: str = ""
    variant: str = ""
    usual: Mapping[str, SettingValue] = field(default_factory=dict)
    picks: Picks = Picks.ONE
    spellings: tuple[str, ...] = ()

    @property
    def sealed(self) -> bool:
        """Whether decks are built from a pool of cards, without a draft."""
        return self.limited == SEALED


_TEAM_DRAFT: Mapping[str, SettingValue] = {"building_minutes": 40}
_TEAM_SEALED: Mapping[str, SettingValue] = {"registration_minutes": 20, "building_minutes": 60}

REGISTRY: Mapping[str, Limited] = {
    each.key: each
    for each in (
        Limited(
            "draft", "Draft", Mode.DRAFT, "Drafted in pods of eight, then duels",
            spellings=("booster draft",),
        ),
        Limited(
            "commander_draft", "Commander draft", Mode.MULTIPLAYER, "Drafted, then pods of four",
            drafted=True, usual={"draft_pods": "full_tables"}, picks=Picks.TWO,
            spellings=("multiplayer draft",),
        ),
        Limited(
            "rochester_draft", "Rochester draft", Mode.DRAFT,
            "Each pack lies open on the table, then duels",
            limited=ROCHESTER, usual={"building_minutes": 25}, picks=Picks.ROCHESTER,
            spellings=("rochester",),
        ),
        Limited(
            "team_draft", "Team draft", Mode.DRAFT, "Teams of 3 draft together, then play as trios",
            variant=TRIOS.key, usual={**_TEAM_DRAFT, "pairing_scope": "across"},
            spellings=("trios draft", "team booster draft"),
        ),
        Limited(
            "two_headed_giant_draft", "Two-Headed Giant draft", Mode.DRAFT,
            "Teams of 2 draft together, two cards a pick",
            variant=TWO_HEADED_GIANT.key, usual=_TEAM_DRAFT, picks=Picks.TEAM,
            spellings=("2HG draft",),
        ),
        Limited(
            "sealed", "Sealed deck", Mode.HEAD_TO_HEAD, "Registered and built here, then duels",
            limited=SEALED, usual={"registration_minutes": 20, "building_minutes": 30},
            spellings=("sealed", "prerelease"),
        ),
        Limited(
            "team_sealed", "Team sealed", Mode.HEAD_TO_HEAD, "Teams of 3 build three decks, trios",
            limited=SEALED, variant=TRIOS.key, usual=_TEAM_SEALED, spellings=("trios sealed",),
        ),
        Limited(
            "two_headed_giant_sealed", "Two-Headed Giant sealed", Mode.HEAD_TO_HEAD,
            "Teams of 2 build two decks",
            limited=SEALED, variant=TWO_HEADED_GIANT.key, usual=_TEAM_SEALED,
            spellings=("2HG sealed",),
        ),
    )
}  # fmt: skip
"""Every format by its key, in the order of the workbook's dropdown."""


def of_mode(kind: str, mode: Mode) -> str:
    """Return `kind` if it is the `limited` of a format of that mode, else ""."""
    exists = any((each.limited, each.mode) == (kind, mode) for each in REGISTRY.values())
    return kind if exists else ""


def of(phase: Phase) -> Limited | None:
    """Return the format in which a phase's decks are made; None if players bring their decks. A
    draft for a variant without its own format is an ordinary draft."""
    if not (phase.drafts or phase.sealed):
        return None
    alike = [each for each in REGISTRY.values()
             if (each.mode, each.limited) == (phase.mode, phase.limited)]  # fmt: skip
    exact = [each for each in alike if each.variant == phase.variant]
    return next(iter(exact or alike), None)


def picks_of(phase: Phase) -> Picks:
    """Return how cards are picked in the draft of a phase."""
    format_ = of(phase)
    return format_.picks if format_ else Picks.ONE
