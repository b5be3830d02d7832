"""What all lists on paper share: a template, filled in and made into a PDF."""

from abc import ABC, abstractmethod
from hashlib import sha256
from typing import ClassVar, NamedTuple

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _, speaking
from runner.core.names import last_first
from runner.core.problems import Place, note
from runner.render import text as texts
from runner.render.documents.document import Printout, stem
from runner.render.documents.drawn_by import drawn_by
from runner.render.documents.engine import PangoMissing
from runner.render.documents.fitting import Widths, fit
from runner.render.documents.glyphs import about_glyphs, scripts
from runner.render.documents.layout import USUAL, PageSetup, Paper
from runner.render.documents.listing import SIDES
from runner.render.documents.pdf import Rendering, render
from runner.render.templating import environment


class Content(NamedTuple):
    """What stands on a sheet: its title, and the view that its template shows."""

    title: str
    view: object


class Sheet(ABC):
    """A list of a round: `KEY-R3.pdf`, or `KEY-R3.html` where Pango is missing."""

    KEY: str
    TEMPLATE: ClassVar[str]
    FOR_STAFF: ClassVar[bool] = False
    ACROSS: ClassVar[bool] = False
    HALF: ClassVar[bool] = False

    @abstractmethod
    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """What stands on it; None where the round has nothing of the kind."""

    def asked(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup) -> Content | None:
        """The same, where it depends on how it is to be printed."""
        return self.content(snapshot, round_id)

    def inputs(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> str:
        """The hash of all that stands on it, and of what draws it."""
        html = self.html(snapshot, round_id, setup)
        return sha256(f"{drawn_by()} {html}".encode()).hexdigest()

    def render(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> Printout:
        """The list as a file; none where there is nothing to list."""
        html, name = self.html(snapshot, round_id, setup), stem(self, round_id)
        if not html:
            return Printout()
        try:
            made = self.printed(html, snapshot, round_id, setup)
        except PangoMissing as missing:
            instead = f"Until then print {name}.html from a browser."
            alone = self.html(snapshot, round_id, setup, inside=True).encode()
            said = note("paper.no-pdf-of-sheet", Place(), str(missing), instead)
            return Printout({f"{name}.html": alone}, (said,))
        problems = tuple(about_glyphs(snapshot, html, made.missing))
        inputs = "" if problems else self.inputs(snapshot, round_id, setup)
        lacking = scripts(made.missing)
        return Printout({f"{name}.pdf": made.pdf}, problems, inputs, lacking)

    def printed(
        self, html: str, snapshot: Snapshot, round_id: RoundId, setup: PageSetup
    ) -> Rendering:
        """The page as a PDF. Raises PangoMissing."""
        return render(html)

    def html(
        self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL, *,
        inside: bool = False,
    ) -> str:  # fmt: skip
        """The page that is printed, "" where there is nothing to list; with its fonts `inside` for
        a browser."""
        with speaking(languages.language(snapshot.event.language)):
            shown = snapshot if self.FOR_STAFF else snapshot.for_players
            content = self.asked(shown, round_id, setup)
            if content is None:
                return ""
            lies = "landscape" if self.ACROSS else "portrait"
            paper = setup.paper.half if self.HALF else setup.paper
            size = paper.name if self.HALF else f"{paper.name} {lies}"
            template = environment("paper").get_template(self.TEMPLATE)
            return template.render(
                event=shown.event.name, title=content.title, view=content.view,
                rehearsal=shown.rehearsal, asof=as_of(shown), paper=size,
                sheet=paper, inside=inside, own=setup.own,
                heads=_heads(shown, paper, half=self.HALF),
            )  # fmt: skip


class _Heads(NamedTuple):
    """How large, in points, what is repeated in the margins may be."""

    event: float
    who: float


def _heads(snapshot: Snapshot, paper: Paper, *, half: bool) -> _Heads:
    """Small enough for the event's name and, beside it, for any two last names."""
    widths, wide = Widths("bold", {}), paper.width - 2 * SIDES
    name = snapshot.event.name
    if half:
        return _Heads(fit(name, wide, 7.0, 10.0, widths).points, 0.0)
    lasts = (last_first(player.name).split(",")[0] for player in snapshot.players.values())
    longest = sorted(lasts, key=widths.of)[-2:]
    who = fit(" – ".join(longest), wide / 2, 12.0, 13.0, widths).points
    return _Heads(fit(name, wide / 2, 12.0, 10.0, widths).points, who)


def as_of(snapshot: Snapshot) -> str:
    """The day; the hour would make a new file of each save."""
    return texts.day(snapshot.event.date) if snapshot.event.date else _("Made by Runner")
