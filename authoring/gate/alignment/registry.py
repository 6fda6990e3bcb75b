"""Every rule that holds a question against its reference, found in this folder and by entry points."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import cast

from authoring.dseal.analysis.question_reading import read_question, with_masked_names, without_names
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Problem, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.session import SessionStep, steps
from authoring.extensions import members
from authoring.gate.alignment._inputs import names_read
from authoring.gate.alignment.base import AlignmentRule, AlignmentSubject

RULES: Mapping[str, AlignmentRule] = {
    rule.INFO.code: rule
    for rule in sorted(
        cast("Mapping[str, AlignmentRule]", members("authoring.gate.alignment")).values(),
        key=lambda rule: rule.INFO.code,
    )
}
"""Every rule by its code, in the order of the codes."""
CODES: Mapping[str, RuleInfo] = {code: rule.INFO for code, rule in RULES.items()}


@lru_cache(maxsize=4)
def align(text: str) -> tuple[Diagnostic, ...]:
    """Hold every question of a problem set against its reference; return the findings in the order of the text.

    A command that goes through the stages of a draft again asks about the same text.
    """
    problemset = parse(text)
    findings: list[Diagnostic] = []
    for step in steps(problemset):
        problem = step.cell.problem
        if problem is not None:
            subject = _subject(problemset, step, problem)
            findings.extend(finding for rule in RULES.values() for finding in rule.check(subject))
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code)))


def _subject(problemset: ProblemSet, step: SessionStep, problem: Problem) -> AlignmentSubject:
    question = problem.question
    # The name of a column that the reference looks up says nothing of what is done: `lowest price` asks for no minimum.
    reading = read_question(with_masked_names(question, names_read(step.tree)))
    reading = replace(reading, column_orders=read_question(question).column_orders)
    plain = read_question(without_names(question))
    return AlignmentSubject(problemset, step.cell, problem, reading, plain, step.tree)
