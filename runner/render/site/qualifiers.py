"""Groups in a ranking, and players already in the playoff before Swiss is over."""

from collections.abc import Iterator, Mapping

from runner import phases
from runner.core.language import N_, _, ngettext
from runner.core.rounds import Round
from runner.phases.final_places import reached, up_to
from runner.phases.model import PhaseResult
from runner.phases.round_robin.groups import title
from runner.standings.model import Standings


def groups(standings: Standings) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield the title of each group with its ids by rank, then any others without a group; nothing
    if all are ranked together."""
    rows = [row.player for row in standings.rows]
    for at, group in enumerate(standings.groups):
        yield title(at), tuple(player for player in rows if player in group)
    known = {player for group in standings.groups for player in group}
    others = tuple(player for player in rows if player not in known)
    if standings.groups and others:
        yield _("In no group"), others


def best_of_each(best: int | None, standings: Standings) -> str:
    """Return how many of a group advance, in a sentence for players; "" if `best` is None."""
    if best is None:
        return ""
    if standings.groups:
        return ngettext(
            "The winner of each group advances", "The best {n} of each group advance", best
        )
    return ngettext("The best player advances", "The best {n} advance", best)


def marks(phase: PhaseResult, standings: Standings) -> Mapping[str, str]:
    """Return the mark of each player who is already in the playoff, by id."""
    return {
        player: _("in the playoff since round {round}", round=since)
        if since
        else _("in the playoff")
        for player, since in phases.find(phase.phase.type).in_playoff(standings).items()
    }


def meaning(phase: PhaseResult) -> str:
    """Return what being in the playoff early means; "" if that is impossible."""
    enough = phase.ruleset.advance_points
    if enough is None:
        return ""
    return ngettext(
        "Whoever reaches {n} point has byes for the rest of {phase}, and is seeded before the "
        "others, by the round in which that was.",
        "Whoever reaches {n} points has byes for the rest of {phase}, and is seeded before the "
        "others, by the round in which that was.",
        enough,
        phase=phase.phase.name,
    )


# --- players who sit out a round for another reason than a bye ---------------------------------

IN_PLAYOFF, FINISHED = N_("In the playoff"), N_("Group finished")
# Note: said of players in a bracket, who have no match in this round.
WAITING = N_("Waiting")


def resting(phase: PhaseResult, now: Round) -> Mapping[str, str]:
    """Return, by id, players who sit out a round because they are already in the playoff, because
    all matches of their group are played, or because their next match in a bracket is in a later
    round: `IN_PLAYOFF`, `FINISHED` or `WAITING`, untranslated."""
    since = phases.find(phase.phase.type).in_playoff(phase.current)
    number = now.id.number
    byes = {player: IN_PLAYOFF for player in now.byes if since.get(player, number) < number}
    there = {*now.everybody}
    finished = (group for group in phase.groups if not there & {*group})
    left = (player for group in finished for player in group if player in phase.playing)
    return byes | dict.fromkeys(left, FINISHED) | dict.fromkeys(_waiting(phase, now), WAITING)


def _waiting(phase: PhaseResult, now: Round) -> Iterator[str]:
    """Yield who is still in a playoff and has no match in this round, best first."""
    if phases.playoff(phase.phase.type) and phase.standings and not phase.veiled:
        known, still_in = reached(up_to(phase, now.id.number))
        waiting = (still_in & {*phase.playing}) - {*now.everybody}  # but for those who dropped
        yield from (player for player, *_places in known if player in waiting)


def without_table(phase: PhaseResult, now: Round) -> Mapping[str, str]:
    """Return why each player in a round without a table sits out, by id: "Bye"."""
    return {
        **dict.fromkeys(now.byes, _("Bye")),
        **dict.fromkeys(now.absent, _("Not playing")),
        **{player: _(why) for player, why in resting(phase, now).items()},
    }


def sentences(phase: PhaseResult, now: Round) -> Iterator[str]:
    """Yield sentences about players already in the playoff, for the page of a round."""
    early_ones = [*resting(phase, now).values()].count(IN_PLAYOFF)
    if early_ones:
        yield ngettext(
            "{n} player is in the playoff already, and has a bye.",
            "{n} players are in the playoff already, and have byes.",
            early_ones,
        )
