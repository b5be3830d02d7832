"""Write what is public as CSV: players, pairings, results and the latest standings; and pairings
for TopDeck.

The files are UTF-8 with a byte order mark, as spreadsheets assume another encoding without it. A
text that a spreadsheet would take for a formula gets an apostrophe in front.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from io import StringIO
from itertools import chain

from runner.compute.snapshot import Snapshot
from runner.core.formulas import guarded
from runner.core.identifiers import RoundId, seat_letter
from runner.core.numbers import points, rounded
from runner.core.player import Player
from runner.core.results.games import duels_text
from runner.core.rounds import Round, Table
from runner.standings.model import StandingRow

Row = Mapping[str, str]
_PLACES = 6  # of a decimal
_NOW = "round-now"
_BETWEEN = " / "
_BYES = "Byes"  # TopDeck's term


def csv_files(snapshot: Snapshot) -> dict[str, bytes]:
    """Return the public files by name; files without rows have headings."""
    public = snapshot.for_players
    return {
        "players": _file(("player", "name", "club"), _players(public)),
        "pairings": _file(
            ("phase", "round", "table", "seat", "player", "name"), _pairings(public)
        ),
        "results": _file(
            ("phase", "round", "table", "seat", "player", "name", "outcome", "games_won", "points"),
            _results(public),
        ),
        "standings": _file(
            ("phase", "after_round", "group", "rank", "player", "name", "match_points", "wins",
             "losses", "draws", "byes", "dropped"),
            _standings(public),
        ),
        **_round_files(public),
    }  # fmt: skip


def _file(first: Iterable[str], rows: Iterable[Row]) -> bytes:
    """Return the rows as CSV with these headings, followed by headings that only some rows have."""
    lines = list(rows)
    headings = list(dict.fromkeys(chain(first, *lines)))
    written = StringIO(newline="")
    out = csv.writer(written, lineterminator="\r\n")
    out.writerow(guarded(heading) for heading in headings)
    out.writerows([line.get(heading, "") for heading in headings] for line in lines)
    return written.getvalue().encode("utf-8-sig", "replace")


def _named(player: Player) -> Row:
    return {"player": guarded(player.id), "name": guarded(player.name)}


def _players(snapshot: Snapshot) -> Iterator[Row]:
    for player in snapshot.players.values():
        extra = {key: guarded(text) for key, text in player.extra.items() if text}
        own = {key if key not in _OWN else f"{key} (column)": text for key, text in extra.items()}
        people = {"members": guarded("; ".join(player.members))} if player.members else {}
        yield {**_named(player), "club": guarded(player.club), **people, **own}


_OWN = frozenset({"player", "name", "club", "members"})


def _of_round(id_: RoundId) -> Row:
    return {"phase": str(id_.phase), "round": str(id_.number)}


def _seats(table: Table) -> Iterator[Row]:
    for at, seat in enumerate(table.seats):
        yield {"table": str(table.number), "seat": seat_letter(at), "player": seat.player}


def _pairings(snapshot: Snapshot) -> Iterator[Row]:
    named = {key: _named(player) for key, player in snapshot.players.items()}
    for round_ in snapshot.rounds:
        of_round = _of_round(round_.id)
        for row in chain.from_iterable(map(_seats, round_.tables)):
            yield {**of_round, **row, **named[row["player"]]}
        for player in round_.byes:
            yield {**of_round, "table": "bye", **named[player]}


def _round_files(snapshot: Snapshot) -> dict[str, bytes]:
    """Return one file per round, and one of the latest round for lookups in a spreadsheet, which
    has only headings before the first round."""
    files: dict[str, Sequence[Row]] = {}
    latest: Sequence[Row] = ()
    for round_ in snapshot.rounds:
        phase = "" if round_.id.phase == 1 else f"{round_.id.phase}-"
        latest = _tables(round_, snapshot.players)
        files[f"round-{phase}{round_.id.number}"] = latest
    files[_NOW] = latest
    return {name: _file(("table", "players", "seat_a", "seat_b"), files[name]) for name in files}


def _tables(round_: Round, players: Mapping[str, Player]) -> Sequence[Row]:
    """Return one line per table: its number, all names in one cell, and each name in a cell of its
    own."""
    lines = [(str(table.number), table.players) for table in round_.tables if table.seats]
    lines += [("bye", (player,)) for player in round_.byes]
    return [
        {
            "table": number,
            "players": guarded(_BETWEEN.join(players[each].name for each in there)),
            **{
                f"seat_{seat_letter(at).lower()}": guarded(players[each].name)
                for at, each in enumerate(there)
            },
        }
        for number, there in lines
    ]


def _results(snapshot: Snapshot) -> Iterator[Row]:
    """Yield the results so far; none of a phase that keeps them secret."""
    named = {key: _named(player) for key, player in snapshot.players.items()}
    for phase in snapshot.phases:
        for round_ in () if phase.veiled else phase.rounds:
            yield from _of_tables(round_, named)


def _of_tables(round_: Round, named: Mapping[str, Row]) -> Iterator[Row]:
    of_round = _of_round(round_.id)
    for table in round_.tables:
        for row, seat in zip(_seats(table), table.seats, strict=True):
            if seat.outcome is not None:
                yield {
                    **of_round,
                    **row,
                    **named[seat.player],
                    "outcome": seat.outcome.value,
                    "games_won": "" if seat.games_won is None else str(seat.games_won),
                    "points": "" if seat.points is None else points(seat.points),
                    **({"games_of_seats": duels_text(table.duels)} if table.duels else {}),
                    **({"intentional": "yes"} if table.intentional else {}),
                }
    for player in round_.byes:
        yield {**of_round, "outcome": "bye", **named[player]}


def _standings(snapshot: Snapshot) -> Iterator[Row]:
    """Yield the rows of the latest ranking of each phase."""
    for ranking in filter(None, (phase.current for phase in snapshot.phases)):
        group = {player: str(at) for at, ids in enumerate(ranking.groups, 1) for player in ids}
        for row in ranking.rows:
            yield {
                "phase": str(ranking.after.phase),
                "after_round": str(ranking.after.number),
                "group": group.get(row.player, ""),
                "rank": str(row.rank),
                **_named(snapshot.players[row.player]),
                **_score(row),
            }


def _score(row: StandingRow) -> Row:
    record = row.record
    return {
        "match_points": points(row.match_points),
        "wins": str(record.wins),
        "losses": str(record.losses),
        "draws": str(record.draws),
        "byes": str(record.byes),
        "dropped": "yes" if row.dropped else "",
        **{
            key: "" if value is None else rounded(value, _PLACES)
            for key, value in row.tiebreakers.items()
        },
    }


def pairings_csv(snapshot: Snapshot, id_: RoundId) -> str:
    """Return the pairings of a round for TopDeck: `table,player 1,player 2,...`.

    The tables of a published round are in the order of their numbers, with public names; a player
    with a bye has a line alone. There are only headings if there is no such round.
    """
    public = snapshot.for_players
    round_ = next((each for each in public.rounds if each.id == id_), None)
    tables = sorted(round_.tables, key=lambda table: table.number) if round_ else []
    width = max((len(table.seats) for table in tables), default=0)
    written = StringIO(newline="")
    out = csv.writer(written, lineterminator="\r\n")
    out.writerow(["table", *(f"player {seat}" for seat in range(1, width + 1))])
    for table in tables:
        people = [guarded(public.players[player].name) for player in table.players]
        out.writerow([table.number, *people, *[""] * (width - len(people))])
    for player in round_.byes if round_ else ():
        out.writerow([_BYES, guarded(public.players[player].name), *[""] * (width - 1)])
    return written.getvalue()
