"""A new workbook: its sheets, hints, dropdowns and colours, all made from `schema`."""
