"""The command that draws every round again: from the ledger, or from what was published."""

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from runner.app import foreign_lines, kept_ledger
from runner.app.event_folder import EventFolder
from runner.app.history.saves import DamagedError, Store
from runner.cli.files import document_of, text_of
from runner.cli.group import main
from runner.compute import verify_public as public_verification
from runner.compute.verify import RECORDED, Finding
from runner.compute.verify import verify as verify_ledger
from runner.core.event import Event, RoundId
from runner.core.phrases import count, plural
from runner.ledger.ledger import parse
from runner.ledger.words import BY_HAND
from runner.render.wording import in_full

_UNCHECKED = 3  # an exit code; click takes 2 for wrong usage
_MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""What reading a value raises that is missing or of another kind than Runner writes."""
_MARKS = {True: "✓", False: "✗", None: "·"}


@main.command()
@click.argument("event_dir", required=False, type=click.Path(path_type=Path))
@click.option(
    "--published",
    type=click.Path(path_type=Path),
    help="A site’s folder, or its data: verify what everybody can see, and nothing else.",
)
def verify(event_dir: Path | None, published: Path | None) -> None:
    """Draw every published round again, and show what was changed by hand.

    The exit code is 0 where all is well, 1 where something differs, and 3 where nothing differs
    but something could not be checked.
    """
    if (event_dir is None) == (published is None):
        raise click.UsageError("Name either an event’s folder, or a site with --published.")
    try:
        sound = _ledger(EventFolder(event_dir)) if event_dir else _published(published or Path())
    except _MALFORMED as reason:
        why = f"{type(reason).__name__}: {reason}"
        what = "A line of the ledger" if event_dir else "This"
        writes = "writes, though its seal is valid" if event_dir else "publishes"
        raise click.ClickException(f"{what} is not what Runner {writes} ({why}).") from None
    if not sound:
        sys.exit(_UNCHECKED if sound is None else 1)


# --- an event's folder ------------------------------------------------------------------------


def _ledger(folder: EventFolder) -> bool | None:
    """Whether all is well with the chain of hashes, each drawing, the results, the second copy and
    the kept saves; None where nothing differs but some lines could not be checked."""
    if not folder.root.is_dir():
        raise click.ClickException(f"There is no folder {folder.root}.")
    lines, odd = kept_ledger.read(folder)
    ledger, problems = parse(lines)
    findings = verify_ledger(ledger)
    for finding in findings:
        where = _where(finding.round)
        at = _clock(finding.at)
        click.echo(f"{_MARKS[finding.sound]} line {finding.number}{at}: {where} {finding.what}")
    for problem in (*odd, *problems):
        click.echo(f"{'✗' if problem.fatal else '!'} {in_full(problem)}")
    lost = "" if problems else kept_ledger.lost(folder, ledger, lines, Event(""))
    if lost:
        click.echo(f"✗ {lost} Put it back with: runner restore {folder.root}")
    drawings = all(finding.sound is not False for finding in findings)
    click.echo(_summary(findings))
    other = [] if problems or lost else [*foreign_lines.differences(folder, ledger)]
    for each in other:
        click.echo(f"✗ {_differently(each)}")
    strange = "" if problems or lost else foreign_lines.not_kept(folder, ledger)
    if strange:
        click.echo(f"? {strange[:1].upper()}{strange[1:]}")
    whole = drawings and not (problems or lost or other)
    if whole and not strange:
        click.echo("The ledger is whole.")
    if not _history(Store(folder.saves)) or not whole:
        return False
    return None if strange else True


def _differently(result: foreign_lines.Difference) -> str:
    """A result that the ledger alone has, in a sentence."""
    where = f"{Event('').title(result.round)}, table {result.table}"
    mine = f"“{result.ledger}”" if result.ledger else "no result"
    other = f"“{result.workbook}”" if result.workbook else "no result"
    return f"{where}: the ledger has {mine}, and the workbook and its latest save have {other}."


def _where(id_: RoundId) -> str:
    """What a line is about; a decision about no phase stands on Decisions."""
    if id_.number:
        return Event("").title(id_)
    return f"Phase {id_.phase}" if id_.phase else "Decisions:"


def _clock(at: str) -> str:
    """ ", 14:32:05", or nothing where a line has no time that can be read."""
    try:
        return f", {datetime.fromisoformat(at):%H:%M:%S}"
    except ValueError:
        return ""


def _summary(findings: Sequence[Finding]) -> str:
    drawn = [
        finding
        for finding in findings
        if finding.sound is not None and finding.kind not in RECORDED
    ]
    same = sum(1 for finding in drawn if finding.sound)
    by_hand = sum(1 for finding in findings if finding.kind in BY_HAND)
    come = count(same, "comes", "come")
    return (
        f"{count(len(drawn), 'drawing')}: {come} out the same. {count(by_hand, 'change')} by hand."
    )


def _history(store: Store) -> bool:
    """Whether every kept save can be had whole."""
    try:
        lost = dict(store.damaged())
        saves = store.all()
    except OSError as reason:
        click.echo(f"✗ The history cannot be read: {reason.strerror}.")
        return False
    for save in saves:
        try:
            store.data(save)
        except (DamagedError, OSError) as reason:
            lost.setdefault(save.number, str(reason))
    for number, why in sorted(lost.items()):
        click.echo(f"✗ Save {number} of the history is lost: {why}.")
    if saves and not lost:
        click.echo(f"The history is whole: {count(len(saves), 'save')}.")
    return not lost


# --- what was published -----------------------------------------------------------------------


def _published(path: Path) -> bool | None:
    """Whether the published rounds come out again; None where that could not all be checked."""
    snapshot, rounds = _documents(path)
    found = public_verification.check(snapshot, rounds)
    for checked in found:
        where = Event("").title(checked.round) if checked.round.number else "The event"
        mark = "?" if checked.unchecked else _MARKS[checked.sound]
        click.echo(f"{mark} {where}: {checked.what}")
    wrong = {checked.round for checked in found if checked.sound is False}
    same = sum(
        1 for checked in found if checked.sound and checked.pairing and checked.round not in wrong
    )
    all_rounds = count(len(snapshot["pairings"]), "round")
    were = plural(same, "was drawn again, and is", "were drawn again, and are")
    click.echo(f"{same} of {all_rounds} {were} the same.")
    unchecked = sum(1 for checked in found if checked.unchecked)
    if unchecked:
        click.echo(f"{count(unchecked, 'thing')} could not be checked: see the lines with “?”.")
    click.echo("Results, standings and final places are not drawn, and are not checked here.")
    return False if wrong else None if unchecked else True


def _documents(path: Path) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """snapshot.json and rounds.json of a site, of its data folder, or beside one of the two."""
    folder = path.parent if path.is_file() else path
    folder = folder / "data" if (folder / "data").is_dir() else folder
    snapshot = document_of(text_of(folder / "snapshot.json"))
    if not (folder / "rounds.json").exists():
        raise click.ClickException(
            "The rounds cannot be drawn again yet: seed and inputs follow, in rounds.json, when "
            "the event is over."
        )
    return snapshot, document_of(text_of(folder / "rounds.json"))
