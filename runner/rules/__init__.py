"""What the rules leave open, as data: settings, presets, and what an event makes of them.

    settings.py   every setting: its name, its heading, what it may be and when it means something
    presets/      a dated set of values for all of them, each with its source (docs/rules.md 3)
    ruleset.py    what is in force in a phase: preset, event and phase, the nearest counting
    advice.py, limits.py   rounds and cuts recommended; how long a round may take

A phase and its settings come in, a `Ruleset` goes out. Nothing here knows players or results.
"""
