"""Signs of degenerate answers are seen in whole values alone."""

import pytest

from authoring.gate.probes.degenerate import degenerate_answers
from authoring.records.evidence import CellRun, Outcome, TableView, ValueView


def run_of(view: ValueView | None) -> CellRun:
    """Return a run that gave a value."""
    return CellRun(outcome=Outcome.OK, seconds=0.1, peak_memory=1, value=view)


def series(*values: str, rows: int | None = None) -> ValueView:
    """Return the view of a series; `rows` are those it has, where not all are shown."""
    cells = tuple((value,) for value in values)
    index = tuple(map(str, range(len(values))))
    table = TableView(rows=len(values) if rows is None else rows, columns=1, header=("n",), index=index, cells=cells)
    return ValueView(type="pandas.Series", text="...", table=table)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("[]", "empty"),
        ("''", "empty"),
        ("array([], dtype=float64)", "empty"),
        ("0", "zero"),
        ("np.float64(0.0)", "zero"),
        ("nan", "missing"),
        ("np.float64(nan)", "missing"),
        ("[nan, nan]", "missing"),
        ("[1, 1, 1, 1]", "constant"),
        ("(4.5, 4.5)", "equal-parts"),
        ("(np.float64(4.5), np.float64(4.5))", "equal-parts"),
    ],
)
def test_sign_in_a_text(text: str, kind: str) -> None:
    """Empty, zero, missing and repeated values are known by their texts, those of numpy too."""
    (answer,) = degenerate_answers(run_of(ValueView(type="object", text=text)), {})

    assert answer.kind == kind


@pytest.mark.parametrize(
    "text", ["7", "'nan'", "[1, 1, 1]", "[1, 1, 1, 2]", "(4.5, 4.6)", "('a', 'a')", "[[], []]", "{"]
)
def test_no_sign_in_a_text(text: str) -> None:
    """Few equal values, equal words and what is no value at all are no signs."""
    assert degenerate_answers(run_of(ValueView(type="object", text=text)), {}) == ()


def test_sign_in_a_series() -> None:
    """A series of one value repeated is a sign, unless there are rows that nobody has seen."""
    assert [answer.kind for answer in degenerate_answers(run_of(series("3", "3", "3", "3")), {})] == ["constant"]
    assert degenerate_answers(run_of(series("3", "3", "3", "3", rows=9)), {}) == ()
    assert degenerate_answers(run_of(series("3", "4", "3", "3")), {}) == ()


def test_sign_in_a_variable() -> None:
    """An empty table under a name that is compared is a sign, told with that name."""
    (answer,) = degenerate_answers(run_of(None), {"rich": series()})

    assert (answer.kind, answer.subject) == ("empty", "rich")
