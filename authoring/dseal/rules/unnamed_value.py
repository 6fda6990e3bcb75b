"""DS241: a rounding or an order that does not say of which of several values it is."""

import re
from collections.abc import Iterator

from authoring.dseal.conventions import convention_list
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import CellKind, Problem, ProblemSet, Surroundings
from authoring.dseal.positions import finding, lines_of
from authoring.dseal.session import at_question, checked_variables, checks

_STORED = "question: Store the shares of `a` as `p`. Which is the largest?{0}\nvalidator:\n  namespace_check:\n    p:\n"
_CODE = '"""\n\np = df.a / df.a.sum()\nfloat(round(p.max(), 3))\n'
INFO = RuleInfo(
    code="DS241",
    name="unnamed-value",
    severity=Severity.WARNING,
    what="A question departs from a convention with words such as `here rounded to 3 decimals`, which hang on the noun "
    "before them or stand alone where the problem gives several values; or a convention rounds to a number of "
    "decimals and does not name what, in a set that compares variables or functions as well as answers.",
    why="Some round the deviation, some the median that it is taken from, some the variable as well: all of them read "
    "the sentence as it stands.",
    bad='# %%\n"""\n' + _STORED.format(" Here, rounded to 3 decimals.") + _CODE,
    good='# %%\n"""\n' + _STORED.format(" Here, the answer is rounded to 3 decimals.") + _CODE,
)
_FORM = (
    r"(?:un)?rounded|sorted|ordered|numbered|indexed|(?:in )?(?:ascending|descending)|to \d+ decimals?|to (?:one|two|"
    r"three|four) decimals?|with \d+ decimals?|as (?:an? )?(?:ints?|integers?|floats?|texts?|strings?)"
)
_DEPARTURE = re.compile(
    rf"(?:^|[.!?;:(]\s+|(?P<hanging>,\s+|\band\s+))(?P<words>here,?\s+(?:{_FORM})\b[^.,;\n]{{0,40}})", re.IGNORECASE
)
"""A departure that begins a sentence, or hangs on whatever noun stands before it."""
_SEVERAL = re.compile(
    r"\b(?:tuple|pair|dict|dictionary|mapping|dataframe|columns|table|both|together with|as well as)\b", re.IGNORECASE
)
"""Words of a question whose answer has several parts."""
_DECIMALS = re.compile(
    r"\bround(?:ed|s|ing)?\b[^.;]{0,40}\b(?:\d+|one|two|three|four|five|six) (?:decimals?|digits|places)|"
    r"\b\d+ decimals?\b[^.;]{0,30}\bround",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"`|\b(?:answers?|answered|return(?:s|ed)?|stor(?:e|es|ed)|variables?|functions?|columns?|cells?|series|tables?|"
    r"dataframes?|lists?|shares?|means?|medians?|percentages?|ratios?|correlations?|scores?|last (?:value|line))\b",
    re.IGNORECASE,
)
"""What a convention may name as that which it rounds."""


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first departure of each question that names no value, and conventions that name none."""
    problems = problemset.problems
    for cell, problem in problems:
        match = _DEPARTURE.search(problem.question)
        if match is not None and (match["hanging"] or _gives_several(problem)):
            words = " ".join(match["words"].split())
            message = f"“{words}” does not say which value it is about"
            hint = "name it in a sentence of its own: “Here, `p` is rounded ...”, “Here, the answer is ...”"
            yield at_question(problemset, cell, words, INFO, message, hint)
    if any(_has_other_values(problem) for _, problem in problems):
        yield from _conventions(problemset)


def _conventions(problemset: ProblemSet) -> Iterator[Diagnostic]:
    for cell in problemset.cells:
        stated = convention_list(cell.code) if cell.kind is CellKind.CONTEXT else None
        if stated is None:
            continue
        item = next((item for item in stated.items if _DECIMALS.search(item) and not _NAMED.search(item)), None)
        lines = cell.code.split("\n")
        line = next((at for at in range(stated.first, stated.last) if item and item[:20] in lines[at]), None)
        if line is None:
            continue
        start = lines_of(problemset.text).starts[cell.code_span.line + line - 1]
        message = "the convention does not say whether it rounds answers alone, or what is stored and returned as well"
        hint = "name it: “Numbers in an answer are rounded ...”, “what is stored stays exact”"
        yield finding(INFO, problemset.text, start, start + len(lines[line]), message, hint=hint)


def _gives_several(problem: Problem) -> bool:
    return _has_other_values(problem) or _SEVERAL.search(problem.question) is not None


def _has_other_values(problem: Problem) -> bool:
    """Tell whether a problem has a variable or a function compared beside, or in the place of, its last value."""
    return bool(checked_variables(problem)) or any(check.alias == "table_test" for check in checks(problem))
