"""What a check is: a plain function, one question, every problem that it finds."""

from collections.abc import Callable, Iterator

from runner.compute.progress import Progress
from runner.core.problems import Problem
from runner.phases.model import Results

Check = Callable[[Progress, Results], Iterator[Problem]]
"""Sees workbook and ledger as reconciled, before penalties, and every phase with its results."""
