"""A judge that forgives form accepts what says the same, and nothing else."""

import numpy as np
import pandas as pd
import pytest

from authoring.dseal.parse import parse
from authoring.evaluation.pilot.form_comparison import compare_forms, form_block
from authoring.validators.foreign_code import run_text

MEANS = pd.Series([4262.5, 4800.0, 5200.0], index=["Adelie", "Chinstrap", "Gentoo"], name="mass")
TABLE = MEANS.rename_axis("species").reset_index()
BY_YEAR = pd.Series([4, 5, 5], index=[2001, 2002, 2003])
RANGES = pd.DataFrame({"smallest": [1.5, 2.5], "largest": [9.5, 7.5]}, index=pd.Index([2001, 2002], name="year"))
HOURS = pd.Series([2, 3, 1], index=pd.Index([0, 1, 2], name="hour"))
MATCHES = pd.DataFrame({"winner": ["Ajax", "Porto"], "loser": ["Porto", "Ajax"], "goals": [3, 1]})


def is_same(reference: object, submission: object, *, ordered: bool = False, rounded: bool = False) -> bool:
    """Tell whether two values are the same but for their form."""
    return bool(compare_forms(reference, submission, ordered, True, rounded)["match"])  # noqa: FBT003 - its text's way


@pytest.mark.parametrize(
    "submission",
    [
        TABLE,
        TABLE.rename(columns={"mass": "average"}),
        TABLE[["mass", "species"]],
        MEANS.to_dict(),
        MEANS.iloc[::-1],
        list(MEANS.items()),
        MEANS.tolist(),
        TABLE.set_axis([7, 3, 5]),
        MEANS.astype(str),
        MEANS.to_frame(),
    ],
)
def test_other_forms_are_the_same(submission: object) -> None:
    """Labels, containers, the order of rows and columns, and numbers as text are form."""
    assert is_same(MEANS, submission)
    assert is_same(submission, MEANS)


@pytest.mark.parametrize(
    ("reference", "submission"),
    [
        (3, 4),
        ("Adelie", "Gentoo"),
        (MEANS, MEANS.set_axis(["Gentoo", "Adelie", "Chinstrap"])),
        (MEANS, MEANS.iloc[:2]),
        (MEANS, MEANS + 1),
        (True, 1),
        ([1, 2, 3], [1, 2, 4]),
        (float("nan"), 0.0),
        (0.25, 0.26),
        (12, 12.4),
        # What belongs to a key stays with it, in whatever order the rows are.
        (BY_YEAR, pd.Series([5, 4, 5], index=[2001, 2002, 2003])),
        (BY_YEAR, BY_YEAR.set_axis([1999, 2000, 2001])),
        ({2001: 1, 2002: 2, 2003: 2}, {2001: 2, 2002: 2, 2003: 1}),
        (BY_YEAR, [5, 4, 5]),
        ({"a": (1, 2)}, {"a": (2, 1)}),
        ({1: 2}, {2: 1}),
        # Keys that look like numbers of rows are keys.
        (HOURS, pd.Series([2, 3, 1], index=[2, 0, 1])),
        (HOURS, pd.Series([2, 3, 1], index=[1, 2, 3])),
        (HOURS, HOURS.set_axis(pd.Index([2, 0, 1], name="hour"))),
        (HOURS.to_dict(), HOURS.set_axis([2, 0, 1])),
        (pd.Series([10, 20, 30]), {2: 10, 0: 20, 1: 30}),
        (pd.Series([10, 20, 30]), pd.Series([10, 20, 30], index=[2, 0, 1])),
        (MATCHES, MATCHES.rename(columns={"winner": "loser", "loser": "winner"}).to_dict("records")),
        # Parts of one in percent are no fractions, and whole numbers count or name.
        (0.25, "0.25%"),
        (12_345_678, 12_345_679),
        (10**17 + 1, 10**17 + 2),
        ("01234", "1234"),
        ("1e5", "100000"),
        ("1,5", 15),
        ("1_000", 1000),
        (float("inf"), float("-inf")),
        # An exact value is no other one that was rounded to a decimal.
        (0.5, 0.46),
        (0.1, 0.149),
        # What two sides call alike is alike.
        (RANGES, RANGES.rename(columns={"smallest": "largest", "largest": "smallest"})),
        (RANGES.iloc[:1], RANGES.iloc[:1].assign(smallest=9.5, largest=1.5)),
        (RANGES, RANGES.rename(columns={"smallest": "largest", "largest": "smallest"}).reset_index()),
        (MATCHES, MATCHES.rename(columns={"winner": "loser", "loser": "winner"})),
    ],
)
def test_other_values_are_not(reference: object, submission: object) -> None:
    """Another value, another label for a value, more or fewer rows, and a whole number that is another one."""
    assert not is_same(reference, submission)
    assert not is_same(submission, reference)


@pytest.mark.parametrize(
    ("reference", "submission"),
    [
        (BY_YEAR, BY_YEAR.iloc[::-1]),
        (BY_YEAR, BY_YEAR.to_dict()),
        (BY_YEAR, BY_YEAR.rename_axis("year").reset_index(name="n")),
        (BY_YEAR, BY_YEAR.rename_axis("year").reset_index(name="n")[["year", "n"]].astype(str)),
        (BY_YEAR, [4, 5, 5]),
        (BY_YEAR, list(BY_YEAR.items())),
        (BY_YEAR, BY_YEAR.reset_index(drop=True)),
        (RANGES, RANGES[["largest", "smallest"]]),
        (RANGES, RANGES.reset_index()[["largest", "year", "smallest"]]),
        (RANGES, RANGES.rename(columns={"smallest": "min", "largest": "max"})),
        (RANGES, RANGES.rename(columns=str.upper)[["LARGEST", "SMALLEST"]].iloc[::-1]),
        (MATCHES, MATCHES[["goals", "loser", "winner"]].set_axis([5, 9])),
        (MATCHES.set_axis([5, 9]), MATCHES),
        (HOURS, HOURS.to_dict()),
        (HOURS, HOURS.tolist()),
        (HOURS, HOURS.reset_index(drop=True)),
        (pd.Series([10, 20, 30]), {0: 10, 1: 20, 2: 30}),
        (MATCHES, MATCHES.to_dict("records")),
        (RANGES, RANGES.to_dict("index")),
    ],
)
def test_keys_and_names_stay_with_their_values(reference: object, submission: object) -> None:
    """Rows and columns may stand in any order, as columns or labels, as long as each value has its key and its name."""
    assert is_same(reference, submission)
    assert is_same(submission, reference)


@pytest.mark.parametrize(
    ("reference", "submission"),
    [
        (3, "3"),
        (3, [3]),
        ((1, 2.5), [1, 2.5]),
        (np.int64(3), 3.0),
        (pd.DataFrame([[1, 2]]), (1, 2)),
        ("A b", " a  B"),
        (25.0, "25%"),
        (1234, "1,234"),
        (True, "True"),
        (pd.Timestamp("2020-01-01"), "2020-01-01"),
        (0.00001, "1e-05"),
    ],
)
def test_single_values_in_other_forms(reference: object, submission: object) -> None:
    """A text of the number, a list of one, a table of one row."""
    assert is_same(reference, submission)


def test_what_the_question_settles_counts() -> None:
    """Rounding is form unless decimals were asked for, and so is the order of rows unless one was."""
    assert is_same(3.1416, 3.14)
    assert not is_same(3.1416, 3.14, rounded=True)
    assert not is_same(MEANS, MEANS.iloc[::-1], ordered=True)
    assert not is_same((1, 2), (2, 1))
    assert compare_forms([1, 2], [2, 1], True, False, True)["match"]  # noqa: FBT003 - as above


def problem_block(question: str, validator: str) -> dict[str, object]:
    """Return the block for a problem."""
    text = f'# %%\n"""\nquestion: {question}\nvalidator:\n  {validator}\n"""\n\n1\n'
    return dict(form_block(parse(text).problems[0][1]))


def test_the_block_runs_by_itself() -> None:
    """What goes to the sandbox is a text with all that it needs, for the value and each variable that is compared."""
    block = problem_block("Sort `x`.", "namespace_check:\n    x:")
    text = block["namespace_check"]
    assert isinstance(text, dict)
    compare = run_text(str(text["x"]), "x")["compare_fn"]

    assert compare(3, "3") == {"match": True, "reason": "the same but for its form"}
    assert block["template"] == "empty"


def test_what_no_value_tells_is_left_alone() -> None:
    """Functions that are tried, models and figures are not judged by what their cell returns."""
    assert problem_block("Write `f`.", "table_test:\n    function_name: f\n    test_cases:\n    - [1]") == {}


def test_large_tables_are_left_alone() -> None:
    """A judgement has to stay quick: what is larger is right by its own validator or not at all."""
    large = pd.DataFrame({"a": np.arange(20_001)})

    assert not is_same(large, large)
