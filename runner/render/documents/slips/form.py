"""The empty form of a slip: everything that many slips have in common, as one SVG drawing.

The drawing is the background of the slip's text, which WeasyPrint draws several times faster than
the same lines and boxes in HTML.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import accumulate, combinations, pairwise
from types import SimpleNamespace
from typing import NamedTuple

from runner.core.identifiers import seat_letter
from runner.core.language import _, current, pgettext
from runner.render.documents.fitting import Fitted, Widths, fit
from runner.render.documents.slips import layout
from runner.render.documents.slips.codes import qr_code
from runner.render.documents.slips.layout import Paper
from runner.render.documents.slips.slip import Slip
from runner.render.templating import environment

_LETTER_WIDTH = 7.0
_BOX_WIDTH = 13.0
_GAMES_WIDTH = 16.0
_TALL_WIDTH = 10.5
_WIDEST_HEADED = 24.1  # maximum for a column widened to fit its heading
_NAME_SHARE = 0.58  # share of the width without boxes; the rest is the signature
TITLE_X = layout.MARGIN + 34.0  # to the right of the table number
ROUND_HEIGHT = 7.6
EVENT_HEIGHT = layout.HEADER - ROUND_HEIGHT
_TABLE_WIDTH = 32.0  # for the word above the table number
_INVITATION_WIDTH = 24.0  # for the words beside the QR code
_GAP = 1.5
_HEADING_GAP, _HEADED_GAP = 1.0, 2.6
_TITLE_WIDTH = 92.0  # as far as the words beside the QR code
LOGO_X = TITLE_X + _TITLE_WIDTH + _GAP
LOGO_RIGHT = layout.MARGIN + layout.HEADER + 2.5 + _INVITATION_WIDTH + _GAP
_REHEARSAL_WIDTH = 18.0  # taken from it for the label of a rehearsal
ROUND_POINTS = 15.0
EVENT_POINTS = 10.5
_CONCEDED_BOX = 6.4
_JUDGE_WIDTH = 36.0
_NOTE_ROW = 9.0
LABEL = 3.2
"""Font size of labels in millimetres: 9 points."""
# The font size of labels with one, two or three lines, as shares of the largest size.
_HEADING, _ALONE, _BLOCK = (1.0, 0.68), (1.0,), (1.0, 1.0, 1.0)


# Labels are the texts of an empty form. They are never cut off and break only at spaces, as they
# are Runner's own and known to be short.


@dataclass(frozen=True, slots=True)
class Label:
    """Lines of text, with their font size and width in millimetres."""

    size: float
    lines: tuple[str, ...]
    width: float


def label(
    text: str,
    room: float,
    widths: Widths,
    shares: Sequence[float] = _HEADING,
    largest: float = LABEL,
) -> Label:
    """Return the text as large as it fits into `room` millimetres, in as few lines as that takes.
    `shares` has the largest size, relative to `largest`, for each number of lines."""
    best = Label(0.0, (), 0.0)
    for lines, share in enumerate(shares, start=1):
        for broken in _broken(text, lines):
            wide = max(map(widths.of, broken)) or 1.0
            size = round(min(largest * share, room / wide), 2)
            if size > best.size:
                best = Label(size, broken, round(wide * size, 2))
    return best


def _broken(text: str, lines: int) -> Iterator[tuple[str, ...]]:
    """Yield every way to break the text at spaces into this number of lines."""
    words = text.split()
    for cuts in combinations(range(1, len(words)), lines - 1):
        places = (0, *cuts, len(words))
        yield tuple(" ".join(words[start:end]) for start, end in pairwise(places))


def words() -> dict[str, str]:
    """Return all texts that a form can have, in the current language, by key."""
    return {
        # Note: in small letters above the number of the table.
        "table": pgettext("on a slip", "TABLE"),
        # Note: beside a QR code: what is to be found there.
        "invitation": _("Pairings, standings and tiebreakers"),
        # Note: beside a QR code, above a code that can be typed instead.
        "report": _("Report your result"),
        "rehearsal": pgettext("on a slip", "REHEARSAL"),
        "seats": _("Seats in turn order"),
        # Note: above the names of a table of three or more, where seat A has the first turn.
        "starts": _("Seats in turn order: A begins"),
        "players": _("Players"),
        "points": _("Points"),
        # Note: beside a box to tick where somebody gave up.
        "conceded": pgettext("on a slip", "Conceded"),
        "win": pgettext("result", "Win"),
        # Note: above a box for a number: as how many a player went out of the game.
        "out": pgettext("on a slip", "Out"),
        "place": _("Place"),
        "draw": pgettext("result", "Draw"),
        # Note: above a box to tick after an agreed draw: short for “intentional draw”.
        "agreed": pgettext("on a slip", "ID"),
        "games_won": _("Games won"),
        "games_drawn": _("Games drawn"),
        # Note: above a box to tick by who leaves the event.
        "drop": pgettext("on a slip", "Drop"),
        "penalty": _("Penalty"),
        "signature": _("Signature"),
        # Note: along a box that is for all players of the table, who have drawn.
        "whole_table": _("whole table"),
        "time_extension": _("Time extension"),
        "minutes": pgettext("minutes", "min"),
        "notes": pgettext("on a slip", "Notes"),
        "judge": _("Judge"),
        "player": _("Player"),
        "infraction": _("Infraction"),
    }


class Blank(StrEnum):
    """The content of a column: text, a box in each row, one tall box for the table, or a line."""

    TEXT = "text"
    BOX = "box"
    TALL = "tall"
    LINE = "line"


class Rows(StrEnum):
    """The rows in which a column has boxes, in team events."""

    ALL = "all"
    TEAMS = "teams"
    MEMBERS = "members"


class FormColumn(NamedTuple):
    """A column of the form. `width`, the width of its `box`, and `x` from the left edge are in
    millimetres; `of` is the rows with a box in team events."""

    heading: str
    kind: Blank
    width: float
    box: float = 0.0
    of: Rows = Rows.ALL
    x: float = 0.0


@dataclass(frozen=True, slots=True)
class Form:
    """The properties in which empty forms differ."""

    round: str
    event: str
    seats: int
    games: bool
    points: bool
    linked: bool
    rehearsal: bool
    members: int = 0
    duels: bool = False
    order: bool = False
    places: bool = False
    starts: bool = False
    coded: bool = False

    @property
    def letters(self) -> list[str]:
        """The letter in front of each row: of the table's seats, or in duels of the members'
        seats."""
        if not self.members:
            return [seat_letter(at) for at in range(self.seats)]
        size = self.members + 1
        rows = (divmod(row, size) for row in range(self.seats))
        if self.duels:
            return [seat_letter(at - 1) if at else "" for _team, at in rows]
        return ["" if at else seat_letter(team) for team, at in rows]

    def has_box(self, row: int, of: Rows) -> bool:
        """Return whether a column for the rows `of` has a box in a row, counted from 0."""
        if not self.members or of is Rows.ALL:
            return True
        return (row % (self.members + 1) == 0) == (of is Rows.TEAMS)


def form_of(slip: Slip) -> Form:
    """Return the form that a slip is printed on."""
    same = ("event", "rehearsal", "members", "duels", "order", "places", "starts")
    return Form(
        round=slip.title,
        seats=len(slip.seats),
        games=slip.best_of > 1,
        points=bool(slip.points),
        linked=bool(slip.code) or qr_code(slip.address) is not None,
        coded=bool(slip.code),
        **{name: getattr(slip, name) for name in same},
    )


def measure(form: Form, paper: Paper, places: int) -> SimpleNamespace:
    """Return the positions on a form with this many `places` to a sheet, in millimetres from its
    top left corner. `points` is the column of points, or None."""
    height = paper.height / places
    row = layout.row_height(height, form.seats)
    side = layout.box_size(row)
    name_x = layout.MARGIN + _LETTER_WIDTH
    room = paper.width - layout.MARGIN - name_x
    texts, first = words(), "out" if form.order else "place" if form.places else "win"
    # A number of games needs more room than a tick, and a tall box contains words.
    tick = (Blank.BOX, _BOX_WIDTH, side)
    number = (Blank.BOX, _GAMES_WIDTH, side + 2, Rows.MEMBERS)
    tall = (Blank.TALL, _GAMES_WIDTH, max(side + 2, _TALL_WIDTH), Rows.MEMBERS)
    columns = [
        *([FormColumn(texts["points"], Blank.TEXT, _BOX_WIDTH)] if form.points else []),
        FormColumn(texts[first], *tick, Rows.TEAMS),
        FormColumn(texts["draw"], Blank.TALL, _BOX_WIDTH, max(side, _TALL_WIDTH)),
    ]
    if form.seats > 2 and not form.members and not form.games:  # games are counted as 0-0-3
        columns.append(FormColumn(texts["agreed"], *columns[-1][1:]))
    if form.games:
        columns.append(FormColumn(texts["games_won"], *number))
        columns.append(FormColumn(texts["games_drawn"], *(number if form.duels else tall)))
    columns += [FormColumn(texts[what], *tick) for what in ("drop", "penalty")]
    columns = [each._replace(width=_headed(each)) for each in columns]
    room -= sum(each.width for each in columns)
    columns.append(FormColumn(texts["signature"], Blank.LINE, room * (1 - _NAME_SHARE)))
    placed = _placed(columns, name_x + room * _NAME_SHARE)
    return SimpleNamespace(
        width=paper.width,
        height=height,
        row=row,
        rows=layout.PADDING + layout.HEADER + layout.HEADINGS,
        name_x=name_x,
        name_width=room * _NAME_SHARE,
        seats=form.seats,
        columns=placed,
        points=placed[0] if form.points else None,
    )


@cache
def _small_words() -> Widths:
    """Return the widths of Runner's font alone: a form has the same widths on every computer."""
    return Widths("regular", {})


def _headed(column: FormColumn) -> float:
    """Return the column width at which its heading has full size, within limits."""
    wide = _small_words().of(column.heading) * LABEL + _HEADED_GAP
    return max(column.width, wide) if wide <= _WIDEST_HEADED else column.width


def _placed(columns: Sequence[FormColumn], left: float) -> tuple[FormColumn, ...]:
    """Return the columns next to each other, starting at `left`."""
    places = accumulate((each.width for each in columns), initial=left)
    return tuple(
        each._replace(x=round(x, 2), width=round(each.width, 2))
        for each, x in zip(columns, places, strict=False)
    )


def draw(form: Form, measures: SimpleNamespace, regular: Widths, bold: Widths) -> str:
    """Return the empty front of a slip as SVG."""
    template = environment("slips").get_template("form.svg")
    texts, side = words(), layout.box_size(measures.row)
    tall = measures.row * (form.seats - 1) + side
    before = measures.columns[0].x - layout.MARGIN
    turns = "starts" if form.starts else "seats"
    over_names = turns if form.starts or (form.seats > 2 and not form.members) else "players"
    return template.render(
        form=form,
        place=_places(measures.width),
        at=measures,
        layout=layout,
        letters=form.letters,
        side=side,
        tall=tall,
        table=label(texts["table"], _TABLE_WIDTH, regular, _ALONE),
        invitation=label(
            texts["report" if form.coded else "invitation"], _INVITATION_WIDTH, regular, _BLOCK
        ),
        rehearsal=label(texts["rehearsal"], 36.0, bold, _ALONE, 4.4),
        seats=label(texts[over_names], before - _GAP, regular),
        headings=_headings(measures.columns, regular),
        # Two players need not be told that one box is for both.
        whole_table=label(
            texts["whole_table"] if form.seats > 2 else "", tall - _GAP, regular, (1.0, 1.0)
        ),
        foot=_foot(texts, regular),
    )


def _places(across: float) -> Callable[..., float]:
    """Return a function that mirrors a position, of something so wide, on a form that is read from
    right to left, and returns any other as it is; that of 0 is 0 only there."""
    if current().direction == "rtl":
        return lambda x, wide=0.0: round(across - x - wide, 2)
    return lambda x, wide=0.0: x


def _headings(columns: Iterable[FormColumn], widths: Widths) -> list[Label]:
    """Return the heading of each column, with a gap to its neighbours."""
    gaps = {Blank.LINE: 2 * _GAP}
    return [
        label(each.heading, each.width - gaps.get(each.kind, _HEADING_GAP), widths)
        for each in columns
    ]


def _foot(texts: Mapping[str, str], widths: Widths) -> Mapping[str, Label | float]:
    """Return the labels of the last line from left to right: `box`, `conceded_x`, `notes_x` and
    `line` are millimetres from the left margin, `judge_x` from the right one."""
    rooms = {
        "time_extension": 28.0,
        "minutes": 10.0,
        "conceded": 22.0,
        "notes": 14.0,
        "judge": 22.0,
    }
    labels = {what: label(texts[what], room, widths) for what, room in rooms.items()}
    box = labels["time_extension"].width + _GAP
    conceded_x = box + 17.5 + labels["minutes"].width + 4.0
    notes_x = conceded_x + _CONCEDED_BOX + _GAP + labels["conceded"].width + 4.0
    return {
        **labels,
        "box": box,
        "conceded_x": conceded_x,
        "notes_x": notes_x,
        "line": notes_x + labels["notes"].width + _GAP,
        "judge_x": _JUDGE_WIDTH + labels["judge"].width + _GAP,
    }


def title_width(form: Form) -> float:
    """Return the width available for the titles."""
    return _TITLE_WIDTH - (_REHEARSAL_WIDTH if form.rehearsal else 0.0)


def titles(form: Form, regular: Widths, bold: Widths) -> tuple[Fitted, Fitted]:
    """Return the round, in bold, and the event.

    They are text beside the drawing: WeasyPrint sets letters in a drawing one by one, which is
    wrong for scripts that join them.
    """
    width = title_width(form)
    return (
        fit(form.round, width, ROUND_HEIGHT, ROUND_POINTS, bold),
        fit(form.event, width, EVENT_HEIGHT, EVENT_POINTS, regular),
    )


def draw_back(paper: Paper, places: int, widths: Widths) -> str:
    """Return the empty back of a slip, with lines for a judge to write on, as SVG."""
    height = paper.height / places
    top = layout.PADDING + layout.FOOTER + layout.HEADINGS
    lines = int((height - layout.PADDING - top) // _NOTE_ROW)
    inner = paper.width - 2 * layout.MARGIN
    shares = {"player": 0.30, "infraction": 0.38, "penalty": 0.18, "judge": 0.14}
    texts = words()
    asked = [FormColumn(texts[what], Blank.LINE, inner * each) for what, each in shares.items()]
    columns = _placed(asked, layout.MARGIN)
    template = environment("slips").get_template("back.svg")
    return template.render(
        place=_places(paper.width),
        width=paper.width,
        height=height,
        layout=layout,
        columns=columns,
        labels=_headings(columns, widths),
        headings=top,
        lines=[top + _NOTE_ROW * (number + 1) for number in range(lines)],
    )
