"""Counting heads, for tests: nobody is lost, and no table is of a size that no rule knows."""

from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode
from runner.core.rounds import Round
from runner.pairing.tables import SMALLEST_POD, pod_sizes
from runner.phases.model import PhaseResult
from tests.support.problems import fix_text


def lost(snapshot: Snapshot) -> list[str]:
    """What is wrong with the latest round: two places, none without a word, odd table sizes."""
    now = snapshot.rounds[-1]
    result = snapshot.phases[now.id.phase - 1]
    places = [player for table in now.tables for player in table.players]
    places += [*now.byes, *now.absent]
    found = [f"{each} sits twice" for each in set(places) if places.count(each) > 1]
    number = len(snapshot.rounds)
    due = {each.id for each in result.field if each.plays(number)}
    missing = {*now.absent} & due
    if result.phase.type == "swiss" and not now.finished:
        missing |= due - {*places}
    said = [f"{each.text} {fix_text(each.fix)}" for each in snapshot.problems]
    for player in missing:
        if not any(snapshot.players[player].name in words for words in said):
            found.append(f"{player} has no place, and nothing is said")
    return found + [f"a table of {size}" for size in odd_sizes(now, result)]


def odd_sizes(now: Round, result: PhaseResult) -> list[int]:
    """Of two where three could play, or larger than the standard where the field makes others."""
    sizes = [len(table.seats) for table in now.tables if table.seats]
    if result.phase.mode is not Mode.MULTIPLAYER:
        return [size for size in sizes if size != 2]
    pod, playing = result.ruleset.pod_size, sum(sizes)
    most = max((pod, *pod_sizes(playing, pod, "small_pods").tables))
    return [size for size in sizes if not min(SMALLEST_POD, playing) <= size <= most]
