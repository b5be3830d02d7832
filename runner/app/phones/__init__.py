"""Results by phone: what came, the codes of tables, what a round asks for, and the pages for it.

The hall's server takes reports and only adds them to `inbox`; the watch decides what counts
(`runner.compute.phones`). What the server has to know about the round is in `open_round`, which the
watch writes. None of these files has a name in it.
"""
