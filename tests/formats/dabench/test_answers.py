"""What a value becomes between DABench's brackets, and that the evaluator reads it there."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from authoring.formats.dabench import answers as answers_module
from authoring.formats.dabench.answers import NoAnswerError, UnwritableError, answers_of, format_of
from authoring.validators.named_answers import answers_in, is_right

FOLDER = Path(__file__).parents[2] / "cases" / "exporters" / "dabench"
CASES: list[dict[str, Any]] = yaml.safe_load((FOLDER / "answers.yml").read_text("utf-8"))
LONG = repr("x" * 201)


@pytest.mark.parametrize("case", CASES, ids=[case["text"] for case in CASES])
def test_value_becomes_answers(case: dict[str, Any]) -> None:
    """A scalar is one answer, a small tuple or mapping several; all else is refused, and nothing is run."""
    if "refused" in case:
        with pytest.raises(getattr(answers_module, case["refused"])):
            answers_of(case["text"])
    else:
        answers = [[answer.name, answer.value, answer.description] for answer in answers_of(case["text"])]
        assert answers == case["answers"]


def test_long_word_is_refused() -> None:
    """A text of an essay's length is no answer that is compared by its characters."""
    with pytest.raises(UnwritableError):
        answers_of(LONG)


def test_format_names_every_answer() -> None:
    """The format holds each name as an answer has to, and says what each is."""
    assert format_of(answers_of("(3, 0.123456)")) == (
        "@answer_1[answer_1_value]\n@answer_2[answer_2_value]\n"
        'where "answer_1_value" is part 1 of the answer, a whole number; '
        '"answer_2_value" is part 2 of the answer, a number, rounded to 4 decimal places.'
    )


scalars = st.one_of(st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), st.text())


@given(st.one_of(scalars, st.tuples(scalars, scalars), st.dictionaries(st.text(), scalars, min_size=1, max_size=6)))
def test_what_is_written_is_read(value: object) -> None:
    """A label is right by the evaluator's rules where an agent writes it as the format says."""
    try:
        answers = answers_of(repr(value))
    except (NoAnswerError, UnwritableError):
        return
    texts = answers_in(" ".join(f"@{answer.name}[{answer.value}]" for answer in answers))

    assert len({answer.name for answer in answers}) == len(answers)
    assert all(is_right(texts.get(answer.name), answer.value) for answer in answers)
    assert set(answers_in(format_of(answers))) == {answer.name for answer in answers}


@given(st.floats(min_value=-1e6, max_value=1e6))
def test_rounded_number_is_right(value: float) -> None:
    """Who rounds the true value as the question says is right."""
    try:
        (answer,) = answers_of(repr(value))
    except UnwritableError:
        return
    places = int(answer.description.split()[-3]) if "rounded" in answer.description else 17

    assert is_right(repr(round(value, places)), answer.value)
