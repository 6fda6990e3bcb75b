"""What an answer says is read from any container alike, and only where all of it is seen."""

import pytest

from authoring.gate.answer_contents import content_of
from authoring.records.evidence import TableView, ValueView


def _series(index: tuple[str, ...], *values: str, rows: int | None = None) -> ValueView:
    cells = tuple((value,) for value in values)
    table = TableView(rows=rows or len(cells), columns=1, header=("",), index=index, cells=cells)
    return ValueView(type="pandas.Series", text="", table=table)


@pytest.mark.parametrize(
    ("value", "labels", "values"),
    [
        (ValueView(type="list", text="['a', 'b']"), ("a", "b"), ()),
        (ValueView(type="tuple", text="(np.str_('a'), 'b')"), ("a", "b"), ()),
        (ValueView(type="numpy.ndarray", text="array(['a', 'b'], dtype=object)"), ("a", "b"), ()),
        (ValueView(type="dict", text="{'a': np.int64(2), 'b': -1.50}"), ("a", "b"), ("2", "-1.5")),
        (ValueView(type="list", text="[('a', 2), ('b', 3)]"), ("a", "b"), ("2", "3")),
        (ValueView(type="list", text="[1990, 2000]"), ("1990", "2000"), ()),
        (_series(("a", "b"), "2.0", "3.25"), ("a", "b"), ("2", "3.25")),
        (_series(("0", "1"), "a", "b"), ("a", "b"), ()),
    ],
)
def test_labels_and_values(value: ValueView, labels: tuple[str, ...], values: tuple[str, ...]) -> None:
    """Labels are elements, keys or an index; values are what stands beside them, in one spelling for equal numbers."""
    content = content_of(value)

    assert content is not None
    assert (content.labels, content.values) == (labels, values)


@pytest.mark.parametrize(
    "value",
    [
        ValueView(type="list", text="['a', 'b'", truncated=True),
        ValueView(type="list", text="[1, 2, 3]"),
        ValueView(type="list", text="[True, False]"),
        ValueView(type="list", text="['a', 'a']"),
        ValueView(type="list", text="[['a', 1, 2]]"),
        ValueView(type="str", text="'abc'"),
        ValueView(type="list", text="[<object at 0x1>]"),
        _series(("a", "b"), "1", "2", rows=40),
    ],
)
def test_no_labels(value: ValueView) -> None:
    """Small numbers, truth values, what comes twice and what is seen in part are no labels."""
    assert content_of(value) is None
