"""What lists share that may be a thousand rows long: they are laid out by arithmetic."""

from abc import abstractmethod
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _, current, speaking
from runner.render.documents.drawn import drawn, looks_of
from runner.render.documents.drawn_by import drawn_by
from runner.render.documents.layout import USUAL, OwnLook, PageSetup, Paper
from runner.render.documents.lent import widths_of
from runner.render.documents.listing import NAMED, Column, Listing, Part, sides
from runner.render.documents.pdf import Rendering, document, heard, render, written
from runner.render.documents.sheets.sheet import Sheet, as_of
from runner.render.templating import environment


class ListedSheet(Sheet):
    """A list in rows; its template is for browsers, and for languages from right to left."""

    @abstractmethod
    def parts(self, view: Any) -> tuple[Part, ...]:
        """The rows of what `content` shows."""

    def note(self, view: Any) -> str:
        """What stands below the title."""
        return str(view.note)

    def inputs(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> str:
        """The hash of what stands on it, which takes no template to work out."""
        with speaking(languages.language(snapshot.event.language)):
            shown = snapshot if self.FOR_STAFF else snapshot.for_players
            content = self.content(shown, round_id)
            said = (content, shown.event.name, shown.rehearsal, as_of(shown), current().code, setup)
        return sha256(repr((drawn_by(), self.KEY, said)).encode()).hexdigest()

    def printed(
        self, html: str, snapshot: Snapshot, round_id: RoundId, setup: PageSetup
    ) -> Rendering:
        """Set line by line."""
        with speaking(languages.language(snapshot.event.language)):
            shown = snapshot if self.FOR_STAFF else snapshot.for_players
            content = self.content(shown, round_id)
            if content is None or current().direction == "rtl":
                return render(html)
            banner = _("REHEARSAL: results are made up") if shown.rehearsal else ""
            listing = Listing(
                content.title, self.note(content.view), self.parts(content.view),
                shown.event.name, as_of(shown), banner,
            )  # fmt: skip
            return set_(listing, setup.paper, setup.own)


def of_teams(crews: Sequence[Sequence[str]]) -> tuple[tuple[Column, ...], list[tuple[str, ...]]]:
    """A column for the people of teams, and a cell for each of these lines; nothing where nobody
    plays in a team."""
    if not any(crews):
        return (), [() for _crew in crews]
    column = Column(_("Players"), points=9.0)
    return (column,), [(current().enumerated(list(crew)),) for crew in crews]


def set_(listing: Listing, paper: Paper, own: OwnLook = USUAL.own) -> Rendering:
    """The list as a tagged PDF. Raises PangoMissing."""
    with heard() as missing:
        widths = widths_of(listing.texts, own, NAMED)
        made = sides(listing, paper, widths["regular"], widths["bold"], logo=bool(own.logo))
        looks = looks_of(made)
        template = environment("paper").get_template("drawn.html")
        html = template.render(listing=listing, paper=paper, looks=looks, own=own)
        laid_out = drawn(document(html), looks, made)
        pdf = written(laid_out)
    return Rendering(pdf, frozenset(missing))
