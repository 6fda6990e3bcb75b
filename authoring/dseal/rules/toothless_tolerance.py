"""DS314: a model tolerance that refuses better models and accepts worse ones."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, Offence, Severity
from authoring.dseal.model import Json, ProblemSet
from authoring.dseal.session import at_key, checks
from authoring.dseal.surroundings import Surroundings

_TEXT = """# %%
import pandas as pd

# %%
\"\"\"
question: Fit `model` to `x` and `y`.
validator:
  model:
    model_name: model
    inputs_name: x
    labels_name: y
    metric_type: accuracy
    tolerance: {tolerance}
execution:
  max_time: 30
\"\"\"

from sklearn.linear_model import LogisticRegression

x, y = pd.DataFrame({{"a": [1, 2]}}), [0, 1]
model = LogisticRegression().fit(x, y)
"""

OFFENCE = Offence(
    code="DS314",
    name="toothless-tolerance",
    severity=Severity.WARNING,
    what="A `model` validator has a tolerance above 0 for a score where more is better, or below 0 for an error.",
    why="Above 0 means at most (1 + tolerance) times the reference's score, below 0 at least that: a bad model passes.",
    bad=_TEXT.format(tolerance=0.99),
    good=_TEXT.format(tolerance=-0.01),
)

_ERRORS = frozenset({"mse", "rmse"})


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find tolerances that point the wrong way."""
    for cell, problem in problemset.problems:
        for found in checks(problem):
            if found.alias != "model" or found.path is None or not isinstance(found.options, dict):
                continue
            for metric, tolerance in _pairs(found.options.get("metric_type"), found.options.get("tolerance")):
                wrong = tolerance < 0 if metric in _ERRORS else tolerance > 0
                if wrong:
                    message = f"a tolerance of {tolerance:g} for {metric} never refuses a model that is worse"
                    better = "0.05 (at most 5 % more)" if metric in _ERRORS else "-0.05 (at least 95 %)"
                    path = (*found.path, "tolerance")
                    yield at_key(problemset, cell, path, OFFENCE, message, f"write {better}")


def _pairs(metrics: Json, tolerances: Json) -> Iterator[tuple[str, float]]:
    names = metrics if isinstance(metrics, list) else [metrics]
    values = tolerances if isinstance(tolerances, list) else [tolerances] * len(names)
    for name, value in zip(names, values, strict=False):
        if isinstance(value, int | float):
            yield str(name), value
