"""The base of all documents except slips: a template, rendered and turned into a PDF."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any, ClassVar, NamedTuple

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import _, current, speaking
from runner.core.names import parts
from runner.core.problems import Place, note
from runner.render import text as texts
from runner.render.brand import theme
from runner.render.documents import listing
from runner.render.documents.cells import STYLE
from runner.render.documents.document import Printout, drawn_by, stem
from runner.render.documents.fitting import Widths, fit, widths_of
from runner.render.documents.glyphs import about_glyphs, scripts
from runner.render.documents.layout import USUAL, PageSetup, Paper
from runner.render.documents.listing import BOTTOM, SIDES, TOP, Column, Listing, Part
from runner.render.documents.pdf import PangoMissing, render
from runner.render.templating import environment


class Content(NamedTuple):
    """The content of a sheet: its title, and the view for its template."""

    title: str
    view: object


class Sheet:
    """A document of a round: `KEY-R3.pdf`, or `KEY-R3.html` if Pango is missing.

    Names are shown as on the pages, or in full if `FOR_STAFF`. `ACROSS` is landscape format; `HALF`
    is half a sheet.
    """

    KEY: str
    TEMPLATE: ClassVar[str]
    FOR_STAFF: ClassVar[bool] = False
    ACROSS: ClassVar[bool] = False
    HALF: ClassVar[bool] = False

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """Return the content for the default options, or None if the round has none."""
        return self.asked(snapshot, round_id, USUAL)

    def asked(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup) -> Content | None:
        """Return the content for these options. A class overrides this method or `content`."""
        return self.content(snapshot, round_id)

    def inputs(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> str:
        """Return a hash of the content, and of the code that draws it."""
        html = self.html(snapshot, round_id, setup)
        return sha256(f"{drawn_by()} {html}".encode()).hexdigest()

    def render(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> Printout:
        """Return the document as a file; no file if there is nothing to print."""
        name = stem(self, round_id)
        try:
            page = self.laid_out(snapshot, round_id, setup)
            if not page:
                return Printout()
            rendering = render(page)
        except PangoMissing as missing:
            instead = f"Until then print {name}.html from a browser."
            alone = self.html(snapshot, round_id, setup, inside=True).encode()
            problem = note("paper.no-pdf-of-sheet", Place(), str(missing), instead)
            return Printout({f"{name}.html": alone}, (problem,))
        problems = tuple(
            about_glyphs(snapshot, self.html(snapshot, round_id, setup), rendering.missing)
            if rendering.missing
            else ()
        )
        inputs = "" if problems else self.inputs(snapshot, round_id, setup)
        return Printout(
            {f"{name}.pdf": rendering.pdf}, problems, inputs, scripts(rendering.missing)
        )

    def laid_out(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup) -> str:
        """Return the page for WeasyPrint, or "" if there is nothing to print. Raises
        PangoMissing."""
        return self.html(snapshot, round_id, setup)

    def html(
        self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL, *,
        inside: bool = False,
    ) -> str:  # fmt: skip
        """Return the document as a page, or "" if there is nothing to print; `inside` embeds the
        fonts, for browsers."""
        with speaking(languages.language(snapshot.event.language)):
            shown = self._shown(snapshot)
            content = self.asked(shown, round_id, setup)
            if content is None:
                return ""
            return self._filled(self.TEMPLATE, shown, content, setup, inside=inside)

    def _shown(self, snapshot: Snapshot) -> Snapshot:
        return snapshot if self.FOR_STAFF else snapshot.for_players

    def _filled(
        self, template: str, shown: Snapshot, content: Content, setup: PageSetup, *,
        inside: bool = False, **more: Any,
    ) -> str:  # fmt: skip
        """Return the rendered template."""
        lies = "landscape" if self.ACROSS else "portrait"
        accent = shown.event.accent or theme.ACCENT
        paper = setup.paper.half if self.HALF else setup.paper
        return environment("paper").get_template(template).render(
            event=shown.event.name, title=content.title, view=content.view,
            rehearsal=shown.rehearsal, asof=as_of(shown),
            paper=paper.name if self.HALF else f"{paper.name} {lies}",
            sheet=paper, inside=inside, own=setup.own, accent=accent, on_accent=theme.on(accent),
            heads=_heads(shown, content.title, paper, half=self.HALF), **more,
        )  # fmt: skip


class Listed(NamedTuple):
    """The view of a list: the note below its title, and its rows."""

    note: str
    parts: tuple[Part, ...]


class ListedSheet(Sheet):
    """A list of possibly a thousand rows, so its pages are computed (`listing`). The template is
    for browsers and for right-to-left languages. `content` returns a `Listed` view."""

    TEMPLATE = "list.html"

    def inputs(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> str:
        """Return a hash of the content, without rendering a template."""
        with speaking(languages.language(snapshot.event.language)):
            shown = self._shown(snapshot)
            content = self.asked(shown, round_id, setup)
            data = (content, shown.event.name, shown.rehearsal, as_of(shown), current().code, setup)
        return sha256(repr((drawn_by(), self.KEY, data)).encode()).hexdigest()

    def laid_out(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup) -> str:
        """Return the pages of the list."""
        with speaking(languages.language(snapshot.event.language)):
            shown = self._shown(snapshot)
            content = self.asked(shown, round_id, setup)
            if content is None or current().direction == "rtl":
                return self.html(snapshot, round_id, setup)
            view: Any = content.view
            banner = _("REHEARSAL: results are made up") if shown.rehearsal else ""
            whole = Listing(content.title, view.note, view.parts, banner)
            widths = widths_of(whole.texts, setup.own, listing.NAMED)
            pages = listing.pages(whole, setup.paper, widths)
            wide, tall = setup.paper.width - 2 * SIDES, setup.paper.height - TOP - BOTTOM
            drawings = [listing.drawing(page, wide, tall) for page in pages]
            return self._filled(
                "listed.html", shown, content, setup, cells=STYLE,
                pages=[*zip(pages, drawings, strict=True)],
            )  # fmt: skip


def of_teams(crews: Sequence[Sequence[str]]) -> tuple[tuple[Column, ...], list[tuple[str, ...]]]:
    """Return a column for members of teams, and its cell for each line; no column if there are no
    teams."""
    if not any(crews):
        return (), [() for _crew in crews]
    column = Column(_("Players"), points=9.0)
    return (column,), [(current().enumerated(list(crew)),) for crew in crews]


def _heads(snapshot: Snapshot, title: str, paper: Paper, *, half: bool) -> dict[str, float]:
    """Return the font sizes in points for the page margins: they fit the event's name, on later
    pages below the title, and beside them any two last names."""
    widths, wide, name = Widths("bold", {}), paper.width - 2 * SIDES, snapshot.event.name
    room, tall = (wide, 7.0) if half else (wide / 2, 12.0)
    lasts = (parts(player.name).last for player in snapshot.players.values())
    who = " – ".join(sorted(lasts, key=widths.of)[-2:])
    whole = f"{title} · {_('REHEARSAL')}" if snapshot.rehearsal else title
    heads = {"event": (name, tall, 10.0), "who": (who, tall, 13.0),
             "title": (whole, tall / 2, 12.0), "later": (name, tall / 2, 10.0)}  # fmt: skip
    return {key: fit(text, room, high, most, widths).points
            for key, (text, high, most) in heads.items()}  # fmt: skip


def as_of(snapshot: Snapshot) -> str:
    """Return the day; including the time would change the file with every save."""
    return texts.day(snapshot.event.date) if snapshot.event.date else _("Made by Runner")
