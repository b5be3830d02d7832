"""The same rounds under other rules: the ranking, and who would make the cut."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from runner.compute.snapshot import Snapshot
from runner.core.phase import Mode, Phase, SettingValue
from runner.phases.cut import stated
from runner.phases.model import PhaseResult
from runner.rules import presets
from runner.rules.advice import advice
from runner.rules.ruleset import Ruleset, ruleset
from runner.standings.model import Standings
from runner.standings.ranking import standings


@dataclass(frozen=True)
class Ranked:
    """The ranking of a phase under one set of rules; `key` is that of the preset."""

    key: str
    standings: Standings

    @property
    def name(self) -> str:
        """The name of the preset."""
        return presets.load(self.key).name

    @cached_property
    def ranks(self) -> Mapping[str, int]:
        """The rank of each player, by id."""
        return {row.player: row.rank for row in self.standings.rows}

    @cached_property
    def tied(self) -> frozenset[str]:
        """The players whose rank was decided by the seed alone."""
        return frozenset(row.player for row in self.standings.rows if row.tied_with)

    def above_cut(self, cut: int) -> tuple[str, ...]:
        """Return the first `cut` players who have not dropped, best first."""
        staying = (row.player for row in self.standings.rows if not row.dropped)
        return tuple(player for _, player in zip(range(cut), staying, strict=False))


class Moves(NamedTuple):
    """Who would be in and out of the cut, best first, and how many `moved` to another rank."""

    into: tuple[str, ...]
    out: tuple[str, ...]
    moved: int


class Comparison(NamedTuple):
    """A phase under the current rules, and under each preset of its mode that differs from them.
    `cut` is how many advance, or None; `advised`: it is recommended for the field rather than
    set."""

    phase: Phase
    now: Ranked
    others: tuple[Ranked, ...]
    cut: int | None
    advised: bool

    def moves(self, other: Ranked) -> Moves:
        """Return what would change under the other rules."""
        moved = sum(rank != other.ranks[player] for player, rank in self.now.ranks.items())
        if self.cut is None:
            return Moves((), (), moved)
        before, after = self.now.above_cut(self.cut), other.above_cut(self.cut)
        return Moves(
            tuple(player for player in after if player not in before),
            tuple(player for player in before if player not in after),
            moved,
        )


def compare(snapshot: Snapshot, number: int) -> Comparison | None:
    """Return the phase of that number (from 1) under all presets; None before its first result. The
    tables are those that were played, although other rules might have paired other players."""
    result = snapshot.phases[number - 1]
    if result.current is None:
        return None
    earlier = sum(len(phase.rounds) for phase in snapshot.phases[: number - 1])
    one_list = not result.current.groups
    cut, advised = _cut(snapshot.phases, number) if one_list else (None, False)
    others = (
        _under(result, result.current, key, snapshot.event.chance, earlier - len(result.carried))
        for key in presets.names()
        if _fits(key, result.phase)
    )
    return Comparison(
        result.phase,
        Ranked(result.ruleset.preset, result.current),
        tuple(other for other in others if not _same(other.standings.ruleset, result.ruleset)),
        cut,
        advised,
    )


def _same(one: Ruleset, other: Ruleset) -> bool:
    """Return whether two sets of rules differ only in the preset they came from."""
    return replace(one, preset=other.preset) == other


def _fits(key: str, phase: Phase) -> bool:
    """Return whether a preset and a phase are both for pods, or both for two at a table."""
    return (presets.load(key).mode is Mode.MULTIPLAYER) == (phase.mode is Mode.MULTIPLAYER)


def _under(result: PhaseResult, current: Standings, key: str, seed: str, offset: int) -> Ranked:
    """Return the latest ranking under the unmodified preset."""
    rules = _as_played(key, result)
    ranking = standings(
        rules,
        result.rounds[: current.after.number],
        result.field,
        after=current.after,
        complete=current.complete,
        seed=seed,
        round_offset=offset,
        carried=result.carried,
        only_met=result.only_met,
        groups=current.groups,
    )
    return Ranked(key, ranking)


def _as_played(key: str, result: PhaseResult) -> Ruleset:
    """Return the unmodified preset, with the pod size and the games that were played."""
    games, size = result.ruleset.best_of, result.ruleset.pod_size
    played: SettingValue = games if isinstance(games, int) else list(games)
    phase = replace(result.phase, preset=key, pod_size=size, settings={"best_of": played})
    return ruleset(phase, {})[0]


def _cut(phases: Sequence[PhaseResult], number: int) -> tuple[int | None, bool]:
    if number < len(phases):
        return stated(phases[number].phase), False
    result = phases[number - 1]
    awarded = [player.awarded_byes for player in result.field if player.awarded_byes]
    return advice(result.ruleset, len(result.field), awarded).cut, True
