"""The command that pairs every round again: from the ledger, or from what was published."""

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

import click

from runner.app import foreign_lines, kept_ledger, published_site
from runner.app.event_folder import EventFolder
from runner.app.events import Document
from runner.app.history.saves import DamagedError, Store
from runner.cli import completion
from runner.cli.common import event_of, load_event, workbook_of, working
from runner.cli.group import JSON, SITE, WITH_INPUT, main
from runner.cli.reporting import Failed, parts_of, report, say
from runner.compute import verify_public
from runner.compute.verify import RECORDED, Finding, Found
from runner.compute.verify import verify as verify_ledger
from runner.core.actions import Parts, Restore
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.language import count, plural
from runner.interchange.event_out import fingerprint
from runner.ledger.entries import PRIVATE
from runner.ledger.ledger import Ledger
from runner.ledger.parsing import parse
from runner.ledger.seal import Head
from runner.ledger.words import BY_HAND
from runner.render.wording import EVENT_DIR, in_terminal

_EXIT_CODES = {"ok": 0, "differs": 1, "unchecked": 3}  # click takes 2 for wrong usage
_MALFORMED = (KeyError, TypeError, ValueError, AttributeError, IndexError)
"""Raised on reading a value that is missing or of another type than Runner writes."""
_MARKS = {"ok": "✓ ", "differs": "✗ ", "warning": "! ", "unchecked": "? ", "recorded": "· ", "": ""}
_RESULTS = {True: "ok", False: "differs", None: "recorded"}


class _Line(NamedTuple):
    """A line of the report. `result` is "ok", "differs", "unchecked", "recorded" (nothing to
    check), "warning", or "" for a summary; `fix` is what to do."""

    result: str
    text: str
    fix: Parts = ()


class _TooEarly(Failed):
    """Raised before a site publishes what its rounds are verified with."""


@main.command()
@click.argument(
    "event_dir", required=False, metavar="EVENT_DIR|URL", shell_complete=completion.folders,
)  # fmt: skip
@click.option(
    "--published", metavar="FOLDER|URL",
    help="A site’s folder, or its data: verify what everybody can see. Beside an event’s folder: "
    "whether its ledger is the one that the site was published from.",
)  # fmt: skip
@click.option(
    "--prove", is_flag=True,
    help="Instead: try to prove that no better pairing of the latest round exists. It may take a "
    "minute; runner watch does it by itself.",
)  # fmt: skip
@JSON
@SITE
@WITH_INPUT
def verify(
    event_dir: str | None, published: str | None, prove: bool, as_json: bool, site_out: Path,
    with_input: bool,
) -> None:  # fmt: skip
    """Re-run every published pairing and list manual changes.

    With the address of a published event (https://…): draw its rounds again, compute its standings
    again from its results, and compare every file with its SHA-256.

    The exit code is 0 where all is well, 1 where something differs or cannot be read, and 3 where
    nothing differs but something could not be checked.
    """
    if event_dir and published_site.is_address(event_dir):
        if published:
            raise click.UsageError("Give the address once.")
        event_dir, published = None, event_dir
    if not (event_dir or published) or (prove and (published or not event_dir)):
        raise click.UsageError("Name an event’s folder, or the address of a published event.")
    if event_dir and prove:
        if as_json:
            raise click.UsageError("--json has no form for --prove: leave out one of the two.")
        _prove(EventFolder(Path(event_dir)), site_out, with_input=with_input)
        return
    lines = []
    try:
        site = published_site.PublishedSite(published or "")
        found = (
            _of_event(event_of(Path(event_dir)), site if published else None)
            if event_dir
            else _of_site(site)
        )
        for line in found:
            lines.append(line)
            if not as_json:
                say(f"{_MARKS[line.result]}{line.text}", *line.fix)
    except published_site.UnreadableError as reason:
        raise Failed(str(reason)) from None
    except _TooEarly as early:
        if as_json:
            _report_json([_Line("unchecked", str(early))], "unchecked", EVENT_DIR)
        raise
    except _MALFORMED as reason:
        why = f"{type(reason).__name__}: {reason}"
        what = "A line of the ledger" if event_dir else "This"
        writes = "writes, though its seal is valid" if event_dir else "publishes"
        raise Failed(f"{what} is not what Runner {writes} ({why}).") from None
    results = [line.result for line in lines]
    result = next((each for each in ("differs", "unchecked") if each in results), "ok")
    if as_json:
        _report_json(lines, result, event_dir or EVENT_DIR)
    if result != "ok":
        sys.exit(_EXIT_CODES[result])


def _report_json(lines: Sequence[_Line], result: str, event: str) -> None:
    """Print the results as JSON; advice in them names the folder `event`."""
    shown = [
        {"result": line.result, "text": in_terminal(line.text, *line.fix, event=event)}
        for line in lines
    ]
    report(Document({"format": "runner-verify/1", "result": result, "lines": shown}))


# --- an event's folder ------------------------------------------------------------------------


def _of_event(folder: EventFolder, site: published_site.PublishedSite | None) -> Iterator[_Line]:
    """Check the chain of hashes, each drawing, the results, the second copy and the saves; and
    whether a `site` was published from this ledger."""
    content, odd = kept_ledger.read(folder)
    ledger, problems = parse(content)
    with working("Pairing all rounds again"):
        findings = verify_ledger(ledger)
    for finding in findings:
        at = ""
        with suppress(ValueError):  # an unreadable time
            at = f", {datetime.fromisoformat(finding.at):%H:%M:%S}"
        text = f"line {finding.number}{at}: {_where(finding.round)} {finding.what}"
        yield _Line(_RESULTS[finding.sound], text)
    for problem in (*odd, *problems):
        what, *fix = parts_of(problem)
        yield _Line("differs" if problem.fatal else "warning", str(what), tuple(fix))
    lost = "" if problems else kept_ledger.lost(folder, ledger, content, Event(""))
    if lost:
        yield _Line("differs", lost, (Restore(str(folder.root)),))
    yield _Line("", _summary(findings))
    if site:
        yield _published_from(ledger, site)
    differences = [] if problems or lost else [*foreign_lines.differences(folder, ledger)]
    for each in differences:
        mine, other = (
            f"“{text}”" if text else "no result" for text in (each.ledger, each.workbook)
        )
        text = f"{Event('').title(each.round)}, table {each.table}: the ledger has {mine}, and the "
        yield _Line("differs", f"{text}workbook and its latest save have {other}.")
    foreign = "" if problems or lost else foreign_lines.not_kept(folder, ledger)
    if foreign:
        yield _Line("unchecked", f"{foreign[:1].upper()}{foreign[1:]}")
    changed = any(finding.sound is False for finding in findings)
    if not (changed or problems or lost or differences or foreign):
        yield _Line("", "The ledger is whole.")
    yield from _of_history(Store(folder.saves))


def _where(id_: RoundId) -> str:
    """Return what a line is about: round, phase, or Decisions."""
    if id_.number:
        return Event("").title(id_)
    return f"Phase {id_.phase}" if id_.phase else "Decisions:"


def _summary(findings: Sequence[Finding]) -> str:
    others = (*RECORDED, *PRIVATE)
    drawn = [each for each in findings if each.sound is not None and each.kind not in others]
    come = count(sum(1 for finding in drawn if finding.sound), "comes", "come")
    by_hand = count(sum(1 for finding in findings if finding.kind in BY_HAND), "change")
    return f"{count(len(drawn), 'drawing')}: {come} out the same. {by_hand} by hand."


def _of_history(store: Store) -> Iterator[_Line]:
    """Check that every kept save can be restored."""
    try:
        lost, saves = dict(store.damaged()), store.all()
    except OSError as reason:
        yield _Line("differs", f"The history cannot be read: {reason.strerror}.")
        return
    with working("Reading all saves"):
        for save in saves:
            try:
                store.data(save)
            except (DamagedError, OSError) as reason:
                lost.setdefault(save.number, str(reason))
    for number, why in sorted(lost.items()):
        yield _Line("differs", f"Save {number} of the history is lost: {why}.")
    if saves and not lost:
        yield _Line("", f"The history is whole: {count(len(saves), 'save')}.")


# --- what was published -----------------------------------------------------------------------


def _published_from(ledger: Ledger, site: published_site.PublishedSite) -> _Line:
    """Return whether the ledger is the one that a site names, or continues it."""
    named = (site.document("rounds") or {}).get("ledger")
    if named is None:
        return _Line("unchecked", f"{site.where('data/rounds.json')} names no ledger: the event is "
                     "not over, or was published by an older Runner.")  # fmt: skip
    lines = int(named["lines"])
    if ledger.holds(Head(lines, str(named["seal"]))):
        return _Line("ok", f"The site was published from this ledger, when it had {lines} lines.")
    return _Line("differs", "The site was NOT published from this ledger.")


def _of_site(site: published_site.PublishedSite) -> Iterator[_Line]:
    """Check that all that a site publishes follows from its seed and its results."""
    snapshot, rounds = _documents(site)
    if snapshot["event"].get("rehearsal"):
        yield _Line("warning", "It is a rehearsal: its results are made up.")
    with working("Pairing all rounds again"):
        checks = verify_public.check(snapshot, rounds, site.event)
    for checked in checks:
        where = Event("").title(checked.round) if checked.round.number else "The event"
        yield _of_finding(where, checked)
    wrong = {checked.round for checked in checks if checked.sound is False}
    same = sum(
        1 for checked in checks if checked.sound and checked.pairing and checked.round not in wrong
    )
    rounds_in_all = count(len(snapshot["pairings"]), "round")
    were = plural(same, "was drawn again, and is", "were drawn again, and are")
    yield _Line("", f"{same} of {rounds_in_all} {were} the same.")
    unchecked = sum(1 for checked in checks if checked.unchecked)
    if site.event is None:
        yield _Line("unchecked", "The results: there is no data/event.json to compute standings "
                    "from, as older versions did not publish it.")  # fmt: skip
    else:
        with working("Computing all standings again"):
            found = [*published_site.results_checked(site, snapshot)]
        with working("Comparing all files"):
            found += published_site.files_checked(site) if site.whole else ()
        unchecked += sum(1 for each in found if each.unchecked)
        yield from (_of_finding("The event", each) for each in found)
    if unchecked:
        text = f"{count(unchecked, 'thing')} could not be checked: see the lines with “?”."
        yield _Line("", text)
    if site.event is not None:
        yield _Line("", f"Fingerprint of the results: {fingerprint(site.event)}. "
                    "The printed final standings have it, too.")  # fmt: skip
        if head := rounds.get("ledger"):
            yield _Line("", f"The organiser’s ledger had {count(head['lines'], 'line')} then; its "
                        f"seal is {head['seal']}.")  # fmt: skip


def _of_finding(where: str, found: verify_public.Checked | Found) -> _Line:
    result = "unchecked" if found.unchecked else _RESULTS[found.sound]
    return _Line("differs" if found.sound is False else result, f"{where}: {found.what}")


def _documents(site: published_site.PublishedSite) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """Return snapshot.json and rounds.json of a site. Raises Failed."""
    snapshot, rounds = site.document("snapshot"), site.document("rounds")
    if snapshot is None:
        raise Failed(f"{site.where('data/snapshot.json')} is not there: is this a published event?")
    if rounds is None and site.event is not None:
        raise Failed(f"{site.where('data/rounds.json')} is missing, though the event is over.")
    if rounds is None:
        raise _TooEarly(
            "The rounds cannot be drawn again yet: seed and inputs follow, in rounds.json, when "
            "the event is over."
        )
    return snapshot, rounds


# --- the proof --------------------------------------------------------------------------------


def _prove(folder: EventFolder, site_out: Path, *, with_input: bool) -> None:
    """Try to prove that the latest round cannot be paired better, and publish the proof."""
    from runner.app.outcomes import certificate_line
    from runner.app.pipeline import Pipeline
    from runner.app.priority import give_way
    from runner.app.prove import prove_latest
    from runner.app.shutdown import end_with_input
    from runner.cli.building import run_once
    from runner.process_locks import named_lock

    workbook_of(folder)
    if with_input:
        end_with_input()
    give_way()
    with named_lock(folder.lock.with_name("proving.lock")) as other:
        if other:
            raise Failed(f"Another Runner is looking for the proof already: {other}.")
        with working("Looking for the proof"):
            proof = prove_latest(folder)
        if proof is not None:
            run_once(Pipeline(folder, site_out))
    loaded = load_event(folder)
    rounds = loaded.ledger.rounds
    latest = max(rounds, default=None)
    certificate = rounds[latest].certificate if latest else None
    if latest is None or certificate is None:
        if with_input:  # a watch asks after each round, and those of a playoff are not drawn
            return
        raise Failed("There is nothing to prove: Runner has not drawn the latest round.")
    say(f"{loaded.event.title(latest)}: {certificate_line(certificate)}")
