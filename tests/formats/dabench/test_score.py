"""InfiAgent's closed-form rules: the figures of its own evaluator, and lines of strangers refused with their place."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import ResultsError
from authoring.formats.dabench.score import (
    Label,
    Question,
    Response,
    read_labels,
    read_questions,
    read_responses,
    score_dabench,
)

CASES = Path(__file__).parents[2] / "cases" / "scoring" / "dabench"


def lines(entries: list[dict[str, Any]]) -> str:
    """Return entries as JSON lines."""
    return "".join(json.dumps(entry) + "\n" for entry in entries)


@pytest.mark.parametrize("path", sorted(CASES.glob("*.json")), ids=lambda path: path.stem)
def test_figures_are_those_of_the_real_evaluator(path: Path) -> None:
    """What `eval_closed_form.py` of InfiAgent's commit d02d18a gave for a case, kept beside it, comes out here."""
    case = json.loads(path.read_text())
    questions = read_questions(lines(case["questions"]), location="q") if case["questions"] else ()
    scored = score_dabench(
        read_labels(lines(case["labels"]), location="l"),
        read_responses(lines(case["responses"]), location="r"),
        questions=questions,
    )

    assert {
        "main_results": {
            "Accuracy by Question": scored.by_question,
            "Accuracy Proportional by Sub-Question": scored.proportional,
            "Accuracy by Sub-Question": scored.by_sub_question,
        },
        "concept_accuracy_analysis": {rate.name: rate.rate for rate in scored.concepts},
        "concept_count_accuracy_analysis": {rate.name: rate.rate for rate in scored.concept_counts},
        "two_or_more_concepts_accuracy": scored.several_concepts,
    } == case["evaluator"]


VALUES = st.text("0123456789.-ab ", max_size=5)


@given(st.dictionaries(st.from_regex(r"\w{1,6}", fullmatch=True), VALUES, min_size=1, max_size=4))
def test_the_labels_themselves_are_right(answers: dict[str, str]) -> None:
    """A response that names each label's value is right in every figure."""
    label = Label(id=1, common_answers=tuple(answers.items()))
    response = Response(id=1, response=" ".join(f"@{name}[{value}]" for name, value in answers.items()))
    scored = score_dabench([label], [response])

    assert (scored.by_question, scored.proportional, scored.by_sub_question, scored.by_question_of_all) == (1, 1, 1, 1)


def test_levels_and_what_was_left_out_are_told() -> None:
    """Levels are ours; what InfiAgent leaves out silently is told."""
    labels = [Label(id=number, common_answers=(("x", "1"),)) for number in range(4)]
    responses = [Response(id=0, response="@x[1]"), Response(id=1, response="@x[2]"), Response(id="2", response="@x[1]")]
    scored = score_dabench(
        labels,
        [*responses, Response(response="@x[1]")],
        questions=[Question(id=0, level="medium"), Question(id=7, level="hard")],
    )

    assert [(rate.name, rate.questions, rate.rate) for rate in scored.levels] == [("medium", 1, 1.0)]
    assert (scored.questions, scored.answered, scored.by_question, scored.by_question_of_all) == (4, 2, 0.5, 0.25)
    assert scored.notes == (
        "not answered, and so left out by InfiAgent: 2 of 4 questions",
        'of no question that is labelled: 1 of 4 responses; an id "7" is not 7',
        "without an id: 1 of 4 responses",
        "not in the file of questions, and so in no rate by concept or level: 1 of 2 answered",
    )


def test_levels_stand_from_easy_to_hard() -> None:
    """Whatever order they come in; unknown ones stand behind."""
    names = ("hard", "odd", "easy", "medium")
    scored = score_dabench(
        [Label(id=name, common_answers=(("x", "1"),)) for name in names],
        [Response(id=name, response="@x[1]") for name in names],
        questions=[Question(id=name, level=name) for name in names],
    )

    assert [rate.name for rate in scored.levels] == ["easy", "medium", "hard", "odd"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "r: holds no lines"),
        ('{"id": 1, "response": "a"}\n{"id": 1', "r:2: is no JSON"),
        ("[1]", "r:1: the line: "),
        ('{"id": 1}', "r:1: response: field required"),
        ('{"id": true, "response": ""}', "r:1: id.*"),
        ('{"id": 1, "response": 5}', "r:1: response: input should be a valid string"),
        ("[" * 100_000, "r:1: it is nested deeper than"),
    ],
)
def test_broken_lines_are_refused_with_their_place(text: str, said: str) -> None:
    """A line that is no response is named; nothing is skipped in silence."""
    with pytest.raises(ResultsError, match=said):
        read_responses(text, location="r")
