"""Read `runner-event/1`: a tournament from another program, or from an earlier export."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from runner import languages
from runner.compute import draft as draft_tables
from runner.core import names, privacy, prizes, results
from runner.core.colours import colour
from runner.core.decks import Deck, Decklists, OpenLists
from runner.core.event import Event, Penalty
from runner.core.identifiers import RoundId, RowKey, RowKind
from runner.core.numbers import exact
from runner.core.phase import Mode, Phase
from runner.core.phone_reports import Phones
from runner.core.player import Player, Shown
from runner.core.problems import Problem, Severity
from runner.core.round_sheet import RoundSheet, Row
from runner.core.rounds import Outcome, Round, Seat, Table
from runner.core.seating import Seating
from runner.interchange import references, schema
from runner.interchange.event_out import FORMAT, OF_A_PHASE, OF_A_PLAYER
from runner.ledger.drafts import pods_of
from runner.ledger.entries import Entry, EntryKind
from runner.ledger.published import members_in, names_in, seating_document
from runner.rules import limited, variants
from runner.rules.elimination import won_by
from runner.rules.ruleset import BestOf, Ruleset, games_in, ruleset
from runner.rules.settings import by_own_name
from runner.rules.variants import team_size


@dataclass(frozen=True, slots=True)
class Imported:
    """The result of an import: an event to write into a workbook, lines for the ledger, and the
    document without the names of erased players."""

    event: Event
    entries: tuple[Entry, ...]
    document: Mapping[str, Any]


def event_from(document: Any) -> tuple[Imported | None, list[Problem]]:
    """Return the event in a document; None and all problems if it is invalid."""
    if wrong := references.unkept(document):
        return None, wrong
    document = references.whole(document)
    if wrong := schema.problems(document, FORMAT) or references.problems(document):
        return None, wrong
    document = _without_erased(document)
    phases = tuple(_phase(number, phase) for number, phase in enumerate(document["phases"], 1))
    players = _players(document["players"], of_teams=team_size(phases) > 0)
    head = document["event"]
    event = Event(
        name=names.clean(head["name"]) or "Event",
        date=head.get("date", ""),
        enforcement=head.get("enforcement", "competitive"),
        seed=head.get("seed", ""),
        time_zone=names.clean(head.get("time_zone", "")),
        hall_roll=names.clean(head.get("hall_roll", "")),
        accent=colour(head.get("accent", "")),
        language=languages.find(head.get("language", "")),
        prizes=prizes.prizes(head.get("prizes", "")).prizes,
        settings=by_own_name(head.get("settings", {})),
        names_shown=Shown(head.get("names_shown", Shown.FULL)),
        phones=Phones(head.get("results_by_phone", Phones.NO)),
        decklists=Decklists(head.get("decklists", Decklists.NO)),
        open_lists=OpenLists(head.get("open_lists", "")),
        public_columns=tuple(dict.fromkeys(key for player in players for key in player.extra)),
        phases=phases,
        players=players,
        penalties=_penalties(document, players),
    )
    rules = {phase.number: ruleset(phase, event.settings, event.enforcement) for phase in phases}
    best_of = {number: rules_of_phase.best_of for number, (rules_of_phase, _) in rules.items()}
    in_force = {number: rules_of_phase for number, (rules_of_phase, _) in rules.items()}
    by_id = {player.id: player for player in players}
    orders = {number: won_by(rules_of_phase) for number, rules_of_phase in in_force.items()}
    rounds = [_Round.of(each, best_of, orders[each["phase"]]) for each in document["rounds"]]
    reported = (problem for _, problems in rules.values() for problem in problems)
    wrong = [problem for problem in reported if problem.severity is Severity.ERROR]
    wrong += [problem for round_ in rounds for problem in round_.problems()]
    if wrong:
        return None, wrong
    rounds.sort(key=lambda round_: round_.id)
    event = replace(event, rounds=tuple(round_.sheet(by_id) for round_ in rounds))
    before: Sequence[_Round | None] = [None, *rounds]
    entries = [round_.entry(by_id, last) for round_, last in zip(rounds, before, strict=False)]
    entries = _with_drafts(entries, document["phases"], event, in_force)
    if rounds:  # no later line records the results of the last round
        last = entries[-1]
        known = {at: text for at, text in rounds[-1].texts().items() if text}
        entries[-1] = replace(last, data={**last.data, "results": known})
    return Imported(event, tuple(entries), document), []


def _with_drafts(
    rounds: Sequence[Entry],
    documents: Sequence[Mapping[str, Any]],
    event: Event,
    rules: Mapping[int, Ruleset],
) -> list[Entry]:
    """Return the lines, with each phase's draft before its rounds."""
    by_id = {player.id: player for player in event.players}
    lines: list[Entry] = []
    for number, document in enumerate(documents, 1):
        if document.get("draft_pods"):
            pods = pods_of({"pods": document["draft_pods"]})
            data = draft_tables.document(pods, by_id, rules[number])
            lines.append(Entry(EntryKind.DRAFTED, RoundId(number, 0), {**data, "imported": True}))
        lines += [entry for entry in rounds if entry.round.phase == number]
    return lines


def _phase(number: int, document: Mapping[str, Any]) -> Phase:
    mode = Mode(document["mode"])
    variant = variants.of_type(document.get("variant", ""), mode)
    stated: dict[str, Any] = {key: document.get(key) for key in OF_A_PHASE}
    return Phase(
        number=number,
        name=names.clean(document["name"]) or f"Phase {number}",
        mode=mode,
        type=document["type"],
        drafted=mode is Mode.MULTIPLAYER and document.get("draft", False),
        limited=limited.of_mode(document.get("limited", ""), mode),
        variant=variant or variants.of_type(document["type"], mode),
        settings=by_own_name(document.get("settings", {})),
        **stated,
    )


def _players(
    documents: Sequence[Mapping[str, Any]], *, of_teams: bool = False
) -> tuple[Player, ...]:
    """Return the players; of several with the same name all but the first get their id appended."""
    seen: set[str] = set()
    players = []
    for document in documents:
        name = names.clean(document["name"]) or f"Player {document['id']}"
        if names.key(name) in seen:
            name = f"{name} ({document['id']})"
        seen.add(names.key(name))
        stated = {key: document[key] for key in OF_A_PLAYER if key in document}
        extra = {
            heading: value
            for key, value in document.get("extra", {}).items()
            if value and (heading := names.clean(key))
        }
        members, substitutes = _people(document)
        player = Player(
            document["id"], name, extra=extra, team=of_teams or bool(members), members=members,
            substitutes=substitutes, deck=_deck(document.get("deck", {})), **stated,
        )  # fmt: skip
        shown = _shown(document)  # this is the content of the handle's cell
        handle = "" if shown else names.clean(document.get("handle", ""))
        players.append(replace(player, shown=shown, handle=handle))
    return tuple(players)


def _people(document: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    members, others = (
        tuple(filter(None, (names.clean(name) for name in document.get(key, ()))))
        for key in ("members", "substitutes")
    )
    return members, others


def _deck(document: Mapping[str, Any]) -> Deck:
    return Deck(document.get("state", ""), names.prose(document.get("note", "")))


def _shown(document: Mapping[str, Any]) -> Shown | None:
    return Shown(document["shown"]) if document.get("shown") else None


def _without_erased(document: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the document without the names of erased players, whoever wrote it."""
    by_id = {
        each["id"]: Player(
            each["id"],
            names.clean(each["name"]),
            shown=_shown(each),
            members=(people := _people(each))[0],
            substitutes=people[1],
        )
        for each in document["players"]
    }
    named, fit = privacy.without_erased(Event(""), by_id)
    players = [
        {key: each[key] for key in ("id", "shown", *OF_A_PLAYER) if key in each}
        | {"name": named[each["id"]].name}
        if by_id[each["id"]].shown is Shown.ERASED
        else each
        for each in document["players"]
    ]
    cleaned: Mapping[str, Any] = fit.renamed_in_all({**document, "players": players})
    return cleaned


def _penalties(document: Mapping[str, Any], players: Sequence[Player]) -> tuple[Penalty, ...]:
    spelled = {player.id: player.name for player in players}
    return tuple(
        Penalty(
            penalty["round"],
            spelled[penalty["player"]],
            penalty.get("infraction", ""),
            penalty.get("penalty", ""),
        )
        for penalty in document.get("penalties", ())
    )


@dataclass(frozen=True, slots=True)
class _Round:
    """A round of the document, with its results as an organiser would type them."""

    id: RoundId
    seating: Seating
    tables: tuple[Table, ...]
    games: int
    typed: Mapping[int, tuple[str, str]]
    order: results.Order | None = None

    @classmethod
    def of(
        cls, document: Mapping[str, Any], best_of: Mapping[int, BestOf], order: results.Order | None
    ) -> _Round:
        id_ = RoundId(document["phase"], document["number"])
        games = games_in(best_of[id_.phase], id_.number)
        tables = tuple(_with_order(table, games, order) for table in document["tables"])
        byes, absent = (tuple(document.get(key, ())) for key in ("byes", "absent"))
        return cls(
            id_,
            Seating.of(Round(id_, tables, byes, absent)),
            tables,
            games,
            {table.number: results.spell(table, games) for table in tables},
            order,
        )

    def problems(self) -> Iterator[Problem]:
        """Yield a problem for each result that would be parsed differently from the document."""
        for table in self.tables:
            setting = results.ParseContext(("",) * len(table.seats), self.games, order=self.order)
            if table.out and not isinstance(self.order, results.ByOrder):
                where = f"table {table.number} of {self.id.sheet}"
                yield references.wrong(where, "its phase is not played by who goes out in order.")
            try:
                read = results.parse(*self.typed[table.number], table.players, setting)
            except results.ResultError as reason:
                read, why = None, f": {reason}"
            else:
                why = "."
            if read is None or _outcomes(read) != _outcomes(table):
                where = f"table {table.number} of {self.id.sheet}"
                yield references.wrong(where, f"no match can have this result{why}")

    def sheet(self, players: Mapping[str, Player]) -> RoundSheet:
        """Return the round as its sheet in the workbook."""
        rows = (
            Row(
                RowKey(self.id, kind, number),
                number if kind is RowKind.TABLE else 0,
                tuple(players[player].name for player in ids),
                *(self.typed[number] if kind is RowKind.TABLE else ("", "")),
            )
            for (kind, number), ids in self.seating.rows.items()
        )
        return RoundSheet(self.id, tuple(rows))

    def entry(self, players: Mapping[str, Player], before: _Round | None) -> Entry:
        """Return the round as a ledger line."""
        data: dict[str, Any] = {
            **seating_document(self.seating),
            "names": names_in(self.seating, players),
            **members_in(self.seating, players),
        }
        if before is not None:
            data["closed"] = {"round": list(before.id), "results": before.texts()}
        return Entry(EntryKind.IMPORTED, self.id, data)

    def texts(self) -> dict[str, str]:
        """Return the result of each table in the ledger's form."""
        finished = {table.number for table in self.tables if table.finished}
        return {
            str(at): " ".join(filter(None, typed)) if at in finished else ""
            for at, typed in self.typed.items()
        }


def _outcomes(table: Table) -> list[object]:
    games = [seat.games_won or 0 for seat in table.seats] if table.duels else []
    return [table.duels, games, *((seat.outcome, seat.points) for seat in table.seats)]


def _with_order(document: Mapping[str, Any], best_of: int, order: results.Order | None) -> Table:
    """Return the table with its order of elimination, and with the games of each seat of two
    teams."""
    out = tuple(map(tuple, document.get("out", ())))
    duels = tuple((one, two, drawn) for one, two, drawn in document.get("duels", ()))
    ordered = isinstance(order, results.ByOrder)
    table = replace(_table(document, best_of), out=out if out or ordered else None, duels=duels)
    return replace(table, intentional=table.intentional or document.get("intentional", False))


def _table(document: Mapping[str, Any], best_of: int) -> Table:
    seats = document["seats"]
    drawn = document.get("games_drawn", 0)
    if len(seats) == 2 and all("outcome" not in seat for seat in seats):
        games = "-".join(str(seat.get("games_won", 0)) for seat in seats) + f"-{drawn}"
        ids = [seat["player"] for seat in seats]
        parsed = results.parse("", games, ids, results.ParseContext(("", "")))
        return replace(parsed, number=document["table"])
    table = Table(
        document["table"],
        tuple(
            Seat(
                seat["player"],
                Outcome(seat["outcome"]) if seat.get("outcome") else None,
                seat.get("games_won"),
                exact(seat["points"])
                if "points" in seat
                else Fraction(0)
                if seat.get("outcome") == "points"
                else None,
            )
            for seat in seats
        ),
        drawn,
    )
    counted = _with_games(table, best_of)
    return replace(counted, games_drawn=drawn) if "games_drawn" in document else counted


def _with_games(table: Table, best_of: int) -> Table:
    """Return the table with the games that its outcomes imply, if the document has none won."""
    outcomes = [seat.outcome for seat in table.seats]
    if not any(outcomes) or any(seat.games_won is not None for seat in table.seats):
        return table
    setting = results.ParseContext(("",) * len(outcomes), best_of)
    won, drawn = results.implied_games(outcomes, setting)
    seats = (replace(seat, games_won=games) for seat, games in zip(table.seats, won, strict=True))
    return replace(table, seats=tuple(seats), games_drawn=drawn)
