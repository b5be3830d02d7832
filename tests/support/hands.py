"""Whatever hands do in a hall, drawn by chance, and what must hold after it."""

from dataclasses import replace

from runner.compute.decisions.pair import DeleteRound, PairRound
from runner.compute.decisions.repair import RepairAnyway, RepairRound
from runner.compute.decisions.seats import GiveBye, SeatPlayer, ShuffleSeats, TakeBackBye
from runner.compute.decisions.undo import Undo
from runner.compute.verify import verify
from runner.core.phase import Mode
from runner.core.randomness import Stream
from runner.ledger.parsing import parse
from tests.support.events import phase
from tests.support.hall import R1, Hall

PAIR, BYE, NO_BYE = PairRound.KEY, GiveBye.KEY, TakeBackBye.KEY
SEAT, SHUFFLE, DELETE = SeatPlayer.KEY, ShuffleSeats.KEY, DeleteRound.KEY
REPAIR, ANYWAY = RepairRound.KEY, RepairAnyway.KEY

KINDS = (
    (
        phase(1, mode=Mode.HEAD_TO_HEAD, rounds=3),
        phase(2, "single_elimination", Mode.HEAD_TO_HEAD, cut=6),
    ),
    (phase(1, rounds=2), phase(2, rounds=2, cut=8)),
    (phase(1, "double_elimination", Mode.HEAD_TO_HEAD),),
    (
        replace(phase(1, "round_robin", Mode.HEAD_TO_HEAD), settings={"group_size": 4}),
        phase(2, "single_elimination", Mode.HEAD_TO_HEAD, cut=4),
    ),
    (phase(1, rounds=2), phase(2, "single_elimination", cut=10)),
)


def some_edit(hall: Hall, chance: Stream) -> None:
    what = chance.below(16)
    if what < 3:
        some_swap(hall, chance)
    elif what < 8:
        some_cell(hall, chance)
    elif what == 8:
        player = chance.choice(hall.event.players)
        gone = None if player.drops_after else 1 + chance.below(3)
        people = (
            replace(each, drops_after=gone) if each is player else each
            for each in hall.event.players
        )
        hall.event = replace(hall.event, players=tuple(people))
    elif what == 9:
        hall.open = not hall.open
    elif what < 13:
        some_decision(hall, chance)
    else:
        for each in hall.snapshot.rounds[-1].tables:
            hall.cell(f"T{each.number} result", chance.choice(["A", "A", "draw"]))
        if chance.below(3):
            hall.say(PAIR, hall.snapshot.rounds[-1].id.number + 1)


def begin_again(hall: Hall) -> None:
    """Round 1 is asked for once more, with nothing on its sheet that could be misunderstood."""
    hall.silence(PAIR)
    sheet = hall.event.sheet(R1)
    assert sheet is not None
    clean = replace(sheet, rows=tuple(replace(row, seats=()) for row in sheet.rows))
    others = (each for each in hall.event.rounds if each.id != R1)
    hall.event = replace(hall.event, rounds=(clean, *others))
    hall.say(PAIR, 1)
    assert hall.snapshot.rounds


def some_swap(hall: Hall, chance: Stream) -> None:
    """Two players change places, or only one of the two cells is typed."""
    spots = [
        (table.number, "ABCDE"[at], player)
        for table in hall.snapshot.rounds[-1].tables
        for at, player in enumerate(table.players)
    ]
    if not spots:  # dashes in every seat
        return
    one, other = chance.choice(spots), chance.choice(spots)
    hall.cell(f"T{one[0]} {one[1]}", hall.name(other[2]))
    if chance.below(4):
        hall.cell(f"T{other[0]} {other[1]}", hall.name(one[2]))


def some_cell(hall: Hall, chance: Stream) -> None:
    table = chance.choice(hall.snapshot.rounds[-1].tables).number
    name = chance.choice(hall.event.players).name
    where, texts = chance.choice(
        [
            (f"T{table} {chance.choice('ABCDE')}", ["", "-", name, "Nobody Known"]),
            (chance.choice(["B1", "B2", "A1"]), ["", name]),
            (f"T{9 + chance.below(2)} {chance.choice('ABC')}", ["", name]),
            (f"T{table} result", ["A", "B", "draw", "", "E", "what"]),
        ]
    )
    hall.cell(where, chance.choice(texts))


def some_decision(hall: Hall, chance: Stream) -> None:
    if not chance.below(3):
        gone = chance.choice(hall.event.decisions) if hall.event.decisions else None
        hall.change(decisions=tuple(each for each in hall.event.decisions if each is not gone))
        return
    kinds = (BYE, NO_BYE, SEAT, SHUFFLE, REPAIR, ANYWAY, DELETE, Undo.KEY, PAIR)
    now = hall.snapshot.rounds[-1]
    people = [hall.name(each) for each in (*now.byes, *now.absent)]
    player = chance.choice([*people, chance.choice(hall.event.players).name])
    number = now.id.number + (not chance.below(4))
    wanted, why = chance.choice(kinds), chance.choice(["", "so"])
    hall.say(wanted, number, player, why, phase_=now.id.phase)


def the_ledger_is_sound(hall: Hall) -> None:
    """It is read from its file as it was, and every drawing comes out again."""
    read, problems = parse(hall.chain())
    assert problems == ()
    assert read.entries == hall.ledger.entries
    assert read.rounds == hall.ledger.rounds
    assert all(finding.sound is not False for finding in verify(hall.ledger))
