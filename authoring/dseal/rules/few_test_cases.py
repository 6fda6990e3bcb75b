"""DS325: a function that is tried on a single case."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_key, checks

_TEXT = (
    '# %%\n"""\nquestion: Write a function `double(x)` that gives twice `x`.\nvalidator:\n  template: basic\n'
    '  table_test:\n    function_name: double\n    test_cases: {0}\n"""\n\ndef double(x):\n    return 2 * x\n'
)

INFO = RuleInfo(
    code="DS325",
    name="few-test-cases",
    severity=Severity.WARNING,
    what="A `table_test` has a single case.",
    why="A function that always returns what is right for this case passes: twice two is also two squared.",
    bad=_TEXT.format("[[2]]"),
    good=_TEXT.format("[[2], [-3], [0]]"),
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find functions that are tried once."""
    for cell, problem in problemset.problems:
        for validator in checks(problem):
            cases = validator.options.get("test_cases") if isinstance(validator.options, dict) else None
            if validator.alias == "table_test" and isinstance(cases, list) and len(cases) == 1:
                path = (*(validator.path or ("validator",)), "test_cases")
                message = "the function is tried on one case alone"
                hint = "add cases that differ: an empty one, a negative one, one with ties or missing values"
                yield at_key(problemset, cell, path, INFO, message, hint)
