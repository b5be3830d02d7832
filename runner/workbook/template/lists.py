"""The sheets that are plain lists: Players, Decisions, Penalties, Time, Screens."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import time

from openpyxl import Workbook
from openpyxl.utils import get_column_letter
from openpyxl.workbook.defined_name import DefinedName

from runner.compute.decisions import REGISTRY
from runner.compute.decisions.draft import before_round_1
from runner.compute.decisions.pair import PairRound
from runner.core.decks import Decklists
from runner.core.event import Decision, Event
from runner.core.identifiers import RoundId
from runner.core.screens import Screen
from runner.core.time_sheet import ClockStop, RoundStart, TimeExtension
from runner.rules.variants import STAR, team_size
from runner.rules.variants.variant import NAMES
from runner.workbook.column import CellKind, Column, SheetSchema, Writer, find_choice, label, normal
from runner.workbook.schema import (
    DECISION,
    DECISIONS,
    DRAFT,
    EXTRAS,
    INFRACTIONS,
    MEMBERS,
    MODES,
    PENALTY,
    PHONES,
    PLAYERS,
    SCREEN,
    SHOWN_AS,
    SHOWS,
    STANDINGS,
    STANDINGS_TIEBREAKERS,
    TIME,
    YES,
)
from runner.workbook.template import style
from runner.workbook.template.canvas import (
    FIRST,
    LONG_LISTS,
    PLAYER_NAMES,
    Canvas,
    lay_out,
    look_of,
    upright,
)

_EXPECTED = 64
_FEW = 40
_OUT_OF_SIGHT = 30  # a column beyond all that the first sheet says


def add_players(book: Workbook, event: Event) -> None:
    """Add the Players sheet, with a column for each public one that Runner does not know itself."""
    known = {normal(column.heading) for column in PLAYERS.columns}
    own = [
        Column(f"own {at}", heading, "Shown on the pages.", width=20)
        for at, heading in enumerate(event.public_columns)
        if normal(heading) not in known
    ]
    schema = replace(PLAYERS, columns=(*_columns(event), *own))
    canvas = lay_out(book, schema, max(len(event.players), _EXPECTED), "name", style.TAB_SETUP)
    headings = {normal(column.heading): column.key for column in (*own, *EXTRAS)}
    for row, player in enumerate(event.players, FIRST):
        choice = find_choice(player.shown, SHOWN_AS) if player.shown else None
        canvas.fill(
            row,
            player,
            enters=player.enters if player.enters != 1 else None,
            awarded_byes=player.awarded_byes or None,
            keep_apart="; ".join(player.keep_apart),
            substitutes="; ".join(player.substitutes),
            **{f"member {at}": name for at, name in enumerate(player.members, 1)},
            colours=NAMES.get(player.colours, ""),
            deck=player.deck.typed,
            shown_as=choice.label if choice else player.handle,
        )
        for heading, text in player.extra.items():
            if normal(heading) in headings:
                canvas.put(headings[normal(heading)], row, text)
    names = canvas.area("name").replace(canvas.columns["name"], f"${canvas.columns['name']}$")
    book.defined_names[PLAYER_NAMES] = DefinedName(
        PLAYER_NAMES, attr_text=f"{PLAYERS.name}!{names}"
    )
    name, dropped, back = (
        f"${canvas.columns[key]}{FIRST}" for key in ("name", "drops_after", "returns")
    )
    dropped_out = f'AND({name}<>"",{dropped}<>"",{back}="")'
    twice = canvas.area("name"), style.twice(style.RED, style.RED_INK)
    canvas.colour([twice, (canvas.everything, style.when(dropped_out, ink=style.FAINT))])


def _columns(event: Event) -> list[Column]:
    """Return the columns of Players; those of a team's people where teams play, as many as they
    are, colours where Two-Color Star is played, and the check of decks where lists are asked
    for."""
    most = max((len(player.members) for player in event.players), default=0)
    most = max(most, team_size(event.phases))
    absent = {column.key for column in MEMBERS[most:]} | (set() if most else {"substitutes"})
    if not (any(phase.variant == STAR.key for phase in event.phases)
            or any(player.colours for player in event.players)):  # fmt: skip
        absent.add("colours")
    if event.decklists is Decklists.NO and not any(player.deck.state for player in event.players):
        absent.add("deck")
    return [column for column in PLAYERS.columns if column.key not in absent]


def add_decisions(book: Workbook, event: Event, rounds: Sequence[RoundId]) -> None:
    """Add the Decisions sheet, with a line for the pairing of each round."""
    canvas = lay_out(book, DECISION, len(rounds) + _FEW, "decision", style.TAB_SETUP)
    pairings = {each.round: each for each in event.decisions if each.kind == PairRound.KEY}
    others = [
        decision for decision in event.decisions if pairings.get(decision.round) is not decision
    ]
    others += [decision for id_, decision in pairings.items() if id_ not in rounds]
    asked = {(decision.kind, decision.round) for decision in event.decisions}
    lines = [
        Decision(kind.KEY, RoundId(phase.number, 0))
        for phase in event.phases
        for kind in before_round_1(phase)
        if (kind.KEY, RoundId(phase.number, 0)) not in asked
    ]
    lines += [pairings.get(id_, Decision(PairRound.KEY, id_)) for id_ in rounds]
    for row, decision in enumerate((*lines, *others), FIRST):
        canvas.fill(
            row,
            decision,
            decision=REGISTRY[decision.kind].LABEL,
            phase=decision.round.phase or None,
            round=max(decision.round.number, 0) or None,
            go=YES.label if decision in event.decisions else None,
        )
    go_cell = f"${canvas.columns['go']}{FIRST}"
    yes = f'OR(LOWER({go_cell})="yes",LOWER({go_cell})="y",LOWER({go_cell})="x")'
    canvas.colour([(canvas.everything, style.when(yes, style.GREEN, style.GREEN_INK))])


def add_long_lists(book: Workbook) -> None:
    """Write the choices of each of `LONG_LISTS` into a hidden column of the first sheet."""
    sheet = book.worksheets[0]
    choices = {
        "decision": DECISIONS,
        "mode": MODES,
        "infraction": INFRACTIONS,
        "phones": PHONES,
    }
    for at, (key, name) in enumerate(LONG_LISTS.items()):
        letters = get_column_letter(_OUT_OF_SIGHT + at)
        labels = [choice.label for choice in choices[key]]
        for row, text in enumerate(labels, 1):
            sheet[f"{letters}{row}"] = text
        sheet.column_dimensions[letters].hidden = True
        area = f"'{sheet.title}'!${letters}$1:${letters}${len(labels)}"
        book.defined_names[name] = DefinedName(name, attr_text=area)


def add_standings(book: Workbook, event: Event) -> None:
    """Add the Standings sheet, locked without a password: only Runner writes there."""
    further = (
        Column(f"tiebreaker {at}", " ", kind=CellKind.COUNT, writer=Writer.RUNNER, width=12)
        for at in range(1, STANDINGS_TIEBREAKERS + 1)
    )
    schema = replace(STANDINGS, columns=(*STANDINGS.columns, *further))
    canvas = lay_out(book, schema, max(len(event.players), _EXPECTED), "player", style.TAB_MORE)
    for column in schema.columns:
        canvas.sheet[f"{canvas.columns[column.key]}{FIRST}"].style = look_of(column).name
    canvas.colour([])
    upright(canvas.sheet)
    canvas.sheet.protection.sheet = True


def add_further_lists(book: Workbook, event: Event) -> None:
    """Add the sheets Penalties, Time, Screens and Draft; Runner fills the last when pods are
    made."""
    times: list[RoundStart | ClockStop | TimeExtension]
    times = [*event.starts, *event.stops, *event.extensions]
    times.sort(key=lambda line: line.round)
    _add_list(book, PENALTY, event.penalties, "player").colour([])
    canvas = _add_list(book, TIME, times, "table")
    table, *typed = (
        f'${canvas.columns[key]}{FIRST}<>""' for key in ("table", "began", "stopped", "goes_on")
    )
    both = f"AND({table},OR({','.join(typed)}))"
    canvas.colour([(canvas.everything, style.when(both, style.RED, style.RED_INK))])
    _add_list(book, SCREEN, event.screens, "name").colour([])
    _add_list(book, DRAFT, event.draft, "player", _EXPECTED).colour([])


def _add_list(
    book: Workbook, schema: SheetSchema, entries: Sequence[object], freeze: str, rows: int = _FEW
) -> Canvas:
    canvas = lay_out(book, schema, max(len(entries), rows), freeze, style.TAB_MORE)
    for row, entry in enumerate(entries, FIRST):
        match entry:
            case Screen(show=show, off_camera=off):
                canvas.fill(row, entry, show=label(show, SHOWS), off_camera="; ".join(off) or None)
            case RoundStart(at=at):
                canvas.fill(row, entry, began=_time_of_day(at))
            case ClockStop(stopped=stopped, goes_on=goes_on):
                times = _time_of_day(stopped), _time_of_day(goes_on)
                canvas.fill(row, entry, stopped=times[0], goes_on=times[1])
            case _:
                canvas.fill(row, entry)
    return canvas


def _time_of_day(text: str) -> str | time:
    """Return a real time where the text is one, so that spreadsheets can count with it."""
    return time.fromisoformat(text) if text and " " not in text else text
