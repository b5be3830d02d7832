"""Write `runner-rounds/1`: the input of each round's drawing, for anybody who wants to reproduce
it.

It is published after the event only, as it contains the seed.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from runner.compute.snapshot import Snapshot
from runner.core import privacy
from runner.ledger.entries import PUBLISHING, Entry, EntryKind
from runner.ledger.ledger import Ledger
from runner.pairing.seats import shuffles

FORMAT = "runner-rounds/1"
_PRIVATE = "keep_apart"


def rounds_document(snapshot: Snapshot, ledger: Ledger) -> dict[str, Any] | None:
    """Return the current rounds as they were paired; None while anything may still be drawn.

    A round in which somebody was kept apart comes without its state, as the names are private, and
    so does one whose state reveals what is not shown; only the organiser can reproduce these.
    """
    if not snapshot.over or not snapshot.rounds:
        return None
    # the line of each round's latest publication
    drawn = {entry.round: entry for entry in ledger.in_force if entry.kind in PUBLISHING}
    published = (drawn.get(round_.id) for round_ in snapshot.rounds)
    _, _, fit = privacy.public(snapshot.event, snapshot.players, snapshot.spellings)
    tells = partial(privacy.tells, privacy.nameless(snapshot.event, snapshot.players), fit)
    rounds = [
        {**_round(entry, tells), **_shuffled(entry, ledger)}
        for entry in published
        if entry is not None
    ]
    played = {id_.phase for id_ in ledger.rounds}
    drafts = [
        _draft(entry, tells)
        for entry in ledger.in_force
        if entry.kind is EntryKind.DRAFTED and entry.round.phase in played
    ]
    head = {"lines": ledger.head.lines, "seal": ledger.head.seal}
    document = {"format": FORMAT, "ledger": head, "rounds": rounds}
    return {**document, **({"drafts": drafts} if drafts else {})}


def _draft(entry: Entry, tells: Callable[[Mapping[str, Any]], bool]) -> dict[str, Any]:
    document: dict[str, Any] = {"phase": entry.round.phase, "pods": entry.data["pods"]}
    state = entry.data.get("state")
    if state:
        document["engine"] = entry.data["algorithm"]
        private = any(player[_PRIVATE] for player in state["players"]) or tells(state)
        return document | ({"withheld": True} if private else {"state": state})
    if "shuffled" in entry.data:
        return document | {"shuffled": entry.data["shuffled"], "draw": entry.data["stream"][-1]}
    return document


def _round(drawn: Entry, tells: Callable[[Mapping[str, Any]], bool]) -> dict[str, Any]:
    document: dict[str, Any] = {
        "phase": drawn.round.phase,
        "round": drawn.round.number,
        "tables": drawn.data["tables"],
        "byes": list(drawn.data.get("byes", ())),
    }
    state = drawn.data.get("state")
    if not state:
        return document  # not paired by Runner
    document["engine"] = drawn.data["algorithm"]
    if any(_PRIVATE in player for player in state["players"]) or tells(state):
        document["withheld"] = True
    else:
        document["state"] = state
    return document


def _shuffled(drawn: Entry, ledger: Ledger) -> dict[str, Any]:
    """Return the seats that were shuffled in a round since its drawing, if the ledger records the
    draw."""
    since = ledger.in_force[ledger.in_force.index(drawn) + 1 :]
    known = [entry.data for entry in shuffles(since, drawn.round) if "shuffled" in entry.data]
    shuffled = [
        {
            "draw": data["stream"][-1],
            "tables": [at for at in data["tables"] if at["table"] in data["shuffled"]],
        }
        for data in known
    ]
    return {"shuffled": shuffled} if shuffled else {}
