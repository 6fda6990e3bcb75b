"""Mends: what a certificate accuses is changed, proved by another certificate, and nothing else is touched."""

from collections.abc import Iterator
from typing import get_args

import pytest

from authoring.dseal.parse import parse
from authoring.gate.certificate.trials import certify
from authoring.gate.mending.mend import MendingResult, faults_of, mended
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.validators.base import Dialect

CONTEXT = (
    "# %%\nimport numpy as np\nimport pandas as pd\n"
    'df = pd.DataFrame({"kind": list("ababc"), "year": [2020, 2020, 2021, 2021, 2021], '
    '"mass": [40, 31, 62, 55, 47.5], "day": pd.to_datetime(["2021-01-03", "2021-02-03", "2021-02-04", "2021-03-01", '
    '"2021-03-09"])})\n\n'
)
CELL = '# %%\n"""\nquestion: |\n  {0}\n{1}"""\n\n{2}\n\n'
PIVOT = (
    "Give the sum of `mass` for each `kind` and `year`, kinds as rows and years as columns, 0 where there is none.",
    "",
    'df.pivot_table(index="kind", columns="year", values="mass", aggfunc="sum", fill_value=0)',
)
MONTHS = (
    "How many rows does `df` have in each month? Return a Series from month to count.",
    "validator:\n  result:\n    ignore_dtypes: true\n",
    'df["day"].dt.month.value_counts().sort_index()',
)
TOLERANT = ("How many rows does `df` have?", "validator:\n  result:\n    atol: 100\n", "len(df)")
DEVIATION = ("What is the standard deviation of `mass`?", "", 'float(np.std(df["mass"]))')
SOUND = ("How many different kinds does `df` have, as an integer?", "", 'int(df["kind"].nunique())')
BY_KIND = 'df.groupby("kind")["mass"].mean()'
OPEN = ("What is the mean `mass` of each kind?", "validator:\n  result:\n", BY_KIND)
LOOSE = ("What is the mean `mass` of each kind?", "validator:\n  result:\n    value_only: true\n", BY_KIND)
UNMENDABLE_BLOCK = (
    "validator:\n  model:\n    model_name: model\n    inputs_name: X\n    labels_name: y\n    metric_type: accuracy\n"
    "    tolerance: -0.9\n"
)
UNMENDABLE = (
    "Fit a classifier `model` of `y` on `X`.",
    UNMENDABLE_BLOCK,
    (
        "from sklearn.dummy import DummyClassifier\n"
        "X, y = df[['mass']], df['kind']\nmodel = DummyClassifier(strategy='most_frequent').fit(X, y)"
    ),
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


def _mended(text: str, sandbox: LocalSandbox, dialect: Dialect) -> MendingResult:
    certificate = certify(text, inputs=(), limits=Limits(), sandbox=sandbox, dialect=dialect)
    return mended(text, certificate, inputs=(), limits=Limits(), sandbox=sandbox, dialect=dialect)


@pytest.mark.exhaustive(most=1)
@pytest.mark.parametrize("dialect", get_args(Dialect))
def test_accused_problems_are_mended_and_proved(sandbox: LocalSandbox, dialect: Dialect) -> None:
    """Forms that nobody asked for, flags that are too wide, and a choice that the question leaves open."""
    text = CONTEXT + "".join(CELL.format(*cell) for cell in (PIVOT, MONTHS, TOLERANT, DEVIATION, SOUND))
    result = _mended(text, sandbox, dialect)
    again = certify(result.text, inputs=(), limits=Limits(), sandbox=sandbox, dialect=dialect)

    # In the strict dialect the name of an axis is forgiven.
    assert [mend.number for mend in result.mends] == ([1, 2, 3, 4] if dialect == "dseval" else [2, 3, 4])
    assert result.left == ()
    assert [faults_of(problem) for problem in again.problems] == [0] * 5
    assert all(mend.faults_before > 0 == mend.faults_after for mend in result.mends)
    assert "of the population" in parse(result.text).problems[3][1].question


def test_a_form_that_is_open_is_said(sandbox: LocalSandbox) -> None:
    """Where no way to compare refuses what is wrong and accepts what is right, the question says the form."""
    text = CONTEXT + "".join(CELL.format(*cell) for cell in (OPEN, LOOSE))
    result = _mended(text, sandbox, "dseval")

    assert result.left == ()
    assert [problem.question.splitlines()[1] for _, problem in parse(result.text).problems] == [
        'Answer with a Series named "mass", its index named "kind".'
    ] * 2
    assert "value_only" not in result.text


@pytest.mark.exhaustive
def test_all_else_stays(sandbox: LocalSandbox) -> None:
    """References, limits, sound problems and context are the same, character by character."""
    text = CONTEXT + "".join(CELL.format(*cell) for cell in (SOUND, TOLERANT))
    result = _mended(text, sandbox, "dseval")
    before, after = parse(text), parse(result.text)

    assert [cell.code for cell in after.cells] == [cell.code for cell in before.cells]
    assert [cell.source for cell in after.cells if cell.problem is None or cell.problem.number != 2] == [
        cell.source for cell in before.cells if cell.problem is None or cell.problem.number != 2
    ]


def test_what_no_proposal_ends_is_left(sandbox: LocalSandbox) -> None:
    """A problem for which nothing holds is told, and its text is not touched."""
    text = CONTEXT + CELL.format(*UNMENDABLE)
    certificate = certify(text, inputs=(), limits=Limits(), sandbox=sandbox)
    result = mended(text, certificate, inputs=(), limits=Limits(), sandbox=sandbox)

    assert faults_of(certificate.problems[0]) > 0
    assert (result.text, result.mends, result.left) == (text, (), (1,))


@pytest.mark.exhaustive
def test_missing_cases_are_added(sandbox: LocalSandbox) -> None:
    """A function that is tried on too little gets the cases on which its spoiled forms fail."""
    block = (
        "validator:\n  template: basic\n  table_test:\n    function_name: above\n    test_cases:\n"
        "      - [[1, 5, 9], 4]\n"
    )
    question = "Write a function `above(values, limit)` that returns the elements of the list `values` above `limit`."
    code = "def above(values, limit):\n    return [value for value in values if value > limit]"
    text = CELL.format(question, block, code)
    result = _mended(text, sandbox, "dseval")
    validator = parse(result.text).problems[0][1].validator or {}

    assert [mend.what[0].endswith("added") for mend in result.mends] == [True]
    assert validator["table_test"]["test_cases"][0] == [[1, 5, 9], 4]  # type: ignore[index,call-overload]  # as written
    assert code in result.text
