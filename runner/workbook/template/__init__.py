"""A new workbook from the schema: its sheets, their columns, how they look.

In: a plan (`template.Plan`). Out: bytes, the same for the same plan. `canvas` lays a sheet out from
its columns; each other file fills some of the sheets.
"""
