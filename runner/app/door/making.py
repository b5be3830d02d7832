"""A new event, from what was typed into the form."""

from datetime import date
from typing import NamedTuple

from runner.app.door import formats
from runner.app.door.commands import run
from runner.app.door.names import free_folder
from runner.app.door.settings import why_not
from runner.app.door.shelf import Shelf
from runner.app.http.forms import Form
from runner.rules import variants

_MOST_ROUNDS = 20
_LEAST_ROOM = 16
CUTS = {"none": 0, "4": 4, "8": 8, "10": 10, "16": 16, "40": 40, "64": 64}
"""The playoffs that can be chosen; anything else is what the rules advise."""
FIELDS = ("name", "date", "venue", "format", "players", "rounds", "cut", "language")


class Made(NamedTuple):
    """The event's folder, or "" and why there is none."""

    folder: str
    words: str


def make(shelf: Shelf, form: Form) -> Made:
    """Make the event's folder and workbook."""
    name = form.text("name", 120)
    chosen = formats.find(form.text("format"))
    players = form.number("players", 1, formats.MOST_PLAYERS)
    if not name:
        return Made("", "Give the event a name.")
    if chosen is None:
        return Made("", "Choose what is played.")
    if _day(form) is None:
        return Made("", "Type the date as 2026-11-21: year, month, day.")
    if players is None:
        return Made("", "Say about how many players you expect, in figures.")
    if why := why_not(shelf.folder):
        return Made("", why)
    root = free_folder(shelf.folder, name)
    said = run(("new", "--door", *_options(form, chosen, name, players), "--", str(root)))
    return Made(str(root) if said.ok else "", said.last)


def _day(form: Form) -> str | None:
    """The date as it goes into the workbook; None where it is none."""
    typed = form.text("date", 20) or date.today().isoformat()
    try:
        return date.fromisoformat(typed).isoformat()
    except ValueError:
        return None


def _options(form: Form, chosen: formats.Format, name: str, players: int) -> list[str]:
    """What `runner new` is told; a value can begin with a hyphen."""
    variant = variants.find(chosen.mode)
    rounds = form.number("rounds", 1, _MOST_ROUNDS) or chosen.rounds
    if variant and variant.circle:
        rounds = 1
    found = formats.advised(chosen, players)
    cut = CUTS.get(form.text("cut"), (found.cut or 0) if found else 0) if chosen.playoff else 0
    told = {
        "name": name, "date": _day(form) or "", "venue": form.text("venue", 120),
        "mode": chosen.mode, "preset": chosen.preset, "rounds": rounds or "", "cut": cut or "",
        "language": form.text("language", 10), "players": max(players, _LEAST_ROOM),
    }  # fmt: skip
    return [f"--{key}={value}" for key, value in told.items() if value != ""]
