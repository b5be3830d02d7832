"""Full-page documents: pairings, tables, standings, players, drafts, brackets and cards.

Each module provides the content of some; `sheet.py` turns it into PDF.
"""
