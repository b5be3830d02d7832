"""The command that draws every round again: from the ledger, or from what was published."""

import sys
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from runner.app import kept_ledger
from runner.app.event_folder import EventFolder
from runner.app.history.saves import DamagedError, Store
from runner.cli.files import document_of, text_of
from runner.cli.group import main
from runner.compute import verify_public as public_verification
from runner.compute.verify import Finding
from runner.compute.verify import verify as verify_ledger
from runner.core.event import Event, RoundId
from runner.core.phrases import count, plural
from runner.ledger.ledger import parse
from runner.ledger.words import BY_HAND

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

    The exit code is 0 where all is well, and 1 where something differs.
    """
    if (event_dir is None) == (published is None):
        raise click.UsageError("Name either an event’s folder, or a site with --published.")
    sound = _ledger(EventFolder(event_dir)) if event_dir else _published(published or Path())
    if not sound:
        sys.exit(1)


# --- an event's folder ------------------------------------------------------------------------


def _ledger(folder: EventFolder) -> bool:
    """The chain of hashes, each drawing, each change by hand, and the kept saves."""
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
        click.echo(f"✗ {problem}" if problem.fatal else f"! {problem}")
    lost = "" if problems else kept_ledger.lost(folder, ledger, lines, Event(""))
    if lost:
        click.echo(f"✗ {lost} Put it back with: runner restore {folder.root}")
    drawings = all(finding.sound is not False for finding in findings)
    click.echo(_summary(findings))
    whole = drawings and not problems and not lost
    if whole:
        click.echo("The ledger is whole.")
    return _history(Store(folder.saves)) and whole


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
    drawn = [finding for finding in findings if finding.sound is not None]
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


def _published(path: Path) -> bool:
    snapshot, rounds = _documents(path)
    try:
        found = public_verification.check(snapshot, rounds)
    except (KeyError, TypeError, ValueError, AttributeError) as reason:
        raise click.ClickException(f"This is not what Runner publishes: {reason!r}.") from None
    for checked in found:
        where = Event("").title(checked.round) if checked.round.number else "The event"
        click.echo(f"{_MARKS[checked.sound]} {where}: {checked.what}")
    wrong = {checked.round for checked in found if checked.sound is False}
    same = sum(
        1 for checked in found if checked.sound and checked.pairing and checked.round not in wrong
    )
    all_rounds = count(len(snapshot["pairings"]), "round")
    were = plural(same, "was drawn again, and is", "were drawn again, and are")
    click.echo(f"{same} of {all_rounds} {were} the same.")
    return not wrong


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
