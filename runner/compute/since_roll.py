"""What has changed between the roll of the hall and the draw of round 1, which everybody is told.

Round 1 also follows from who plays and by which rules: whoever knows the seed and the roll could
change these until the draw suits (docs/randomness.md).
"""

from collections.abc import Mapping
from typing import Any

from runner.core import names
from runner.core.event import Phase, Player
from runner.ledger.ledger import Ledger
from runner.ledger.seal import canonical, digest
from runner.rules.ruleset import Ruleset, to_document

_SHORT = 12  # letters of a digest, which only tells whether something is another


def basis(players: Mapping[str, Player], phase: Phase, rules: Ruleset) -> dict[str, Any]:
    """What round 1 follows from but for the seed: for each id in it whose it is and what a draw
    asks of them, and the rules; all as digests."""
    played = [phase.variant] if phase.variant else []
    how = [phase.mode, phase.type, phase.rounds, rules.preset, to_document(rules), *played]
    return {
        "players": {
            id_: [_short(names.key(player.name)), _short(_asked(player))]
            for id_, player in players.items()
            if player.plays(1)
        },
        "rules": _short(how),
    }


def _asked(player: Player) -> list[object]:
    apart = sorted(map(names.key, player.keep_apart))
    asked = [names.key(player.club), apart, player.awarded_byes, player.fixed_table]
    return [*asked, *filter(None, [player.colours])]


def _short(value: object) -> str:
    return digest(canonical(value).encode())[:_SHORT]


def changed(
    ledger: Ledger, players: Mapping[str, Player], phase: Phase, rules: Ruleset
) -> dict[str, int]:
    """How many have come and gone since the hall rolled, of how many something else is asked or the
    id was another's, and whether the rules are others; empty where nothing is."""
    before = ledger.seeds[-1].data.get("basis") if ledger.seeds else None
    if not before:
        return {}
    now, was = basis(players, phase, rules), before["players"]
    is_ = now["players"]
    owner = {name: id_ for id_, (name, _) in was.items()}
    other = [
        id_
        for id_, (name, asked) in is_.items()
        if id_ in was and (asked != was[id_][1] or owner.get(name, id_) != id_)
    ]
    found = {
        "came": len(is_.keys() - was.keys()),
        "left": len(was.keys() - is_.keys()),
        "changed": len(other),
        "rules": int(now["rules"] != before["rules"]),
    }
    return {what: number for what, number in found.items() if number}
