"""Swiss: everybody plays every round, against players with equal points (MTR 10.4; docs/rules.md
4)."""

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from runner.core import names
from runner.core.language import N_
from runner.core.phase import Mode, Phase
from runner.core.player import Player
from runner.core.problems import Problem
from runner.ledger.seal import canonical
from runner.pairing import circles, engine
from runner.pairing.audit.notes import majority
from runner.pairing.model import Certificate, Pairing
from runner.pairing.state import Entrant, PairingInput, from_document, to_document
from runner.pairing.tables import pod_sizes
from runner.phases.model import Drawn, PhaseResult, Proposal, RoundContext
from runner.phases.phase_type import PhaseType, as_typed, by_rank
from runner.phases.swiss import draft, early
from runner.phases.swiss.early import MARK
from runner.phases.swiss.explain import sections
from runner.rules.advice import advice
from runner.rules.explain import RuleExplainer, Section
from runner.rules.ruleset import Ruleset
from runner.rules.variants import STAR, Variant
from runner.standings.model import Histories, Played, RoundKind, Standings


def float_count(histories: Histories) -> Mapping[str, int]:
    """Return in how many rounds each player was paired up or down; 0 for scorings without points by
    round."""
    before: dict[str, dict[int, Fraction]] = {}
    for player, history in histories.items():
        points, before[player] = _NOTHING, {}
        for line in history.rounds:
            before[player][line.round] = points
            points += line.points
    moved = dict.fromkeys(histories, 0)
    for player, history in histories.items():
        for line in history.rounds:
            if line.kind is RoundKind.MATCH:
                own = before[player].get(line.round, _NOTHING)
                others = [before.get(each, {}).get(line.round, own) for each in line.opponents]
                most = others[0] if len(others) == 1 else majority((own, *others))
                moved[player] += most != own
    return moved


_NOTHING = Fraction(0)


class Swiss(PhaseType):
    """The Swiss system, in pods or head-to-head; after a draft inside its pods or across them."""

    KEY = "swiss"
    NAME = "Swiss"
    HOW = N_("Everybody plays every round, against players with equal points.")
    ALGORITHMS = (engine.ALGORITHM, draft.ALGORITHM, circles.ALGORITHM)
    OPEN = True

    def planned_rounds(self, situation: RoundContext) -> int:
        """Return the organiser's number, or else the recommendation for the field (docs/rules.md
        6); once round 1 is published, for its players, since announced numbers stay (MTR 10.2).
        Inside draft pods, three."""
        if situation.phase.rounds is not None:
            return situation.phase.rounds
        if situation.phase.mode is Mode.DRAFT and draft.is_inside(Mode.DRAFT, situation.ruleset):
            return draft.ROUNDS
        awarded = situation.awarded
        if situation.rounds:
            first = {*situation.rounds[0].everybody}
            awarded = {player: byes for player, byes in awarded.items() if player in first}
        return advice(situation.ruleset, len(awarded), [*filter(None, awarded.values())]).rounds

    def largest_table(self, players: int, rules: Ruleset) -> int:
        """Return the pod size, or one more if the field needs it; or the largest table of a
        variant."""
        if variant := circles.played_in_circles(rules):
            return max(circles.circle_sizes(players, variant, rules).tables, default=variant.fewest)
        sizes = pod_sizes(players, rules.pod_size, rules.uneven, rules.max_byes)
        return max(sizes.tables, default=rules.pod_size)

    def propose(self, situation: RoundContext) -> Proposal | None:
        """Return the next round with its certificate; None while the draft pods it needs are
        missing."""
        if draft.waits(situation):
            return None
        advanced, inside = early.sitting_out(situation), draft.inside(situation)
        state = _state(situation, advanced)
        document = draft.document(situation, state) if inside else to_document(state)
        drawn = _paired(canonical(document))
        certificate = Certificate.from_document(drawn.certificate or {})
        circle = circles.played_in_circles(state.ruleset) is not None
        usual = circles.ALGORITHM if circle else engine.ALGORITHM
        algorithm = draft.ALGORITHM if inside else usual
        pairing = Pairing(situation.next, drawn.seating, certificate, proposed=True)
        marked = {MARK: list(advanced)} if advanced else {}
        return Proposal(pairing, {**document, **marked}, algorithm)

    def draw(self, state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
        """Return the reproduced round with its certificate."""
        return _draw(state, document)

    def going_on(self, result: PhaseResult) -> tuple[str, ...]:
        """Return all players left: those who are in the playoff already, then the others by
        rank."""
        return tuple(dict.fromkeys((*self.advanced(result), *by_rank(result))))

    def advanced(self, result: PhaseResult) -> tuple[str, ...]:
        """Return those who have enough points, by the round in which they got there."""
        return early.seeds(result)

    def in_playoff(self, ranking: Standings | None) -> Mapping[str, int]:
        """Return the same players with their rounds."""
        return early.reached(ranking)

    def in_words(self, voice: RuleExplainer, phase: Phase | None) -> Iterator[Section]:
        """Yield how Swiss rounds are paired, and who sits where."""
        drafted = phase is not None and phase.mode is Mode.DRAFT
        return sections(voice, inside=drafted and draft.is_inside(Mode.DRAFT, voice.rules))

    def without_place(self, result: PhaseResult) -> list[Player]:
        """Return the players who are in no draft pod, if rounds are played inside them."""
        return early.in_no_pod(result)

    def remarks(self, result: PhaseResult, following: PhaseResult | None) -> Iterator[Problem]:
        """Yield problems with players who are in the playoff early, and players in no draft pod."""
        return early.remarks(result, following)


@lru_cache(maxsize=4)
def _paired(document: str) -> Drawn:
    """Return the round of a state, given as JSON. It is cached: many saves leave the coming round
    as it is, and it need not be searched again."""
    read = json.loads(document)
    state = from_document(read)
    assert isinstance(state, PairingInput), state  # noqa: S101 - it was written by `to_document`
    drawn = _draw(state, read)
    assert drawn is not None  # noqa: S101 - and the rest by `draft`
    return drawn


def _draw(state: PairingInput, document: Mapping[str, Any]) -> Drawn | None:
    """Return the round of a state and its document; a document of a draft needs the draft's own
    draw."""
    if draft.PODS in document:
        return draft.draw(state, document)
    if variant := circles.played_in_circles(state.ruleset):
        circles_drawn = circles.pair(state, variant)
        return Drawn(circles_drawn.seating, circles_drawn.certificate.to_document())
    again = engine.pair(state)
    return Drawn(again.seating, again.certificate.to_document())


def _state(situation: RoundContext, advanced: Sequence[str]) -> PairingInput:
    """Return the input for the engine; players who are in the playoff already have byes."""
    standings, rules = situation.standings, situation.ruleset
    rows = {row.player: row for row in standings.rows} if standings else {}
    histories = standings.histories if standings else {}
    floats, there = float_count(histories), (*situation.players, *situation.guests)
    round_a_table = circles.played_in_circles(rules) is not None
    entrants = []
    for player in there:
        row, history = rows.get(player.id), histories.get(player.id)
        played = history.rounds if history else ()
        matches = [line for line in played if line.kind is RoundKind.MATCH]
        values = row.tiebreakers.values() if row else ()
        entrants.append(
            Entrant(
                id=player.id,
                points=row.match_points if row else _NOTHING,
                tiebreakers=tuple(value or _NOTHING for value in values),
                opponents=tuple(opponent for match in matches for opponent in match.opponents),
                seats=tuple(match.seat + 1 for match in matches if match.seat is not None),
                small_pods=sum(1 for match in matches if match.missing_seats),
                byes=sum(1 for line in played if line.kind is RoundKind.BYE),
                club=player.club if rules.keep_clubs_apart else "",
                fixed_table=player.fixed_table,
                keep_apart=avoided(player, there),
                rank=row.rank if row else None,
                floats=floats.get(player.id, 0),
                colours=player.colours if rules.variant == STAR.key else "",
                left=tuple(map(_left_of, matches)) if round_a_table else (),
            )
        )
    return situation.state(entrants, tuple(dict.fromkeys((*situation.byes, *advanced))))


def _left_of(match: Played) -> str:
    """Return the player to the left: in the next seat of the row; the first is to the left of the
    last."""
    return match.opponents[(match.seat or 0) % len(match.opponents)] if match.opponents else ""


def avoided(player: Player, others: Sequence[Player]) -> tuple[str, ...]:
    """Return the ids of those whom the Keep apart column names, by player, club or team."""
    asked = {names.folded(name) for name in player.keep_apart}
    return tuple(
        other.id for other in others if asked and other is not player and goes_by(other) & asked
    )


def goes_by(player: Player) -> frozenset[str]:
    """Return the folded names by which Keep apart may mean a player: any spelling of the name, or
    the club."""
    return names.keys(player.name) | ({names.folded(player.club)} if player.club else set())


class NamedByVariant(Swiss):
    """Swiss rounds of a variant; the organiser pairs them if the phase's mode does not fit, such as
    Two-Headed Giant with four single players at a table."""

    def __init__(self, variant: Variant) -> None:
        """Create the type with the variant's key and name."""
        self.KEY, self.NAME = variant.key, variant.name  # type: ignore[misc]

    def propose(self, situation: RoundContext) -> Proposal | None:
        """Return the next round of the variant, or what was typed."""
        return super().propose(situation) if situation.phase.variant else as_typed(situation)

    def planned_rounds(self, situation: RoundContext) -> int | None:  # type: ignore[override]
        """Return the number as in Swiss; the organiser's number if the organiser pairs."""
        if not situation.phase.variant:
            return situation.phase.rounds
        return super().planned_rounds(situation)
