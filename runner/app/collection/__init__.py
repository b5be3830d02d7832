"""A folder of events, shown as one site: an index, and beneath it each event as it is alone.

`build` brings events up to date side by side, and `index` makes the
pages that lead to them from what each event says of itself (`data/summary.json` of its site).
"""
