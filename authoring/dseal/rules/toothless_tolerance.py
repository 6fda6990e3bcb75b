"""DS314: a model tolerance that lets bad models pass."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Json, Problem, ProblemSet, Surroundings, YamlPath
from authoring.dseal.session import at_key, checks

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

INFO = RuleInfo(
    code="DS314",
    name="toothless-tolerance",
    severity=Severity.WARNING,
    what="A `model` validator has a tolerance above 0 for a score where more is better, or below 0 for an error; or "
    "one beyond 0.5, which was meant as a factor: 1.05 for 5 % more.",
    why="Above 0 means at most (1 + tolerance) times the reference's score, below 0 at least that: a bad model passes.",
    bad=_TEXT.format(tolerance=0.99),
    good=_TEXT.format(tolerance=-0.01),
)

_ERRORS = frozenset({"mse", "rmse"})
_WIDE = 0.5
"""A tolerance beyond this is a factor that was meant: 1.05 for 5 % more, -0.95 for 95 %."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find tolerances that point the wrong way, or are so wide that a bad model passes."""
    for cell, problem in problemset.problems:
        for path, message, hint in toothless(problem):
            yield at_key(problemset, cell, path, INFO, message, hint)


def toothless(problem: Problem) -> Iterator[tuple[YamlPath, str, str]]:
    """Give the place of each `model` validator that lets bad models pass, what is wrong, and what to write."""
    for validator in checks(problem):
        if validator.alias != "model" or validator.path is None or not isinstance(validator.options, dict):
            continue
        pairs = list(_pairs(validator.options.get("metric_type"), validator.options.get("tolerance")))
        messages = dict.fromkeys(message for message in (_fault(*pair) for pair in pairs) if message)
        if messages:
            hints = dict.fromkeys(_hint(*pair) for pair in pairs if _fault(*pair))
            yield (*validator.path, "tolerance"), "; ".join(messages), "; ".join(hints)


def _fault(metric: str, tolerance: float) -> str:
    is_error = metric in _ERRORS
    # DSEval's rule knows no direction: above 0 is at most, below 0 at least, for errors and scores alike.
    if tolerance < 0 if is_error else tolerance > 0:
        return f"a tolerance of {tolerance:g} for {metric} never refuses a model that is worse"
    if abs(tolerance) > _WIDE:
        accepted = f"{1 + tolerance:g} times the reference's"
        scope = f"any {metric} up to" if is_error else f"any {metric} from"
        return f"a tolerance of {tolerance:g} for {metric} accepts {scope} {accepted}"
    return ""


def _hint(metric: str, tolerance: float) -> str:
    """Return what was probably meant: the other sign, or the part of the score or the error, written as a factor."""
    if metric in _ERRORS:
        tolerance_hint = (
            -tolerance if -_WIDE <= tolerance < 0 else tolerance - 1 if 1 < tolerance <= 1 + _WIDE else 0.05
        )
        return f"write {tolerance_hint:.3g} for {metric} (at most {1 + tolerance_hint:.3g} times the reference's)"
    tolerance_hint = -tolerance if 0 < tolerance <= _WIDE else tolerance - 1 if _WIDE < tolerance < 1 else -0.05
    return f"write {tolerance_hint:.3g} for {metric} (at least {1 + tolerance_hint:.3g} times the reference's)"


def _pairs(metrics: Json, tolerances: Json) -> Iterator[tuple[str, float]]:
    names = metrics if isinstance(metrics, list) else [metrics]
    values = tolerances if isinstance(tolerances, list) else [tolerances] * len(names)
    for name, value in zip(names, values, strict=False):
        if isinstance(value, int | float) and not isinstance(value, bool):
            yield str(name), value
