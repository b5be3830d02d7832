"""Consistency of a runner-event/1 document beyond its schema: unknown references, players in two
places, missing rounds, and more than a workbook can hold.

Also values that JSON allows and an event's files cannot hold: half characters, huge numbers and
deep nesting. The search for these is not recursive, so that it handles any depth.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from runner import languages
from runner.core import dates, names, prizes
from runner.core.numbers import exact, plain_fraction
from runner.core.problems import Place, Problem, error

Json = Mapping[str, Any]
_MOST_ROUNDS = 200  # of a whole event
_MOST_ROWS = 50_000  # in all its sheets


def problems(document: Json) -> list[Problem]:
    """Return all inconsistencies of a document that fits the schema."""
    ids = Counter(player["id"] for player in document["players"])
    return [
        *_event(document["event"]),
        *_players(ids),
        *_blank_names(document),
        *_members(document["players"]),
        *_sizes(document),
        *_rounds(document, ids),
        *_missing(document["rounds"]),
        *_drafts(document, ids),
        *(
            wrong(f"penalties[{index}]", f"there is no player “{penalty['player']}”.")
            for index, penalty in enumerate(document.get("penalties", ()))
            if penalty["player"] not in ids
        ),
    ]


def _event(event: Json) -> Iterator[Problem]:
    day, language = event.get("date", ""), event.get("language", "")
    if dates.impossible_day(day):
        yield wrong("event.date", f"“{day}” is not a day of the calendar.")
    if language and not languages.find(language):
        codes = ", ".join(known.code for known in languages.LANGUAGES)
        yield wrong("event.language", f"“{language}” is not one of the languages: {codes}.")
    for line, why in prizes.prizes(event.get("prizes", "")).wrong:
        yield wrong("event.prizes", f"“{line}” {why}.")


def _players(ids: Counter[str]) -> Iterator[Problem]:
    for id_ in _twice(ids):
        yield wrong("players", f"the id “{id_}” occurs twice.")
    for id_ in ids:
        if names.clean(id_) != id_:
            why = f"the id “{id_}” begins or ends with spaces or signs that do not show."
            yield wrong("players", why)


def _blank_names(document: Json) -> Iterator[Problem]:
    """Yield problems of names that consist of spaces and invisible characters."""
    named = [("event.name", document["event"]["name"])]
    for part in ("phases", "players"):
        for at, each in enumerate(document[part]):
            named.append((f"{part}[{at}].name", each.get("name", "")))
            for key in ("members", "substitutes"):
                named += [(f"{part}[{at}].{key}", name) for name in each.get(key, ())]
    for path, name in named:
        if name and not names.clean(name).strip("\u2800"):  # a blank of Braille
            yield wrong(path, "the name consists of spaces, or of signs that do not show.")


def _members(players: Sequence[Json]) -> Iterator[Problem]:
    """Yield problems of people who are in two teams, twice in one, or also players of their own."""
    rows = {names.key(player["name"]): player["id"] for player in players}
    people = Counter(names.key(name) for player in players for name in player.get("members", ()))
    for player in players:
        for name in player.get("members", ()):
            if people[names.key(name)] > 1:
                yield wrong("players", f"“{name}” is a member twice.")
            elif rows.get(names.key(name), player["id"]) != player["id"]:
                yield wrong("players", f"“{name}” is a member of a team and a player as well.")


def _sizes(document: Json) -> Iterator[Problem]:
    """Yield problems of more rounds or tables than fit into one workbook."""
    phases = enumerate(document["phases"], 1)
    planned = Counter({number: phase.get("rounds", 1) for number, phase in phases})
    for round_ in document["rounds"]:
        planned[round_["phase"]] = max(planned[round_["phase"]], round_["number"])
    rounds = planned.total()
    if rounds > _MOST_ROUNDS:
        yield wrong("phases", f"all together have {rounds} rounds; {_MOST_ROUNDS} are possible.")
    largest = max((len(round_["tables"]) for round_ in document["rounds"]), default=0)
    if rounds * max(largest, len(document["players"]) // 2) > _MOST_ROWS:
        yield wrong("players", f"{len(document['players'])} are too many for {rounds} rounds.")


def _drafts(document: Json, ids: Counter[str]) -> Iterator[Problem]:
    for number, phase in enumerate(document["phases"], 1):
        pods = phase.get("draft_pods", ())
        where = f"the draft of phase {number}"
        for pod in _twice(Counter(pod["pod"] for pod in pods)):
            yield wrong(where, f"pod {pod} occurs twice.")
        seated = Counter(player for pod in pods for player in pod["seats"])
        for player in _twice(seated):
            yield wrong(where, f"“{player}” sits in it twice.")
        for player in seated:
            if player not in ids:
                yield wrong(where, f"“{player}” is not one of the players.")


def _rounds(document: Json, ids: Counter[str]) -> Iterator[Problem]:
    rounds = Counter((round_["phase"], round_["number"]) for round_ in document["rounds"])
    for phase, number in _twice(rounds):
        yield wrong("rounds", f"round {number} of phase {phase} occurs twice.")
    for index, round_ in enumerate(document["rounds"]):
        where = f"rounds[{index}]"
        if round_["phase"] > len(document["phases"]):
            yield wrong(where, f"there is no phase {round_['phase']}.")
        yield from _round(where, round_, ids)


def _missing(rounds: Sequence[Json]) -> Iterator[Problem]:
    """Yield problems of missing earlier rounds, and of phases without rounds before later ones."""
    played = {(round_["phase"], round_["number"]) for round_ in rounds}
    phases = {phase for phase, _ in played}
    for index, (phase, number) in enumerate((each["phase"], each["number"]) for each in rounds):
        if number > 1 and (phase, number - 1) not in played:
            why = f"there is a round {number} of phase {phase}, and no round {number - 1}."
            yield wrong(f"rounds[{index}].number", why)
        if number == 1 and phase > 1 and phase - 1 not in phases:
            why = f"there are rounds of phase {phase}, and none of phase {phase - 1}."
            yield wrong(f"rounds[{index}].phase", why)


def _round(where: str, document: Json, ids: Counter[str]) -> Iterator[Problem]:
    seats = [seat for table in document["tables"] for seat in table["seats"]]
    present = Counter(seat["player"] for seat in seats)
    present.update([*document.get("byes", ()), *document.get("absent", ())])
    tables = Counter(table["table"] for table in document["tables"])
    for id_ in present:
        if id_ not in ids:
            yield wrong(where, f"there is no player “{id_}”.")
    for id_ in _twice(present):
        yield wrong(where, f"player “{id_}” is in two places.")
    for number in _twice(tables):
        yield wrong(where, f"table {number} occurs twice.")
    for table in document["tables"]:
        by_points = [seat.get("outcome") == "points" for seat in table["seats"]]
        if any(by_points) and not all(by_points) and not table.get("out"):
            yield wrong(where, f"table {table['table']} gives points to some seats only.")
        yield from _out(f"{where}, table {table['table']}", table)
    for seat in seats:
        if "points" in seat and not _sensible(seat["points"]):
            yield wrong(where, f"“{seat['points']}” is not a number of points that can be typed.")


def _out(where: str, table: Json) -> Iterator[Problem]:
    """Yield problems of players who go out without being at the table, or go out twice."""
    there = {seat["player"] for seat in table["seats"]}
    out = Counter(player for group in table.get("out", ()) for player in group)
    for player in out:
        if player not in there:
            yield wrong(where, f"“{player}” goes out, but does not sit there.")
    for player in _twice(out):
        yield wrong(where, f"“{player}” goes out twice.")


def _sensible(points: Any) -> bool:
    try:
        return plain_fraction(exact(points))
    except ValueError:
        return False


def _twice(counted: Counter[Any]) -> list[Any]:
    return [key for key, count in counted.items() if count > 1]


_HALF = re.compile("[\ud800-\udfff]")
_MOST = 12  # problems that are reported
_DEEPEST = 20  # levels; the format itself has eight
_LARGEST = 10**15  # spreadsheets and other programs do not keep larger whole numbers exactly


class _At(NamedTuple):
    """A value in the document: its path, and its depth."""

    where: str
    value: Any
    depth: int


def wrong(where: str, message: str) -> Problem:
    """Return the problem of a value of the document."""
    return error(
        "document.value-unusable",
        Place(),
        f"In {where}: {message}",
        "Correct the document and import it again.",
    )


def unkept(document: Any) -> list[Problem]:
    """Return problems of the first values that cannot be kept."""
    return list(islice(_unkept(document), _MOST))


def _unkept(document: Any) -> Iterator[Problem]:
    waiting = [_At("the document", document, 0)]
    while waiting:
        at = waiting.pop()
        why = _why_not(at.value) if at.depth <= _DEEPEST else "the values are nested too deeply."
        if why:
            yield wrong(at.where.replace("the document.", "").replace("'", "")[:200], why)
        if at.depth <= _DEEPEST:
            waiting += _inside(at)


def _inside(at: _At) -> Iterator[_At]:
    where, value, depth = at
    if isinstance(value, Mapping):
        for key, part in value.items():
            yield _At(f"{where}.{key!a}", part, depth + 1)
            yield _At(f"the name of {where}.{key!a}", key, depth + 1)
    elif isinstance(value, list):
        for index, part in enumerate(value):
            yield _At(f"{where}[{index}]", part, depth + 1)


def _why_not(value: Any) -> str:
    """Return why a value cannot be kept; "" if it can."""
    if isinstance(value, str) and _HALF.search(value):
        return f"{value[:60]!a} holds half a character, which cannot be written."
    if isinstance(value, float) and not math.isfinite(value):
        return "the number is infinite."
    if isinstance(value, int | float) and abs(value) > _LARGEST:
        return "the number is larger than any that is kept exactly."
    return ""


def whole(document: Any) -> Any:
    """Return the document with 3.0 as 3, as JSON does not distinguish them."""
    if isinstance(document, Mapping):
        return {key: whole(value) for key, value in document.items()}
    if isinstance(document, list):
        return [whole(value) for value in document]
    if isinstance(document, float) and document.is_integer():
        return int(document)
    return document
