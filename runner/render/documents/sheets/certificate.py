"""How a round was paired, for the wall."""

from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.language import _
from runner.render.documents.sheets.pairings import round_of
from runner.render.documents.sheets.sheet import Content, Sheet
from runner.render.site.round_page import Origin, how_paired, origin
from runner.render.site.rounds import pairing_of


class CertificateView(NamedTuple):
    """Sentences, and what it takes to draw the round again."""

    sentences: tuple[str, ...]
    origin: Origin | None


class CertificateSheet(Sheet):
    """How good a pairing is, in sentences that a player understands."""

    KEY, NAME, TEMPLATE = "certificate", "certificate of the pairing", "certificate.html"

    def content(self, snapshot: Snapshot, round_id: RoundId) -> Content | None:
        """That of the round; None where it is not out."""
        played = round_of(snapshot, round_id)
        if played is None:
            return None
        made = pairing_of(snapshot, round_id)
        drawn = origin(made.drawn_from, snapshot.over) if made and made.drawn_from else None
        sentences = how_paired(made, snapshot.phases[round_id.phase - 1], played)
        title = _("How it was paired: {round}", round=snapshot.title(round_id))
        return Content(title, CertificateView(sentences, drawn))
