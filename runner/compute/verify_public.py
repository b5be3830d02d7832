"""Verifies what was published, with nothing but the site's own data: what a stranger can do.

`snapshot.json` says who sat where and holds the hashes that were shown round by round;
`rounds.json`, which follows when the event is over, has what each round was drawn from.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from runner.compute.seeds import is_promised
from runner.compute.verify import drawn_again, known
from runner.core.event import RoundId
from runner.core.phrases import count, numbered
from runner.core.randomness import event_seed
from runner.ledger.drafts import pods_of
from runner.ledger.seal import canonical, digest
from runner.pairing.draft import draw as draft
from runner.pairing.shuffle import draw, drawn_seats

Found = Iterator[tuple[str, bool | None]]


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found of a round; `sound` is None where there is nothing to compare. `pairing`:
    whether it is about the round's drawing, and not about something that came later."""

    round: RoundId
    what: str
    sound: bool | None
    pairing: bool = True


def check(snapshot: Mapping[str, Any], rounds: Mapping[str, Any]) -> list[Checked]:
    """Every published round, drawn again from the published seed and inputs.

    Raises KeyError, TypeError or ValueError where the documents are not those of Runner.
    """
    drawn = {_id(round_): round_ for round_ in rounds["rounds"]}
    seeds = {event_seed(seed) for seed in map(_seed, snapshot["pairings"]) if seed}
    points = _points(snapshot)
    found: list[Checked] = []
    for pairing in snapshot["pairings"]:
        id_ = _id(pairing)
        found += [
            Checked(id_, what, sound)
            for what, sound in _round(pairing, drawn.get(id_), points.get(id_))
        ]
        if id_ in drawn:
            found += [
                Checked(id_, what, sound, pairing=False)
                for what, sound in _shuffled(pairing, drawn[id_])
            ]
    found += _drafts(rounds.get("drafts", ()), drawn, seeds)
    found += [Checked(RoundId(0, 0), what, sound, False) for what, sound in _promised(snapshot)]
    if len(seeds) > 1:
        found.append(Checked(RoundId(0, 0), "not all rounds were drawn from one seed", False))
    return found


def _drafts(
    drafts: Sequence[Mapping[str, Any]],
    rounds: Mapping[RoundId, Mapping[str, Any]],
    seeds: Collection[str],
) -> Iterator[Checked]:
    """The pods of each draft, drawn again, and whether its rounds were played in the last ones."""
    pods: dict[int, dict[int, tuple[str, ...]]] = {}
    for made in drafts:
        phase = int(made["phase"])
        before, now = pods.get(phase, {}), pods_of(made)
        pods[phase] = now
        for what, sound in _pods(made, before, now, phase, seeds):
            yield Checked(RoundId(phase, 0), what, sound, pairing=False)
    for id_, round_ in rounds.items():
        played = round_.get("state", {}).get("draft_pods")
        if played is not None and id_.phase in pods:
            last = [pods[id_.phase][number] for number in sorted(pods[id_.phase])]
            if [tuple(ids) for ids in played] != last:
                yield Checked(id_, "played in pods other than those published", False)


def _pods(
    made: Mapping[str, Any],
    before: Mapping[int, tuple[str, ...]],
    now: Mapping[int, tuple[str, ...]],
    phase: int,
    seeds: Collection[str],
) -> Found:
    if made.get("withheld"):
        yield f"draft pods: {_WITHHELD}", None
    elif "state" in made:
        state = draft.from_document(made["state"])
        if made["engine"] != draft.ALGORITHM or not isinstance(state, draft.DraftState):
            yield f"draft pods drawn by {made['engine']}, which this version does not have", None
            return
        if seeds and state.seed not in seeds:
            yield "the seed of the draft pods is NOT that of the rounds", False
        same = draft.draw(state).pods == tuple(now[number] for number in sorted(now))
        yield f"draft pods drawn again, {'the same' if same else 'and NOT the same'}", same
    elif "shuffled" in made:
        same = all(
            any(now[at] == draft.shuffled(before[at], seed, phase, "draft seats", made["draw"], at)
                for seed in seeds)
            for at in made["shuffled"]
        )  # fmt: skip
        yield f"draft seats shuffled again, {'the same' if same else 'and NOT the same'}", same
    else:
        yield "draft pods changed by the organiser", None


def _promised(snapshot: Mapping[str, Any]) -> Found:
    """Whether the seeds of the rounds are those that were promised, mixed with what the hall
    rolled; nothing in events from before there were promises."""
    promises = snapshot.get("seeds", ())
    seeds = [seed for seed in map(_seed, snapshot["pairings"]) if seed]
    if not promises or not seeds:
        return
    roll = str(promises[-1].get("hall_roll", ""))
    hashes = {str(promise["seed_sha256"]) for promise in promises}
    kept = all(any(is_promised(seed, sha256, roll) for sha256 in hashes) for seed in seeds)
    rolled = f", mixed with the hall roll {roll}" if roll else ""
    yield f"its seed is {'' if kept else 'NOT '}the one that was promised{rolled}", kept
    if len(hashes) > 1:
        changes = count(len(hashes) - 1, "time")
        yield f"its seed was changed {changes}: see “seeds” in snapshot.json", None


def _id(document: Mapping[str, Any]) -> RoundId:
    return RoundId(int(document["phase"]), int(document["round"]))


def _seed(pairing: Mapping[str, Any]) -> str:
    return str(pairing.get("drawn_from", {}).get("seed", ""))


_WITHHELD = (
    "some of what it was drawn from is private (names kept apart, or somebody who is not shown): "
    "only the organiser can draw it again"
)


def _round(
    pairing: Mapping[str, Any], drawn: Mapping[str, Any] | None, points: Mapping[str, str] | None
) -> Found:
    promised = pairing.get("drawn_from")
    if promised is None:
        yield "nobody drew it: it was paired elsewhere or by hand", None
        return
    if drawn is None:
        yield "what it was drawn from is missing", False
        return
    if drawn.get("withheld"):
        yield _WITHHELD, None
    else:
        yield from _drawing(promised, drawn, points)
    yield from _changed(pairing, drawn)


def _drawing(
    promised: Mapping[str, Any], drawn: Mapping[str, Any], points: Mapping[str, str] | None
) -> Found:
    state = drawn["state"]
    if digest(canonical(state).encode()) != promised.get("inputs"):
        yield "its inputs are NOT those whose SHA-256 was shown with the round", False
    seed = str(state["seed"])
    if seed != promised.get("seed") or digest(seed.encode()) != promised["seed_sha256"]:
        yield "its seed is NOT the one whose SHA-256 was shown with the round", False
    if drawn["engine"] != promised["engine"] or not known(drawn["engine"]):
        yield (
            f"drawn by pairing algorithm {drawn['engine']}, which this version does not have",
            None,
        )
        return
    same = drawn_again(drawn["engine"], state) == (drawn["tables"], drawn["byes"])
    yield ("drawn again, the same" if same else "drawn again, and NOT the same"), same
    counted = any(player["points"] for player in state["players"])  # a playoff goes by seeds
    other = [
        player["id"] for player in state["players"] if counted and points and _other(player, points)
    ]
    if other:
        yield f"the points of {', '.join(other[:8])} have been corrected since", None


def _other(player: Mapping[str, Any], points: Mapping[str, str]) -> bool:
    return str(player["points"]) != points.get(player["id"], str(player["points"]))


def _points(snapshot: Mapping[str, Any]) -> dict[RoundId, dict[str, str]]:
    """The published points with which everybody went into a round of the same phase."""
    return {
        RoundId(ranking["phase"], ranking["after_round"] + 1): {
            row["player"]: row["match_points"] for row in ranking["rows"]
        }
        for ranking in snapshot["standings"]
    }


def _shuffled(pairing: Mapping[str, Any], drawn: Mapping[str, Any]) -> Found:
    """The seats that the organiser has shuffled since, drawn again."""
    seed = event_seed(_seed(pairing))
    last = 0
    for shuffle in drawn.get("shuffled", ()):
        number, tables = int(shuffle["draw"]), _seats(shuffle["tables"])
        them = numbered(sorted(tables), most=0)
        if not seed:
            yield f"the seats of table {them} were shuffled from a seed not shown", None
            continue
        name = draw(seed, _id(pairing), number)
        other = [at for at, seats in tables.items() if drawn_seats(seats, at, name) != seats]
        others = numbered(sorted(other), most=0)
        which = f"(draw {number} of the round) drawn again"
        if number <= last:
            yield f"draw {number} of shuffled seats does NOT follow draw {last}", False
        elif other:
            yield f"shuffled seats {which}, and NOT the same: table {others}", False
        else:
            yield f"the shuffled seats of table {them} {which}, the same", True
        last = max(last, number)


def _changed(pairing: Mapping[str, Any], drawn: Mapping[str, Any]) -> Found:
    """What the organiser has changed in the round since it was drawn, but for seats that were
    shuffled: these are drawn again."""
    was, now = _seats(drawn["tables"]), _seats(pairing["tables"])
    for shuffle in drawn.get("shuffled", ()):
        for number, seats in _seats(shuffle["tables"]).items():
            if {*seats} == {*was.get(number, ())}:
                was[number] = seats
    tables = [str(table) for table in sorted({*was, *now}) if was.get(table) != now.get(table)]
    if tables:
        yield f"changed by the organiser since: table {', '.join(tables)}", None
    if list(drawn["byes"]) != list(pairing["byes"]):
        yield "changed by the organiser since: who has a bye", None


def _seats(tables: Sequence[Mapping[str, Any]]) -> dict[int, tuple[str, ...]]:
    return {int(table["table"]): tuple(table["seats"]) for table in tables if table["seats"]}
