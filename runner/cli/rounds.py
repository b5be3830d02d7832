"""Commands for a round that is out: its documents, and the proof that none is better."""

from collections.abc import Collection
from pathlib import Path

import click

from runner.app import console as desk
from runner.app.event_folder import EventFolder
from runner.app.pipeline import Pipeline
from runner.app.print import Printed, print_round
from runner.app.printer import send
from runner.cli.common import load_event, show, workbook_of
from runner.cli.group import EVENT, SITE, main
from runner.cli.running import run_once
from runner.core.event import RoundId
from runner.disk import signed
from runner.render.documents.document import Document
from runner.render.documents.layout import PAPERS, USUAL, PageSetup
from runner.render.documents.registry import DRAFT, REGISTRY, SLIPS, with_every_round

_ROUND = click.option("--round", "number", type=int, help="Default: the round that is out.")
_PHASE = click.option("--phase", default=1, show_default=True)


@main.command()
@EVENT
@_ROUND
@_PHASE
def slips(event_dir: Path, number: int | None, phase: int) -> None:
    """Print a round's match slips into the event's slips folder."""
    _print(EventFolder(event_dir), number, phase, [SLIPS])


@main.command("print")
@EVENT
@click.argument("which", nargs=-1, type=click.Choice([*REGISTRY]))
@_ROUND
@_PHASE
@click.option("--paper", type=click.Choice([*PAPERS], case_sensitive=False), help="Default: A4.")
@click.option("--per-page", type=click.IntRange(1, 8), help="Slips a sheet, where they fit.")
@click.option("--back", is_flag=True, help="Slips with a back for the judge’s notes.")
@click.option("--send", "printer", metavar="PRINTER", help="Also send them to this printer.")
def print_(
    event_dir: Path,
    which: tuple[str, ...],
    number: int | None,
    phase: int,
    paper: str | None,
    per_page: int | None,
    back: bool,
    printer: str | None,
) -> None:
    """Print documents of a round: those that are named, or what each has.

    The charts and lists of a draft are those of its phase, whatever the round. Paper, slips a page
    and backs stay as they are said until they are said again.
    """
    folder, wanted = EventFolder(event_dir), [REGISTRY[key] for key in which]
    setup = _setup(paper, per_page, back=back)
    made: list[Printed] = []
    drafted = False
    if not which or DRAFT in wanted:
        drafts, drafted = _print_draft(folder, phase, setup)
        made += drafts
    rounds = [document for document in wanted or with_every_round() if document is not DRAFT]
    if rounds and (which or number or not drafted):
        made += _print(folder, number, phase, rounds, setup)
    if printer:
        send(printer, [path for printed in made for path in printed.files])


def _setup(paper: str | None, per_page: int | None, *, back: bool) -> PageSetup | None:
    """How to print, None where nothing was said."""
    if not (paper or per_page or back):
        return None
    return PageSetup(PAPERS[paper or USUAL.paper.name], back, per_page or USUAL.most)


def _print_draft(
    folder: EventFolder, phase: int, setup: PageSetup | None
) -> tuple[list[Printed], bool]:
    """Print the draft that is under way, or that of the phase; whether one is under way."""
    made: list[Printed] = []
    snapshot = load_event(folder).snapshot
    drafts = [draft for draft in snapshot.drafts if not draft.over]
    wanted = drafts or [draft for draft in snapshot.drafts if draft.phase.number == phase]
    for draft in wanted:
        made += print_round(folder, snapshot, RoundId(draft.phase.number, 0), [DRAFT], setup)
    _tell(made)
    return made, bool(drafts)


def _print(
    folder: EventFolder,
    number: int | None,
    phase: int,
    documents: Collection[Document],
    setup: PageSetup | None = None,
) -> list[Printed]:
    loaded = load_event(folder)
    current = loaded.snapshot.current_round
    wanted = RoundId(phase, number) if number else current.id if current else None
    if wanted is None or wanted not in {round_.id for round_ in loaded.snapshot.rounds}:
        names = next(iter(documents)).NAME if len(documents) == 1 else "documents"
        raise click.ClickException(f"That round is not out yet, so it has no {names}.")
    made = print_round(folder, loaded.snapshot, wanted, documents, setup)
    _tell(made)
    return made


def _tell(made: Collection[Printed]) -> None:
    show(dict.fromkeys(problem for printed in made for problem in printed.problems))
    for printed in made:
        if not printed.files:
            click.echo(f"{printed.document.NAME.capitalize()}: there is nothing to print yet.")
        for path in printed.files:
            click.echo(f"{printed.document.NAME.capitalize()}: {path}")


@main.command()
@EVENT
@SITE
@click.option("--with-input", is_flag=True, hidden=True, help="End when the standard input ends.")
def prove(event_dir: Path, site_out: Path, with_input: bool) -> None:
    """Try to prove that the latest round could not be paired better.

    `runner watch` does this by itself once a round is out; it may take a minute.
    """
    from runner.app.prove import end_with_input, give_way, prove_latest

    folder = EventFolder(event_dir)
    workbook_of(folder)
    if with_input:
        end_with_input()
    give_way()
    with signed(folder.lock.with_name("proving.lock")) as other:
        if other:
            raise click.ClickException(f"Somebody is looking for the proof already: {other}.")
        if prove_latest(folder) is not None:
            run_once(Pipeline(folder, site_out))
    loaded = load_event(folder)
    rounds = loaded.ledger.rounds
    latest = max(rounds, default=None)
    certificate = rounds[latest].certificate if latest else None
    if latest is None or certificate is None:
        raise click.ClickException("There is nothing to prove yet: Runner has paired no round.")
    click.echo(f"{loaded.event.title(latest)}: {desk.certificate_line(certificate)}")
