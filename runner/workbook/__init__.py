"""The workbook: what an organiser owns; written, read, and filled in without losing an edit."""
