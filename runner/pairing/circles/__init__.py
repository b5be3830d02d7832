"""Tables of any size: Melee, Grand Melee and the like, where as many sit round a table as suit it.

Tables are as even as can be (`sizes`). Who sits together is looked for by exchanging players
(`exchange`), who sits to whose left by chance and by whom they had there before (`ring`), and
`draw` makes a round of it. Pods of three to five of usual play are `runner.pairing.pods`.
"""
