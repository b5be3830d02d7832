"""What the desk says about decklists: how many are in, and whose are missing or a problem."""

from types import SimpleNamespace

from runner.compute.decks import by_state
from runner.compute.snapshot import Snapshot
from runner.core.decks import Decklists, DeckState
from runner.render.rows import PlayerLine

_WORDS = {
    DeckState.IN: "in", DeckState.CHECKED: "checked", DeckState.PROBLEM: "with a problem",
    DeckState.MISSING: "missing",
}  # fmt: skip


def decks_view(snapshot: Snapshot) -> SimpleNamespace | None:
    """Return the counts in `words`, "30 in, 8 checked", and `people` whose list is missing or a
    problem; None where the event neither asks for lists nor has any."""
    players = snapshot.players.values()
    if snapshot.event.decklists is Decklists.NO and not any(each.deck.state for each in players):
        return None
    known = by_state(players, max(1, len(snapshot.rounds)))
    words = ", ".join(f"{len(known[state])} {text}" for state, text in _WORDS.items())
    wrong = [
        PlayerLine(each.name, words=each.deck.note or each.notes or "problem")
        for each in known[DeckState.PROBLEM]
    ]
    missing = [PlayerLine(each.name, words="missing") for each in known[DeckState.MISSING]]
    return SimpleNamespace(words=words, people=(*wrong, *missing))
