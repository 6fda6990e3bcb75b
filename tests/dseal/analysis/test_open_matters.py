"""What the words of a question leave open is said by its cases, in English and in Chinese, for any text."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.dseal.analysis.open_matters import RULES, open_matters
from authoring.validators.rewriting.matters import AnswerForm, Matter
from tests.examples import examples

CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "open_matters" / "questions.yml").read_text())
WORDS = [case["question"] for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=[case["question"][:50] or "nothing" for case in CASES])
def test_question_settles_what_it_says(case: dict[str, Any]) -> None:
    """A question leaves open what its case says, and is not taken to say more than it does."""
    form = open_matters(case["question"], case.get("labels", ()))

    assert {Matter(word) for word in case.get("open", ())} <= form.open
    assert not {Matter(word) for word in case.get("shut", ())} & form.open
    assert {Matter(word) for word in case.get("asked", ())} <= form.settled
    assert not {Matter(word) for word in case.get("unasked", ())} & form.settled


@settings(max_examples=examples(200), derandomize=True)
@given(st.lists(st.one_of(st.sampled_from(WORDS), st.text(max_size=30)), max_size=5).map(" ".join))
def test_any_text_has_a_form(text: str) -> None:
    """Whatever a question is, nothing is both open and settled, and the form survives the wire."""
    form = open_matters(text)

    assert not form.open & form.settled
    assert AnswerForm.read(form.words) == form


def test_every_rule_has_a_case() -> None:
    """Each rule of the table is found in a question of the cases, so that none is dead."""
    assert [rule.words.pattern for rule in RULES if not any(rule.words.search(word) for word in WORDS)] == []


def test_names_are_settled_only_if_all_are_told() -> None:
    """One label that the question does not say leaves the names of columns in doubt."""
    question = "Return a table with the columns a and b."

    assert Matter.COLUMN_NAMES in open_matters(question, ["a", "b"]).settled
    assert Matter.COLUMN_NAMES not in open_matters(question, ["a", "zebra"]).settled
    assert Matter.COLUMN_NAMES not in open_matters(question, []).settled


def test_long_question_takes_no_time() -> None:
    """The rules are bounded: a text of a million characters is read in one go."""
    form = open_matters("sort round from creat " * 50_000)

    assert Matter.ROW_ORDER not in form.open


@pytest.mark.parametrize(
    ("question", "code", "expected"),
    [
        ("What is the sample standard deviation of `a`?", "df['a'].std()", False),
        ("Which car `model` is heaviest? Choose one of the trains.", "df.set_index('model')['kg'].idxmax()", False),
        ("Draw a sample of three rows.", "df.sample(3)", True),
        ("Train a model.", "from sklearn.svm import SVC\nSVC().fit(x, y)", True),
        ("Estimate the mean by bootstrap.", "rng = np.random.default_rng(0)\nrng.normal()", True),
        ("Give any one of them.", "df['a'].iloc[0]", True),
        ("What is the sample mean?", "not python(", True),
        ("Fit a `LinearRegression` and return its R squared.", "LinearRegression().fit(X, y).score(X, y)", False),
        ("Fit a linear regression of y.", "from sklearn import x\nLinearRegression().fit(X, y).coef_", False),
        ("Fit a model of y.", "LinearRegression().fit(X, y).coef_", True),
        ("Fit a logistic regression.", "LogisticRegression(solver='saga').fit(X, y).coef_", True),
        ("Fit a `RandomForestClassifier` model.", "RandomForestClassifier().fit(X, y).score(X, y)", True),
        ("Predict with the model.", "model.predict(X)", True),
    ],
)
def test_chance_needs_code_that_draws(question: str, code: str, *, expected: bool) -> None:
    """Words of samples and models leave an answer to chance where the reference draws or fits; freedom does anyway."""
    assert (Matter.CHANCE in open_matters(question, code=code).open) is expected
