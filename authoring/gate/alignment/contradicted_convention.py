"""DS699: a question that says otherwise than a convention of its set, and does not say that it does."""

import re
from collections.abc import Iterator

from authoring.dseal.analysis.convention_kinds import ConventionKind, kinds_of
from authoring.dseal.analysis.question_reading import read_question
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_question
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS699",
    name="contradicted-convention",
    severity=Severity.WARNING,
    what="A convention of the set says one thing of decimals, numbering, equal values, missing values or the "
    "kind of numbers, a question behind it another, and no word of the question says that it departs from what "
    "holds elsewhere.",
    why="Who has read the convention does not expect it, and an export puts both sentences side by side.",
    bad='# %%\n# Conventions:\n# - Tables are numbered from 0.\nimport pandas as pd\n\n# %%\n"""\n'
    'question: Which rows have the highest a? Number the rows of the table from 1.\n"""\n\ndf.nlargest(3, "a")\n',
    good='# %%\n# Conventions:\n# - Tables are numbered from 0.\nimport pandas as pd\n\n# %%\n"""\n'
    'question: Which rows have the highest a? Here, number the rows of the table from 1.\n"""\n\ndf.nlargest(3, "a")\n',
)
_DEPARTURE = re.compile(
    r"\bhere\b|\bthis time\b|\bunlike\b|\binstead\b|\bexception\b|\bexceptionally\b|\botherwise than\b|\bdeparts?\b|"
    r"\bfor once\b|\bin this (?:question|problem)\b|此处|本题|例外|不同于",
    re.IGNORECASE,
)
_RESERVED = re.compile(r"\bunless\b|\bby default\b|\botherwise\b|\bexcept\b|除非|默认", re.IGNORECASE)
"""A convention that leaves room for questions that say otherwise."""
_NEAR = r"[^.;\n]{0,40}"
_NUMBERED = rf"\b(?:number\w*|count\w*|index\w*|positions?|ranks?)\b{_NEAR}?\bfrom "
_LEFT_OUT = r"\b(?:left out|leave out|ignored?|dropp?\w*|excluded?|skipp?\w*|do(?:es)? not count|are not counted)\b"
_COUNTED = r"\b(?:are counted|counts? as|as an? (?:value|group|category|level) of (?:its|their) own)\b"
# What labels are ordered by says nothing of rows.
_TIES = rf"(?<!rows with )\b(?:ties?|tied|equal)\b{_NEAR}"
_IN_THE_DATA = r"(?:in|of) the (?:data|file|table)"
_OPPOSITES: tuple[tuple[str, str], ...] = (
    (_NUMBERED + r"(?:0|zero)\b", _NUMBERED + r"(?:1|one)\b"),
    (r"\bhalf to even\b|\bbanker", r"\bhalf (?:up|away)\b"),
    (rf"\bround\w*\b{_NEAR}\b(?:at the end|final|last)\b", rf"\bround\w*\b{_NEAR}\b(?:before|each step)\b"),
    (
        rf"\bmissing\b{_NEAR}{_LEFT_OUT}|{_LEFT_OUT}{_NEAR}\bmissing\b",
        rf"\b(?:missing values?|nan)\b{_NEAR}{_COUNTED}|\bincluding (?:the )?(?:missing|nan)\b",
    ),
    (
        rf"{_TIES}\b(?:ascending|alphabetical\w*|by (?:label|name))\b",
        rf"{_TIES}\b(?:descending|first {_IN_THE_DATA}|order {_IN_THE_DATA}|keep the order)\b",
    ),
    (rf"\bcounts?\b{_NEAR}\b(?:int(?:eger)?s?|whole numbers?)\b", rf"\bcounts?\b{_NEAR}\bas (?:a )?floats?\b"),
)
"""What a convention and a question say of one matter, either way round."""
_PAIRS = tuple(
    (re.compile(first, re.IGNORECASE), re.compile(second, re.IGNORECASE))
    for pair in _OPPOSITES
    for first, second in (pair, pair[::-1])
)


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first convention that a question contradicts."""
    problem = subject.problem
    if not problem.conventions or _DEPARTURE.search(problem.question):
        return
    for convention in problem.conventions:
        phrase = "" if _RESERVED.search(convention) else _contradiction(convention, " ".join(problem.question.split()))
        if phrase:
            message = f"the question says “{phrase}”, and a convention of its set “{convention}”"
            hint = "let both say the same, or say in the question that it departs from it: “Here, …”"
            yield at_question(subject.problemset, subject.cell, phrase, INFO, message, hint)
            return


def _contradiction(convention: str, question: str) -> str:
    """Return the words of a question that say otherwise than a convention; empty where none do."""
    if ConventionKind.ROUNDING in kinds_of(convention):
        agreed, decimals = read_question(convention).decimals, read_question(question).decimals
        if agreed and decimals and agreed.isdisjoint(decimals):
            return f"{min(decimals)} decimals" if min(decimals) != 1 else "1 decimal"
    for own, opposite in _PAIRS:
        match = opposite.search(question)
        if own.search(convention) and match is not None and not own.search(question):
            return match[0]
    return ""
