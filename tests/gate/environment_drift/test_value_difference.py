"""Two looks at a value are told apart as a person would, not by what only a version shows."""

import pytest

from authoring.gate.environment_drift.reference_runs import ValueLook
from authoring.gate.environment_drift.value_difference import described, difference
from authoring.records.environment import DriftKind
from authoring.records.evidence import TableView, ValueView


def text(shown: str, kind: str = "object") -> ValueLook:
    """Return a look at a value that is no table."""
    return ValueLook(ValueView(type=kind, text=shown))


def table(
    *cells: tuple[str, ...], dtypes: tuple[str, ...] = ("int64",), digest: str = "", kind: str = "DataFrame"
) -> ValueLook:
    """Return a look at a table of these rows."""
    view = TableView(
        rows=len(cells),
        columns=len(dtypes),
        header=tuple("abc"[: len(dtypes)]),
        index=tuple(map(str, range(len(cells)))),
        cells=cells,
        dtypes=dtypes,
    )
    return ValueLook(ValueView(type=kind, text=repr(cells), table=view), digest)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (text("1.5"), text("1.5"), None),
        (text("1.5"), text("np.float64(1.5)"), None),
        (text("[np.float64(1.5), np.int64(2)]"), text("[1.5, 2]"), None),
        (text("(np.str_('a'), np.True_)"), text("('a', True)"), None),
        (text("{np.str_('(x'): np.float64(nan)}"), text("{'(x': nan}"), None),
        (text("array([1, 2,\n       3])"), text("array([1, 2, 3])"), None),
        (text("array([0, ..., 9], shape=(2000,))"), text("array([0, ..., 9])"), None),
        (text("array([[0, ..., 9]], shape=(20, 3000))"), text("array([[0, ..., 9]])"), None),
        (text("<f at 0x7f00>"), text("<f at 0x7f11>"), None),
        (text("0.1234567890"), text("0.1234567891"), DriftKind.ROUNDING),
        (text("np.float64(0.1234567890)"), text("0.1234567891"), DriftKind.ROUNDING),
        (text("[1.0, 2.0]"), text("[1.0, 2.1]"), DriftKind.VALUE),
        (text("[1.0, 2.0]"), text("[1.0]"), DriftKind.VALUE),
        (text("'1'"), text("1"), DriftKind.VALUE),
        (text("5"), text("-5"), DriftKind.VALUE),
        (text("1e-15"), text("0"), DriftKind.ROUNDING),
        (text("5", "int"), text("5", "numpy.int64"), DriftKind.TYPE),
        (text("[1, 2]"), text("[1.0, 2.0]"), DriftKind.TYPE),
        (table(("1",)), table(("1.0",), dtypes=("float64",)), DriftKind.TYPE),
        (text("x", "pandas.core.frame.DataFrame"), text("x", "pandas.DataFrame"), None),
        (text("Index(['a'], dtype='object')"), text("Index(['a'], dtype='str')"), DriftKind.TYPE),
        (text("Index(['a'], dtype='object')"), text("Index(['b'], dtype='str')"), DriftKind.VALUE),
        (ValueLook(None), ValueLook(None), None),
        (ValueLook(None), text("1"), DriftKind.VALUE),
        (table(("1",)), table(("1",)), None),
        (table(("1",)), table(("1",), dtypes=("int32",)), DriftKind.TYPE),
        (table(("1",)), table(("2",), dtypes=("int32",)), DriftKind.VALUE),
        (table(("1",)), table(("1",), ("1",)), DriftKind.VALUE),
        (table(("NaN",)), table(("None",)), None),
        (table(("NaN",)), table(("0",)), DriftKind.VALUE),
        (table(("0.333333333",)), table(("0.333333334",)), DriftKind.ROUNDING),
        (table(("1",), digest="a"), table(("1",), digest="a"), None),
        (table(("1",), digest="a"), table(("1",), digest="b"), DriftKind.VALUE),
        (table(("1",), digest="a"), table(("1",), digest=""), None),
        (table(("1",)), text("1"), DriftKind.VALUE),
    ],
)
def test_difference(one: ValueLook, other: ValueLook, expected: DriftKind | None) -> None:
    """The same from either side, and nothing differs from itself."""
    assert difference(one, other) == expected
    assert difference(other, one) == expected
    assert difference(one, one) is None


def test_description_says_what_differs() -> None:
    """Types of a type, shape and rows of a table, the text of all else, without a version's own marks."""
    one = table(("1", "x"), dtypes=("int64", "str"), kind="pandas.DataFrame")

    assert described(one, DriftKind.TYPE) == "DataFrame of int64, str"
    assert described(one, DriftKind.VALUE).startswith("1 x 2: ")
    assert described(text("np.float64(1.5)"), DriftKind.VALUE) == "1.5"
    assert described(ValueLook(None), DriftKind.VALUE) == "no value"
