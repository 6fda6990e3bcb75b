"""References whose own function fails on a test case: the code is at fault, or the case, and not the validator."""

import ast
import re
import sys
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.gate_codes import FAILING_FUNCTION
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.python_code import CUSTOMARY, parse_code
from authoring.dseal.session import at_code, at_key, path_of_reason
from authoring.records.evidence import Judgement

_FAILURE = re.compile(r"(?P<what>the reference's `(?P<name>[^`]+)` fails on test case \d+):\n(?P<trace>.*)", re.DOTALL)
"""As `validators/checks/table_test.py` says it."""
_FRAME = re.compile(r'^ *File "<cell \d+>", line (\d+)', re.MULTILINE)
_ABSENT_NAME = re.compile(r"NameError: name '(\w+)' is not defined")
_FAULTS_OF_CODE = {
    *("NameError", "UnboundLocalError", "ImportError", "ModuleNotFoundError", "AttributeError", "NotImplementedError"),
    *("RecursionError", "SyntaxError"),
}
"""Errors that no test case is to blame for."""
_LIBRARIES = {"numpy", "pandas", "scipy", "sklearn", "matplotlib", "seaborn", "statsmodels"}


def failing_functions(problemset: ProblemSet, cell: Cell, judgement: Judgement) -> Iterator[Diagnostic]:
    """Yield the finding about a reference's function that fails, if that is what a judgement says."""
    failure = _FAILURE.search(judgement.reason)
    if failure is None or cell.problem is None:
        return
    trace = failure["trace"].strip()
    error = next((line.strip() for line in reversed(trace.splitlines()) if line.strip()), "")
    message = f"{failure['what']}: {error}"
    line = _line_of(cell, failure["name"], trace)
    if line and error.partition(":")[0] in _FAULTS_OF_CODE:
        yield at_code(problemset, cell, (line, 1), FAILING_FUNCTION, message, import_hint(error) or "Mend the code.")
    else:
        path = path_of_reason(cell.problem, judgement.reason)
        hint = "Mend the function, or leave out the test case if the question asks for nothing there."
        yield at_key(problemset, cell, path, FAILING_FUNCTION, message, import_hint(error) or hint)


def _line_of(cell: Cell, name: str, trace: str) -> int:
    """Return the line of a cell's code at which its function failed; 0 where the cell does not define it."""
    for node in ast.walk(parse_code(cell.code).tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == name:
            lines = [int(line) for line in _FRAME.findall(trace)]
            return next((line for line in lines if node.lineno <= line <= (node.end_lineno or line)), node.lineno)
    return 0


def import_hint(error: str) -> str:
    """Return which import an error is for the lack of, as a hint; empty where it names no module that all know."""
    absent = _ABSENT_NAME.search(error)
    if absent is None:
        return ""
    name = absent[1]
    if name in CUSTOMARY:
        return f"The import is missing: `import {CUSTOMARY[name]} as {name}`."
    return f"The import is missing: `import {name}`." if name in sys.stdlib_module_names | _LIBRARIES else ""
