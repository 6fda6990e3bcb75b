"""`model` beside its cases."""

from collections.abc import Callable
from typing import Any

from authoring.validators import build
from authoring.validators.base import Execution, Verdict

BLOCK = {
    "template": "empty",
    "model": {"model_name": "m", "inputs_name": "X", "labels_name": "y", "metric_type": "mse", "tolerance": 0.1},
}
MODEL = """
class Model:
    def __init__(self, value): self.value = value
    def predict(self, X):
        X.append(0)
        return [self.value] * (len(X) - 1)
X, y = [1, 2], [3.0, 4.0]
"""


def test_reason_names_the_bound(judge: Callable[..., Verdict]) -> None:
    """The reason says what was reached and what was wanted."""
    verdict = judge("m = Model(3)", "m = Model(1)", BLOCK, MODEL)

    assert verdict.parts[0].reason == "mse is 6.5, wanted is at most 0.55"


def test_predicting_leaves_the_inputs_alone(run: Callable[..., Execution]) -> None:
    """A model that changes its inputs changes a copy, on either side."""
    namespace: dict[str, Any] = {}
    validator = build(BLOCK)
    execution = run(f"{MODEL}\nm = Model(3)", namespace)

    reference = validator.collect(execution, None)
    submission = validator.collect(execution, validator.disclose(reference))

    assert namespace["X"] == [1, 2]
    assert reference.items["model.inputs"] == [1, 2]
    assert submission.items == {"model.predictions": [3, 3]}
    assert validator.judge(reference, submission).correct == "yes"
