"""Findings as records."""

import pytest
from pydantic import ValidationError

from authoring.dseal import Diagnostic
from authoring.dseal.rules.registry import CODES


def test_a_code_makes_findings_of_its_kind() -> None:
    """Code, name and severity come from the rule, the rest from the caller."""
    found = CODES["DS201"].diagnostic("the question is empty", hint="ask", line=3, column=2, problem=1)
    assert (found.code, found.name, found.severity) == ("DS201", "empty-question", CODES["DS201"].severity)
    assert (found.line, found.column, found.problem, found.path) == (3, 2, 1, "")


def test_findings_survive_json_and_take_no_unknown_field() -> None:
    """What one process writes another reads, and nothing else."""
    found = CODES["DS201"].diagnostic("x", line=3)
    assert Diagnostic.model_validate_json(found.model_dump_json()) == found
    with pytest.raises(ValidationError):
        Diagnostic.model_validate({**found.model_dump(), "colour": "red"})
