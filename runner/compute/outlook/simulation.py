"""The odds of making the cut: the open tables of the last round, simulated many times.

Every run draws a result for each open table, ranks the players near the cut by the real tiebreakers
and the draw of the real ranking, and notes who is in. Draws are as frequent as in the event so far,
and each player of a table is equally likely to win. GW% and OGW% stay as they are now. All
randomness comes from the event's seed, and all sums are whole numbers, so the result is the same on
every machine.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from runner.compute.outlook.stage import Contender, Outlook, Own, Share, Stage, Verdict
from runner.compute.outlook.tiebreak_projection import MEANS, TiebreakProjection
from runner.core.randomness import Stream
from runner.core.rounds import Outcome
from runner.phases.model import PhaseResult
from runner.standings.tiebreakers import REGISTRY

RUNS = 500
FEWEST = 40
"""The fewest runs with a result for which its odds are given."""

Shares = dict[Own | None, Share]
Whole = npt.NDArray[np.int64]
Kinds = npt.NDArray[np.int8]
Yes = npt.NDArray[np.bool_]
Values = npt.NDArray[np.float64]
_LOSS, _DRAW, _WIN = 0, 1, 2
_KINDS = {Own.LOSS: _LOSS, Own.DRAW: _DRAW, Own.WIN: _WIN}
_FINE = 1 << 16


def simulated(
    stage: Stage, worths: TiebreakProjection, outlooks: Mapping[str, Outlook], seed: str
) -> dict[str, Shares]:
    """Return the odds of players whose verdict is open, by id."""
    open_ = {player for player, each in outlooks.items() if each.verdict is Verdict.OPEN}
    if not open_ or not stage.tables:
        return {}
    runs = _Runs(stage, worths, seed)
    return {
        player: shares
        for race, most in stage.races()
        if any(each.id in open_ for each in race)
        for player, shares in runs.shares(race, most)
        if player in open_
    }


class _Runs:
    """The results of all runs, one row each; the last column is nobody, which pads rows of
    opponents. The result is 0 for a loss and for players who have finished, 1 for a draw, 2 for a
    win."""

    def __init__(self, stage: Stage, worths: TiebreakProjection, seed: str) -> None:
        self._stage, self._worths = stage, worths
        prizes = stage.prizes
        self._gains = (prizes.loss, prizes.draw, prizes.win)
        self._at = {player: at for at, player in enumerate(stage.histories)}
        self._kinds = self._played_out(seed)
        self._lots = _lots(stage.phase, seed)

    def _played_out(self, seed: str) -> Kinds:
        """Return everybody's result of their open table, in each run."""
        latest, tables = self._stage.phase.rounds[-1].id, self._stage.tables
        drawn = Stream(seed, *latest, "what if").bits(2 * RUNS * len(tables))
        numbers = np.frombuffer(drawn, dtype=">u2").astype(np.int64).reshape(len(tables), RUNS)
        kinds = np.zeros((RUNS, len(self._at) + 1), dtype=np.int8)
        below = self._draws()
        for number, table in zip(numbers, tables, strict=True):
            plays = [self._at[seat.player] for seat in table.seats if seat.outcome is None]
            winner = np.maximum(number - below, 0) * len(plays) // (_FINE - below)
            for at, player in enumerate(plays):
                kinds[:, player] = np.where(number < below, _DRAW, (winner == at) * _WIN)
        return kinds

    def _draws(self) -> int:
        """Return the probability of a draw, scaled to `_FINE`: that of the event so far, near one
        in five at first."""
        tables = [table for round_ in self._stage.phase.rounds for table in round_.tables
                  if table.finished and table.seats]  # fmt: skip
        drawn = sum(any(seat.outcome is Outcome.DRAW for seat in table.seats) for table in tables)
        return _FINE * (drawn + 1) // (len(tables) + 5)

    def shares(self, race: Sequence[Contender], most: int) -> Iterator[tuple[str, Shares]]:
        """Yield how often each contender made the cut, in total and by the result of their own
        match."""
        into = self._into(race, most)
        for at, each in enumerate(race):
            odds: Shares = {None: Share(int(into[:, at].sum()), RUNS)}
            own = self._kinds[:, self._at[each.id]]
            for how, kind in _KINDS.items() if each.table is not None and not each.lost else ():
                ended = own == kind
                if (runs := int(ended.sum())) >= FEWEST:
                    odds[how] = Share(int(into[ended, at].sum()), runs)
            yield each.id, odds

    def _into(self, race: Sequence[Contender], most: int) -> Yes:
        """Return who makes the cut in each run, among contenders of one race."""
        stage, members = self._stage, np.array([self._at[each.id] for each in race])
        kinds = self._kinds[:, members]
        points = np.array([self._points(each) for each in race])[np.arange(len(race)), kinds]
        into = np.ones(points.shape, dtype=np.bool_)
        if most < len(race):
            last = np.partition(points, len(race) - most, axis=1)[:, len(race) - most, None]
            into = points > last
            run, who = np.nonzero(points == last)
            order = np.lexsort((*reversed([-key for key in self._keys(race, run, who)]), run))
            run, who = run[order], who[order]
            place = np.arange(len(run)) - np.searchsorted(run, run)
            inside = place < (most - into.sum(axis=1))[run]
            into[run[inside], who[inside]] = True
        into &= points >= stage.least
        return into if stage.enough is None else into | (points >= stage.enough)

    def _points(self, player: Contender) -> list[int]:
        playing = player.table is not None and not player.lost
        return [player.points + gain * playing for gain in self._gains]

    # --- players with equal points ----------------------------------------------------------------

    def _keys(self, race: Sequence[Contender], run: Whole, who: Whole) -> Iterator[Values]:
        """Yield the tiebreakers in order, for those players of the race in those runs."""
        tied, who = np.unique(who, return_inverse=True)
        ids = [race[at].id for at in tied]
        kinds = self._kinds[run, np.array([self._at[player] for player in ids])[who]]
        for key in self._stage.rules.tiebreakers:
            if key in MEANS:
                yield self._mean(key, ids, run, who)
            elif not REGISTRY[key].CONTEXTUAL:
                yield np.array([self._own(key, player) for player in ids])[who, kinds]
        yield -np.array([float(self._lots.get(player, 0)) for player in ids])[who]

    def _own(self, key: str, player: str) -> list[float]:
        """Return a value by the player's result; the current value if it depends on more than
        that."""
        values = [self._worths.certain(key, player, gain) for gain in self._gains]
        if None in values:
            values = [self._worths.now(key, player)] * len(values)
        return [float(value or 0) for value in values]

    def _mean(self, key: str, ids: Sequence[str], run: Whole, who: Whole) -> Values:
        """Return a mean over opponents; sums are whole numbers, so equal means are equal on every
        machine."""
        worth = self._worths.worth(key).of
        values = np.zeros((len(self._at) + 1, len(self._gains)))
        averages = [self._worths.average(key, player) for player in ids]
        for met in {met for each in averages for met in each.met}:
            known = worth[met]
            values[self._at[met]] = [known.get(gain, known[0]) for gain in self._gains]
        longest = max(sum(each.met.values()) for each in averages)
        columns = np.full((len(ids), longest), len(self._at))
        for row, average in zip(columns, averages, strict=True):
            opponents = [self._at[player] for player, times in average.met.items()
                         for _ in range(times)]  # fmt: skip
            row[: len(opponents)] = opponents
        sums = np.array([float(each.more) for each in averages])[who]
        for column in columns.T:
            opponent = column[who]
            sums += values[opponent, self._kinds[run, opponent]]
        means: Values = sums / np.array([max(each.count, 1) for each in averages])[who]
        return means


def _lots(phase: PhaseResult, seed: str) -> dict[str, int]:
    """Return the order of players who are equal in everything, as the next ranking will draw it."""
    chance = Stream(seed, *phase.rounds[-1].id, "standings")
    ranked = {row.player for row in phase.current.rows} if phase.current else set()
    parts = [{*group} & ranked for group in phase.groups] or [ranked]
    drawn = (player for part in parts for player in chance.shuffled(sorted(part)))
    return {player: at for at, player in enumerate(drawn)}
