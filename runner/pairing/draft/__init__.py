"""Draft pods: how many sit in each, who sits where, and at which tables decks are built.

Input: players, whom to keep apart, a seed. Output: pods of ids in the order of their seats, and
building tables by number (docs/drafts.md, docs/rules.md 8).

    sizes.py  how many players sit in each pod, and at which tables decks are built
    draw.py   who sits in which pod and seat, from the seed; the document it is drawn from
    apart.py  as few pairs to keep apart in one pod as possible

Must not know of sheets, ledgers or rounds.
"""
