"""References run past those that fail, and what each leaves can be compared with another process."""

from collections.abc import Callable

import pytest

from authoring.dseal import parse
from authoring.gate.environment_drift.reference_runs import ReferenceRun, imported_packages
from authoring.records.evidence import Limits

Run = Callable[..., tuple[ReferenceRun, ...]]


def test_names_are_looked_at(went: Run) -> None:
    """Those that a cell bound or changed, but for modules, functions, classes and what it deleted."""
    first, second = went(
        "import json\nx = [1]\ny = 2\ndef f():\n    pass\nclass C:\n    pass", "x.append(3)\ndel y\nz = None"
    )

    assert [name for name, _ in first.names] == ["x", "y"]
    assert [(name, look.view.text if look.view else "") for name, look in second.names] == [("x", "[1, 3]"), ("z", "")]


def test_looking_changes_nothing(went: Run) -> None:
    """A value's own methods run in a fork that is thrown away."""
    code = (
        "class Loud:\n    def __repr__(self):\n        seen.append(1)\n        return 'loud'\nseen = []\nloud = Loud()"
    )
    _, last = went(code, "len(seen)")

    assert last.value.view is not None
    assert last.value.view.text == "0"


def test_small_tables_need_no_digest(went: Run) -> None:
    """Only of a table that is not shown in full all of it is digested, and of one that is very large nothing is."""
    _, small, large, huge = went(
        "import pandas as pd",
        "s = pd.DataFrame({'a': range(10)})",
        "m = pd.DataFrame({'a': range(11)})",
        "h = pd.DataFrame({'a': range(1_000_001)})",
    )

    assert [len(dict(each.names)[name].digest) for each, name in ((small, "s"), (large, "m"), (huge, "h"))] == [
        0,
        66,
        2,
    ]


def test_files_of_a_cell_are_there_for_the_next(went: Run) -> None:
    """Running a cell again to judge it does not disturb what the first run left."""
    *_, last = went("n = 1", "open('f.txt', 'a').write('x')", "open('f.txt').read()")

    assert last.judgement is not None
    assert last.judgement.correct == "yes"
    assert last.value.view is not None
    assert last.value.view.text == "'x'"


@pytest.mark.exhaustive
def test_limits_hold(went: Run) -> None:
    """A cell that does not end is ended, and is the cause of itself."""
    _, slow, after = went("x = 1", "while True: pass", "x", limits=Limits(max_time=3))

    assert (slow.cause, after.cause) == (1, None)
    assert slow.run is not None
    assert slow.run.outcome.value == "timeout"


def test_packages_of_a_set() -> None:
    """What it imports, at the top, and what every set needs."""
    text = "# %%\nimport sklearn.linear_model as lm\nfrom scipy import stats\n"

    assert imported_packages(parse(text)) == {"sklearn", "scipy", "numpy", "pandas"}
