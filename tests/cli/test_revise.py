"""``authoring revise`` refuses what cannot be revised before a model is asked; revisions stand in test_drafting."""

from collections.abc import Callable
from typing import Any

from authoring.workspace import Workspace

Cli = Callable[..., Any]


def test_unknown_draft_is_an_error(bare: Workspace, cli: Cli) -> None:
    """The name stands in the message, and where to look in the hint."""
    answer = cli("revise", "nobody", "-c", "harder", "--reviewer", "Ada", "--workspace", bare.root)

    assert answer.code == 2
    assert "no draft is called nobody" in answer.err
    assert "authoring status" in answer.err
