"""A problem set as the rules see it."""

from collections.abc import Callable

from authoring.dseal import parse
from authoring.dseal.session import cases_path, checks, path_of_reason, steps


def _aliases(text: str) -> list[str]:
    return [found.alias for found in checks(parse(text).problems[0][1])]


def test_templates_bring_validators(cell_text: Callable[..., str]) -> None:
    """The default template is `comparison`; a block adds to it, and a key of its own is not doubled."""
    assert _aliases(cell_text()) == ["crash", "namespace_intact", "result"]
    assert _aliases(cell_text("question: a\nvalidator: {template: empty, stream: }")) == ["stream"]
    assert _aliases(cell_text("question: a\nvalidator: {execute_result: }")) == ["crash", "namespace_intact", "result"]


def test_combinations_are_unfolded(cell_text: Callable[..., str]) -> None:
    """Validators inside `and` and `or` count, with the path to where they stand."""
    text = cell_text("question: a\nvalidator:\n  template: empty\n  or:\n    stream:\n    and:\n      result:")
    found = checks(parse(text).problems[0][1])
    assert [(check.alias, check.path) for check in found] == [
        ("stream", ("validator", "or", "stream")),
        ("result", ("validator", "or", "and", "result")),
    ]


def test_reasons_lead_to_the_test_case_that_they_name(cell_text: Callable[..., str]) -> None:
    """People count cases from 1; what names none, or one that is not written, is about all of them or the block."""
    text = cell_text("question: a\nvalidator:\n  and:\n    table_test: {function_name: f, test_cases: [[1], [2]]}")
    _, problem = parse(text).problems[0]
    cases = ("validator", "and", "table_test", "test_cases")

    assert path_of_reason(problem, "`f` failed on test case 2, (2,):") == (*cases, 1)
    assert (*cases, 1) in problem.positions
    assert path_of_reason(problem, "the output is wrong") == ("validator",)
    assert cases_path(problem) == cases
    assert cases_path(parse(cell_text()).problems[0][1], 0) == ("validator",)


def test_imports_add_up(cell_text: Callable[..., str]) -> None:
    """A later cell knows what earlier ones imported."""
    text = cell_text(code="r.random()", context="import random as r")
    assert [step.aliases.get("r") for step in steps(parse(text))] == ["random", "random"]
