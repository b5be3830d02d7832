"""The printed documents of a round, as files to write."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from importlib.metadata import version

from runner import __version__
from runner.compute.snapshot import Snapshot
from runner.core.event import RoundId
from runner.core.names import last_first
from runner.core.problems import Place, Problem, note, warning
from runner.ledger.seal import canonical
from runner.render.documents.slips.form import qr_code
from runner.render.documents.slips.layout import Layout
from runner.render.documents.slips.page import to_html
from runner.render.documents.slips.pdf import PangoMissing, render
from runner.render.documents.slips.slip import Slip, slips_for
from runner.render.templating import folder


@dataclass(frozen=True, slots=True)
class Documents:
    """Files by name, and what the organiser should know about them.

    `inputs` is what to remember them by: while `inputs_hash` gives the same, nothing need be made
    again. It is "" where there is a problem: the next time tries once more, since what helps (a
    font, Pango) is installed without any change to the workbook, and says so again if need be.
    """

    files: Mapping[str, bytes] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    inputs: str = ""


def documents(snapshot: Snapshot, round_id: RoundId, choice: Layout | None = None) -> Documents:
    """The slips of a round: `slips-R3.pdf`, or `slips-R3.html` where Pango is missing.

    A round without tables has no files.
    """
    choice = choice or Layout()
    slips = slips_for(snapshot, round_id)
    if not slips:
        return Documents()
    name = f"slips-{round_id.prefix}"
    problems = tuple(_about_address(snapshot))
    try:
        rendering = render(slips, choice)
    except PangoMissing as missing:
        instead = f"Until then print {name}.html from a browser, at full size and without margins."
        html = to_html(slips, choice).encode()
        return Documents({f"{name}.html": html}, (*problems, note(Place(), str(missing), instead)))
    problems += tuple(_about_glyphs(snapshot, slips, rendering.missing))
    inputs = "" if problems else inputs_hash(slips, choice)
    return Documents({f"{name}.pdf": rendering.pdf}, problems, inputs)


def inputs_hash(slips: Sequence[Slip], choice: Layout | None = None) -> str:
    """What the finished document depends on, as SHA-256 in hexadecimal; quick to work out.

    The slips, the layout, the templates, and the versions of Runner and of WeasyPrint.
    """
    hashed = sha256()
    hashed.update(canonical([asdict(slip) for slip in slips]).encode())
    hashed.update(canonical(asdict(choice or Layout())).encode())
    hashed.update(f"{__version__} {version('weasyprint')}".encode())
    for template in sorted(folder("slips").iterdir()):
        hashed.update(template.read_bytes())
    return hashed.hexdigest()


def _about_address(snapshot: Snapshot) -> Iterator[Problem]:
    address = snapshot.event.address
    if address and not qr_code(address):
        yield warning(
            Place("Event"),
            "The public address is too long for a QR code on the slips, so they have none.",
            "Use a shorter address.",
        )


def _about_glyphs(
    snapshot: Snapshot, slips: Sequence[Slip], missing: frozenset[str]
) -> Iterator[Problem]:
    """Whose name, or what else, has characters that no font here can draw."""
    printed = {name for slip in slips for name in slip.seats}
    for player in snapshot.players.values():
        if last_first(player.name) in printed:
            yield from _no_glyph(player.place, "player", player.name, missing)
    yield from _no_glyph(Place("Event"), "event", slips[0].event, missing)
    yield from _no_glyph(Place("Phases"), "phase", slips[0].phase, missing)


def _no_glyph(place: Place, what: str, name: str, missing: frozenset[str]) -> Iterator[Problem]:
    lacking = [each for each in dict.fromkeys(name) if each in missing]
    if lacking:
        listed = ", ".join(f"{each} (U+{ord(each):04X})" for each in lacking)
        yield warning(
            place,
            f'No font on this computer can print {listed} in the name of the {what} "{name}".',
            "Install the Noto fonts for that script (on Debian: fonts-noto-core, fonts-noto-cjk).",
        )
