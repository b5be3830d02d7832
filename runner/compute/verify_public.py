"""Verify what was published from the site's data alone, as any outsider can.

`snapshot.json` says who sat where and has the hashes that were shown round by round; `rounds.json`,
which is published after the event, has the input of each drawing. Whether anything is missing from
the two is checked by `verify.incomplete`.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from runner.compute.seeds import is_promised
from runner.compute.verify import (
    Found,
    as_kept,
    drawn_again,
    id_of,
    incomplete,
    known,
    of_another_round,
    seat_map,
    unsealed,
)
from runner.core.identifiers import RoundId
from runner.core.language import count, numbered
from runner.core.randomness import event_seed
from runner.ledger.drafts import pods_of
from runner.ledger.seal import canonical, digest
from runner.pairing.draft import draw as draft
from runner.pairing.seats import draw, drawn_seats

_EVENT = RoundId(0, 0)


class Checked(NamedTuple):
    """One finding about a round, or about the event (round 0 of phase 0). `sound` is None if there
    is nothing to compare. `unchecked`: the published data do not allow the check at all. `pairing`:
    the finding is about the round's drawing, not about something later."""

    round: RoundId
    what: str
    sound: bool | None
    unchecked: bool = False
    pairing: bool = True


def check(
    snapshot: Mapping[str, Any], rounds: Mapping[str, Any], event: Mapping[str, Any] | None = None
) -> list[Checked]:
    """Return the findings about every published round, reproduced from the published seed and
    inputs. `event` is the public event document, whose seal is checked.

    Raises KeyError, TypeError or ValueError if the documents are not Runner's."""
    drawn = {id_of(round_): round_ for round_ in rounds["rounds"]}
    seeds = {event_seed(seed) for seed in map(_seed, snapshot["pairings"]) if seed}
    points = {
        RoundId(ranking["phase"], ranking["after_round"] + 1): {
            row["player"]: row["match_points"] for row in ranking["rows"]
        }
        for ranking in snapshot["standings"]
    }
    findings: list[Checked] = []
    for pairing in snapshot["pairings"]:
        id_ = id_of(pairing)
        findings += [
            Checked(id_, *each) for each in _round(pairing, drawn.get(id_), points.get(id_))
        ]
        if id_ in drawn:
            findings += [
                Checked(id_, *each, pairing=False) for each in _shuffled(pairing, drawn[id_])
            ]
    findings += [Checked(id_, *each) for id_, each in incomplete(snapshot, rounds)]
    findings += _drafts(rounds.get("drafts", ()), drawn, seeds)
    about_event = (*_promised(snapshot), *unsealed(snapshot, rounds, event))
    findings += [Checked(_EVENT, *each, pairing=False) for each in about_event]
    if len(seeds) > 1:  # a change that was published is listed above
        told = len({each["seed_sha256"] for each in snapshot.get("seeds", ())}) > 1
        sound = None if told else False
        findings.append(Checked(_EVENT, "not all rounds were drawn from one seed", sound))
    return findings


def _drafts(
    drafts: Sequence[Mapping[str, Any]],
    rounds: Mapping[RoundId, Mapping[str, Any]],
    seeds: Collection[str],
) -> Iterator[Checked]:
    """Yield findings about the pods of each draft, and whether its rounds were played in the last
    ones."""
    pods: dict[int, dict[int, tuple[str, ...]]] = {}
    for draft_ in drafts:
        phase = int(draft_["phase"])
        before, now = pods.get(phase, {}), pods_of(draft_)
        pods[phase] = now
        for each in _pods(draft_, before, now, phase, seeds):
            yield Checked(RoundId(phase, 0), *each, pairing=False)
    for id_, round_ in rounds.items():
        if played := round_.get("state", {}).get("draft_pods"):
            last = [seats for _, seats in sorted(pods.get(id_.phase, {}).items())]
            if [tuple(ids) for ids in played] != last:
                yield Checked(id_, "played in pods other than those published", False)


def _pods(
    entry: Mapping[str, Any],
    before: Mapping[int, tuple[str, ...]],
    now: Mapping[int, tuple[str, ...]],
    phase: int,
    seeds: Collection[str],
) -> Iterator[Found]:
    if entry.get("withheld"):
        yield Found(f"draft pods: {_WITHHELD}", None, unchecked=True)
    elif "state" in entry:
        state = draft.from_document(entry["state"])
        if entry["engine"] != draft.ALGORITHM or not isinstance(state, draft.DraftState):
            yield Found(f"draft pods drawn by {entry['engine']}, which this version does not have",
                None, unchecked=True)  # fmt: skip
            return
        if seeds and state.seed not in seeds:
            yield Found("the seed of the draft pods is NOT that of the rounds", False)
        same = draft.draw(state).pods == tuple(now[number] for number in sorted(now))
        yield Found(f"draft pods drawn again, {'the same' if same else 'and NOT the same'}", same)
    elif "shuffled" in entry:
        same = all(
            any(now[at] == draft.shuffled(before[at], seed, phase, "draft seats", entry["draw"], at)
                for seed in seeds)
            for at in entry["shuffled"]
        )  # fmt: skip
        yield Found(f"draft seats shuffled again, {'the same' if same else 'and NOT the same'}",
            same)  # fmt: skip
    else:
        yield Found("draft pods changed by the organiser", None)


def _promised(snapshot: Mapping[str, Any]) -> Iterator[Found]:
    """Yield whether all seeds are those committed to, mixed with the roll; old events have no
    commitment."""
    promises = snapshot.get("seeds", ())
    if not (seeds := [seed for seed in map(_seed, snapshot["pairings"]) if seed]):
        return
    if not promises:
        yield Found(_NO_PROMISE, None, unchecked=True)
        return
    roll = str(promises[-1].get("hall_roll", ""))
    hashes = {str(promise["seed_sha256"]) for promise in promises}
    kept = all(any(is_promised(seed, sha256, roll) for sha256 in hashes) for seed in seeds)
    rolled = f", mixed with the hall roll {roll}" if roll else ""
    yield Found(f"its seed is {'' if kept else 'NOT '}the one that was promised{rolled}", kept)
    if len(hashes) > 1:
        changes = count(len(hashes) - 1, "time")
        yield Found(f"its seed was changed {changes}: see “seeds” in snapshot.json", None)


def _seed(pairing: Mapping[str, Any]) -> str:
    return str(pairing.get("drawn_from", {}).get("seed", ""))


_NO_PROMISE = (
    "no SHA-256 of its seed from before round 1 is in snapshot.json: that the seed was not chosen "
    "later cannot be checked"
)
_WITHHELD = (
    "some of what it was drawn from is private (names kept apart, or somebody who is not shown): "
    "only the organiser can draw it again"
)


def _round(
    pairing: Mapping[str, Any], drawn: Mapping[str, Any] | None, points: Mapping[str, str] | None
) -> Iterator[Found]:
    shown, certificate = pairing.get("drawn_from"), pairing["certificate"]
    inputs = drawn is not None and any(key in drawn for key in ("state", "withheld", "engine"))
    if shown is None and not inputs and certificate is None:
        yield Found("nobody drew it: it was paired elsewhere or by hand", None, unchecked=True)
    elif shown is None:
        yield Found("the hashes of what it was drawn from (drawn_from) are missing", False)
    elif drawn is None or not ("state" in drawn or drawn.get("withheld")):
        yield Found("what it was drawn from is missing", False)
    else:
        yield from _seed_shown(shown, drawn)
        if drawn.get("withheld"):
            yield Found(_WITHHELD, None, unchecked=True)
        else:
            yield from _drawing(pairing, shown, drawn)
            yield from _points_since(drawn["state"], points)
    if drawn is not None:
        yield from _changed(pairing, drawn)


def _seed_shown(shown: Mapping[str, Any], drawn: Mapping[str, Any]) -> Iterator[Found]:
    """Yield a finding if the seed does not have the SHA-256 shown with the round since its
    publication."""
    seed = str(shown.get("seed", ""))
    used = str(drawn["state"]["seed"]) if "state" in drawn else seed
    if used != seed or digest(used.encode()) != shown["seed_sha256"]:
        yield Found("its seed is NOT the one whose SHA-256 was shown with the round", False)


def _drawing(
    pairing: Mapping[str, Any], shown: Mapping[str, Any], drawn: Mapping[str, Any]
) -> Iterator[Found]:
    state, algorithm = drawn["state"], drawn["engine"]
    if digest(canonical(state).encode()) != shown.get("inputs"):
        yield Found("its inputs are NOT those whose SHA-256 was shown with the round", False)
    if of_another_round(state, id_of(pairing)):
        yield Found("its inputs are NOT those of this round", False)
    if algorithm != shown["engine"] or not known(algorithm):
        yield Found(f"drawn by pairing algorithm {algorithm}, which this version does not have",
            None, unchecked=True)  # fmt: skip
        return
    again = drawn_again(algorithm, state)
    kept = (drawn["tables"], drawn["byes"])
    same = again is not None and as_kept(again) == kept
    yield Found("drawn again, the same" if same else "drawn again, and NOT the same", same)
    certificate = again.certificate if again else None
    if certificate and kept == (pairing["tables"], pairing["byes"]):
        if other := list(_other_values(certificate, pairing["certificate"] or {})):
            yield Found(f"its certificate is NOT that of its tables: {', '.join(other)}", False)
        elif any(certificate[key] != pairing["certificate"].get(key, certificate[key])
                 for key in ("lower_bound", "proved_optimal")):  # fmt: skip
            yield Found("a proof that was found later is not repeated here", None)


_PRIVATE = ("notes", "club_clashes")
_OF_POINTS = ("moved_up", "moved_down", "points_mismatch", "lower_bound")


def _other_values(again: Mapping[str, Any], shown: Mapping[str, Any]) -> Iterator[str]:
    """Yield the keys of a published certificate whose values differ from the recomputed ones.
    `again` is the certificate of the same tables, drawn again. Private values are not compared.
    Values about points may all be missing, as they are not published while results are secret. A
    later proof may have raised the lower bound."""
    veiled = not {*_OF_POINTS} & {*shown}
    left_out = {*_PRIVATE, "lower_bound", "proved_optimal", *(_OF_POINTS if veiled else ())}
    yield from sorted({*shown} - {*again})
    yield from (
        key for key in sorted({*again} - left_out) if key not in shown or shown[key] != again[key]
    )
    least, most = Fraction(again["lower_bound"]), Fraction(again["points_mismatch"])
    bound = least if veiled else Fraction(shown["lower_bound"])
    if not least <= bound <= most:
        yield "lower_bound"
    if again["proved_optimal"] and not shown["proved_optimal"]:
        yield "proved_optimal"


def _points_since(state: Mapping[str, Any], points: Mapping[str, str] | None) -> Iterator[Found]:
    counted = any(player["points"] for player in state["players"])  # a playoff goes by seeds
    now = points if counted and points else {}
    was = {player["id"]: str(player["points"]) for player in state["players"]}
    other = [player for player, had in was.items() if now.get(player, had) != had]
    if other:
        yield Found(f"the points of {', '.join(other[:8])} have been corrected since", None)


def _shuffled(pairing: Mapping[str, Any], drawn: Mapping[str, Any]) -> Iterator[Found]:
    seed, last = event_seed(_seed(pairing)), 0
    for shuffle in drawn.get("shuffled", ()):
        number, tables = int(shuffle["draw"]), seat_map(shuffle["tables"])
        them = numbered(sorted(tables), most=0)
        if not seed:
            yield Found(f"the seats of table {them} were shuffled from a seed not shown", None)
            continue
        name = draw(seed, id_of(pairing), number)
        other = [at for at, seats in tables.items() if drawn_seats(seats, at, name) != seats]
        others = numbered(sorted(other), most=0)
        which = f"(draw {number} of the round) drawn again"
        if number <= last:
            yield Found(f"draw {number} of shuffled seats does NOT follow draw {last}", False)
        elif other:
            yield Found(f"shuffled seats {which}, and NOT the same: table {others}", False)
        else:
            yield Found(f"the shuffled seats of table {them} {which}, the same", True)
        last = max(last, number)


def _changed(pairing: Mapping[str, Any], drawn: Mapping[str, Any]) -> Iterator[Found]:
    """Yield what the organiser changed since the drawing, except shuffled seats, which are
    reproduced."""
    was, now = seat_map(drawn["tables"]), seat_map(pairing["tables"])
    for shuffle in drawn.get("shuffled", ()):
        for number, seats in seat_map(shuffle["tables"]).items():
            if {*seats} == {*was.get(number, ())}:
                was[number] = seats
    tables = [str(table) for table in sorted({*was, *now}) if was.get(table) != now.get(table)]
    if tables:
        yield Found(f"changed by the organiser since: table {', '.join(tables)}", None)
    if list(drawn["byes"]) != list(pairing["byes"]):
        yield Found("changed by the organiser since: who has a bye", None)
