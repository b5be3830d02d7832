"""A folder of events, shown as one site: an index, and beneath it each event as it is alone.

`build` brings all events up to date once, and `watch` at every save; `index` writes the pages that
lead to them, from what each event says of itself (`data/summary.json` of its site).
"""
