"""DS319: a model that can look up the labels it is measured by, or a metric that an answer only claims."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings, YamlPath
from authoring.dseal.python_code import assigned_names
from authoring.dseal.reference_cells import MARK, is_marked
from authoring.dseal.session import Check, at_key, checks

_TEXT = '''# %%
x, y = [[1], [2]], [0, 1]

# %%
"""
question: Fit `model` to `x` and `y`.
validator:
  model:
    model_name: model
    inputs_name: x
    labels_name: {labels}
    metric_type: accuracy
    tolerance: -0.05
execution:
  max_time: 30
"""

from sklearn.dummy import DummyClassifier

model = DummyClassifier().fit(x, y)
{more}'''

INFO = RuleInfo(
    code="DS319",
    name="labels-in-reach",
    severity=Severity.NOTE,
    what="The labels of a `model` validator are bound before the problem, so that a model's `predict` can return them; "
    "or a figure is compared by `metrictol`, which accepts any larger one that an answer writes.",
    why="An answer then scores without a model. DSEval cannot keep labels from a session; under `dialect: strict`, a "
    f"context cell whose first line is `{MARK}` runs beside the reference alone.",
    bad=_TEXT.format(labels="y", more=""),
    good=_TEXT.format(labels="held", more="held = [0, 1]\n"),
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find labels that an earlier cell binds, and figures that are believed as an answer states them."""
    bound: set[str] = set()
    for cell in problemset.runnable:
        for validator in checks(cell.problem) if cell.problem is not None else ():
            for path, message, hint in _weaknesses(validator, bound):
                yield at_key(problemset, cell, path, INFO, message, hint)
        if is_marked(cell):
            continue
        assigned = assigned_names(cell.code)
        bound = (bound | assigned.bound) - assigned.deleted


def _weaknesses(validator: Check, bound: set[str]) -> Iterator[tuple[YamlPath, str, str]]:
    options = validator.options
    if validator.path is None or not isinstance(options, dict):
        return
    labels = options.get("labels_name") if validator.alias == "model" else None
    if isinstance(labels, str) and labels in bound:
        message = f"'{labels}' is in the session of every answer, whose `predict` can return it"
        hint = f"under `dialect: strict`, have a context cell make them whose first line is `{MARK}`"
        yield (*validator.path, "labels_name"), message, hint
    if validator.alias == "result" and options.get("metrictol") is not None:
        message = "'metrictol' believes the figure that an answer gives, however large"
        yield (*validator.path, "metrictol"), message, "have a `model` validator measure the model"
