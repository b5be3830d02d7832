"""Pair a round of Swiss: who meets whom, at which table, in which seat, and how good that is.

Input: a `PairingInput` (players, what they have done, rules, seed). Output: a `Result` (tables by
number, byes and a `Certificate` that says what could not be had and why).

    engine.py       pairs a round; begin here
    pods/           tables of three to five players; circles.py: of any size; matches/: of two
    methods.py      pairing methods and byes
    tables.py       sizes of tables, and their numbers; seats.py: who sits where
    feasibility.py  whether the rounds to come can be played without rematches
    audit/          counts what a round is like; certificate.py puts that together
    bounds/         lower bounds, and proofs that nothing is better
    draft/          pods and seats of a booster draft

Must not import from phases or above; `certificate`, `audit` and `bounds` must not import what makes
pairings, so that they judge it independently.
"""
