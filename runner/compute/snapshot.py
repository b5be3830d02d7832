"""The snapshot: everything that follows from an event and its ledger."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from runner import phases
from runner.compute import decks
from runner.compute.clock import RoundClock
from runner.compute.draft import Draft
from runner.core import privacy
from runner.core.event import Event
from runner.core.identifiers import RoundId
from runner.core.phase import Mode, StageNames
from runner.core.player import Player, Shown
from runner.core.problems import Problem
from runner.core.redaction import Unnamed
from runner.core.rounds import Round
from runner.core.teams import Team
from runner.ledger.entries import Entry
from runner.pairing.model import Pairing
from runner.phases.elimination.names import round_names
from runner.phases.model import FinalPlace, PhaseResult, called
from runner.phases.swiss.draft import is_inside

if TYPE_CHECKING:
    from runner.compute.outlook.stage import Outlooks


@dataclass(frozen=True)  # without slots, for the cached properties
class Snapshot:
    """The result of `compute`: all that pages, paper and the open format show.

    `players` is in the order of the Players sheet. `entries` are the lines that must be in the
    ledger before any of this is published. `as_of` is the last save or publication that it is based
    on (ISO 8601), or "". `recommendation` is the advice of the rules before round 1, in words; ""
    afterwards. `reported` are the rounds as typed, before the effect of penalties. `clocks` has the
    clock of each published round. `final` are the places of the whole event, from the top, as far
    as known. `spellings` are all published names, old ones too, each with the id. `seeds` are the
    ledger lines that commit to seeds and rolls. `drafts` are the booster drafts that have pods, in
    the order of their phases. `teams` are the people of each team, by its id. `deck_checks` are the
    players whose decks were drawn for a check, by round. In the public
    snapshot, `aliased` are the ids of the players whose full names, exactly as typed, it lacks.
    `preview` is the SHA-256 of the next round as it would be published, "" unless somebody looks.
    """

    event: Event
    players: Mapping[str, Player]
    phases: tuple[PhaseResult, ...]
    pairings: tuple[Pairing, ...]
    reported: tuple[Round, ...] = ()
    problems: tuple[Problem, ...] = ()
    entries: tuple[Entry, ...] = ()
    rehearsal: bool = False
    recommendation: str = ""
    as_of: str = ""
    clocks: Mapping[RoundId, RoundClock] = field(default_factory=dict)
    final: tuple[FinalPlace, ...] = ()
    spellings: Mapping[str, str] = field(default_factory=dict)
    seeds: tuple[Entry, ...] = ()
    drafts: tuple[Draft, ...] = ()
    teams: Mapping[str, Team] = field(default_factory=dict)
    deck_checks: Mapping[RoundId, tuple[str, ...]] = field(default_factory=dict)
    aliased: frozenset[str] = frozenset()
    preview: str = ""

    def title(self, id_: RoundId) -> str:
        """Return "Round 3 of 5", "Top 16, round 1 of 2", if the number of rounds is known."""
        result = self.phases[id_.phase - 1]
        return result.phase.title(id_.number, result.planned)

    def called(self, number: int) -> str:
        """Return the title of a round, counted over the whole event, inside a sentence."""
        return called(self.phases, number)

    @property
    def entrant(self) -> str:
        """What is ranked in the standings, in English: a team or a player."""
        played = (result.ruleset.played_as for result in self.phases)
        return next((variant.entrant for variant in played if variant), "player")

    @cached_property
    def outlook(self) -> Outlooks | None:
        """What is known about the next cut; None if there is nothing to say about it."""
        from runner.compute.outlook.outlook import of_phases  # many events have no cut

        return of_phases(self.phases, self.event.chance)

    @cached_property
    def for_players(self) -> Snapshot:
        """The public snapshot: players with their public names, rounds of the playoff with the
        names of their stages, no ranking of a phase with secret results, and no hash of a state
        that has hidden names or secret points, as the few possible results could all be tried."""
        open_ = decks.with_open_lists(self.event, self.players, self.phases)
        event, players, fit = privacy.public(self.event, open_, self.spellings)
        hidden = privacy.nameless(self.event, self.players)
        private = {
            round_.id
            for phase in self.phases
            for round_, state in zip(phase.rounds, phase.drawn, strict=False)
            if privacy.tells(hidden, fit, state)
        }
        aliased = {
            key
            for key, player in self.players.items()
            if privacy.way(player, self.event.names_shown) is not Shown.FULL
            or players[key].name != player.name
        }
        begun = [phase for phase in self.phases if phase.veiled and phase.rounds]
        private |= {round_.id for phase in begun for round_ in phase.rounds[1:]}
        stages = _stages(self.phases)
        event = replace(event, phases=tuple(
            replace(phase, stages=stages.get(phase.number, {})) for phase in event.phases
        ))  # fmt: skip
        return replace(
            self,
            event=event,
            players=players,
            phases=tuple(
                _for_players(phase, players, fit, stages.get(phase.phase.number, {}))
                for phase in self.phases
            ),
            pairings=tuple(_public_pairing(pairing, fit, private) for pairing in self.pairings),
            problems=(),
            entries=(),
            final=() if begun else self.final,
            drafts=tuple(
                replace(each, phase=replace(each.phase, name=fit(each.phase.name)))
                for each in self.drafts
            ),
            spellings={},
            deck_checks={},
            teams=privacy.teams(self.event, self.players, self.teams),
            aliased=self.aliased | aliased,
            preview="",
        )

    @property
    def over(self) -> bool:
        """Whether every round of every phase is played."""
        return all(phase.over for phase in self.phases)

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every published round, over all phases, in order."""
        return tuple(round_ for phase in self.phases for round_ in phase.rounds)

    @property
    def current_round(self) -> Round | None:
        """The round that is being played or was last played; None before the first."""
        return self.rounds[-1] if self.rounds else None


def _stages(results: Sequence[PhaseResult]) -> Mapping[int, StageNames]:
    """Return the names of the rounds of the only playoff, by its phase. Those of several, or of
    draft pods that need more rounds than others, would not be clear."""
    playoffs = [each for each in results if phases.playoff(each.phase.type)]
    tree = phases.tree(playoffs[0]) if len(playoffs) == 1 else None
    if tree is None:
        return {}
    result, phase = playoffs[0], playoffs[0].phase
    pods, inside = phase.mode is Mode.MULTIPLAYER, is_inside(phase.mode, result.ruleset)
    drafted = phase.mode is Mode.DRAFT and inside
    if drafted and len({(len(pod) - 1).bit_length() for pod in result.pods}) > 1:
        return {}
    planned = result.planned if phase.rounds is None else None
    byes = {} if pods or drafted else {each.id.number: each.byes for each in result.rounds}
    return {phase.number: round_names(tree, pods=pods, planned=planned, byes=byes)}


def _for_players(
    result: PhaseResult, players: Mapping[str, Player], fit: Unnamed, stages: StageNames
) -> PhaseResult:
    return replace(
        result,
        phase=replace(result.phase, name=fit(result.phase.name), stages=stages),
        field=tuple(players.get(player.id, player) for player in result.field),
        only_met=tuple(players.get(player.id, player) for player in result.only_met),
        standings=() if result.veiled else result.standings,
    )


def _public_pairing(pairing: Pairing, fit: Unnamed, private: Collection[RoundId]) -> Pairing:
    """Return the pairing without hidden names, and without the hash of inputs that are
    `private`."""
    changes = (replace(entry, data=fit.in_all(entry.data)) for entry in pairing.changes)
    drawn = pairing.drawn_from
    if drawn and pairing.round in private:
        drawn = replace(drawn, inputs="")
    return replace(pairing, drawn_from=drawn, changes=tuple(changes))
