"""Playoffs: single and double elimination, head-to-head and in pods.

A tree (`tree`) says for every place where its player comes from; pairing, pages and places
read the same tree.
"""
