"""The wording of ledger lines: one table has the wording of each kind for each reader.

For a line that records that Round 2 was paired again because two players were missing:

    decided(entry, title)    "Round 2 was paired again", for an Undo
    sentences(entry, name)   "the round was paired again: two were missing", on the round's page
"""

from collections.abc import Callable, Mapping

from runner.core.identifiers import RoundId
from runner.core.language import _, count, listed, ngettext, plural
from runner.core.phone_reports import Role, Ruling
from runner.ledger import public_log
from runner.ledger.entries import DRAWN, Entry, EntryKind
from runner.ledger.public_log import Called, Data, Name, Names, Reader, Wording, lost_results


def sentences(
    entry: Entry, name: Name, *, veiled: bool = False, called: Called = "round {}".format
) -> list[str]:
    """Return the sentences of a line for players, without a full stop; `veiled` hides results from
    them."""
    players = WORDS[entry.kind].players
    return list(players(entry.data, Reader(name, called, veiled))) if players else []


def decided(entry: Entry, title: Callable[[RoundId], str]) -> str:
    """Return the decision of a line: "Round 2 was paired again (re-pair and lose results)"."""
    words = WORDS[entry.kind].decided.format(round=title(entry.round), phase=entry.round.phase)
    return f"{words} ({entry.data['decision']})" if entry.data.get("decision") else words


def for_staff(entry: Entry, names: Names) -> str:
    """Return the desk's sentence about a line: "Day 1 was ended."; "" if it is the same as on the
    page."""
    words, id_ = WORDS[entry.kind].staff, entry.round
    if callable(words):
        return words(entry, names)
    return words.format(round=names.title(id_), phase=names.phase(id_.phase), data=entry.data)


def verified(entry: Entry) -> str:
    """Return the text of a line without a drawing for those who verify the ledger."""
    words = WORDS[entry.kind].verified
    text = words(entry.data) if callable(words) else words or entry.kind.value
    return text + in_brackets(entry.data)


def in_brackets(data: Data) -> str:
    """Return " (two are missing)": the reason; "" if there is none."""
    return f" ({data['reason']})" if data.get("reason") else ""


def kept_apart(counts: Mapping[str, int]) -> str:
    """Return "2 pairs of players are kept apart by name, which changes 3 tables"."""
    if not counts["tables"]:
        return ngettext(
            "{n} pair of players is kept apart by name, with no change to the tables",
            "{n} pairs of players are kept apart by name, with no change to the tables",
            counts["pairs"],
        )
    tables = ngettext("{n} table", "{n} tables", counts["tables"])
    # Note: the tables are “3 tables”: so many have other players than they would have had.
    return ngettext(
        "{n} pair of players is kept apart by name, which changes {tables}",
        "{n} pairs of players are kept apart by name, which changes {tables}",
        counts["pairs"],
        tables=tables,
    )


def since_roll(counts: Mapping[str, int]) -> str:
    """Return "2 players came, 1 player left and the rules were changed"."""
    changes = []
    if "came" in counts:
        changes.append(ngettext("{n} player came", "{n} players came", counts["came"]))
    if "left" in counts:
        changes.append(ngettext("{n} player left", "{n} players left", counts["left"]))
    if "changed" in counts:
        changes.append(ngettext("{n} player changed", "{n} players changed", counts["changed"]))
    if counts.get("rules"):
        changes.append(_("the rules were changed"))
    return listed(changes)


def _fixed(entry: Entry, names: Names) -> str:
    roll = f", with the hall roll {entry.data['roll']}" if entry.data["roll"] else ""
    return f"The seed is recorded{roll}: its SHA-256 begins with {entry.data['sha256'][:8]}."


def _went_out(entry: Entry, names: Names) -> str:
    byes = listed([names.player(player) for player in entry.data.get("byes", ())])
    more = f"; bye: {byes}" if byes else ""
    early = lost_results(entry.data.get("typed", {}))
    more += f"; typed too early, and set aside: {early}" if early else ""
    if "kept_apart" in entry.data:
        more += f"; {kept_apart(entry.data['kept_apart'])}"
    if "since_roll" in entry.data:
        more += (
            f"; between the roll of the hall and the draw {since_roll(entry.data['since_roll'])}"
        )
    tables = count(len(entry.data["tables"]), "table")
    return f"{names.title(entry.round)} went out: {tables}{more}."


def _cut_anew(entry: Entry, names: Names) -> str:
    players = count(len(entry.data["field"]), "player")
    same = "" if entry.data["redrawn"] else ", the same as before"
    return f"The cut into {names.phase(entry.round.phase)} was redone: {players}{same}."


def _renamed(entry: Entry, names: Names) -> str:
    new = entry.data["names"]
    renamed = [f"{old} is called {new[player]} now" for player, old in entry.data["was"].items()]
    return f"{listed(renamed)}."


_MOST_RESULTS = 12


def _results(data: Data) -> str:
    texts = sorted(data["results"].items(), key=lambda result: int(result[0]))
    if len(texts) > _MOST_RESULTS:
        return f"results of {len(texts)} tables"
    return "results: " + ", ".join(f"table {table} {text}" for table, text in texts)


def _reported(data: Data) -> str:
    result = " ".join(filter(None, (data["result"], data["games"]))) or "withdrawn"
    return f"table {data['table']} by phone ({', '.join(data['by'])}): {result}"


def ruled(ruling: Ruling) -> str:
    """Return what a judge has sent, without whom it is about: "5 more minutes"."""
    if ruling.minutes:
        return f"{ruling.minutes} more {plural(ruling.minutes, 'minute')}"
    if ruling.penalty:
        return f"{ruling.penalty}{ruling.infraction and f' ({ruling.infraction})'}"
    if ruling.drops:
        return "drop after this round"
    if ruling.note:
        return f"“{ruling.note}”"
    return "needs a judge" if ruling.calls else "needs no judge any more"


def _ruled(data: Data) -> str:
    ruling = Ruling.of(data["ruling"])
    who = "a judge" if data["by"] in (*Role,) else f"seat {data['by']}"
    return f"table {ruling.table}, {who} by phone: {ruled(ruling)} {ruling.player}".strip()


def _undone(data: Data) -> str:
    return f"{'a player' if 'last' in data else 'a judge'} has undone what was sent by phone"


def _proved(data: Data) -> str:
    certificate = data["certificate"]
    proof = (
        "proved optimal"
        if certificate["proved_optimal"]
        else f"at least {certificate['lower_bound']}"
    )
    return f"points differences of {certificate['points_mismatch']}: {proof}"


def _pods(data: Data) -> str:
    if data.get("by_hand"):
        return f"draft pods changed by hand: {count(len(data['by_hand']), 'player')} moved"
    if "shuffled" in data:
        return f"draft seats shuffled in {count(len(data['shuffled']), 'pod')}"
    pods = data.get("pods", ())
    players = count(sum(len(pod["seats"]) for pod in pods), "player")
    return f"{count(len(pods), 'draft pod')} of {players}" if pods else "draft pods cleared"


def _seed(data: Data) -> str:
    roll = f", hall roll {data['roll']}" if data["roll"] else ""
    return f"all draws follow from a seed with the SHA-256 {data['sha256']}{roll}"


def _resumed(data: Data) -> str:
    lost = listed([f"{count(head['lines'], 'line')} ({head['seal'][:8]})" for head in data["lost"]])
    if not lost:
        return "all lines of before are lost, and what stood in the workbook counts"
    again = "; its rounds are as the site had them" if data.get("site") else ""
    return f"the ledger had gone as far as {lost}, and the lines that are not here are lost{again}"


def _erased(data: Data) -> str:
    lines = count(len(data["changed"]), "line")
    return (
        f"the name of {data['player']} was taken out of {lines}, and all were sealed anew; before, "
        f"line {data['lost'][-1]['lines']} had the seal {data['lost'][-1]['seal'][:8]}"
    )


def previewed(entry: Entry, title: Callable[[RoundId], str]) -> str:
    """Return a line about a preview: "Round 3 was previewed; changed since the last time: ...",
    "Round 3 was published as it was previewed"."""
    data, what = entry.data, "was previewed"
    if entry.kind is EntryKind.COMPARED:
        what = f"was published {'as' if data['same'] else 'differently from how'} it was previewed"
    changed = f"; changed since: {'; '.join(data['changed'])}" if data.get("changed") else ""
    return f"{title(entry.round)} {what}{changed}"


def _compared(data: Data) -> str:
    many = count(data["previews"], "preview")
    return f"published after {many}, {'equal to' if data['same'] else 'different from'} the last"


def _of_preview(entry: Entry, names: Names) -> str:
    return f"{previewed(entry, names.title)}."


WORDS: Mapping[EntryKind, Wording] = {
    EntryKind.PAIRED: Wording(decided="{round} was paired", staff=_went_out),
    EntryKind.IMPORTED: Wording(
        "taken over as it was", "{round} was imported", "{round} was taken over as it was played."
    ),
    EntryKind.REPAIRED: Wording(decided="{round} was paired again", players=public_log.repaired),
    EntryKind.REDRAWN: Wording(
        "decided: to be drawn again before it is out", "{round} was to be drawn again",
        "{round} is to be drawn again.",
    ),
    EntryKind.RESEATED: Wording(
        decided="seats of {round} were changed", players=public_log.seating
    ),
    EntryKind.DELETED: Wording(decided="{round} was deleted", players=public_log.deleted),
    EntryKind.PHASE_ENDED: Wording(
        "decided: the phase ends", "phase {phase} was ended", "{phase} was ended."
    ),
    EntryKind.PHASE_REOPENED: Wording(
        "decided: the phase goes on", "phase {phase} was reopened", "{phase} was reopened."
    ),
    EntryKind.ROUND_ADDED: Wording(
        "decided: one more round", "{round} was added",
        "A round was added to {phase}: {data[rounds]} now.",
    ),
    EntryKind.CUT_ANEW: Wording(
        "decided: the cut is redone", "the cut into phase {phase} was redone", _cut_anew
    ),
    EntryKind.OVERRIDDEN: Wording(players=public_log.seating),
    EntryKind.CORRECTED: Wording(players=public_log.corrected),
    EntryKind.PLAYER: Wording(players=public_log.player),
    EntryKind.UNDONE: Wording(players=public_log.undone),
    EntryKind.RENAMED: Wording("players have other names", staff=_renamed),
    EntryKind.MEANT: Wording(
        "decided: the changes of a save count", "the changes of a save were kept",
        "The changes that were held back count.",
    ),
    EntryKind.RESULTS: Wording(_results),
    EntryKind.PROVED: Wording(_proved),
    EntryKind.REPORTED: Wording(_reported),
    EntryKind.ARRIVED: Wording("results from phones are in their cells"),
    EntryKind.RULED: Wording(_ruled),
    EntryKind.RULING_UNDONE: Wording(_undone),
    EntryKind.RULING_WRITTEN: Wording("rulings by phone are in the workbook"),
    EntryKind.RULING_CLEARED: Wording("rulings that were undone are out of the workbook"),
    EntryKind.RETYPED: Wording("what was set aside is no longer in the workbook"),
    EntryKind.WRITTEN: Wording("has its names in the workbook"),
    EntryKind.CLEARED: Wording("a line of Decisions no longer says yes"),
    EntryKind.REFUSED: Wording("a line of Decisions could not be carried out"),
    EntryKind.UNDO_REFUSED: Wording("an Undo could not be done"),
    EntryKind.SEED: Wording(_seed, staff=_fixed),
    EntryKind.RESUMED: Wording(
        _resumed, staff=lambda entry, _: f"Part of the ledger is lost: {_resumed(entry.data)}."
    ),
    EntryKind.ERASED: Wording(
        _erased, staff="The name of {data[player]} was taken out of everything."
    ),
    EntryKind.DRAFTED: Wording(
        _pods, "the draft pods of phase {phase} were changed",
        lambda entry, names: f"{names.phase(entry.round.phase)}: {_pods(entry.data)}.",
    ),
    EntryKind.BUILDING: Wording(
        "decided: decks are built", "building of phase {phase} was begun",
        "{phase}: decks are being built.",
    ),
    EntryKind.UNLOCKED: Wording(
        "decided: the draft pods may be changed", "the draft pods of phase {phase} were unlocked",
        "{phase}: the draft pods may be changed.",
    ),
    EntryKind.REGISTERING: Wording(
        "decided: sealed pools are registered", "registration of phase {phase} was begun",
        "{phase}: pools are being registered.",
    ),
    EntryKind.DECKS: Wording(
        "decks to check were drawn",
        staff=lambda entry, names: f"{names.title(entry.round)}: decks to check were drawn, "
        f"{listed([names.player(id_) for id_ in entry.data['drawn']])}.",
    ),
    EntryKind.DOCUMENT: Wording("imported from a document"),
    EntryKind.PREVIEWED: Wording(
        lambda data: f"previewed, with the SHA-256 {data['sha256'][:8]}", staff=_of_preview
    ),
    EntryKind.COMPARED: Wording(_compared, staff=_of_preview),
}  # fmt: skip

ON_THE_PAGE = tuple(kind for kind, wording in WORDS.items() if wording.players)
"""The kinds of lines that a round's page shows."""

BY_HAND = tuple(kind for kind in ON_THE_PAGE if kind not in DRAWN)
"""Those of them that change by hand what was published."""
