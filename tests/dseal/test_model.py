"""The syntax tree's own views."""

from authoring.dseal import CellKind, parse

TEXT = '# note\n# %%\nx = 1\n# %%\n\n# %%\n"""\nquestion: a\n"""\n1\n# %%\n"""\nnothing\n"""\n2\n'


def test_problems_are_what_is_asked() -> None:
    """Only complete problems are asked; broken cells, context and empty ones are not."""
    assert [problem.question for _, problem in parse(TEXT).problems] == ["a"]


def test_runnable_cells_are_context_and_problems() -> None:
    """A broken cell is never run, least of all as context."""
    problemset = parse(TEXT)
    assert [cell.kind for cell in problemset.cells][-1] is CellKind.BROKEN
    assert [cell.code for cell in problemset.runnable] == ["x = 1", "1"]


def test_what_stands_above_the_first_marker_is_shown_to_nobody() -> None:
    """Before a problem stand the cells that run before it, its own and those behind it not."""
    context, problem = parse(TEXT).runnable

    assert parse(TEXT).shown_before(problem) == "# %%\nx = 1\n"
    assert parse(TEXT).shown_before(context) == ""
