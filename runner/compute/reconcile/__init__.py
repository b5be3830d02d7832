"""Workbook and ledger held against each other: who is who, who sat where, how it ended."""
