"""Building validators, and judging whatever a submission left."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authoring.validators import PAPER_NAMES, VALIDATORS, build
from authoring.validators.base import CollectedItems, Execution, ValidatorError

BLOCK = {
    "result": {"ignore_order": True},
    "stream": None,
    "namespace_check": {"x": None, "f": {"type_only": True}},
    "table_test": {"function_name": "f", "test_cases": [[1]]},
    "model": {"model_name": "m", "inputs_name": "x", "labels_name": "x", "metric_type": "mse"},
}
REFERENCE = """
class M:
    def predict(self, X): return X
m, x = M(), [1.0, 2.0]
def f(a): return [a, x]
x
"""
ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.just(CollectedItems()) | st.builds(object),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_judging_never_raises(run: Callable[[str, dict[str, Any]], Execution], data: st.DataObject) -> None:
    """Whatever a submission's collection holds or lacks, there is a verdict, and the same one twice."""
    validator = build(BLOCK)
    reference = validator.collect(run(REFERENCE, {}), None)
    items = {
        name: value if data.draw(st.booleans()) else data.draw(ANYTHING)
        for name, value in reference.items.items()
        if data.draw(st.integers(0, 3))
    }

    verdict = validator.judge(reference, CollectedItems(items))

    assert verdict.correct in {"yes", "partial", "no"}
    assert validator.judge(reference, CollectedItems(items)) == verdict


def test_reference_against_itself(run: Callable[[str, dict[str, Any]], Execution]) -> None:
    """A whole block accepts the reference's own code, run again."""
    validator = build(BLOCK)
    reference = validator.collect(run(REFERENCE, {}), None)

    assert (
        validator.judge(reference, validator.collect(run(REFERENCE, {}), validator.disclose(reference))).correct
        == "yes"
    )


@pytest.mark.parametrize(
    ("block", "message"),
    [
        ({"results": None}, "validator `results` is not known; did you mean `result`?"),
        ({"variables": None}, "validator `variables` is not known; did you mean `Variables`?"),
        ({"template": "compare"}, "template `compare` is not known; did you mean `comparison`?"),
        ({"template": ["basic"]}, "template `['basic']` is not known"),
        ({"crash": {"x": 1}}, "option of validator `crash` `x` is not known"),
        ({"vis": {"title": True}}, "option of validator `vis` `title` is not known; did you mean `titles`?"),
        ({"and": [1]}, "validator `and` has to be a mapping of validators, not [1]"),
        ({"result": None, "execute_result": None}, "validator `execute_result` is given twice"),
        ({"table_test": {"function_name": "f"}}, "validator `table_test` needs the option `test_cases`"),
        ({"model": None}, "validator `model` needs the option `model_name`"),
        ({"namespace_check": ["x"]}, "validator `namespace_check` needs a mapping of variable names"),
        (["crash"], "validator block has to be a mapping of validators"),
    ],
)
def test_broken_blocks(block: Any, message: str) -> None:
    """A block that cannot be built says what is wrong, and what is meant where that can be told."""
    with pytest.raises(ValidatorError) as refused:
        build(block)

    assert str(refused.value).startswith(message)


def test_building_runs_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    """Code in a block waits until it judges, so that building is safe outside the sandbox."""
    build(
        {
            "result": "print('ran')",
            "table_test": {
                "function_name": "f",
                "test_cases": ["`print('ran')`"],
                "input_validator": "print('ran')",
                "output_checker": "print('ran')",
            },
        }
    )

    assert capsys.readouterr().out == ""


def test_paper_names_lead_to_released_ones() -> None:
    """Every spelling of the paper's is a validator, and stands for another that is one."""
    assert PAPER_NAMES.keys() | set(PAPER_NAMES.values()) <= VALIDATORS.keys()


def test_importing_is_cheap() -> None:
    """Reading blocks imports neither numpy nor pandas, which the linter would wait for."""
    code = (
        "import sys; from authoring.validators import build; build({'result': {'atol': 1}}); "
        "print(sorted({'numpy', 'pandas', 'sklearn'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
