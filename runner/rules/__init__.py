"""The rules that may be chosen, as data: settings, presets, and the rules in force in an event.

    settings.py   every setting: its name, its heading, its allowed values and when it applies
    presets/      a dated set of values for all settings, each with its source (docs/rules.md 3)
    ruleset.py    the rules in force in a phase: phase over event over preset
    advice.py, limits.py   recommended rounds and cuts; time limits of rounds

In: a phase and its settings. Out: a `Ruleset`. Nothing here knows players or results.
"""
