"""Rules that hold a question against its reference, one module a rule, each with its `INFO` and a `check`."""

from collections.abc import Mapping
from typing import cast

from authoring.dseal.analysis.question_reading import read_question, without_names
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.parse import parse
from authoring.dseal.session import steps
from authoring.extensions import members
from authoring.gate.alignment.base import AlignmentRule, AlignmentSubject

RULES: Mapping[str, AlignmentRule] = {
    rule.INFO.code: rule
    for rule in sorted(cast("Mapping[str, AlignmentRule]", members(__name__)).values(), key=lambda rule: rule.INFO.code)
}
"""Every rule by its code, in the order of the codes."""
CODES: Mapping[str, RuleInfo] = {code: rule.INFO for code, rule in RULES.items()}


def align(text: str) -> tuple[Diagnostic, ...]:
    """Hold every question of a problem set against its reference; return the findings in the order of the text."""
    problemset = parse(text)
    findings: list[Diagnostic] = []
    for step in steps(problemset):
        problem = step.cell.problem
        if problem is not None:
            reading = read_question(problem.question)
            plain = read_question(without_names(problem.question))
            subject = AlignmentSubject(problemset, step.cell, problem, reading, plain, step.tree)
            findings.extend(finding for rule in RULES.values() for finding in rule.check(subject))
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code)))
