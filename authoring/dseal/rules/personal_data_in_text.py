"""DS226: personal data in a question."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.prose import without_code
from authoring.dseal.session import at_question

INFO = RuleInfo(
    code="DS226",
    name="personal-data-in-text",
    severity=Severity.WARNING,
    what="A question holds an e-mail address or a telephone number. Addresses and numbers that are made for examples, "
    "addresses of nobody such as `info@`, code and printed tables count for nothing.",
    why="A benchmark is published, and a person who stands in it cannot be taken back.",
    bad='# %%\n"""\nquestion: How often does maria.huber@gmx.net stand in the list?\n"""\n\n1 + 2\n',
    good='# %%\n"""\nquestion: How often does maria@example.com stand in the list?\n"""\n\n1 + 2\n',
)

# All repetitions are bounded, so that no text makes a search slow.
_MAIL = re.compile(
    r"(?<![\w.+-])(?P<user>[\w.+-]{1,64})@(?P<domain>(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24})(?![\w@-])",
    re.ASCII,
)
_EXAMPLE_DOMAIN = re.compile(
    r"(?i)(?:\A|\.)(?:example|test|invalid|localhost|sample|domain|company|mail|email|abc|xyz|foo|bar|leetcode)\.\w+\Z"
    r"|\.(?:example|test|invalid|local)\Z"
)
_NOBODY = re.compile(
    r"(?i)(?:info|support|contact|admin|sales|help|office|noreply|no-reply|user\w{0,3}|name|test\w{0,3}|(?:john|jane)\.?doe"
    r"|foo|bar|abc|someone|somebody|me|you|your[._-]?\w{0,10}|example|\w)\Z"
)
_PHONE = re.compile(
    r"(?<![\w.+/-])(?:\+[1-9]\d{0,2}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{2,4}(?:[ .-]?\d{2,4}){1,4}"
    r"|\(\d{3}\) ?\d{3}[-. ]\d{4}|\d{3}-\d{3}-\d{4}|1[3-9]\d{9})(?!\w|[.-]\w)",
    re.ASCII,
)
_FEWEST_DIGITS = 9
_PHONE_WORD = re.compile(r"(?i)phone|call|mobile|tel\b|tel\.|telephone|contact|whatsapp|fax|电话|手机|联系")
_EXAMPLE_NUMBER = re.compile(r"555|123-?456|0000|1234567|(\d)\1{5}")
_CONTEXT = 60
"""Characters before a number in which a word such as `phone` is looked for."""
_MOST_FINDINGS = 20


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find addresses and numbers of people in questions; the findings do not repeat them."""
    for cell, problem in problemset.problems:
        question = without_code(problem.question)
        contacts = (*_mails(question), *_phones(question))
        for start, end, kind in contacts[:_MOST_FINDINGS]:
            message = f"this looks like {kind}"
            hint = "write an address of example.com, or a number with 555, in its place"
            yield _masked(at_question(problemset, cell, problem.question[start:end], INFO, message, hint))


def _mails(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _MAIL.finditer(text):
        if not _EXAMPLE_DOMAIN.search(match["domain"]) and not _NOBODY.match(match["user"]):
            yield match.start(), match.end(), "an e-mail address"


def _phones(text: str) -> Iterator[tuple[int, int, str]]:
    for match in _PHONE.finditer(text):
        digits = re.sub(r"\D", "", match[0])
        context = text[max(0, match.start() - _CONTEXT) : match.start()]
        certain = match[0].startswith("+") or _PHONE_WORD.search(context) is not None
        if certain and len(digits) >= _FEWEST_DIGITS and not _EXAMPLE_NUMBER.search(digits):
            yield match.start(), match.end(), "a telephone number"


def _masked(diagnostic: Diagnostic) -> Diagnostic:
    # Findings are stored, shown and sent to models, so the line they quote must not repeat the data.
    first, last = diagnostic.column - 1, (diagnostic.end_column or diagnostic.column) - 1
    line = diagnostic.source_line
    return diagnostic.model_copy(update={"source_line": line[:first] + "*" * (last - first) + line[last:]})
