"""Printed match slips: several to a sheet, in the order for one cut through the stack.

`slip` has the content of each, `form` draws what many have in common, `page` lays them out as HTML,
and `pdf` makes the file. They never contain results, so that they stay the same while results come
in.
"""
