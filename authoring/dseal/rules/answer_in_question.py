"""DS209: a question that holds its own answer."""

import ast
from collections.abc import Iterator

from authoring.dseal.analysis.answer_leak import LONGEST, answer_in_question
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import literal_of
from authoring.dseal.session import SessionStep, at_question, checks, steps

INFO = RuleInfo(
    code="DS209",
    name="answer-in-question",
    severity=Severity.WARNING,
    what="The answer stands in the question, as far as it can be known without running the code: a literal at the end "
    "of the reference, or a text in the validator block.",
    why="An agent can copy it without any work on the data.",
    bad='# %%\n"""\nquestion: Which species is the heaviest? (It is Gentoo.)\n"""\n\n"Gentoo"\n',
    good='# %%\n"""\nquestion: Which species is the heaviest?\n"""\n\n"Gentoo"\n',
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find literal answers that stand in their own question."""
    for step in steps(problemset):
        problem = step.cell.problem
        if problem is None:
            continue
        for answer in _literal_answers(step):
            if answer_in_question(problem.question, answer):
                message = f"the answer {answer[:60]} stands in the question"
                yield at_question(problemset, step.cell, answer.strip("'\""), INFO, message, "take it out")
                break


def _literal_answers(step: SessionStep) -> Iterator[str]:
    last = step.tree.body[-1] if step.tree.body else None
    if isinstance(last, ast.Expr):
        text = ast.get_source_segment(step.cell.code, last.value) or ""
        if len(text) <= LONGEST and literal_of(text) is not None:
            yield text
    if step.cell.problem is not None:
        for validator in checks(step.cell.problem):
            if (
                validator.alias == "result"
                and isinstance(validator.options, str)
                and "compare_fn" not in validator.options
            ):
                yield validator.options
