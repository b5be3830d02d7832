"""Sentences about the cut for each way of counting it, written out in full because word order
differs between languages.

`meaning_in` and `meaning_out` explain the marks. `stands_in` and `stands_out` are used when all
results are known, `sure` and `cannot` for what is certain, and `others` for what depends on other
tables only. `draw`, `win` and `perhaps` say which result is enough; with `last_`, the same before
the last round is paired. `win_all` and `win_some` say how many wins are enough.
"""

from types import SimpleNamespace

from runner.core.language import N_

# Note: {most} is how many go on: the Top 8.
TOP = SimpleNamespace(
    meaning_in=N_("In the Top {most} whatever happens."),
    meaning_out=N_("Cannot reach the Top {most} any more, unless players ahead leave."),
    stands_in=N_("As the results stand, you are in the Top {most}."),
    stands_out=N_("As the results stand, you are not in the Top {most}."),
    sure=N_("You are in the Top {most} whatever happens."),
    cannot=N_("You cannot reach the Top {most} any more, unless players ahead leave."),
    others=N_("Whether you are in the Top {most} depends on other tables."),
    draw=N_("A draw is enough for the Top {most}."),
    win=N_("Win and you are in the Top {most}."),
    perhaps=N_("A win may be enough for the Top {most}, with help from other tables."),
    last_draw=N_("In the last round: a draw is enough for the Top {most}."),
    last_win=N_("In the last round: win and you are in the Top {most}."),
    last_perhaps=N_(
        "In the last round: a win may be enough for the Top {most}, with help from other tables."
    ),
    win_all=N_("Win all your {left} remaining matches and you are in the Top {most}."),
    win_some=N_("Win {wins} of your {left} remaining matches and you are in the Top {most}."),
)

# Note: {most} is how many of each group go on.
GROUP = SimpleNamespace(
    meaning_in=N_("Among the best {most} of the group whatever happens."),
    meaning_out=N_(
        "Cannot reach the best {most} of the group any more, unless players ahead leave."
    ),
    stands_in=N_("As the results stand, you are among the best {most} of the group."),
    stands_out=N_("As the results stand, you are not among the best {most} of the group."),
    sure=N_("You are among the best {most} of the group whatever happens."),
    cannot=N_(
        "You cannot reach the best {most} of the group any more, unless players ahead leave."
    ),
    others=N_("Whether you are among the best {most} of the group depends on other tables."),
    draw=N_("A draw is enough for the best {most} of the group."),
    win=N_("Win and you are among the best {most} of the group."),
    perhaps=N_(
        "A win may be enough for the best {most} of the group, with help from other tables."
    ),
    last_draw=N_("In the last round: a draw is enough for the best {most} of the group."),
    last_win=N_("In the last round: win and you are among the best {most} of the group."),
    last_perhaps=N_(
        "In the last round: a win may be enough for the best {most} of the group, with help from "
        "other tables."
    ),
    win_all=N_(
        "Win all your {left} remaining matches and you are among the best {most} of the group."
    ),
    win_some=N_(
        "Win {wins} of your {left} remaining matches and you are among the best {most} of the "
        "group."
    ),
)

# Note: {phase} is the name of the next phase: Day 2.
PHASE = SimpleNamespace(
    meaning_in=N_("In {phase} whatever happens."),
    meaning_out=N_("Cannot reach {phase} any more."),
    stands_in=N_("As the results stand, you are in {phase}."),
    stands_out=N_("As the results stand, you are not in {phase}."),
    sure=N_("You are in {phase} whatever happens."),
    cannot=N_("You cannot reach {phase} any more."),
    others=N_("Whether you are in {phase} depends on other tables."),
    draw=N_("A draw is enough for {phase}."),
    win=N_("Win and you are in {phase}."),
    perhaps=N_("A win may be enough for {phase}, with help from other tables."),
    last_draw=N_("In the last round: a draw is enough for {phase}."),
    last_win=N_("In the last round: win and you are in {phase}."),
    last_perhaps=N_(
        "In the last round: a win may be enough for {phase}, with help from other tables."
    ),
    win_all=N_("Win all your {left} remaining matches and you are in {phase}."),
    win_some=N_("Win {wins} of your {left} remaining matches and you are in {phase}."),
)
