"""Playoffs: single and double elimination, head-to-head and in pods (docs/rules.md 5).

A tree (`tree`) has for every place where its player comes from; pairing, pages and places read the
same tree.
"""
