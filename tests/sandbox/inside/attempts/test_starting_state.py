"""A namespace is brought back to where it started, or it is told that this cannot be proved."""

import sys
from types import ModuleType
from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.sandbox.inside.attempts.starting_state import DATA_PACKAGES, StartingState
from authoring.sandbox.inside.changes import Snapshot, compare, snapshot
from authoring.sandbox.inside.kernel import children

STATE = """
import numpy as np
import pandas as pd
df = pd.DataFrame({"a": [1.5, 2.0], "b": ["x", "y"]})
items = [1, [2]]
number = 5
def f(x):
    return x + number
"""


@pytest.fixture(autouse=True)
def _as_a_session(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the process that tests run in look like a session without packages of data and open figures."""
    for name in (*DATA_PACKAGES, "matplotlib._pylab_helpers"):
        monkeypatch.delitem(sys.modules, name, raising=False)


def execute(code: str, namespace: dict[str, Any]) -> None:
    """Run code as a session does."""
    exec(code, namespace)  # noqa: S102 - a case of this file


def namespace_of(code: str) -> dict[str, Any]:
    """Return the names that code leaves."""
    namespace: dict[str, Any] = {"__name__": "__main__"}
    execute(code, namespace)
    return namespace


def restored(start: StartingState, namespace: dict[str, Any], code: str) -> Snapshot | None:
    """Bring a namespace back after code; the process that tests run in has sandboxes for children."""
    return start.restored(namespace, snapshot(namespace, start.variables), code, children())


@pytest.mark.exhaustive(sample=6)
@pytest.mark.parametrize(
    ("code", "is_restored"),
    [
        ("df.shape", True),
        ("df['c'] = 1\nitems.append(3)", True),
        ("df.loc[0, 'a'] = 9\ndf = df.head(1)", True),
        ("items[1].append(3)\ndel items", True),
        ("number = 6\nnew = df.copy()", True),
        ("def f(x):\n    return 0", True),
        ("df.columns = ['c', 'd']", True),
        ("pd.options.display.max_rows = 5", False),
        ("f.held = 1", False),
        ("class Table(pd.DataFrame):\n    pass", False),
        ("exec('number = 6')", False),
        ("np.seterr(all='raise')", False),
    ],
)
def test_state_is_brought_back(code: str, *, is_restored: bool) -> None:
    """Values, digests, names in their order and generators are as before; what may be set elsewhere is in doubt."""
    namespace = namespace_of(STATE)
    start = StartingState.of(namespace)
    assert start is not None
    names, drawn = list(namespace), np.random.rand()  # noqa: NPY002 - it is this state that is brought back
    with pd.option_context("display.max_rows", pd.get_option("display.max_rows")), np.errstate():
        execute(code, namespace)
        after = restored(start, namespace, code)

    assert (after is not None) is is_restored
    if after is not None:
        assert list(namespace) == names
        assert compare(start.variables, snapshot(namespace)).keys() <= {"df", "items"}
        assert {**start.variables.digests} == {**snapshot(namespace).digests} == {**after.digests}
        assert np.random.rand() == drawn  # noqa: NPY002 - as above


@pytest.mark.parametrize(
    "code",
    [
        "numbers = (n for n in range(3))",
        "def f(held=[]):\n    held.append(1)",
        "def outer():\n    held = []\n    return lambda: held\nf = outer()",
        "class Thing:\n    held = []",
        "import threading\nlock = threading.Lock()",
    ],
)
def test_what_changes_unseen_holds_no_state(code: str) -> None:
    """Where a variable may change and its digest stay the same, there is no state to go back to."""
    assert StartingState.of(namespace_of(code)) is None


@pytest.mark.parametrize(
    ("code", "undo"),
    [
        ("import calendar\ncalendar.setfirstweekday(6)", "calendar.setfirstweekday(0)"),
        ("import decimal\ndecimal.setcontext(decimal.Context(prec=3))", "decimal.setcontext(decimal.Context())"),
        ("import csv\ncsv.register_dialect('q')", "csv.unregister_dialect('q')"),
        ("import os\nos.umask(0o077)", "os.umask(0o022)"),
        ("np.setbufsize(4096)", "np.setbufsize(8192)"),
    ],
)
def test_what_modules_are_set_to_is_seen(code: str, undo: str) -> None:
    """A call that sets something in a module leaves no trace in variables, and the next answer would find it."""
    first = code.partition("\n")[0]
    namespace = namespace_of(f"import numpy as np\n{first if first.startswith('import') else ''}")
    start = StartingState.of(namespace)
    assert start is not None
    try:
        execute(code, namespace)
        assert restored(start, namespace, code) is None
    finally:
        execute(undo, namespace)


def test_what_shares_memory_is_no_copy() -> None:
    """A table that another variable looks into is not replaced by a copy of it."""
    namespace = namespace_of("import numpy as np\nwhole = np.arange(4.0)\npart = whole[:2]\nalone = np.arange(3.0)")
    start = StartingState.of(namespace)
    assert start is not None
    namespace["alone"][0] = 9
    assert restored(start, namespace, "alone[0] = 9") is not None
    namespace["whole"][0] = 9

    assert restored(start, namespace, "whole[0] = 9") is None


def test_what_a_module_holds_is_no_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that a module gives out would be found changed by whoever imports it again."""
    package = ModuleType("birds")
    package.__dict__["sightings"] = pd.DataFrame({"a": [1.5, 2.0]})
    monkeypatch.setitem(sys.modules, "birds", package)
    namespace = namespace_of("from birds import sightings\nown = sightings.copy()")
    start = StartingState.of(namespace)
    assert start is not None
    namespace["own"]["b"] = 1
    assert restored(start, namespace, "own['b'] = 1") is not None
    namespace["sightings"]["b"] = 1

    assert restored(start, namespace, "sightings['b'] = 1") is None
