"""Validate a document against its JSON Schema, and report in sentences what does not fit."""

import json
from functools import cache
from itertools import islice
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError, best_match

from runner import resources
from runner.core.problems import Place, Problem, error

_MOST = 20  # problems of one document; more would only repeat the same mistake


@cache
def validator(format_name: str) -> Draft202012Validator:
    """Return the validator of a format such as "runner-event/1"."""
    name = format_name.replace("/", "-") + ".schema.json"
    path = resources.folder("_schema", "docs/schema") / name
    return Draft202012Validator(json.loads(path.read_text(encoding="utf-8")))


def problems(document: Any, format_name: str) -> list[Problem]:
    """Return what does not fit the format, at most `_MOST` problems."""
    faults = validator(format_name).iter_errors(document)
    return list(map(_problem, islice(faults, _MOST)))


def _problem(wrong: ValidationError) -> Problem:
    wrong = best_match([wrong]) or wrong
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in wrong.path)
    where = path.lstrip(".") or "the document"
    message = wrong.message if len(wrong.message) < 200 else wrong.message[:200] + "…"
    return error(
        "document.not-by-schema",
        Place(),
        f"In {where}: {message}.",
        "Correct the document and import it again.",
    )
