"""A new event: the formats to choose from, the advice on rounds, and the workbook from the form."""

import re
import unicodedata
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from runner.app.door.event_index import EventIndex
from runner.app.door.programs import run
from runner.app.door.settings import why_not
from runner.app.door.wording import on_page
from runner.app.http.forms import Form
from runner.core.language import count
from runner.core.phase import Mode, Phase
from runner.rules import limited, variants
from runner.rules.advice import Advice, advice
from runner.rules.ruleset import ruleset

MOST_PLAYERS = 2000
CUTS = {"none": 0, "4": 4, "8": 8, "10": 10, "16": 16, "40": 40, "64": 64}
"""The playoffs that can be chosen; anything else is what the rules advise."""
FIELDS = ("name", "date", "venue", "format", "players", "rounds", "cut", "language")
_MOST_ROUNDS = 20
_LEAST_ROOM = 16
_DRAFT_ROUNDS = 3
_FORBIDDEN = re.compile(r'[<>:"/\\|?*\x00-\x1f\x7f]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?", re.I)
_LONGEST = 120  # bytes of a folder's name; a workbook of that name, and its copies, have to fit
_NAMELESS = "Event"


@dataclass(frozen=True, slots=True)
class Format:
    """One choice: `mode` and `preset` of `runner new`, and whether a playoff can follow. `rounds`
    is the default number of rounds; None for the advised one."""

    key: str
    name: str
    detail: str
    mode: str
    preset: str = ""
    playoff: bool = True
    rounds: int | None = None


@cache
def formats() -> tuple[Format, ...]:
    """Return all formats, the usual ones first."""
    return (
        Format("commander", "Commander", "Pods of four, Swiss rounds", "multiplayer"),
        Format(
            "commander-topdeck", "Commander, points as on TopDeck", "5 points a win, 1 a draw",
            "multiplayer", "topdeck",
        ),
        Format("duel", "Duels, two at a table", "Best of three, Swiss rounds", "head_to_head"),
        *(
            Format(each.key.replace("_", "-"), each.name, each.detail, each.key,
                   playoff=False, rounds=None if each.sealed else _DRAFT_ROUNDS)
            for each in limited.REGISTRY.values()
        ),
        *(
            Format(each.key, each.name, _of(each), each.key, playoff=False)
            for each in variants.REGISTRY.values()
        ),
    )  # fmt: skip


def _of(variant: variants.Variant) -> str:
    if variant.circle:
        return "Everybody at one table, a single game"
    if variant.elimination:
        return f"Teams of {variant.members}, single elimination"
    return f"Teams of {variant.members}" if variant.teams else "Everybody for themselves"


def find(key: str) -> Format | None:
    """Return the format with this key; None where there is none."""
    return next((each for each in formats() if each.key == key), None)


def advised(chosen: Format, players: int) -> Advice | None:
    """Return the advice of the rules for so many players; None where they give none."""
    if chosen.rounds or players < 1:
        return None
    own = limited.REGISTRY.get(chosen.mode)
    variant = variants.find(own.variant if own else chosen.mode)
    mode = own.mode if own else variant.mode if variant else Mode(chosen.mode)
    key = variant.key if variant else ""
    rules, _ = ruleset(Phase(1, "", mode, "swiss", chosen.preset or None, variant=key), {})
    return advice(rules, players)


def in_words(chosen: Format, players: int) -> str:
    """Return the advice as a sentence, or what is usual."""
    if chosen.rounds:
        return f"{chosen.rounds} rounds are usual: in a pod of eight somebody has won all by then."
    variant = variants.find(chosen.mode)
    if variant and variant.elimination and players > 1:
        rounds = (players - 1).bit_length()
        return (
            f"Single elimination: {count(rounds, 'round')} for {count(players, 'team')}. Type a "
            "number of rounds to play Swiss instead."
        )
    hint = advised(chosen, players)
    if hint is None:
        return ""
    if not hint.recommended:
        return "The rules advise nothing here; a single game, or a few rounds, are usual."
    return hint.sentence()


class Made(NamedTuple):
    """The folder of the new event, or "" and the reason why none was made."""

    folder: str
    why: str = ""


def make(index: EventIndex, form: Form) -> Made:
    """Make the folder and the workbook of the event in the form."""
    name = form.text("name", 120)
    chosen = find(form.text("format"))
    players = form.number("players", 1, MOST_PLAYERS)
    checks = (
        (name, "Give the event a name."),
        (chosen, "Choose what is played."),
        (_day(form), "Type the date as 2026-11-21: year, month, day."),
        (players, "Say about how many players you expect, in figures."),
    )
    why = next((text for typed, text in checks if not typed), "") or why_not(index.folder)
    if why or chosen is None or players is None:
        return Made("", why)
    root = free_folder(index.folder, name)
    done = run(("new", "--door", *_options(form, chosen, name, players), "--", str(root)))
    return Made(str(root)) if done.ok else Made("", on_page(*done.reason))


def _day(form: Form) -> str | None:
    """Return the date as the workbook has it; None if it is not a date."""
    typed = form.text("date", 20) or date.today().isoformat()
    try:
        return date.fromisoformat(typed).isoformat()
    except ValueError:
        return None


def _options(form: Form, chosen: Format, name: str, players: int) -> list[str]:
    """Return the options of `runner new`; a value can begin with a hyphen."""
    variant = variants.find(chosen.mode)
    rounds = form.number("rounds", 1, _MOST_ROUNDS) or chosen.rounds
    if variant and variant.circle:
        rounds = 1
    hint = advised(chosen, players)
    cut = CUTS.get(form.text("cut"), (hint.cut or 0) if hint else 0) if chosen.playoff else 0
    options = {
        "name": name, "date": _day(form) or "", "venue": form.text("venue", 120),
        "mode": chosen.mode, "preset": chosen.preset, "rounds": rounds or "", "cut": cut or "",
        "language": form.text("language", 10), "players": max(players, _LEAST_ROOM),
    }  # fmt: skip
    return [f"--{key}={value}" for key, value in options.items() if value != ""]


def folder_name(name: str) -> str:
    """Return a folder's name that every system accepts: "Friday cEDH" for "Friday: cEDH?"."""
    text = unicodedata.normalize("NFC", name).encode("utf-8", "ignore").decode()
    text = _FORBIDDEN.sub(" ", text)
    text = " ".join("".join(each for each in text if each.isprintable()).split()).lstrip(".~$- ")
    while len(text.encode()) > _LONGEST:
        text = text[:-1]
    text = text.rstrip(". ")
    if _RESERVED.fullmatch(text):
        text = f"{text} event" if "." not in text else f"event {text}"
    return text or _NAMELESS


def free_folder(folder: Path, name: str) -> Path:
    """Return the path of a folder for a new event in `folder`, which does not exist yet."""
    first = folder_name(name)
    path, number = folder / first, 1
    while path.exists() or path.is_symlink():
        number += 1
        path = folder / f"{first} {number}"
    return path
