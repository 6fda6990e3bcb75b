"""`table_test` beside its cases."""

import random
from collections.abc import Callable

import numpy as np
import pytest

from authoring.validators import build
from authoring.validators.base import Execution, Verdict

BLOCK = {"template": "empty", "table_test": {"function_name": "f", "test_cases": [["`random.random()`"], [[1]]]}}


def test_collecting_leaves_the_session_alone(run: Callable[..., Execution], capsys: pytest.CaptureFixture[str]) -> None:
    """Calling prints nothing, and the session's random numbers go on as if it had not been called."""
    namespace: dict[str, object] = {}
    code = "import random\ndef f(x):\n    print('loud')\n    return random.random()"
    execution = run(code, namespace)
    random.seed(5)
    np.random.seed(5)  # noqa: NPY002 - the session's global state is what must not change
    state = random.getstate()
    names = set(namespace)

    collected = build(BLOCK).collect(execution, None)

    assert random.getstate() == state
    assert capsys.readouterr() == ("", "")
    assert set(namespace) == names
    assert {"table_test.output 0", "table_test.output 1"} <= collected.items.keys()


def test_first_failure_names_the_case(judge: Callable[..., Verdict]) -> None:
    """The reason shows function, case and difference; an exception has the category crash."""
    block = {"template": "empty", "table_test": {"function_name": "f", "test_cases": [[1], [2]]}}

    wrong = judge("def f(x): return x", "def f(x): return 1", block).parts[0]
    failing = judge("def f(x): return x", "def f(x): return 1 / (2 - x)", block).parts[0]

    assert wrong.reason == "The output of `f` on test case 2, (2,), is wrong: 1 instead of 2"
    assert (wrong.category, wrong.kind) == ("table_test", "value")
    assert (failing.category, failing.errors) == ("crash", ("ZeroDivisionError:",))
    assert failing.reason.splitlines()[0] == "`f` failed on test case 2, (2,):"
    assert failing.reason.splitlines()[-1] == "ZeroDivisionError: division by zero"
    # No line of ours, with its path, stands in what solvers and readers of results are shown.
    assert "table_test.py" not in failing.reason
