"""DS676: the question saves in a variable that the reference does not bind."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import assigned_names
from authoring.dseal.session import at_code, checked_variables
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS676",
    name="other-variable",
    severity=Severity.WARNING,
    what="The question says in which variable to save, the reference binds no such name, and the variable that is "
    "compared has another.",
    why="A solver who does what the question says is refused.",
    bad='# %%\n"""\nquestion: Save the rows of `new` in a DataFrame named `df`.\nvalidator:\n  namespace_check:\n'
    '    new:\n"""\n\nnew = df.dropna()\n',
    good='# %%\n"""\nquestion: Save the rows of `df` in a DataFrame named `new`.\nvalidator:\n  namespace_check:\n'
    '    new:\n"""\n\nnew = df.dropna()\n',
)
_SAVING = re.compile(
    r"\b(?:sav|stor|assign|put|load|read|creat|mak)\w*\b(?:`[^`\n]{0,80}`|[^.`\n]){0,60}?"
    r"\b(?:in|into|as|to|called|named|variable|dataframe|series|dict)\b (?:an? |the )?(?:new )?"
    r"(?:variable |dataframe |series |dict |list )?"
    r"(?:named |called |as )?`(?P<name>[A-Za-z_]\w*)`(?! (?:column|as )|[\[(])",
    re.IGNORECASE,
)
_OF_COLUMNS = re.compile(r"\b(?:columns?|features?|index|import\w*|functions?)\b", re.IGNORECASE)

_TAKING = re.compile(r"\b(?:from|of|with|on|using|by)\b[^`]*`$", re.IGNORECASE)
"""Words before a name that something is made of."""

_NEW_VARIABLE = re.compile(r"^\w+ (?:(?:an?|the|new) )*(?:\w+ )?`\w+`")


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find a variable to save in that nothing binds, where another one is compared."""
    compared = checked_variables(subject.problem)
    names = [match["name"] for match in _SAVING.finditer(subject.problem.question) if _is_target(match)]
    bound = assigned_names(subject.cell.code).bound
    if not compared or not names or not compared <= bound:
        return
    strange = [name for name in names if name not in bound and name not in compared]
    # Where the variable that is compared is what another sentence saves in, the name may be one to start from.
    if strange and not compared & {*names}:
        message = f"the question saves in `{strange[0]}`, the reference in `{min(compared)}`"
        yield at_code(subject.problemset, subject.cell, (1, 1), INFO, message, "make the two say the same")


def _is_target(match: re.Match[str]) -> bool:
    before = match[0][: match.start("name") - match.start()]
    # In "make `yearly`, a table of what is in `df`" the first name is what is made.
    return not any(pattern.search(before) for pattern in (_OF_COLUMNS, _TAKING, _NEW_VARIABLE))
