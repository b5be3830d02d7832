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
from runner.core.event import (
    ClockStop,
    Decision,
    Event,
    Player,
    RoundId,
    RoundStart,
    TimeExtension,
)
from runner.rules.variants import STAR, team_size
from runner.rules.variants.variant import NAMES
from runner.workbook.column import CellKind, Column, Writer, find_choice, label, normal
from runner.workbook.schema import (
    DECISION,
    DRAFT,
    EXTRAS,
    INFRACTIONS,
    MEMBERS,
    MODES,
    PENALTY,
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
    """The Players sheet, with a column for each public one that Runner does not know itself."""
    own = _own_columns(event)
    schema = replace(PLAYERS, columns=(*_columns(event), *own))
    canvas = lay_out(book, schema, max(len(event.players), _EXPECTED), "name", style.TAB_SETUP)
    headings = {normal(column.heading): column.key for column in (*own, *EXTRAS)}
    for row, player in enumerate(event.players, FIRST):
        _add_player(canvas, row, player, headings)
    names = canvas.area("name").replace(canvas.columns["name"], f"${canvas.columns['name']}$")
    book.defined_names[PLAYER_NAMES] = DefinedName(
        PLAYER_NAMES, attr_text=f"{PLAYERS.name}!{names}"
    )
    name, dropped, back = (
        f"${canvas.columns[key]}{FIRST}" for key in ("name", "drops_after", "returns")
    )
    gone = f'AND({name}<>"",{dropped}<>"",{back}="")'
    canvas.colour(
        [
            (canvas.area("name"), style.twice(style.RED, style.RED_INK)),
            (canvas.everything, style.when(gone, ink=style.FAINT)),
        ]
    )


def _columns(event: Event) -> list[Column]:
    """The columns of Players; those of a team's people where teams play, as many as they are, and
    colours where Two-Color Star is played."""
    most = max((len(player.members) for player in event.players), default=0)
    most = max(most, team_size(event.phases))
    absent = {column.key for column in MEMBERS[most:]} | (set() if most else {"substitutes"})
    if not (any(phase.variant == STAR.key for phase in event.phases)
            or any(player.colours for player in event.players)):  # fmt: skip
        absent.add("colours")
    return [column for column in PLAYERS.columns if column.key not in absent]


def _own_columns(event: Event) -> tuple[Column, ...]:
    """The organiser's public columns that are not in the schema."""
    known = {normal(column.heading) for column in PLAYERS.columns}
    return tuple(
        Column(f"own {at}", heading, "Shown on the pages.", width=20)
        for at, heading in enumerate(event.public_columns)
        if normal(heading) not in known
    )


def _add_player(canvas: Canvas, row: int, player: Player, headings: dict[str, str]) -> None:
    canvas.fill(
        row,
        player,
        enters=player.enters if player.enters != 1 else None,
        awarded_byes=player.awarded_byes or None,
        keep_apart="; ".join(player.keep_apart),
        substitutes="; ".join(player.substitutes),
        **{f"member {at}": name for at, name in enumerate(player.members, 1)},
        colours=NAMES.get(player.colours, ""),
        shown_as=_shown(player),
    )
    for heading, text in player.extra.items():
        if normal(heading) in headings:
            canvas.put(headings[normal(heading)], row, text)


def _shown(player: Player) -> str:
    choice = find_choice(player.shown, SHOWN_AS) if player.shown else None
    return choice.label if choice else player.handle


def add_decisions(book: Workbook, event: Event, rounds: Sequence[RoundId]) -> None:
    """The Decisions sheet, with a line ready for the pairing of each round."""
    canvas = lay_out(book, DECISION, len(rounds) + _FEW, "decision", style.TAB_SETUP)
    made = {
        decision.round: decision for decision in event.decisions if decision.kind == PairRound.KEY
    }
    others = [decision for decision in event.decisions if made.get(decision.round) is not decision]
    others += [decision for id_, decision in made.items() if id_ not in rounds]
    asked = {(decision.kind, decision.round) for decision in event.decisions}
    lines = [
        Decision(kind.KEY, RoundId(phase.number, 0))
        for phase in event.phases
        for kind in before_round_1(phase)
        if (kind.KEY, RoundId(phase.number, 0)) not in asked
    ]
    lines += [made.get(id_, Decision(PairRound.KEY, id_)) for id_ in rounds]
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
    """Choices that do not fit into a dropdown, on the first sheet in a column out of sight."""
    sheet = book.worksheets[0]
    choices = {
        "decision": DECISION.column("decision").choices,
        "mode": MODES,
        "infraction": INFRACTIONS,
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
    """The Standings sheet, locked without a password: Runner alone writes there."""
    further = (
        Column(f"tiebreaker {at}", " ", kind=CellKind.COUNT, writer=Writer.RUNNER, width=12)
        for at in range(1, STANDINGS_TIEBREAKERS + 1)
    )
    schema = replace(STANDINGS, columns=(*STANDINGS.columns, *further))
    rows = max(len(event.players), _EXPECTED)
    canvas = lay_out(book, schema, rows, "player", style.TAB_MORE)
    for column in schema.columns:
        canvas.sheet[f"{canvas.columns[column.key]}{FIRST}"].style = look_of(column).name
    canvas.colour([])
    upright(canvas.sheet)
    canvas.sheet.protection.sheet = True


def add_penalties(book: Workbook, event: Event) -> None:
    """The Penalties sheet."""
    rows = max(len(event.penalties), _FEW)
    canvas = lay_out(book, PENALTY, rows, "player", style.TAB_MORE)
    for row, penalty in enumerate(event.penalties, FIRST):
        canvas.fill(row, penalty)
    canvas.colour([])


def add_time(book: Workbook, event: Event) -> None:
    """The Time sheet."""
    lines: list[RoundStart | ClockStop | TimeExtension]
    lines = [*event.starts, *event.stops, *event.extensions]
    canvas = lay_out(book, TIME, max(len(lines), _FEW), "table", style.TAB_MORE)
    for row, line in enumerate(sorted(lines, key=lambda line: line.round), FIRST):
        canvas.fill(row, line, stopped=None, goes_on=None)
        if isinstance(line, ClockStop):
            canvas.put("stopped", row, _time_of_day(line.stopped))
            canvas.put("goes_on", row, _time_of_day(line.goes_on))
        if isinstance(line, RoundStart):
            canvas.put("began", row, _time_of_day(line.at))
    table, *times = (
        f'${canvas.columns[key]}{FIRST}<>""' for key in ("table", "began", "stopped", "goes_on")
    )
    both = f"AND({table},OR({','.join(times)}))"
    canvas.colour([(canvas.everything, style.when(both, style.RED, style.RED_INK))])


def add_screens(book: Workbook, event: Event) -> None:
    """The Screens sheet."""
    canvas = lay_out(book, SCREEN, max(len(event.screens), _FEW), "name", style.TAB_MORE)
    for row, screen in enumerate(event.screens, FIRST):
        canvas.fill(row, screen, show=label(screen.show, SHOWS))
    canvas.colour([])


def add_draft(book: Workbook, event: Event) -> None:
    """The Draft sheet; Runner fills it when its pods are made."""
    canvas = lay_out(book, DRAFT, max(len(event.draft), _EXPECTED), "player", style.TAB_MORE)
    for row, line in enumerate(event.draft, FIRST):
        canvas.fill(row, line)
    canvas.colour([])


def _time_of_day(text: str) -> str | time:
    """A real time where the text is one, so that spreadsheets can count with it."""
    return time.fromisoformat(text) if text and " " not in text else text
