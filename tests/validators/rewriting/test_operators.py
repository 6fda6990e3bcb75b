"""Each operator does what its cases show, and the laws of all of them."""

import copy
import datetime as dt
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.validators import build
from authoring.validators.base import CollectedItems, Dialect
from authoring.validators.foreign_code import quiet
from authoring.validators.rewriting.base import ReferenceValue, RewriteOperator, Role
from authoring.validators.rewriting.equality import is_same
from authoring.validators.rewriting.matters import AnswerForm, Matter
from authoring.validators.rewriting.trials import OPERATORS, brief
from tests.case_files import read_yaml

CASES = Path(__file__).parents[2] / "cases" / "rewriting"
BY_NAME = {operator.name: operator for operator in OPERATORS}
EVERYTHING = frozenset(Matter)
NAMES: dict[str, Any] = {"pd": pd, "np": np, "dt": dt}
ZOO = (
    *(
        "0",
        "7",
        "-3",
        "2**70",
        "0.0",
        "1 / 3",
        "float('nan')",
        "float('inf')",
        "1j",
        "True",
        "None",
        "''",
        "'a b'",
        "b'x'",
    ),
    *("[]", "()", "{}", "set()", "[None]", "[[]]", "[1, 'a', None]", "{1: {2: [3]}}", "frozenset({1})", "range(3)"),
    *("np.array(5)", "np.array([])", "np.zeros((2, 0))", "np.eye(2)", "np.array(['a', None], dtype=object)"),
    *("np.ma.masked_array([1, 2], [True, False])", "np.array([(1, 'a')], dtype=[('n', 'i4'), ('t', 'U1')])"),
    *("np.datetime64('2024-01-01')", "np.datetime64('NaT')", "np.timedelta64(1, 'D')", "np.int8(127)", "np.uint8(255)"),
    *(
        "pd.NaT",
        "pd.NA",
        "pd.Timestamp.max",
        "pd.Timedelta(1)",
        "pd.Period('2024-01')",
        "dt.date.max",
        "pd.Interval(0, 1)",
    ),
    *(
        "pd.Series([], dtype=float)",
        "pd.Series([1, None], dtype='Int64')",
        "pd.Series([[1], [2, 3]])",
        "pd.Series(['a', 1])",
    ),
    *("pd.Series([1, 2], index=[0, 0])", "pd.Series([1, 2], index=[(0, 1), (1, 2)])", "pd.DataFrame()"),
    *("pd.DataFrame({'a': []})", "pd.DataFrame([[1, 2]], columns=['a', 'a'])", "pd.DataFrame(index=[1, 2])"),
    *("pd.DataFrame({('a', 1): [1], ('a', 2): [2]})", "pd.DataFrame({'c': pd.Categorical(['x', None])})"),
    *("pd.DataFrame({'t': pd.date_range('2024', periods=2, tz='UTC')})", "pd.interval_range(0, 2)", "pd.RangeIndex(3)"),
    "pd.DataFrame({'a': [1.5, None], 'b': ['x', None]}, index=pd.MultiIndex.from_tuples([(1, 'u'), (2, 'v')]))",
)
"""Values at the edge of what there is."""


def cases(kind: str) -> list[Any]:
    """Return the cases of one kind, each with its operator's name and what the operator's cases have in common."""
    files = [read_yaml(path.read_text()) for path in sorted(CASES.glob("*.yml"))]
    return [
        pytest.param(name, entry, case, id=f"{name}-{number}")
        for file in files
        for name, entry in file.items()
        for number, case in enumerate(entry[kind])
    ]


def value_of(expression: str) -> Any:
    """Return the value of an expression."""
    return eval(expression, dict(NAMES))  # noqa: S307 - of a case


def subject_of(entry: dict[str, Any], value: Any) -> ReferenceValue:
    """Return a value as an operator sees it where every matter is open, and asked for but for those named."""
    settled = EVERYTHING - {Matter(word) for word in entry.get("unasked", ())}
    role: Role = entry.get("role", "value")
    return ReferenceValue(value, role, AnswerForm(EVERYTHING, settled))


def results(operator: RewriteOperator, subject: ReferenceValue) -> list[tuple[str, Any]]:
    """Return what an operator makes of a value, without what is the same."""
    with quiet():
        return [result for result in operator.rewrite(subject) if not is_same(subject.value, result[1])]


@pytest.mark.parametrize(("name", "entry", "example"), cases("rewrites"))
def test_value_is_rewritten(name: str, entry: dict[str, Any], example: dict[str, str]) -> None:
    """The rewritten value is the one that the case shows, under the words that it shows."""
    ((words, value), *_) = results(BY_NAME[name], subject_of(entry, value_of(example["value"])))

    expected = value_of(example["becomes"])
    assert words == example["words"]
    assert is_same(expected, value), value


@pytest.mark.parametrize(("name", "entry", "example"), cases("spares"))
def test_value_is_spared(name: str, entry: dict[str, Any], example: str) -> None:
    """An operator gives nothing where it does not fit."""
    assert results(BY_NAME[name], subject_of(entry, value_of(example))) == []


def test_every_operator_has_cases() -> None:
    """Each operator stands in the file of its family with its side and a case at least, under a name of its own."""
    entries = {name: entry for path in CASES.glob("*.yml") for name, entry in read_yaml(path.read_text()).items()}

    assert len(BY_NAME) == len(OPERATORS)
    assert {operator.name: operator.side for operator in OPERATORS} == {n: e["side"] for n, e in entries.items()}
    assert [name for name, entry in entries.items() if not entry["rewrites"]] == []
    assert [operator.name for operator in OPERATORS if not operator.summary or not 1 <= operator.rank <= 9] == []


@pytest.mark.parametrize("expression", ZOO)
def test_operator_changes_nothing_that_it_is_given(expression: str) -> None:
    """Whatever a value is, it stays as it is, and rewriting it twice gives the same."""
    value = value_of(expression)
    before = copy.deepcopy(value)
    for operator in OPERATORS:
        if "value" not in operator.roles:
            continue
        subject = ReferenceValue(value, "value", AnswerForm(EVERYTHING, EVERYTHING))
        first, second = (results(operator, subject) for _ in range(2))

        assert is_same(before, value), operator.name
        assert len(first) == len(second), operator.name
        assert all(is_same(old, new) for (_, old), (_, new) in zip(first, second, strict=True)), operator.name


def verdict_of(reference: Any, submission: Any, dialect: Dialect) -> str:
    """Return whether a problem without a validator block of its own accepts a value for another."""
    items: dict[str, Any] = {
        "crash.error": None,
        "crash.source": "",
        "namespace_intact.changes": {},
        "result.source": "",
    }
    collected = (CollectedItems({**items, "result.value": value}) for value in (reference, submission))
    return brief(build({}, dialect)).judge(*collected).correct


def results_of_cases(side: str) -> Iterator[tuple[str, Any, Any]]:
    """Yield operator, value and rewritten value of every case of a side whose values are those of a cell."""
    for path in sorted(CASES.glob("*.yml")):
        for name, entry in read_yaml(path.read_text()).items():
            if entry["side"] == side and "role" not in entry:
                for example in entry["rewrites"]:
                    value = value_of(example["value"])
                    for _, rewritten in results(BY_NAME[name], subject_of(entry, value)):
                        yield name, value, rewritten


@pytest.mark.parametrize("dialect", ["dseval", "strict"])
def test_wrong_value_is_refused_without_flags(dialect: Dialect) -> None:
    """No wrong value is taken for the reference's by a comparison that forgives nothing by its flags."""
    accepted = [
        (name, rewritten)
        for name, value, rewritten in results_of_cases("wrong")
        if verdict_of(value, rewritten, dialect) == "yes"
    ]

    assert accepted == []


FORGIVEN = {
    *(
        "columns-axis-name",
        "index-name",
        "series-unnamed",
        "series-named",
        "index-named",
        "series-labelled",
        "int32-labels",
        "float-labels",
        "int32-columns",
    ),
    *("float-columns", "plain-index", "range-index", "unused-category", "category-text", "category-as-text"),
    *(
        "object-text",
        "string-text",
        "nullable-labels",
        "time-unit",
        "no-frequency",
        "int32",
        "nullable-int",
        "float-column",
        "last-bit",
        "last-bit-less",
    ),
    *("noise-above", "noise-below", "negative-zero", "numpy-scalar", "python-scalar", "narrow-scalar", "float-scalar"),
    *("whole-scalar", "int32-array", "float-array", "numpy-text", "entries-reordered", "python-time"),
}
"""Operators whose results the strict dialect takes for the reference's, whatever the value."""


def test_strict_dialect_forgives_the_form() -> None:
    """Under the strict dialect names of axes, dtypes and the last bits of numbers need no flag."""
    refused = [
        (name, rewritten)
        for name, value, rewritten in results_of_cases("right")
        if name in FORGIVEN and verdict_of(value, rewritten, "strict") != "yes"
    ]

    assert refused == []


def test_operator_waits_for_the_question() -> None:
    """What a question does not leave open is not rewritten as right, and what it does not ask for not as wrong."""
    silent = ReferenceValue([1, 2, 3], "value", AnswerForm())
    fitting = {operator.name for operator in OPERATORS if operator.fits(silent)}

    assert {"last-lost", "number-as-text", "last-bit"} <= fitting
    assert not {"rows-exchanged", "tuple-reversed", "as-tuple", "any-order", "numpy-scalar"} & fitting


def test_every_operator_is_described() -> None:
    """The page about rewriting has a row for each operator, with its side and summary."""
    page = (Path(__file__).parents[3] / "docs" / "rewriting.md").read_text()
    rows = [f"| `{operator.name}` | {operator.side} | {operator.summary} |" for operator in OPERATORS]

    assert [row for row in rows if row not in page] == []
