"""Presets: one dated file each, with the source of every value."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from runner.core.phase import Mode, SettingValue

_SUFFIX = ".toml"
REGULAR, COMPETITIVE = "regular", "competitive"
"""Rules enforcement levels; Competitive is the default."""


@dataclass(frozen=True, slots=True)
class Preset:
    """The rules of one document at a date and rules enforcement level; `label` is its short name in
    the workbook.

    `values` are settings by name; a value may be a formula (see `ruleset.FORMULAS`). `sources` has
    the source of each. `advice` names the table for rounds and cut. `turns_up_to` is the longest
    round, in minutes, that has extra turns; None if all have.
    """

    key: str
    name: str
    label: str
    date: str
    mode: Mode
    scoring: str
    advice: str
    summary: str
    values: Mapping[str, SettingValue]
    sources: Mapping[str, str]
    turns_up_to: int | None = None


@cache
def names() -> tuple[str, ...]:
    """Return the keys of all presets, in alphabetical order."""
    return tuple(
        sorted(
            entry.name.removesuffix(_SUFFIX)
            for entry in files(__package__).iterdir()
            if entry.name.endswith(_SUFFIX)
        )
    )


@cache
def load(key: str, enforcement: str = COMPETITIVE) -> Preset:
    """Return the preset with that key. Raise KeyError if there is none. Values that differ at an
    enforcement level are in its file under the level's name."""
    if key not in names():
        raise KeyError(key)
    document = tomllib.loads((files(__package__) / f"{key}{_SUFFIX}").read_text("utf-8"))
    stated: dict[str, dict[str, Any]] = {**document["values"], **document.get(enforcement, {})}
    return Preset(
        key=key,
        date=str(document["date"]),
        mode=Mode(document["mode"]),
        **{name: document[name] for name in ("name", "label", "scoring", "advice", "summary")},
        values={name: entry["value"] for name, entry in stated.items()},
        sources={name: entry["source"] for name, entry in stated.items()},
        turns_up_to=document.get("turns_up_to"),
    )


def label(key: str) -> str:
    """Return the workbook's name of a preset; the key itself if there is none."""
    return load(key).label if key in names() else key


def default(mode: Mode) -> str:
    """Return the key of the default preset of a mode (docs/rules.md 3)."""
    return "mamtr" if mode is Mode.MULTIPLAYER else "mtr"
