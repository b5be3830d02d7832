"""What the desk says of results by phone, and what the local page repeats of it beside the hall."""

from collections.abc import Iterable, Sequence

from runner.app.event_folder import EventFolder
from runner.app.load import Loaded
from runner.app.phones.codes import old_slips, staff_codes
from runner.compute import phone_checks, phone_drops, phones
from runner.core.language import count
from runner.core.phone_reports import OpenRound, Phones, Report, Role
from runner.core.problems import Problem, note

_BESIDE_THE_HALL = ("phones.on", "phones.second-voice", "phones.contradict", "phones.objects")


def problems(
    folder: EventFolder, loaded: Loaded, now: OpenRound | None, reports: Sequence[Report]
) -> list[Problem]:
    """Return what the desk says while results by phone are on; `now` is the round for which reports
    may come."""
    event, ledger = loaded.event, loaded.ledger
    if event.phones is Phones.NO:
        return []
    what, code = "Results by phone are on", staff_codes(folder)
    if ledger.rounds:
        latest = max(ledger.rounds)
        many = count(len(phones.from_phones(event, ledger, latest)), "result")
        what += f"; {many} of {event.title(latest)} came by phone"
    found = [
        note(
            "phones.on", event.at("phones"), f"{what}.",
            f"Scorekeepers open the pages’ address with /report behind it, and type "
            f"{code[Role.SCOREKEEPER]}; judges type {code[Role.JUDGE]}.",
        ),
        *phones.problems(reports, event, ledger),
    ]  # fmt: skip
    if now:
        found += filter(None, [old_slips(folder, event, now)])
        found += phone_checks.problems(reports, event, now)
        found += phone_drops.problems(reports, loaded.snapshot, now, ledger)
    return found


def beside_the_hall(problems: Iterable[Problem]) -> list[str]:
    """Return the sentences that the local page repeats; no name is in them."""
    return [each.text for each in problems if each.code in _BESIDE_THE_HALL]
