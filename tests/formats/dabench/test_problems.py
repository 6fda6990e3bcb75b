"""DABench's questions become problems of their own, and what code gives is a response as its evaluator takes it."""

import json
from typing import Any

import pytest

from authoring.dseal.parse import parse
from authoring.errors import BenchmarkError
from authoring.formats.dabench.problems import NO_TEXT, PosedProblem, pose, read_table_questions, responses_of
from authoring.formats.dabench.score import Label, Response, read_labels, score_dabench
from authoring.records.evidence import CellRun, Judgement, Outcome, ValueView
from authoring.records.results import Attempt, Evaluation, EvaluationOptions, ProblemResult, SetResult, Submission
from authoring.validators.verdicts import SubverdictName, VerdictName

QUESTION: dict[str, Any] = {
    "id": 7,
    "question": "What is the mean mass?",
    "concepts": ["Summary Statistics"],
    "constraints": "Round to two decimal places.",
    "format": "@mean[mean_value]\nwhere mean_value is a number.",
    "file_name": "birds.csv",
    "level": "easy",
}
LABEL = {"id": 7, "common_answers": [["mean", "2.50"], ["who", "the 'secret'"]]}


def posed(question: dict[str, Any], label: dict[str, Any], times: int = 1) -> tuple[PosedProblem, ...]:
    """Return the problems of a question that stands so often in its file."""
    questions = read_table_questions(f"{json.dumps(question)}\n" * times, location="q.jsonl")
    return pose(questions, read_labels(json.dumps(label), location="l.jsonl"), location="q.jsonl")


def test_a_question_is_asked_whole() -> None:
    """Question, constraints, format and table; the labels stand in the reference and its validator alone."""
    [problem] = posed(QUESTION, LABEL)
    parsed = parse(problem.text)
    cell, asked = parsed.problems[0]

    assert (problem.name, problem.table) == ("question-7", "birds.csv")
    assert (parsed.diagnostics, len(parsed.cells), asked.max_time) == ((), 1, 60)
    for words in (QUESTION["question"], QUESTION["constraints"], "@mean[mean_value]", "inputs/birds.csv"):
        assert words in asked.question
    assert "2.50" not in asked.question
    assert "secret" not in asked.question
    assert eval(cell.code) == "@mean[2.50] @who[the 'secret']"  # noqa: S307 - a text that we wrote


@pytest.mark.parametrize(
    ("question", "label", "times", "message"),
    [
        (QUESTION, LABEL, 2, "q.jsonl: two questions have the id 7"),
        (QUESTION, {**LABEL, "id": "7"}, 1, "q.jsonl: question 7 has no label"),
    ],
)
def test_files_that_do_not_belong_together(
    question: dict[str, Any], label: dict[str, Any], times: int, message: str
) -> None:
    """A question is asked once, and there is a right answer to it; an id "7" is not 7, as for the evaluator."""
    with pytest.raises(BenchmarkError, match=message):
        posed(question, label, times)


def attempt(number: int, *, value: str = "", printed: str = "", outcome: Outcome = Outcome.OK) -> Attempt:
    """Return an answer that gave a value, by its representation, or printed something."""
    return Attempt(
        submission=Submission(problemset="question-7", index=1, attempt=number, code=""),
        run=CellRun(
            outcome=outcome,
            seconds=1,
            peak_memory=1,
            stream=printed,
            value=ValueView(type="str", text=value) if value else None,
        ),
        judgement=Judgement(correct="no", category="and"),
        verdict=VerdictName.WRONG_OUTPUT,
        subverdict=SubverdictName.UNCATEGORIZED,
        reason="",
    )


def response(*attempts: Attempt, samples: int = 1) -> list[str | None]:
    """Return the responses that an evaluation of one question gives."""
    problem = ProblemResult(
        problemset="question-7", index=1, question="", difficulty=1, validators=(), attempts=attempts
    )
    evaluation = Evaluation(
        benchmark="b",
        version="",
        dialect="strict",
        solver="s",
        options=EvaluationOptions(samples=samples),
        python="3",
        packages=(),
        sets=(SetResult(name="question-7", problems=(problem,)),),
    )
    return [response.response for response in responses_of(evaluation, [Label.model_validate(LABEL)])]


def test_a_response_is_what_code_gave() -> None:
    """A text as it is read, not as it is shown; printing is answering; of two answers the value is the later one."""
    assert response(attempt(1, value=repr("@mean[2.5]\n@who[it's]"))) == ["@mean[2.5]\n@who[it's]"]
    assert response(attempt(1, printed="@mean[1]\n", value="'@mean[2]'")) == ["@mean[1]\n\n@mean[2]"]
    assert response(attempt(1, value="{'mean': '@mean[2]'}")) == ["{'mean': '@mean[2]'}"]
    assert response(attempt(1, value="'@mean[2]...")) == ["'@mean[2]..."]


def test_failed_code_is_a_wrong_answer_and_silence_is_none() -> None:
    """InfiAgent leaves out what was not answered; code that fails must not raise a rate by that."""
    [wrong] = response(attempt(1, outcome=Outcome.ERROR))
    scores = score_dabench([Label.model_validate(LABEL)], [Response(id=7, response=wrong)])

    assert (wrong, scores.answered, scores.by_question) == (NO_TEXT, 1, 0.0)
    assert response() == []


def test_attempts_and_samples() -> None:
    """The last attempt counts, and of samples the first."""
    answers = (attempt(1, value="'a'"), attempt(2, value="'b'"))

    assert response(*answers) == ["b"]
    assert response(*answers, samples=2) == ["a"]
