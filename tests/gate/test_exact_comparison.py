"""The comparison by values looks at what the problem's own validator looks at, and at nothing else."""

import pytest

from authoring.dseal.parse import parse
from authoring.gate.exact_comparison import exact_comparison

CELL = '# %%\n"""\nquestion: What?\nvalidator:\n{0}"""\n\nx = 1\nx\n'


@pytest.mark.parametrize(
    ("validator", "block"),
    [
        ("  result:\n", {"result": {"ignore_order": True}}),
        ("  template: intact\n  namespace_check:\n    x:\n", {"namespace_check": {"x": {"ignore_order": True}}}),
        ("  template: empty\n  stream:\n", {"stream": None}),
        ("  template: empty\n  table_test:\n    function_name: x\n    test_cases: [[1]]\n", {}),
    ],
)
def test_what_is_looked_at_is_compared(validator: str, block: dict[str, object]) -> None:
    """Values and variables have the flags, printed text has none, and what only trying tells is compared by nothing."""
    ((_, problem),) = parse(CELL.format(validator)).problems
    compared = exact_comparison(problem, {"ignore_order": True})

    assert compared == ({"template": "empty", **block} if block else {})


def test_figures_are_compared_where_that_is_meant() -> None:
    """A figure counts with its titles and labels, or not at all."""
    ((_, problem),) = parse(CELL.format("  template: intact\n  vis:\n")).problems

    assert exact_comparison(problem, {}, figures=True)["vis"] == {"titles": True, "labels": True}
    assert "vis" not in exact_comparison(problem, {})
