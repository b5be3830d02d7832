"""Playoffs: single and double elimination, head-to-head and in pods (docs/rules.md 5).

A tree (`tree`) has the source of every place's player; pairing, pages and places use the same tree.
"""
