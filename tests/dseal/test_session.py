"""A problem set as the rules see it."""

from collections.abc import Callable

from authoring.dseal import parse
from authoring.dseal.session import checks, steps


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


def test_imports_add_up(cell_text: Callable[..., str]) -> None:
    """A later cell knows what earlier ones imported."""
    text = cell_text(code="r.random()", context="import random as r")
    assert [step.aliases.get("r") for step in steps(parse(text))] == ["random", "random"]
