"""Booster drafts: their pods as they stand, what hands change on the Draft sheet, where decks are
built.

In: the workbook and the ledger. Out: lines for the ledger, problems with their cells, and the draft
as pages, screens and paper show it. How pods are drawn stands in `runner.pairing.draft`, and how
their rounds are paired in `runner.phases`. It must never know a page.
"""
