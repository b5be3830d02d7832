"""What teams have in common: no game points count, and those who play together have three extra
turns (MTR 2.4 and Appendix C)."""

from runner.core.event import SettingValue

TEAMS: dict[str, SettingValue] = {"tiebreakers": ["omw"]}
"""Settings of every team variant."""

TOGETHER: dict[str, SettingValue] = {**TEAMS, "best_of": 1, "extra_turns": "3"}
"""Those of teams whose members play one game together."""

SOURCES = {"tiebreakers": "MTR App. C", "extra_turns": "MTR 2.4"}
