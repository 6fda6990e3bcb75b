"""DS315: Python text in a validator block that cannot work."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Json, ProblemSet, Surroundings, YamlPath
from authoring.dseal.python_code import assigned_names, parse_code
from authoring.dseal.session import Check, at_key, checks

INFO = RuleInfo(
    code="DS315",
    name="broken-validator-code",
    severity=Severity.ERROR,
    what="Python text in a validator block is a syntax error, or does not define what is looked for in it: "
    "`compare_fn`, `_validate`, `_test_case` or `_generate`.",
    why="DSEval stops when it loads or judges the problem.",
    bad='# %%\n"""\nquestion: Add 1 and 2.\nvalidator:\n  result:\n    compare_fn: |\n      def compare(a, b):\n'
    "        return {'match': a == b, 'reason': ''}\n\"\"\"\n\n1 + 2\n",
    good='# %%\n"""\nquestion: Add 1 and 2.\nvalidator:\n  result:\n    compare_fn: |\n      def compare_fn(a, b):\n'
    "        return {'match': a == b, 'reason': ''}\n\"\"\"\n\n1 + 2\n",
)

_FENCE = "```"


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find Python texts in validator blocks that are broken or define the wrong name."""
    for cell, problem in problemset.problems:
        for validator in checks(problem):
            if validator.path is None:
                continue
            for code, required_names, path in _codes(validator, validator.path):
                message = _fault(code, required_names)
                if message:
                    yield at_key(problemset, cell, path, INFO, message, "correct the code in the validator block")


def _fault(code: str, required_names: tuple[str, ...]) -> str:
    parsed = parse_code(code)
    if parsed.error is not None:
        return f"the validator's code is no Python: {parsed.error.message}"
    assigned = assigned_names(code)
    # Code that runs other code may define what is looked for.
    if required_names and not assigned.open and not assigned.bound & set(required_names):
        return "the validator's code does not define " + " or ".join(f"'{name}'" for name in required_names)
    return ""


def _codes(validator: Check, path: YamlPath) -> Iterator[tuple[str, tuple[str, ...], YamlPath]]:
    """Give each Python text of a validator, the names it must define, and where it stands."""
    options = validator.options
    if validator.alias == "result":
        inner = options.get("compare_fn") if isinstance(options, dict) else options
        if isinstance(inner, str):
            yield inner, ("compare_fn",), (*path, "compare_fn")
    if not isinstance(options, dict):
        return
    if validator.alias == "namespace_check":
        for name, comparison in options.items():
            if isinstance(comparison, str):
                yield comparison, ("compare_fn",), (*path, name)
    if validator.alias == "table_test":
        functions = {"input_validator": "_validate", "input_checker": "compare_fn", "output_checker": "compare_fn"}
        for option, function in functions.items():
            text = options.get(option)
            if isinstance(text, str):
                yield text, (function,), (*path, option)
        yield from _case_codes(options.get("test_cases"), (*path, "test_cases"))


def _case_codes(cases: Json, path: YamlPath) -> Iterator[tuple[str, tuple[str, ...], YamlPath]]:
    pending: list[tuple[Json, YamlPath]] = [(cases, path)]
    while pending:
        case, at = pending.pop(0)
        if isinstance(case, list):
            pending.extend((item, (*at, index)) for index, item in enumerate(case))
        elif isinstance(case, str):
            text = case.strip()
            # Read as `validators.table_cases` reads cases: a fence holds code, single backticks an expression.
            if text.startswith(_FENCE + "\n") and text.endswith(_FENCE):
                yield text[4:-3], ("_test_case", "_generate"), at
            elif case.startswith("`") and case.endswith("`") and not case.startswith(_FENCE) and len(case) > 1:
                # In brackets, because only an expression may stand there.
                yield f"({case[1:-1].strip()})", (), at
