"""Documents to be audited, in few words: `event(16, "aBCD EFGH= +Q")` is a table that A has won, a
drawn one, and a bye for Q. A table without a small letter or = is still playing."""

import json
from collections.abc import Sequence
from typing import Any

from runner import api
from runner.audit.audit import audit

Document = dict[str, Any]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΤΥΦΧΨΩ"


def event(players: int | str, *rounds: str, **phase: Any) -> Document:
    """An event of one phase of Swiss. Players are listed in another order than they are seated."""
    names = LETTERS[:players] if isinstance(players, int) else players
    apart = [name for first in range(4) for name in names[first::4]]
    usual = {"mode": "multiplayer", "type": "swiss", "preset": "mamtr", "name": "Swiss"}
    return {
        "format": "runner-event/1",
        "event": {"name": "Friday", "seed": "s", "settings": {}},
        "phases": [{**usual, "rounds": max(1, len(rounds)), "settings": {}, **phase}],
        "players": [{"id": name, "name": f"Player {name}"} for name in apart],
        "rounds": [round_(number, text) for number, text in enumerate(rounds, 1)],
    }


def round_(number: int, text: str, phase: int = 1) -> Document:
    tables, byes = [], []
    for word in text.split():
        if word[0] == "+":
            byes += [*word[1:]]
        else:
            tables.append({"table": len(tables) + 1, "seats": seats(word)})
    return {"phase": phase, "number": number, "tables": tables, "byes": byes, "absent": []}


def seats(word: str) -> list[Document]:
    names, drawn = word.rstrip("="), word[-1] == "="
    over = drawn or names != names.upper()
    return [
        {"player": name.upper(),
         "outcome": ("draw" if drawn else "win" if name.islower() else "loss") if over else None}
        for name in names
    ]  # fmt: skip


def with_standings(document: Document) -> Document:
    """The document with the standings that Runner makes of it."""
    given = {**document, "format": "runner-event/1"}
    return {**document, "standings": api.read(given).results()["standings"]}


def swap(document: Document, at: int, one: str, other: str) -> None:
    """Two players of a round (from 0) change places, results too."""
    for table in document["rounds"][at]["tables"]:
        for seat in table["seats"]:
            name = seat["player"]
            seat["player"] = other if name == one else one if name == other else name


def player(document: Document, name: str) -> Document:
    return next(one for one in document["players"] if one["id"] == name)


def copy(document: Any) -> Any:
    return json.loads(json.dumps(document))


def failing(document: Document) -> set[str]:
    """The questions whose answer is no."""
    return {each.question.id for each in audit(document) if each.wrong}


def asked(document: Document) -> set[str]:
    return {each.question.id for each in audit(document) if each.asked}


def plain(rounds: Sequence[Document]) -> list[Document]:
    """Rounds with ids alone as seats."""
    return [
        {**each, "tables": [
            {**table, "seats": [seat["player"] for seat in table["seats"]]}
            for table in each["tables"]
        ]}
        for each in rounds
    ]  # fmt: skip
