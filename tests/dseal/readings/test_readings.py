"""A reading makes the other choice where the question leaves it open, and is silent where it does not."""

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.dseal.readings import readings
from authoring.dseal.readings.base import MISSING
from tests.examples import examples

OF_CODE = frozenset({"near-halves", "said-order-of-ties", "said-bounds", "negated-missing-said"})
CASES = yaml.safe_load((Path(__file__).parents[2] / "cases" / "readings" / "choices.yml").read_text())
NAMES = [f"{case['kind']}: {case['code'][:40]}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_open_choice_is_read_otherwise(case: dict[str, Any]) -> None:
    """Where the question leaves the choice open, the other one is made, with a sentence that settles it either way."""
    other = ast.dump(ast.parse(case["other"]))
    alternatives = [
        reading
        for reading in readings(case["code"], case["open"], columns=case.get("columns", ()))
        if ast.dump(ast.parse(reading.code)) == other
    ]

    assert [(reading.choice.kind, reading.is_customary) for reading in alternatives] == [
        (case["kind"], case.get("customary", False))
    ]
    choice = alternatives[0].choice
    assert choice.settles.endswith(".")
    assert choice.settles_other.endswith(".")
    assert choice.settles != choice.settles_other
    assert choice.settles_chinese != choice.settles_other_chinese


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_settled_choice_is_left_alone(case: dict[str, Any]) -> None:
    """A question that settles a choice, in English or in Chinese, has no other reading of it."""
    for question in case["settled"]:
        assert case["kind"] not in {
            reading.choice.kind for reading in readings(case["code"], question, columns=case.get("columns", ()))
        }, question


@pytest.mark.parametrize("case", [case for case in CASES if case["kind"] not in OF_CODE])
def test_sentence_settles_the_choice(case: dict[str, Any]) -> None:
    """Whoever follows the hint, or takes the other side with its sentence, is not accused of the choice again.

    But for choices that no sentence settles: the validator or the reference has to be another one.
    """
    (reading,) = [
        other
        for other in readings(case["code"], case["open"], columns=case.get("columns", ()))
        if other.choice.kind == case["kind"]
    ][:1]
    choice = reading.choice
    for code, sentences in (
        (case["code"], (choice.settles, choice.settles_chinese)),
        (reading.code, (choice.settles_other, choice.settles_other_chinese)),
    ):
        for sentence in sentences:
            question = f"{case['open']} {sentence}"
            assert choice.kind not in {
                other.choice.kind for other in readings(code, question, columns=case.get("columns", ()))
            }, question


@pytest.mark.parametrize("question", ["Who is over 50?", "Who came after 50?", "谁的年龄超过50?"])
def test_contradicting_sign_is_no_other_reading(question: str) -> None:
    """Where words and sign alone contradict one another, DS642 says it, and nothing is left open."""
    assert not [reading for reading in readings('df[df["age"] >= 50]', question) if "bounds" in reading.choice.kind]


def test_what_is_left_to_chance_has_no_other_reading() -> None:
    """Where the answer is drawn at random, nothing is known of what differs."""
    assert readings("np.std(x.sample(9))", "What is the standard deviation of a random sample?") == ()
    # Words of chance are of other things where code draws nothing.
    assert readings("np.std(x)", "What is the standard deviation of each train's delay?") != ()


def test_doubtful_readings_come_first() -> None:
    """Of several readings, those are tried first in which the reference stands against custom."""
    alternatives = readings('df.groupby("shop")["paid"].std(ddof=0)', "What is the standard deviation by shop?")

    assert [reading.is_customary for reading in alternatives] == sorted(
        reading.is_customary for reading in alternatives
    )
    assert len(alternatives) >= 2


@pytest.mark.parametrize("code", ["1 +", "", "print('x')", "(" * 200 + ")" * 200])
def test_code_without_choices_has_no_reading(code: str) -> None:
    """Code that is no Python, or chooses nothing, has no other reading."""
    assert readings(code, "What is it?") == ()


@settings(max_examples=examples(100), derandomize=True)
@given(st.lists(st.sampled_from([case["code"] for case in CASES]), max_size=4).map("\n".join), st.text(max_size=60))
def test_every_reading_is_code_that_differs(code: str, question: str) -> None:
    """Whatever code and question are, a reading is Python, and another tree than the reference."""
    for reading in readings(code, question):
        assert ast.dump(ast.parse(reading.code)) != ast.dump(ast.parse(code))


def test_words_about_missing_values_are_whole() -> None:
    """A word settles nothing by being a part of another."""
    assert MISSING.search("How many penguins are known?")
    assert MISSING.search("the percentage of rows of each value, out of the rows that have one, rounded to 1 decimal")
    assert not MISSING.search("the share of the rows that have one order")
    assert MISSING.search("ignore tickets that have no agent")


def test_a_text_that_is_quoted_settles_what_fills() -> None:
    """Where the question quotes the text that stands for what is missing, it says that missing values are filled."""
    code = 'df["team"].fillna("unassigned").value_counts()'
    kinds = [{reading.choice.kind for reading in readings(code, question)} for question in (
        'Count the tickets of each team, with "unassigned" for those of none.', "Count the tickets of each team."
    )]  # fmt: skip
    assert ["filled-values" in kind for kind in kinds] == [False, True]
    assert not MISSING.search("How many annullable banana prices are unfilledx?")


def test_a_count_is_taken_for_no_name() -> None:
    """A column whose further words make it one of another kind is no other reading of a word that both have."""
    code, columns = 'df["artist(s)_name"].value_counts()', ("artist(s)_name", "artist_count", "artist_alias")
    kinds = [readings(code, "Which artist has most songs?", columns=(columns[0], other)) for other in columns[1:]]
    assert ["similar-column" in {reading.choice.kind for reading in found} for found in kinds] == [False, True]


def test_column_that_code_makes_on_the_way_is_no_reading() -> None:
    """No solver has a column that the reference makes by `assign` or `rename`, so no question can name it."""
    code = 'df.assign(discharged_before=df["out"].shift())["discharged_before"].max()'
    columns = ("out", "discharged", "admitted")

    found = readings(code, "When was the patient discharged before?", columns=columns)
    assert "similar-column" not in [reading.choice.kind for reading in found]
