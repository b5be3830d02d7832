"""What stands in Runner's way on this computer and in an event's folder, line by line.

In: the folder of an event, or none. Out: one page of plain text to copy into a question, with no
player's name in it. It changes nothing: what it tries, it tries in a folder of its own that is gone
afterwards.
"""

from runner.app.doctor.checks import examined
from runner.app.doctor.findings import Finding, Grade
from runner.app.doctor.page import page

__all__ = ["Finding", "Grade", "examined", "page"]
