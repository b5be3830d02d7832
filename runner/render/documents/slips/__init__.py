"""Printed match slips: four to a sheet, in the order for one cut through the stack.

`slip` says what stands on each, `form` draws what is alike on many, `page` lays them out as HTML,
`pdf` makes a file of it. They never know a result, so that they stay as they are while results
come in.
"""
