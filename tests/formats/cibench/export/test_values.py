"""Values are printed short, rounded, in ASCII, and the same whenever they are the same."""

import contextlib
import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
import yaml
from hypothesis import assume, given
from hypothesis import strategies as st

from authoring.formats.cibench.export.value_probe import describe, shape
from authoring.formats.cibench.export.values import ValueShape, printing_of
from tests.formats.cibench.export.conftest import ExportCase, Exporting

CASES = yaml.safe_load((Path(__file__).parents[3] / "cases" / "exporters" / "cibench" / "values.yml").read_text())
CONTEXT = '# %%\nimport numpy as np\nimport pandas as pd\n\nt = pd.read_csv("inputs/t.csv")\n'
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.dates(), st.floats(width=32).map(np.float32)
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner), st.tuples(inner, inner), st.dictionaries(st.text(), inner), st.lists(LEAVES).map(tuple)
    ),
    max_leaves=8,
)


def shown_as(value: object) -> tuple[str, str]:
    """Return how a value is compared that has a text, and the text, as CIBench compares it."""
    printing, text = printing_of(ValueShape.model_validate_json(describe(value))), printed(value)
    assert printing is not None
    assert text is not None
    return printing.step_type, text.strip()


def printed(value: object) -> str | None:
    """Return what an export prints of a value; None where it prints none."""
    printing = printing_of(ValueShape.model_validate_json(describe(value)))
    if printing is None:
        return None
    page = io.StringIO()
    with contextlib.redirect_stdout(page):
        exec(printing.call.replace("@", "value"), {"value": value})  # noqa: S102 - the call is the exporter's
    return page.getvalue()


@pytest.fixture(scope="module")
def text() -> str:
    """Return a set with a problem for each value."""
    problems = (f'# %%\n"""\nquestion: Value {n} of `t`?\n"""\n\n{case["value"]}\n' for n, case in enumerate(CASES))
    return "\n".join((CONTEXT, *problems))


def test_values_are_shown(text: str, exported: Exporting) -> None:
    """Each kind of value has its layout; what has none is a finding, and then the step has only to run."""
    tree = exported(ExportCase(text=text))

    assert [(step.step_type, step.printed) for step in tree.steps] == [
        (case["step_type"], case["shows"] + "\n" * (step.step_type != "exec") if "shows" in case else "")
        for case, step in zip(CASES, tree.steps, strict=True)
    ]
    assert set(tree.codes) == {"DS712"}
    assert len(tree.codes) == len([case for case in CASES if "shows" not in case])


def test_question_says_how_to_print(text: str, exported: Exporting) -> None:
    """The demand in the question is the call of the reference, and no word of the answer stands in it."""
    for case, step in zip(CASES, exported(ExportCase(text=text)).steps, strict=True):
        demand = step.question.rpartition("\n\n")[2]
        if "shows" not in case:
            assert demand == step.question or demand.startswith("Value")
            continue
        call = demand.partition("by `")[2].partition("`, where `value` is the answer")[0]
        before, after = call.split("value", 1)

        assert step.code.rpartition("\n")[2].startswith(before)
        assert step.code.endswith(after)
        assert demand.endswith("Numbers get 6 significant digits that way.") == case.get("rounds", False)


@given(VALUES)
def test_what_is_printed_is_ascii(value: object) -> None:
    """Whatever the value, its text is ASCII, and printing it raises nothing."""
    text = printed(value)

    assert text is None or text.isascii()


@given(VALUES)
def test_answer_is_one_text(value: object) -> None:
    """A kernel that is slow sends what is written in pieces, and CIBench compares the first piece."""
    pieces: list[str] = []
    page = io.StringIO()
    page.write = pieces.append  # type: ignore[assignment, method-assign]  # only the pieces are asked for
    printing = printing_of(ValueShape.model_validate_json(describe(value)))
    if printing is not None:
        with contextlib.redirect_stdout(page):
            exec(printing.call.replace("@", "value"), {"value": value})  # noqa: S102 - as above

        assert len([piece for piece in pieces if piece.strip("\n")]) <= 1


@given(st.floats(allow_nan=False, allow_infinity=False), st.floats(allow_nan=False, allow_infinity=False))
def test_no_number_stands_in_another(first: float, second: float) -> None:
    """CIBench accepts what contains the reference: that is so only where both are the same text."""
    texts = [printed(number) for number in (first, second)]

    assert texts[0] is not None
    assert texts[1] is not None
    assert (texts[0] in texts[1]) == (texts[0] == texts[1])


TABLES = st.lists(st.lists(st.integers(0, 99), min_size=2, max_size=2), min_size=2, max_size=4)


FORMS: tuple[Callable[[list[list[int]]], object], ...] = (
    pd.DataFrame,
    np.array,
    lambda rows: [tuple(row) for row in rows],
    lambda rows: pd.DataFrame(rows).add_prefix("c").rename(index=str),
    lambda rows: pd.Series([row[0] for row in rows] + [row[1] for row in rows]),
    lambda rows: {f"row {place}": row[0] * 1000 + row[1] for place, row in enumerate(rows)},
)
"""A table in the forms in which values are given."""


@given(TABLES, st.data())
def test_wrong_table_of_numbers_is_wrong(rows: list[list[int]], data: st.DataObject) -> None:
    """Numbers of a table that stand elsewhere, are others or more make it wrong to CIBench, in whatever form it is."""
    others = data.draw(
        st.sampled_from(
            [
                [list(column) for column in zip(*rows, strict=True)],
                rows[::-1],
                [*rows, rows[0]],
                [[number + 1 for number in row] for row in rows],
                [[10 * number for number in row] for row in rows],
            ]
        )
    )
    assume(others != rows)
    make = data.draw(st.sampled_from(FORMS))
    reference, wrong = (shown_as(make(values)) for values in (rows, others))

    assert reference[0] == "num"
    assert reference[1] not in wrong[1]


@given(st.integers(-(10**9), 10**9))
def test_whole_numbers_of_all_types_are_the_same(number: int) -> None:
    """An answer is not wrong for being a float, or numpy's."""
    assert printed(number) == printed(float(number)) == printed(np.int64(number)) == printed(np.float64(number))


@given(VALUES)
def test_description_is_plain(value: object) -> None:
    """What is said of a value is read without trust, and fits what may be said."""
    described = ValueShape.model_validate(shape(value))

    assert len(described.parts) <= 12
