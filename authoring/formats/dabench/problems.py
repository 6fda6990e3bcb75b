"""DABench's questions as problems that solvers are asked, and what they answer as responses to its evaluator."""

import ast
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from authoring.dseal.compose import compose_problem
from authoring.errors import BenchmarkError
from authoring.formats.base.json_lines import read_json_lines
from authoring.formats.dabench.score import HINT, Id, Label, LenientLine, Response
from authoring.records.base import RelativePath
from authoring.records.results import Attempt, Evaluation
from authoring.validators.syntax_tree import expression_tree

ANSWER_SECONDS: Final = 60
"""For one answer: DABench names no limit, and DSEval's second is short for a first import of scikit-learn."""
QUESTION_PAGE: Final = """{question}

Constraints: {constraints}

The table is the file inputs/{table}. End the code with an expression whose value is the text of the answer, in this
format:
{format}"""
JUDGING: Final = """import json

from authoring.validators.named_answers import wrong_names

LABELS = json.loads({labels!r})

def compare_fn(reference, submission):
    wrong = wrong_names(str(submission), LABELS)
    return {{"match": not wrong, "reason": "not right: " + ", ".join(wrong) if wrong else ""}}
"""
NO_TEXT: Final = "(the code gave no answer)"
"""Stands for an answer whose code came to nothing: a response, and a wrong one."""


class TableQuestion(LenientLine):
    """One line of the file of questions, with all that is asked."""

    id: Id
    question: str
    constraints: str = ""
    format: str = ""
    file_name: RelativePath


@dataclass(frozen=True, slots=True)
class PosedProblem:
    """A question as a problem set of one problem."""

    name: str
    text: str
    table: str
    """The name of its table."""


def read_table_questions(text: str, *, location: str) -> tuple[TableQuestion, ...]:
    """Read ``da-dev-questions.jsonl`` or a file like it.

    Raises:
        ResultsError: a line is no question.
    """
    return read_json_lines(text, TableQuestion, location=location, hint=HINT)


def set_name(number: Id) -> str:
    """Return what the set of a question is called."""
    return f"question-{number}"


def pose(questions: Sequence[TableQuestion], labels: Sequence[Label], *, location: str) -> tuple[PosedProblem, ...]:
    """Return the questions as problems, each in a set of its own, because none builds on another.

    Args:
        questions: what is asked.
        labels: what is right.
        location: of the file of questions, for messages.

    Raises:
        BenchmarkError: a question stands twice, or has no label.
    """
    right = {label.id: dict(label.common_answers) for label in labels}
    problems: dict[str, PosedProblem] = {}
    for question in questions:
        name = set_name(question.id)
        if name in problems:
            raise BenchmarkError(f"{location}: two questions have the id {question.id}", hint="give each its own")
        # An id "7" is not 7, as for the evaluator.
        if question.id not in right:
            hint = "the file of labels that belongs to it says da-dev-labels in the place of da-dev-questions"
            raise BenchmarkError(f"{location}: question {question.id} has no label", hint=hint)
        problems[name] = PosedProblem(name, _text(question, right[question.id]), question.file_name)
    return tuple(problems.values())


def _text(question: TableQuestion, answers: dict[str, object]) -> str:
    table = question.file_name.rpartition("/")[2]
    question_text = QUESTION_PAGE.format(
        question=question.question.strip(),
        constraints=question.constraints.strip() or "none",
        table=table,
        format=question.format.strip() or " ".join(f"@{name}[...]" for name in answers),
    )
    judging = JUDGING.format(labels=json.dumps(answers))
    reference = repr(" ".join(f"@{name}[{value}]" for name, value in answers.items()))
    return compose_problem(
        question_text,
        reference,
        validator={"template": "basic", "result": {"compare_fn": judging}},
        execution={"max_time": ANSWER_SECONDS},
    )


def responses_of(evaluation: Evaluation, labels: Sequence[Label]) -> tuple[Response, ...]:
    """Return what a solver answered, as the evaluator takes it: of several samples of a question the first.

    A response is what the code printed, followed by its value. Code that fails is a response without an answer: only
    questions that nobody answered are left out of InfiAgent's rates.
    """
    numbers = {set_name(label.id): label.id for label in labels}
    return tuple(
        Response(
            id=numbers[result.name],
            response=_response_text(problem.attempts[0 if evaluation.options.samples > 1 else -1]),
        )
        for result in evaluation.sets
        for problem in result.problems
        if problem.attempts and result.name in numbers
    )


def _response_text(attempt: Attempt) -> str:
    run = attempt.run
    value = run.value.text if run.value is not None else ""
    try:
        # The value is shown by its representation, in which a text has quotes and escapes.
        text = ast.literal_eval(expression_tree(value)) if value[:1] in {"'", '"'} else value
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        text = value
    return f"{run.printed}\n{text}".strip() or NO_TEXT
