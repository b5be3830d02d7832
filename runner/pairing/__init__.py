"""Pairing a round of Swiss: who meets whom, at which table, in which seat, and how good that is.

In comes a `State`: the players, what they have done, the rules, a seed. Out goes a `Result`: tables
by number, byes, and a `Certificate` that says what could not be had and why.

    engine.py           where it begins: `pair`, `with_bound`, `pair_document`
    state.py, field.py  the round as a document, and as whole numbers
    pods/, matches/     who meets whom, in pods and head-to-head; look_ahead.py: rounds to come
    draft/              pods of a booster draft, and the tables where decks are built
    audit/, bounds/     what a round is like, and how good any could be; certificate.py: both
    seats.py, sizes.py, tables.py, byes.py, shuffle.py, berger.py

It knows neither phases nor files, and no chance but the event's seed: the same state gives the same
pairing on every machine, whatever order its players are listed in (docs/randomness.md). The audit
shares nothing with the engine that it judges.
"""
