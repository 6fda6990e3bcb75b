"""DS322: comparing code that looks at the outside of a value only: its type, its length, its sum, its text."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Problem, ProblemSet, Surroundings, YamlPath
from authoring.dseal.session import at_key, checks
from authoring.validators.shallow_code import shallow_looks

_TEXT = (
    '# %%\n"""\nquestion: Give the squares of 1 to 3.\nvalidator:\n  result:\n    compare_fn: |\n'
    "      def compare_fn(expected, output):\n        return {{'match': {0}, 'reason': ''}}\n"
    '"""\n\n[1, 4, 9]\n'
)

INFO = RuleInfo(
    code="DS322",
    name="shallow-comparison",
    severity=Severity.WARNING,
    what="A `compare_fn` uses both values only for their type, their length, their sum or another aggregate, their "
    "shape or columns, or their text by `str` or `repr`.",
    why="Type, length and sum accept wrong values, such as the right ones under exchanged labels; the text of a value "
    "changes with the version and cuts long tables short, so that it refuses right values and accepts wrong ones.",
    bad=_TEXT.format("len(output) == len(expected)"),
    good=_TEXT.format("list(output) == list(expected)"),
)

_CHECKERS = ("input_checker", "output_checker")


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find comparing code that never looks into the values."""
    for cell, problem in problemset.problems:
        for code, path in _codes(problem):
            looks = shallow_looks(code)
            if looks:
                message = f"the values are compared by {' and '.join(looks)} alone"
                yield at_key(problemset, cell, path, INFO, message, "compare what the values hold")


def _codes(problem: Problem) -> Iterator[tuple[str, YamlPath]]:
    validators = checks(problem)
    # A model is judged by its predictions; that it has the right type is all there is to compare besides.
    models = {
        item.options.get("model_name")
        for item in validators
        if item.alias == "model" and isinstance(item.options, dict)
    }
    for validator in validators:
        options, path = validator.options, validator.path or ("validator",)
        if validator.alias == "result":
            code = options.get("compare_fn") if isinstance(options, dict) else options
            if isinstance(code, str):
                yield code, (*path, "compare_fn")
        elif isinstance(options, dict) and validator.alias in {"namespace_check", "table_test"}:
            names = _CHECKERS if validator.alias == "table_test" else [name for name in options if name not in models]
            for name in names:
                code = options.get(name)
                if isinstance(code, str):
                    yield code, (*path, name)
