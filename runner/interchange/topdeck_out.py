"""The event as TopDeck's interface for tournaments (version 2) answers for one: information,
standings, rounds.

The keys of its list of tournaments stand beside them, so that readers of either find what they
expect. What it has no key for is left out: games within a match, how a match was lost, points by
place, the rules. `intentionalDraw` is Runner's own: other draws are those of time or of the game.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from runner.compute.snapshot import Snapshot
from runner.core.numbers import plain
from runner.core.player import Player
from runner.core.rounds import Outcome, Round, Table
from runner.interchange.form import filled
from runner.phases.model import PhaseResult
from runner.standings.model import Record, StandingRow

DRAW, BYES = "Draw", "Byes"
"""What stands in place of a winner, and of a table's number."""
_SWISS = frozenset({"swiss", "round_robin"})


def topdeck_document(snapshot: Snapshot) -> dict[str, Any]:
    """Return the event as far as it is played, with the players' public names."""
    public = snapshot.for_players
    people = {key: _person(player) for key, player in public.players.items()}
    pods = any(each.ruleset.pod_size > 2 for each in public.phases)
    head = {
        "name": public.event.name, "game": "Magic: The Gathering", "format": "EDH" if pods else "",
        "startDate": _timestamp(public.event.date),
    }  # fmt: skip
    first, *later = public.phases
    return {
        "TID": public.event.mark or public.event.name,
        "tournamentName": public.event.name,
        **{key: head[key] for key in ("game", "format", "startDate")},
        "swissNum": (first.planned or len(first.rounds)) if first.phase.type in _SWISS else 0,
        "topCut": next((each.phase.cut or len(each.field) for each in later if each.rounds), 0),
        "data": head,
        "standings": _standings(public, people),
        "rounds": [
            {"round": _called(result, round_), "tables": _tables(round_, people)}
            for result in public.phases
            for round_ in result.rounds
        ],
    }


def _timestamp(date: str) -> int:
    """Return the beginning of a day in seconds since 1970, UTC; 0 for none."""
    return int(datetime.fromisoformat(date).replace(tzinfo=UTC).timestamp()) if date else 0


def _person(player: Player) -> dict[str, Any]:
    commanders = [each.strip() for each in player.extra.get("Commander", "").split(" / ")]
    deck = {each: {"id": "", "count": 1} for each in commanders if each}
    return {
        "name": player.name,
        "id": player.id,
        "decklist": player.extra.get("Decklist") or None,
        "deckObj": {"Commanders": deck, "Mainboard": {}} if deck else None,
    }


def _called(result: PhaseResult, round_: Round) -> int | str:
    """Return the number of a Swiss round, or "Top 16" for one of a playoff."""
    if result.phase.type in _SWISS:
        return round_.id.number
    return f"Top {len(round_.byes) + sum(len(table.seats) for table in round_.tables)}"


def _tables(round_: Round, people: Mapping[str, Any]) -> list[dict[str, Any]]:
    byes = {"winner": None, "winner_id": None, "status": "Bye"}
    return [
        *(_table(table, people) for table in round_.tables if table.seats),
        *({"table": BYES, "players": [people[player]], **byes} for player in round_.byes),
    ]


def _table(table: Table, people: Mapping[str, Any]) -> dict[str, Any]:
    won = [seat.player for seat in table.seats if seat.outcome is Outcome.WIN]
    drawn = table.finished and not won
    return {
        "table": table.number,
        "players": [people[player] for player in table.players],
        "winner": people[won[0]]["name"] if won else DRAW if drawn else None,
        "winner_id": won[0] if won else DRAW if drawn else None,
        "status": "Completed" if table.finished else "Active",
        **filled(intentionalDraw=drawn and table.intentional),
    }


def _standings(public: Snapshot, people: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return all players: by their places in the event, or by the latest ranking before these are
    known."""
    swiss = public.phases[0]
    rows = {row.player: row for row in swiss.current.rows} if swiss.current else {}
    later = [each.current for each in public.phases[1:] if each.current]
    bracket = {row.player: row.record for ranking in later for row in ranking.rows}
    places = {place.player: place.first for place in public.final if not place.still_in}
    places = places or {player: row.rank for player, row in rows.items()}
    last = len(people)
    order = sorted(people, key=lambda player: places.get(player, last))
    return [
        {
            "standing": places.get(player, last),
            **people[player],
            **_score(rows.get(player), bracket.get(player, Record())),
        }
        for player in order
    ]


def _score(row: StandingRow | None, bracket: Record) -> dict[str, Any]:
    swiss = row.record if row else Record()
    played = swiss.wins + swiss.draws + swiss.losses
    against = row.tiebreakers.get("omw") if row else None
    return {
        "points": plain(row.match_points) if row else 0,
        "winRate": round(swiss.wins / played, 4) if played else None,
        "opponentWinRate": None if against is None else round(float(against), 4),
        "wins": swiss.wins + bracket.wins,
        "winsSwiss": swiss.wins,
        "winsBracket": bracket.wins,
        "draws": swiss.draws + bracket.draws,
        "losses": swiss.losses + bracket.losses,
        "lossesSwiss": swiss.losses,
        "lossesBracket": bracket.losses,
        "byes": swiss.byes,
    }
