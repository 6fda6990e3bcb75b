"""Answers that are tried as code: those that are wrong for certain, and those that are right for certain."""

import ast

import pytest

from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.parse import parse
from authoring.gate.certificate.variants import MOST_SPOILED, Variant, right_answers, wrong_answers

TEXT = '''\
# %%
import pandas as pd

df = pd.DataFrame({"shop": ["a", "b"], "paid": [3, 5]})

# %%
"""
question: How much is `paid` in `df` on average where it is above 1? Store it in `mean`.
validator:
  namespace_check:
    mean:
"""

rows = df[df["paid"] > 1]
mean = rows["paid"].mean()

mean

# %%
"""
question: And how many such rows are there?
"""

len(df[df["paid"] > 1])
'''


def answers(text: str = TEXT, number: int = 1) -> tuple[tuple[Variant, ...], tuple[Variant, ...]]:
    """Return the wrong and the right answers to a problem of a text."""
    problemset = parse(text)
    cell, problem = problemset.problems[number - 1]
    wrong = wrong_answers(cell, problem, columns=["shop"], tables=["df"])
    return wrong, tuple(right_answers(problemset, cell, problem))


def test_wrong_answers_differ_in_kind() -> None:
    """The reference is spoiled in several ways, and what needs no look at the data is tried as well."""
    wrong, _ = answers()
    operators = [variant.operator for variant in wrong]

    assert {"mean_for_median", "dropped_filter", "wrong_column", "empty", "table"} <= set(operators)
    assert len({variant.code for variant in wrong}) == len(wrong)
    assert sum(operator not in {"empty", "table"} for operator in operators) <= MOST_SPOILED


def test_tables_reach_what_is_looked_at() -> None:
    """A table is given as the value, and bound to the variable that is compared."""
    wrong, _ = answers()

    assert "mean = df\ndf" in [variant.code for variant in wrong]


def test_no_answer_is_the_reference() -> None:
    """What is tried is other code, and it is Python."""
    cell = parse(TEXT).problems[0][0]
    for variant in (*answers()[0], *answers()[1]):
        assert variant.code != cell.code
        ast.parse(variant.code)


def test_helpers_have_other_names() -> None:
    """A variable that nobody asks for and nothing uses later is renamed; one that is looked at is not."""
    _, right = answers()
    renamed = next(variant for variant in right if variant.operator == "renamed_helper")

    assert "rows_of_mine" in renamed.code
    assert "mean_of_mine" not in renamed.code


@pytest.mark.parametrize(
    "code",
    ['rows = df\nf"{rows}"', "rows = df\nprint('rows')", "def f(rows):\n    return rows\n\nrows = f(df)"],
)
def test_names_that_reach_further_stay(code: str) -> None:
    """A helper whose name stands in a text or is a parameter as well is left alone."""
    text = f'# %%\ndf = 1\n\n# %%\n"""\nquestion: What is it?\n"""\n\n{code}\n'

    assert "renamed_helper" not in {variant.operator for variant in answers(text)[1]}


def test_helper_that_is_used_later_stays() -> None:
    """A variable of a later cell keeps its name."""
    text = TEXT.replace('len(df[df["paid"] > 1])', "len(rows)")

    assert "renamed_helper" not in {variant.operator for variant in answers(text)[1]}


@pytest.mark.parametrize("kind", ["model", "vis"])
def test_validators_have_wrong_answers_of_their_own(kind: str) -> None:
    """A model that always predicts the same, and a figure with nothing in it."""
    block = (
        "vis:\n    titles: true"
        if kind == "vis"
        else "model: {model_name: m, inputs_name: X, labels_name: y, metric_type: r2}"
    )
    text = f'# %%\n"""\nquestion: Do it.\nvalidator:\n  template: intact\n  {block}\n"""\n\nm = 1\n'
    operators = [variant.operator for variant in answers(text)[0]]

    assert operators[0] == ("constant_predictor" if kind == "model" else "blank_figure")


def test_names_of_a_block_are_no_code() -> None:
    """A block whose names are no identifiers gives no answer made of them."""
    text = (
        '# %%\n"""\nquestion: Do it.\nvalidator:\n  model: {model_name: "m; import os", inputs_name: X}\n"""\n\nm = 1\n'
    )

    assert "constant_predictor" not in {variant.operator for variant in answers(text)[0]}


MODEL = '''\
# %%
"""
question: Train it.
validator:
  template: intact
  model: {model_name: m, inputs_name: X_test, labels_name: y_test, metric_type: r2}
"""

X_train, X_test, y_train, y_test = train_test_split(df[["a", "b"]], df["y"])
m = LinearRegression().fit(X_train, y_train)
'''


def test_models_of_less_are_tried() -> None:
    """A model is trained without features, on one of them, and on the label, where the reference's code allows it."""
    wrong, _ = answers(MODEL)
    by_operator = {variant.operator: variant.code for variant in wrong}

    assert by_operator["constant_predictor"].startswith("X_train, X_test")
    assert by_operator["one_feature"].endswith("clone(m)).fit(X_train, y_train)")
    assert "df[['a', 'b', 'y']]" in by_operator["leaked_label"]
    assert 'df[["a"]]' in by_operator["fewer_features"]


def test_right_answers_are_written_otherwise() -> None:
    """What is put together otherwise comes only where the question's form is known."""
    problemset = parse(TEXT)
    cell, problem = problemset.problems[1]
    plain = {variant.operator for variant in right_answers(problemset, cell, problem)}
    more = {
        variant.operator
        for variant in right_answers(problemset, cell, problem, open_matters(problem.question), tables=["df"])
    }

    assert {"in-a-function", "on-a-copy", "printed-first", "mask-counted"} <= more - plain
