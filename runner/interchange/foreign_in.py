"""Read tournaments of other programs: TopDeck's interface (version 2) and EDH_matchmaker's log.

In: a JSON value. Out: a `runner-event/1` document, which is checked and imported as any other. What
these forms do not say stays open: games within a match, how a match was lost, the rules of TopDeck
events (those of its own preset are taken).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from runner.interchange.event_out import FORMAT
from runner.interchange.topdeck_out import BYES, DRAW

Json = Mapping[str, Any]


def event_of(document: Any) -> Any:
    """Return the document of another program as `runner-event/1`, and any other one as it is.
    Raises ValueError for one that is recognised but damaged."""
    read: Callable[[Any], dict[str, Any]]
    match document:
        case {"format": str(text)} if text.startswith("runner-"):
            return document
        case {"rounds": _, "standings": _} | [{"rounds": _, "standings": _}]:
            name, read = "TopDeck", _topdeck
        case {"rounds": _, "players": _, "config": _}:
            name, read = "EDH_matchmaker", _matchmaker
        case _:
            return document
    try:
        return read(document)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as reason:
        what = f"{type(reason).__name__}: {reason}"
        raise ValueError(f"The document of {name} cannot be read ({what}).") from None


def _played(
    name: str, date: str, swiss: dict[str, Any], people: Sequence[dict[str, Any]],
    rounds: Sequence[dict[str, Any]], planned: int,
) -> dict[str, Any]:  # fmt: skip
    """Return the whole document. `rounds` are in order; those of the playoff have the phase 2.
    `planned` are the Swiss rounds as announced, 0 if unknown."""
    last = [each for each in rounds if each["phase"] == 2]
    of_swiss = [each for each in rounds if each["phase"] == 1]
    pods = any(len(table["seats"]) > 2 for each in rounds for table in each["tables"])
    mode = "multiplayer" if pods else "head_to_head"
    preset = swiss.pop("preset", "topdeck" if mode == "multiplayer" else "mtr")
    rounds_of_swiss = len(of_swiss) if last else max(len(of_swiss), planned, 1)
    phases = [{"name": "Swiss", "mode": mode, "type": "swiss", "preset": preset,
               "rounds": rounds_of_swiss, "settings": {}, **swiss}]  # fmt: skip
    if last:
        cut = sum(1 for _ in _there(last[0]))
        phases.append({"name": f"Top {cut}", "mode": mode, "type": "single_elimination",
                       "preset": preset, "cut": cut, "settings": {}})  # fmt: skip
    for player in people:
        _attend(player, of_swiss)
    return {
        "format": FORMAT,
        "event": {"name": name, "date": date, "enforcement": "competitive", "settings": {}},
        "phases": phases,
        "players": list(people),
        "rounds": list(rounds),
        "penalties": [],
    }


def _there(round_: Json) -> Iterable[str]:
    yield from round_["byes"]
    yield from (seat["player"] for table in round_["tables"] for seat in table["seats"])


def _attend(player: dict[str, Any], rounds: Sequence[dict[str, Any]]) -> None:
    """Work out when a player enters and leaves the Swiss rounds, and is absent in between."""
    at = [number for number, each in enumerate(rounds, 1) if player["id"] in {*_there(each)}]
    if not at:
        player["enters"] = len(rounds) + 1
        return
    player["enters"] = at[0]
    if at[-1] < len(rounds):
        player["drops_after"] = at[-1]
    for number in {*range(at[0], at[-1])} - {*at}:
        rounds[number - 1]["absent"].append(player["id"])


def _table(number: int, players: Sequence[str], won: set[str], lost: set[str]) -> dict[str, Any]:
    """Return a table. Several who have `won` drew; who has `lost` was penalised. Raises ValueError
    for a winner who is not there."""
    for other in sorted(won - {*players}):
        raise ValueError(f"“{other}” has won at table {number} without sitting there")
    best = "draw" if len(won) > 1 else "win"
    outcomes = {
        player: best if player in won else "penalty_loss" if player in lost else "loss"
        for player in players
    }
    seats = [{"player": player, "outcome": outcomes[player] if won else None} for player in players]
    return {"table": number, "seats": seats}


# --- TopDeck ----------------------------------------------------------------------------------


def _topdeck(document: Any) -> dict[str, Any]:
    found: Json = document[0] if isinstance(document, list) else document
    head: Json = {"name": found.get("tournamentName"), **found, **found.get("data", {})}
    people: dict[str, dict[str, Any]] = {}
    seated = (player for each in found["rounds"] for table in each["tables"]
              for player in table["players"])  # fmt: skip
    for each in (*found["standings"], *seated):
        people.setdefault(_id(each), _entrant(each))
    began = head.get("startDate") or 0
    day = datetime.fromtimestamp(began, UTC).date().isoformat() if began else ""
    rounds: list[dict[str, Any]] = []
    for each in found["rounds"]:
        swiss = str(each["round"]).isdecimal()
        phase = 1 if swiss else 2
        number = sum(1 for other in rounds if other["phase"] == phase) + 1
        if swiss and int(each["round"]) != number:
            raise ValueError(f"round {number} is missing")
        rounds.append({"phase": phase, "number": number, **_topdeck_round(each["tables"])})
    planned = int(head.get("swissNum") or 0)
    return _played(str(head.get("name") or "Event"), day, {}, [*people.values()], rounds, planned)


def _id(player: Json) -> str:
    return str(player.get("id") or player["name"])


def _entrant(player: Json) -> dict[str, Any]:
    deck = player.get("deckObj") or {}
    extra = {
        "Commander": " / ".join(deck.get("Commanders") or {}),
        "Decklist": player.get("decklist") or "",
    }
    return {"id": _id(player), "name": player["name"],
            "extra": {key: text for key, text in extra.items() if text}}  # fmt: skip


def _topdeck_round(tables: Iterable[Json]) -> dict[str, Any]:
    made, byes = list[dict[str, Any]](), list[str]()
    for each in tables:
        ids = [_id(player) for player in each["players"]]
        if each["table"] == BYES or each.get("status") == "Bye" or len(ids) == 1:
            byes += ids
            continue
        name = each.get("winner")
        named = [_id(player) for player in each["players"] if player["name"] == name]
        winner = each.get("winner_id") or (named[0] if named else name)
        drawn = DRAW in (winner, name)
        won = {*ids} if drawn else {str(winner)} if winner else set[str]()
        agreed = {"intentional": True} if drawn and each.get("intentionalDraw") else {}
        made.append({**_table(int(each["table"]), ids, won, set()), **agreed})
    return {"tables": made, "byes": byes, "absent": []}


# --- EDH_matchmaker ---------------------------------------------------------------------------


def _matchmaker(log: Json) -> dict[str, Any]:
    config: Json = log["config"]
    points: Json = {**config, **config.get("scoring_params", {})}
    size = max(map(int, config.get("pod_sizes") or [4]))
    swiss: dict[str, Any] = {}
    if 3 <= size <= 5:
        known = [key for key in ("win", "draw", "bye") if f"{key}_points" in points]
        settings = {key: points[f"{key}_points"] for key in known}
        settings["uneven"] = "byes" if config.get("allow_bye") else "small_pods"
        swiss = {"preset": "topdeck", "pod_size": size, "settings": settings}
    people = [
        {"id": each["uid"], "name": each["name"],
         "extra": {"Decklist": each["decklist"]} if each.get("decklist") else {}}
        for each in log["players"]
    ]  # fmt: skip
    rounds: list[dict[str, Any]] = []
    for each in log["rounds"]:
        phase = 2 if each.get("stage") else 1
        number = sum(1 for other in rounds if other["phase"] == phase) + 1
        lost = {*each.get("game_loss", ())}
        tables = [_table(x["table"], x["players"], {*x["result"]}, lost) for x in each["pods"]]
        rounds.append({"phase": phase, "number": number, "tables": tables,
                       "byes": list(each["byes"]), "absent": []})  # fmt: skip
    return _played("Event", "", swiss, people, rounds, int(config.get("n_rounds") or 0))
