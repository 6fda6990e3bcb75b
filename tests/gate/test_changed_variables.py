"""Variables that change unasked, beside the cases of DS428: what counts as shared, and as data."""

import pytest

from authoring.dseal.parse import parse
from authoring.gate.changed_variables import changed_variables
from authoring.records.evidence import CellRun, DryRun, Outcome, ProblemRun, VariableChange

TEXT = '''# %%
table, helper, model = [1], [2], object()

# %%
"""
question: What is the sum of both?
"""

sum(table) + sum(helper)

# %%
"""
question: What is the first of `other`?
"""

helper = [3]
table[0] + helper[0]
'''


def _run(*changes: VariableChange) -> DryRun:
    """Return a run of the text whose first problem made these changes."""
    first = tuple(VariableChange(name=name, change="added", type="list") for name in ("table", "helper", "model"))
    cells = [
        ProblemRun(cell=index, number=number, run=CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0, changes=made))
        for index, number, made in ((0, None, first), (1, 1, changes), (2, 2, ()))
    ]
    return DryRun(draft="0" * 64, cells=tuple(cells), python="3.11", packages=(), inputs=())


@pytest.mark.parametrize(
    ("change", "kind", "type_", "is_found"),
    [
        ("updated", "table", "list", True),
        # The next cell reads the one before it binds it, and binds the other.
        ("replaced", "table", "list", True),
        ("replaced", "helper", "list", False),
        ("updated", "model", "sklearn.linear_model.Ridge", False),
        ("updated", "unknown", "list", False),
    ],
)
def test_what_later_cells_rest_on_is_told(change: str, kind: str, type_: str, *, is_found: bool) -> None:
    """Data of an earlier cell that is changed in place is told, and what is bound anew where a later cell reads it."""
    changes = VariableChange.model_validate({"name": kind, "change": change, "type": type_})

    assert bool(list(changed_variables(parse(TEXT), _run(changes)))) is is_found
