"""The empty form: everything on a slip that is printed alike on many, as one drawing (SVG).

The drawing lies behind the text of a slip, as its background. That is several times quicker to
turn into a PDF than the same lines and boxes made of HTML.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from runner.core.event import seat_letter
from runner.render.documents.fitting import Fitted, Widths, fit
from runner.render.documents.slips import labels, layout
from runner.render.documents.slips.codes import qr_code
from runner.render.documents.slips.labels import Label, Words, label, words
from runner.render.documents.slips.layout import Paper
from runner.render.documents.slips.slip import Slip
from runner.render.templating import environment

_LETTER_WIDTH = 7.0
_BOX_WIDTH = 13.0
_GAMES_WIDTH = 16.0
_TALL_WIDTH = 10.5
_WIDEST_HEADED = 23.0  # a column for the sake of a heading in one line
_NAME_SHARE = 0.58  # of what the boxes leave; the rest is for the signature
TITLE_X = layout.MARGIN + 34.0  # beside the table number
ROUND_HEIGHT = 7.6
EVENT_HEIGHT = layout.HEADER - ROUND_HEIGHT
_TABLE_WIDTH = 32.0  # of the word above the table number
_INVITATION_WIDTH = 24.0  # of the words beside the QR code
_GAP = 1.5
_HEADING_GAP = 1.0
_TITLE_WIDTH = 92.0  # up to the words beside the QR code
LOGO_X = TITLE_X + _TITLE_WIDTH + _GAP
LOGO_RIGHT = layout.MARGIN + layout.HEADER + 2.5 + _INVITATION_WIDTH + _GAP
_REHEARSAL_WIDTH = 18.0  # of that goes to the label of a rehearsal
ROUND_POINTS = 15.0
EVENT_POINTS = 10.5
_CONCEDED_BOX = 6.4
_JUDGE_WIDTH = 36.0
_NOTE_ROW = 9.0


class Blank(StrEnum):
    """What a column has: text, a box in each row, one tall box for the whole table, or a line."""

    TEXT = "text"
    BOX = "box"
    TALL = "tall"
    LINE = "line"


class Rows(StrEnum):
    """Whose rows a column has boxes in, where teams play."""

    ALL = "all"
    TEAMS = "teams"
    MEMBERS = "members"


@dataclass(frozen=True, slots=True)
class FormColumn:
    """A column of the form, in millimetres from the left edge; `box` is how wide its box is, and
    `of` whose rows have one where teams play."""

    heading: str
    kind: Blank
    x: float
    width: float
    box: float = 0.0
    of: Rows = Rows.ALL


@dataclass(frozen=True, slots=True)
class Form:
    """What tells one empty form from another."""

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

    @property
    def letters(self) -> list[str]:
        """What stands before each row: the seats of the table, and where members of teams play seat
        against seat theirs."""
        if not self.members:
            return [seat_letter(at) for at in range(self.seats)]
        size = self.members + 1
        rows = (divmod(row, size) for row in range(self.seats))
        if self.duels:
            return [seat_letter(at - 1) if at else "" for _team, at in rows]
        return ["" if at else seat_letter(team) for team, at in rows]

    def has_box(self, row: int, of: Rows) -> bool:
        """Whether a column that is for these has a box in a row, from 0."""
        if not self.members or of is Rows.ALL:
            return True
        return (row % (self.members + 1) == 0) == (of is Rows.TEAMS)


@dataclass(frozen=True, slots=True)
class Measures:
    """Where things are on a form, in millimetres from its top left corner."""

    width: float
    height: float
    row: float
    rows: float
    name_x: float
    name_width: float
    seats: int
    columns: tuple[FormColumn, ...]

    @property
    def points(self) -> FormColumn | None:
        """The column of points, where there is one."""
        return next((column for column in self.columns if column.kind is Blank.TEXT), None)


@dataclass(frozen=True, slots=True)
class Foot:
    """The line below: what stands there, and where. `box`, `conceded_x`, `notes_x` and
    `line` are millimetres
    from the left margin, `judge_x` from the right one."""

    extension: Label
    minutes: Label
    notes: Label
    judge: Label
    conceded: Label
    box: float
    conceded_x: float
    notes_x: float
    line: float
    judge_x: float


def form_of(slip: Slip) -> Form:
    """The form that a slip is printed on."""
    return Form(
        round=slip.title,
        event=slip.event,
        seats=len(slip.seats),
        games=slip.best_of > 1,
        points=bool(slip.points),
        linked=qr_code(slip.address) is not None,
        rehearsal=slip.rehearsal,
        members=slip.members,
        duels=slip.duels,
        order=slip.order,
        places=slip.places,
        starts=slip.starts,
    )


def measure(form: Form, paper: Paper, places: int) -> Measures:
    """The measures of a form of which so many lie on a sheet."""
    height = paper.height / places
    row = layout.row_height(height, form.seats)
    side = layout.box_size(row)
    name_x = layout.MARGIN + _LETTER_WIDTH
    room = paper.width - layout.MARGIN - name_x
    said = words()
    first = said.out if form.order else said.place if form.places else said.win
    boxes = [(first, Blank.BOX, Rows.TEAMS), (said.draw, Blank.TALL, Rows.ALL),
             (said.drop, Blank.BOX, Rows.ALL), (said.penalty, Blank.BOX, Rows.ALL)]  # fmt: skip
    drawn = Blank.BOX if form.duels else Blank.TALL
    games = [(said.games_won, Blank.BOX, Rows.MEMBERS), (said.games_drawn, drawn, Rows.MEMBERS)]
    asked = [
        _Asked(heading, kind, _BOX_WIDTH, _side(kind, side), of) for heading, kind, of in boxes
    ]
    # A number of games needs more room than a tick.
    asked[2:2] = [
        _Asked(heading, kind, _GAMES_WIDTH, _side(kind, side + 2), of)
        for heading, kind, of in games
        if form.games
    ]
    if form.points:
        asked.insert(0, _Asked(said.points, Blank.TEXT, _BOX_WIDTH))
    asked = [each._replace(width=_headed(each)) for each in asked]
    room -= sum(each.width for each in asked)
    asked.append(_Asked(said.signature, Blank.LINE, room * (1 - _NAME_SHARE)))
    return Measures(
        width=paper.width,
        height=height,
        row=row,
        rows=layout.PADDING + layout.HEADER + layout.HEADINGS,
        name_x=name_x,
        name_width=room * _NAME_SHARE,
        seats=form.seats,
        columns=_columns(asked, name_x + room * _NAME_SHARE),
    )


def _side(kind: Blank, side: float) -> float:
    """How wide a box is: words stand in a tall one."""
    return max(side, _TALL_WIDTH) if kind is Blank.TALL else side


class _Asked(NamedTuple):
    """A column that is to be on the form, as a `FormColumn` has it."""

    heading: str
    kind: Blank
    width: float
    box: float = 0.0
    of: Rows = Rows.ALL


@cache
def _small_words() -> Widths:
    """Those of Runner's font, whatever others there are: a form is as wide on every computer."""
    return Widths("regular", {})


def _headed(asked: _Asked) -> float:
    """How wide a column is for its heading to be as large as the other small words, where that
    takes no more than there is."""
    wide = _small_words().of(asked.heading) * labels.USUAL + _GAP
    return max(asked.width, wide) if wide <= _WIDEST_HEADED else asked.width


def _columns(asked: Iterable[_Asked], left: float) -> tuple[FormColumn, ...]:
    made: list[FormColumn] = []
    for heading, kind, width, box, of in asked:
        made.append(FormColumn(heading, kind, round(left, 2), round(width, 2), box, of))
        left += width
    return tuple(made)


def draw(form: Form, measures: Measures, regular: Widths, bold: Widths) -> str:
    """The empty front of a slip."""
    template = environment("slips").get_template("form.svg")
    said, side = words(), layout.box_size(measures.row)
    tall = measures.row * (form.seats - 1) + side
    before = measures.columns[0].x - layout.MARGIN
    return template.render(
        form=form,
        at=measures,
        layout=layout,
        letters=form.letters,
        side=side,
        tall=tall,
        table=label(said.table, _TABLE_WIDTH, regular, labels.ALONE),
        invitation=label(said.invitation, _INVITATION_WIDTH, regular, labels.BLOCK),
        rehearsal=label(said.rehearsal, 36.0, bold, labels.ALONE, 4.4),
        seats=label(_over_names(form, said), before - _GAP, regular),
        headings=_headings(measures.columns, regular),
        whole_table=label(said.whole_table, tall - _GAP, regular, (1.0, 1.0)),
        foot=_foot(said, regular),
    )


def _over_names(form: Form, said: Words) -> str:
    if form.starts:
        return said.starts
    return said.seats if form.seats > 2 and not form.members else said.players


def _headings(columns: Iterable[FormColumn], widths: Widths) -> list[Label]:
    """Each over its column, apart from its neighbours."""
    return [
        label(
            column.heading,
            column.width - (_HEADING_GAP if column.kind is not Blank.LINE else 2 * _GAP),
            widths,
        )
        for column in columns
    ]


def _foot(said: Words, widths: Widths) -> Foot:
    """What stands below, each as far to the right as what is before it needs."""
    extension, minutes = label(said.time_extension, 28.0, widths), label(said.minutes, 10.0, widths)
    conceded = label(said.conceded, 22.0, widths)
    notes, judge = label(said.notes, 14.0, widths), label(said.judge, 22.0, widths)
    box = extension.width + _GAP
    conceded_x = box + 17.5 + minutes.width + 4.0
    notes_x = conceded_x + _CONCEDED_BOX + _GAP + conceded.width + 4.0
    return Foot(
        extension=extension,
        minutes=minutes,
        conceded=conceded,
        notes=notes,
        judge=judge,
        box=box,
        conceded_x=conceded_x,
        notes_x=notes_x,
        line=notes_x + notes.width + _GAP,
        judge_x=_JUDGE_WIDTH + judge.width + _GAP,
    )


def title_width(form: Form) -> float:
    """How wide the titles may be."""
    return _TITLE_WIDTH - (_REHEARSAL_WIDTH if form.rehearsal else 0.0)


def titles(form: Form, regular: Widths, bold: Widths) -> tuple[Fitted, Fitted]:
    """The round, in bold, and the event.

    They are text beside the drawing, not in it: letters in a drawing are set one by one, which is
    wrong for scripts that join them.
    """
    width = title_width(form)
    return (
        fit(form.round, width, ROUND_HEIGHT, ROUND_POINTS, bold),
        fit(form.event, width, EVENT_HEIGHT, EVENT_POINTS, regular),
    )


def draw_back(paper: Paper, places: int, widths: Widths) -> str:
    """The empty back of a slip: lines for a judge to write on."""
    height = paper.height / places
    top = layout.PADDING + layout.FOOTER + layout.HEADINGS
    lines = int((height - layout.PADDING - top) // _NOTE_ROW)
    inner = paper.width - 2 * layout.MARGIN
    said = words()
    shares = (
        (said.player, 0.30),
        (said.infraction, 0.38),
        (said.penalty, 0.18),
        (said.judge, 0.14),
    )
    asked = [_Asked(heading, Blank.LINE, inner * share) for heading, share in shares]
    columns = _columns(asked, layout.MARGIN)
    template = environment("slips").get_template("back.svg")
    return template.render(
        width=paper.width,
        height=height,
        layout=layout,
        columns=columns,
        labels=_headings(columns, widths),
        headings=top,
        lines=[top + _NOTE_ROW * (number + 1) for number in range(lines)],
    )
