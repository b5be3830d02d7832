"""The decisions that an organiser can type on Decisions, their effect, and the publication of
rounds.

In: an event, and how far it has come. Out: lines for the ledger, and why a decision cannot be
carried out. Each kind of decision is one class: its words in the workbook, its effect, how it is
undone and verified (`model.py`); this module lists them, and `decide.py` has the order in which
they are carried out. Nothing here knows a cell of the workbook, or a page.
"""

from collections.abc import Mapping

from runner.compute.decisions.draft import (
    ClearPods,
    MakePods,
    ShufflePods,
    StartBuilding,
    StartRegistration,
    UnlockPods,
)
from runner.compute.decisions.model import ConfirmChanges, DecisionType
from runner.compute.decisions.pair import DeleteRound, PairRound
from runner.compute.decisions.phases import END, REOPEN, AddRound
from runner.compute.decisions.repair import CutAnew, RepairAnyway, RepairRound
from runner.compute.decisions.seats import GiveBye, SeatPlayer, ShuffleSeats, TakeBackBye
from runner.compute.decisions.undo import Undo

REGISTRY: Mapping[str, DecisionType] = {
    type_.KEY: type_
    for type_ in (
        PairRound(),
        RepairRound(),
        RepairAnyway(),
        GiveBye(),
        TakeBackBye(),
        SeatPlayer(),
        ShuffleSeats(),
        DeleteRound(),
        END,
        REOPEN,
        AddRound(),
        CutAnew(),
        MakePods(),
        ShufflePods(),
        ClearPods(),
        StartRegistration(),
        StartBuilding(),
        UnlockPods(),
        ConfirmChanges(),
        Undo(),
    )
}
"""Every decision by its key, in the order of the dropdown."""
