"""Teams that have too few or too many people for what they play, and people without a team."""

from collections.abc import Iterator

from runner.compute.progress import Progress
from runner.core.event import Player, Shown
from runner.core.phrases import count
from runner.core.problems import Problem, warning
from runner.phases.model import Results
from runner.rules.variants import team_size
from runner.rules.variants.variant import ResultForm


def whole_teams(progress: Progress, results: Results) -> Iterator[Problem]:
    """A team has as many people as its variant says; told of those that play on."""
    size = team_size(progress.event.phases)
    number = sum(len(result.rounds) for result in results)
    for team in progress.reconciled.players.values():
        there = team.shown is not Shown.ERASED and team.place.sheet and _plays_on(team, number)
        if size and there and len(team.members) != size:
            yield (
                _few(team, size, begun=number > 0)
                if len(team.members) < size
                else _many(team, size)
            )
        elif not size and team.members and number == 0:
            yield warning(
                "team.no-team-phase",
                team.at("member 1"),
                f"“{team.name}” has members, but no phase is played by teams.",
                "Choose what the teams play under Mode on Phases, such as Two-Headed Giant, or "
                "clear the members.",
            )


def _plays_on(team: Player, number: int) -> bool:
    """Whether the team plays the current round, or a later one."""
    gone = team.drops_after is not None and team.drops_after < max(number, 1)
    return not gone or team.returns is not None


def _few(team: Player, size: int, *, begun: bool) -> Problem:
    has = count(len(team.members), "member") if team.members else "no members"
    return warning(
        "team.too-few-members",
        team.at(f"member {len(team.members) + 1}"),
        f"“{team.name}” has {has}; a team has {size}.",
        "Type a substitute over who has left, or fill in “Drops after round”."
        if begun
        else "Type who else plays.",
    )


def _many(team: Player, size: int) -> Problem:
    return warning(
        "team.too-many-members",
        team.at(f"member {size + 1}"),
        f"“{team.name}” has {len(team.members)} members; a team has {size}.",
        "Move those who do not play to Substitutes.",
    )


def games_of_seats(progress: Progress, results: Results) -> Iterator[Problem]:
    """The games of three seats at a table where two players sit."""
    for result in results:
        variant = result.ruleset.played_as
        if variant is not None and variant.form is ResultForm.DUELS:
            continue
        for round_ in result.rounds:
            rows = progress.event.table_rows(round_.id)
            for table in round_.tables:
                if table.duels and (row := rows.get(table.number)):
                    yield warning(
                        "result.seats-of-no-team",
                        row.reported_at,
                        "This counts the matches of three seats, as of team trios, which is not "
                        "what is played here.",
                        "Type the games of this match alone: 2-1.",
                    )
