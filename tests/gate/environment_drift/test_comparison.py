"""What differs between environments is told once, where it begins, with what depends on it."""

from collections.abc import Callable

import pytest

from authoring.gate.environment_drift.comparison import reason
from authoring.records.environment import DriftRoot, Environment, SetDrift
from authoring.records.evidence import CellRun, ErrorView, Outcome

Compare = Callable[..., SetDrift]

FRAME = "import pandas as pd\ndf = pd.DataFrame({'a': [1, 2], 'b': ['x', 'y']})"


def told(found: SetDrift) -> list[tuple[int | None, str, str, tuple[int, ...]]]:
    """Return each difference as number, kind, subject and dependents."""
    return [(each.number, each.kind.value, each.subject, each.dependents) for each in found.differences]


def test_same_is_no_difference(compare: Compare) -> None:
    """Every problem holds under both, and nothing is told."""
    found = compare(FRAME, "len(df)", "df2 = df.copy()")

    assert found.differences == ()
    assert found.holds
    assert [[one.correct for one in each.under] for each in found.problems] == [["yes", "yes"]] * 2


def test_break_is_told_once_with_what_depends_on_it(compare: Compare) -> None:
    """Problems that read what a failed one should have left are its dependents; others go on and are judged."""
    found = compare(
        FRAME, "m = df['a'].sum()", "len(df)", "m + 1", "n = m * 2", "n - 1", "df['a'].max()", _1="m = df['c'].sum()"
    )
    (root,) = found.differences

    assert told(found) == [(1, "breaks", "", (3, 4, 5))]
    assert [(group.environments, group.what) for group in root.groups] == [
        (("one",), "ends well"),
        (("other",), "KeyError: 'c'"),
    ]
    assert [each.under[1].holds for each in found.problems] == [False, True, False, False, False, True]
    assert all(each.under[0].holds for each in found.problems)


def test_failed_context_is_one_root(compare: Compare) -> None:
    """A missing package in the first cell explains all that use it and nothing else: other imports are there."""
    found = compare(
        "import json\nimport math", "json.dumps(1)", "math.pi", _0="import no_such_package as json\nimport math"
    )
    (root,) = found.differences

    assert told(found) == [(None, "breaks", "", (1,))]
    assert root.reason == "no_such_package is not installed under other"
    assert found.problems[1].under[1].holds


def test_problem_that_breaks_by_itself_has_its_own_root(compare: Compare) -> None:
    """Two causes are two differences, and each dependent belongs to the one it reads from."""
    found = compare(FRAME, "p = 1", "q = 2", "p + 1", "q + 1", _1="p = 1 / 0", _2="q = {}['k']")

    assert told(found) == [(1, "breaks", "", (3,)), (2, "breaks", "", (4,))]


def test_rebound_name_ends_the_cascade(compare: Compare) -> None:
    """A problem that makes the name anew depends on nothing."""
    found = compare(FRAME, "p = 1", "p = 5", "p + 1", _1="p = 1 / 0")

    assert told(found) == [(1, "breaks", "", ())]
    assert found.problems[2].under[1].holds


def test_break_everywhere_is_told_without_blame(compare: Compare) -> None:
    """What fails under all environments is no matter of versions."""
    found = compare(FRAME, "df['c']", "len(df)")
    (root,) = found.differences

    assert [group.environments for group in root.groups] == [("one", "other")]
    assert root.reason == ""
    assert not found.holds


def test_changed_variable_carries_on(compare: Compare) -> None:
    """Problems whose values differ because a name they read differs are dependents of where it began to."""
    cells = (FRAME, "t = df['a'] * 2", "t.sum()", "u = t + 1", "u.max()", "df['b'].tolist()")
    found = compare(*cells, _1="t = df['a'] * 3")

    assert told(found) == [(1, "value", "t", (2, 3, 4))]


def test_value_that_differs_more_than_its_source_is_told_apart(compare: Compare) -> None:
    """A type that changed at the root does not hide a value that changes because of it; the same type below it is."""
    cells = (FRAME, "df['a'] = df['a'].astype('int64')", "df.head(1)", "str(df['a'].dtype)")
    found = compare(*cells, _1="df['a'] = df['a'].astype('float32')")

    assert told(found) == [(1, "type", "df", (2,)), (3, "value", "", ())]


def test_rounding_is_told_and_holds(compare: Compare) -> None:
    """Last digits are for a person to know; they keep nothing from holding."""
    found = compare(FRAME, "1 / 3", _1="1 / 3 + 1e-12")

    assert told(found) == [(1, "rounding", "", ())]
    assert found.holds


def test_verdicts_are_compared(compare: Compare) -> None:
    """A validator that accepts its reference under one and not under the other is a difference of its own."""
    block = "validator:\n  namespace_check:\n    flag:\n"
    found = compare(FRAME, "flag = 1", validators=block, _1="flag = float('nan')")

    assert ("verdict", (1,)) in [(each.kind.value, (each.number,)) for each in found.differences]
    assert [one.correct for one in found.problems[0].under] == ["yes", "no"]


def test_what_does_not_repeat_is_not_compared(compare: Compare) -> None:
    """A value that differs from itself says nothing of environments; that it does so is told."""
    found = compare("import time", "time.time_ns()", "1", _1="time.time_ns() + 1")

    assert [each.repeats for each in found.problems] == [False, True]
    assert not [each for each in found.differences if each.kind.value == "value"]


def test_end_of_the_process_is_a_break(compare: Compare) -> None:
    """A cell that ends its session is told, and the next ones run in the state before it."""
    found = compare(FRAME, "x = 1", "len(df)", "x + 1", _1="x = __import__('os')._exit(3)")

    assert told(found) == [(1, "breaks", "", (3,))]
    assert [each.under[1].holds for each in found.problems] == [False, True, False]


@pytest.mark.parametrize(
    ("cell", "other", "kinds"),
    [
        (
            "big = pd.DataFrame({'a': range(100)})",
            "big = pd.DataFrame({'a': [*range(50), 0, *range(51, 100)]})",
            ["value"],
        ),
        ("pd.DataFrame({'a': range(100)})", "pd.DataFrame({'a': [*range(50), 0, *range(51, 100)]})", ["value"]),
        ("pd.DataFrame({'a': range(100)})", "pd.DataFrame({'a': [*range(50), 50 + 0, *range(51, 100)]})", []),
    ],
)
def test_rows_that_are_not_shown_are_compared(compare: Compare, cell: str, other: str, kinds: list[str]) -> None:
    """A table is compared in full, whether it is a cell's value or a variable."""
    found = compare("import pandas as pd", cell, _1=other)

    assert [each.kind.value for each in found.differences] == kinds
    assert all(len(each.groups) == 2 for each in found.differences)


def test_long_values_are_shown_where_they_differ(compare: Compare) -> None:
    """What is shown of two long texts is not what they have in common."""
    found = compare("s = 'x' * 1000", "s + 'one'", _1="s + 'two'")
    (root,) = found.differences

    assert [group.what[-4:] for group in root.groups] == ["one'", "two'"]


def test_order_is_that_of_the_cells(compare: Compare) -> None:
    """A break comes before a change of the same cell, and both before those of later cells."""
    found = compare("a = 1", "1", "2", "3", _0="a = 2", _2="1 / 0", _3="4")
    roots: list[DriftRoot] = list(found.differences)

    assert [(each.cell, each.kind.value) for each in roots] == [(0, "value"), (2, "breaks"), (3, "value")]


# A likely reason is named where versions, an error's traceback or a missing module give one.

OLD = Environment(name="old", python="3.11.7", packages=(("numpy", "1.26.4"), ("pandas", "2.1.1"), ("scipy", "1.13.0")))

NEW = Environment(name="new", python="3.11.7", packages=(("numpy", "2.4.6"), ("pandas", "3.1.1"), ("scipy", "1.13.0")))

NEXT = Environment(
    name="next", python="3.12.1", packages=(("numpy", "2.5.5"), ("pandas", "3.1.1"), ("scipy", "1.13.0"))
)

BARE = Environment(name="bare", python="3.12.1", packages=OLD.packages)


def failed(message: str, traceback: str = "") -> CellRun:
    """Return a cell that raised."""
    error = ErrorView(type="E", message=message, traceback=traceback)
    return CellRun(outcome=Outcome.ERROR, seconds=0, peak_memory=0, error=error)


@pytest.mark.parametrize(
    ("groups", "runs", "expected"),
    [
        ([[OLD], [NEW]], {"new": failed("No module named 'seaborn.x'")}, "seaborn is not installed under new"),
        (
            [[OLD], [NEW]],
            {"new": failed("x", '  File "/e/lib/python3.11/site-packages/pandas/core/frame.py", line 1')},
            "pandas is 2.1.1 under old, 3.1.1 under new",
        ),
        ([[OLD], [NEW, NEXT]], {}, "pandas is 2.1.1 under old, 3.1.1 under new and next"),
        ([[OLD], [NEW]], {}, "numpy is 1.26.4 under old, 2.4.6 under new; pandas is 2.1.1 under old, 3.1.1 under new"),
        ([[OLD], [BARE]], {}, "Python is 3.11.7 under old, 3.12.1 under bare"),
        ([[OLD, NEW]], {"old": failed("x"), "new": failed("x")}, ""),
        ([[OLD], [OLD.model_copy(update={"name": "copy"})]], {}, ""),
    ],
)
def test_reason(groups: list[list[Environment]], runs: dict[str, CellRun], expected: str) -> None:
    """A missing module, then packages of the traceback, then versions that divide as the difference does."""
    assert reason(groups, runs) == expected
