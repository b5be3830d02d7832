"""The match slips of a round as a PDF, with problems."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from hashlib import sha256

from runner import languages
from runner.compute.snapshot import Snapshot
from runner.core.identifiers import RoundId
from runner.core.language import ENGLISH, current, speaking
from runner.core.problems import Place, Problem, note, warning
from runner.ledger.seal import canonical
from runner.render.documents import pdf
from runner.render.documents.document import Printout, drawn_by, stem
from runner.render.documents.fitting import widths_of
from runner.render.documents.glyphs import no_glyph, of_player, scripts, to_install
from runner.render.documents.layout import USUAL, OwnLook, PageSetup
from runner.render.documents.pdf import PangoMissing, Rendering
from runner.render.documents.slips.codes import qr_code
from runner.render.documents.slips.form import words
from runner.render.documents.slips.page import NAMED, Letters, stamp, to_html, to_stamped_html
from runner.render.documents.slips.slip import Slip, slips_for


class Slips:
    """A slip for each table: `slips-R3.pdf`, or `slips-R3.html` if Pango is missing."""

    KEY = "slips"

    def inputs(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> str:
        """Return a hash of the slips' content, and of the code that draws them."""
        with speaking(languages.language(snapshot.event.language)):
            return inputs_hash(slips_for(snapshot, round_id, setup), setup)

    def render(self, snapshot: Snapshot, round_id: RoundId, setup: PageSetup = USUAL) -> Printout:
        """Return the slips of a round; no file for a round without tables. The slips are in English
        if no font here can draw the event's language."""
        with speaking(languages.language(snapshot.event.language)):
            printout = self._printed(snapshot, round_id, setup)
            if printout is not None:
                return printout
            problem = _no_font(snapshot)
        with speaking(ENGLISH):
            printout = self._printed(snapshot, round_id, setup) or Printout()
        return replace(printout, problems=(*printout.problems, problem), inputs="")

    def _printed(self, snapshot: Snapshot, round_id: RoundId, choice: PageSetup) -> Printout | None:
        """Return the slips in the current language; None if its words cannot be drawn."""
        slips, name = slips_for(snapshot, round_id, choice), stem(self, round_id)
        if not slips:
            return Printout()
        problems = tuple(_about_address(snapshot, slips))
        try:
            rendering = render(slips, choice)
        except PangoMissing as missing:
            instead = (
                f"Until then print {name}.html from a browser, at full size and without margins."
            )
            html = to_html(slips, choice).encode()
            problem = note("paper.no-pdf-of-slips", Place(), str(missing), instead)
            return Printout({f"{name}.html": html}, (*problems, problem))
        if current() is not ENGLISH and _unspeakable(snapshot, round_id, slips, rendering.missing):
            return None
        problems += tuple(_about_glyphs(snapshot, round_id, slips, rendering.missing))
        inputs = "" if problems else inputs_hash(slips, choice)
        lacking = scripts(rendering.missing)
        return Printout({f"{name}.pdf": rendering.pdf}, problems, inputs, lacking)


def inputs_hash(slips: Sequence[Slip], choice: PageSetup = USUAL) -> str:
    """Return a SHA-256 of everything the document depends on: the slips, the words of their form,
    the options, and the code that draws it."""
    form = [current().code, *words().values(), drawn_by()]
    data = [[asdict(slip) for slip in slips], asdict(choice), form]
    return sha256(canonical(data).encode()).hexdigest()


def _about_address(snapshot: Snapshot, slips: Sequence[Slip]) -> Iterator[Problem]:
    longest = max((slip.address for slip in slips), key=len)
    if longest and not qr_code(longest):
        yield warning(
            "event.address-too-long",
            snapshot.event.at("address"),
            "The public address is too long for a QR code on the slips, so they have none.",
            "Use a shorter address.",
        )


def _unspeakable(
    snapshot: Snapshot, round_id: RoundId, slips: Sequence[Slip], missing: frozenset[str]
) -> bool:
    """Return whether characters are missing from text that is Runner's own, not typed."""
    typed = {*snapshot.event.phase(round_id.phase).name}
    titles = {letter for slip in slips for letter in slip.title} - typed
    return bool(missing & (titles | {*"".join(words().values())}))


def _no_font(snapshot: Snapshot) -> Problem:
    characters = (letter for letter in "".join(words().values()) if letter.isalpha())
    return note(
        "font.no-language",
        snapshot.event.at("language"),
        f"No font on this computer can print {current().name}, so the slips are in English.",
        *to_install({*scripts(characters)} - {"Latin"}),
    )


def _about_glyphs(
    snapshot: Snapshot, round_id: RoundId, slips: Sequence[Slip], missing: frozenset[str]
) -> Iterator[Problem]:
    """Yield warnings about characters in names and titles that no font here can draw."""
    printed = {name for slip in slips for name in slip.seats}
    for player in snapshot.players.values():
        if player.in_lists in printed:
            yield from of_player(player, missing)
    yield from no_glyph(snapshot.event.at("name"), "event", slips[0].event, missing)
    yield from no_glyph(
        snapshot.event.phase(round_id.phase).at("name"), "phase", slips[0].round, missing
    )


def to_pdf(slips: Sequence[Slip], choice: PageSetup = USUAL) -> bytes:
    """Return the slips as a PDF; equal slips give equal bytes. Raises PangoMissing."""
    return render(slips, choice).pdf


def render(slips: Sequence[Slip], choice: PageSetup) -> Rendering:
    """Return the slips as a PDF, and the characters not drawn. Raises PangoMissing."""
    html, stamps = to_stamped_html(slips, choice, letters(slips, choice.own))
    return pdf.render(html, lambda _, unfinished: stamp(unfinished, stamps))


def letters(slips: Sequence[Slip], own: OwnLook) -> Letters:
    """Return the character widths for all text on the slips. Raises PangoMissing."""
    labels = {*words().values()}
    texts = {text for slip in slips for text in (slip.event, slip.title, *slip.seats, *slip.points)}
    if not own.css:
        same = widths_of(texts | labels, own, NAMED)
        return Letters(same, same)
    return Letters(
        widths_of(labels, OwnLook(), NAMED), widths_of({*texts, "0123456789"}, own, NAMED)
    )
