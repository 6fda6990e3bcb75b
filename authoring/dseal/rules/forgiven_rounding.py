"""DS323: a rounding that is asked for and not compared."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_key, comparisons

INFO = RuleInfo(
    code="DS323",
    name="forgiven-rounding",
    severity=Severity.WARNING,
    what="A question asks for numbers that are rounded to so many decimals, and `atol` is at least half a unit of the "
    "last of them.",
    why="The rounding is tested by nothing: an answer that is not rounded is accepted, and so is the next number.",
    bad='# %%\n"""\nquestion: Give 2 / 3 rounded to 2 decimals.\n'
    'validator:\n  result:\n    atol: 0.01\n"""\n\nround(2 / 3, 2)\n',
    good='# %%\n"""\nquestion: Give 2 / 3 rounded to 2 decimals.\nvalidator:\n  result:\n    atol: 0.000001\n"""\n\n'
    "round(2 / 3, 2)\n",
)

_NUMBERS = {
    "no": 0,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "一": 1,
    "两": 2,
    "二": 2,
    "三": 3,
    "四": 4,
}
_DECIMALS = re.compile(
    r"(?i)\bround(?:ed|ing|s)?\b[^.;\n]{0,60}?\b(?P<english>\d|no|one|two|three|four|five|six) (?:decimal|digit|place)"
    r"|\bround(?:ed|ing|s)?\b[^.;\n]{0,60}?\b(?P<whole>nearest (?:integer|whole number)|whole numbers?|integers?)\b"
    r"|(?:保留|四舍五入)\w{0,6}?(?P<chinese>\d|[一两二三四])位小数"
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find tolerances within which a rounding cannot be seen."""
    for cell, problem in problemset.problems:
        decimals = [_decimals(match) for match in _DECIMALS.finditer(problem.question)]
        if not decimals:
            continue
        # Where numbers of several kinds are rounded, the finest of them shows whether rounding is tested at all.
        unit = 10.0 ** -max(decimals)
        for flags, path in comparisons(problem):
            atol = flags.get("atol")
            if not isinstance(atol, int | float) or isinstance(atol, bool):
                continue
            # Half a unit is the most by which rounding changes a number; the tolerance that hides it is as large.
            if atol >= unit / 2 * (1 - 1e-9):
                message = f"numbers are to be rounded to units of {unit:g}, and 'atol' forgives {atol:g}"
                hint = f"write an `atol` below {unit / 2:g}, or do not ask for rounding"
                yield at_key(problemset, cell, (*path, "atol"), INFO, message, hint)


def _decimals(match: re.Match[str]) -> int:
    word = match["english"] or match["chinese"]
    if word is None:
        return 0
    return int(word) if word.isdecimal() else _NUMBERS[word.casefold()]
