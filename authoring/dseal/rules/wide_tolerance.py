"""DS324: a tolerance of a comparison that lets other numbers pass."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_key, comparisons

INFO = RuleInfo(
    code="DS324",
    name="wide-tolerance",
    severity=Severity.WARNING,
    what="A comparison has an `rtol` of 0.05 or more, an `atol` of 1 or more, or a `metrictol` below 0.5. Tolerances "
    "are there for the noise of computing: 1e-9 is enough for sums in another order, 0.01 for results of an iteration.",
    why="A number that is wrong by 5 %, or a count that is wrong by one, is accepted.",
    bad='# %%\n"""\nquestion: What is the sum of 1, 2 and 3?\nvalidator:\n  result:\n    atol: 100\n"""\n\n1 + 2 + 3\n',
    good='# %%\n"""\nquestion: What is the sum of 1, 2 and 3?\nvalidator:\n  result:\n    atol: 0.000001\n"""\n\n'
    "1 + 2 + 3\n",
)

_WIDE = {"rtol": 0.05, "atol": 1.0}
_LEAST_METRIC = 0.5


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the tolerances that are wider than noise."""
    for cell, problem in problemset.problems:
        for flags, path in comparisons(problem):
            for name, value in flags.items():
                if isinstance(value, int | float) and not isinstance(value, bool) and _is_wide(name, value):
                    message = f"`{name}: {value:g}` accepts numbers that are far from the reference's"
                    yield at_key(problemset, cell, (*path, name), INFO, message, "write what noise of computing needs")


def _is_wide(name: str, value: float) -> bool:
    if name == "metrictol":
        return value < _LEAST_METRIC
    return name in _WIDE and abs(value) >= _WIDE[name]
