"""How a change is put: what there is now first, what there was before after it."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from typing import Any

from runner.core.event import Player, Shown
from runner.workbook.column import label
from runner.workbook.schema import NAMES_SHOWN, SHOWN_AS


def became(new: object, old: object) -> str:
    """ "“Hall 2”, before “Hall 1”"; an empty value is told as nothing."""
    if not _there(old):
        return spoken(new)
    return f"{spoken(new)}, before {spoken(old)}"


def spoken(value: object) -> str:
    """A value as it is told: texts in quotes, yes and no, lists with commas, nothing."""
    if not _there(value):
        return "nothing"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f"“{value}”"
    if isinstance(value, list | tuple):
        return "“" + ", ".join(map(str, value)) + "”"
    return str(value)


def _there(value: object) -> bool:
    """Whether there is a value; no and 0 are."""
    return value is not None and value != "" and value != () and value != []


def differences(new: Any, old: Any, but: Collection[str]) -> Iterator[tuple[str, Any, Any]]:
    """The fields in which two things of a kind differ, but for those: name, value, value before."""
    for field in fields(new):
        has, had = getattr(new, field.name), getattr(old, field.name)
        if field.name not in but and has != had:
            yield field.name, has, had


def table_changes(new: Mapping[str, object], old: Mapping[str, object]) -> list[tuple[str, str]]:
    """For each key whose value differs the key and how it became so, in the order of the keys."""
    return [
        (key, became(new.get(key), old.get(key)))
        for key in sorted({*new, *old})
        if new.get(key) != old.get(key)
    ]


def heading(field: str) -> str:
    """A field's name as people read it: "keep_apart" is "keep apart"."""
    return field.replace("_", " ")


def names_shown(everybody: Shown) -> str:
    """How the names of all are shown, as the Event sheet has it."""
    return label(everybody, NAMES_SHOWN).lower()


def shown_as(player: Player) -> str:
    """What stands under “Shown as” for a player; "" where nothing does."""
    return player.handle if player.shown is None else label(player.shown, SHOWN_AS)
