"""Draft pods: how many sit in each, who sits where, and at which tables decks are built.

In come the players, what keeps them apart, a seed. Out go pods of ids in the order of their seats,
and building tables by number. Nothing here knows of a sheet, a ledger or a round
(docs/drafts.md, docs/rules.md 8).

    sizes.py     how many players sit in each pod
    draw.py      who sits in which pod and seat, from the seed; the document it is drawn from
    apart.py     as few pairs to be kept apart in one pod as can be; circle.py: side by side
    building.py  two by two, away from those of one's pod
"""
