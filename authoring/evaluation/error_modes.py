"""Why an answer is wrong, in the four kinds that CIBench counts (appendix E), by rules.

The rules read what is known of an answer: its code, how it ended, the exception, and what the validator found. Where an
exception names something that does not exist, it matters who invented it: a name that the answer itself binds, or that
everybody imports under it, was mistyped or forgotten; any other was made up. Where nothing but the wrong value, or some
exception, speaks for a kind, the rules guess and say so: `authoring.evaluation.judges` may decide it.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from authoring.records.evidence import ErrorView, Outcome
from authoring.records.results import Attempt, ProblemResult, Submission
from authoring.records.solvers.error_modes import ErrorMode, ErrorModeVerdict
from authoring.records.solvers.task_graph import AGENT_STATS_KEY
from authoring.validators.syntax_tree import module_tree
from authoring.validators.verdicts import SubverdictName, VerdictName

_IMPORTS = """
np pd plt sns st stats sp sm smf tf nltk math re json os sys random statistics itertools functools collections
datetime timedelta date time Counter defaultdict OrderedDict namedtuple reduce partial Path StringIO BytesIO deepcopy
Decimal Fraction combinations permutations product chain train_test_split LinearRegression LogisticRegression
RandomForestClassifier RandomForestRegressor StandardScaler accuracy_score mean_squared_error r2_score
"""
CUSTOMARY = frozenset(_IMPORTS.split())
"""Names that code imports under just this name: where one is not defined, the import was forgotten."""
_TYPES = "NoneType int float str bool list dict tuple set function method type range generator"
BUILT_IN_TYPES = frozenset(_TYPES.split())
"""Types whose attributes everybody knows: what is asked of such a value was meant for a value of another type."""
FORMS = frozenset(
    {
        SubverdictName.MISSING_RETURN,
        SubverdictName.NON_CODE,
        SubverdictName.UNEXPECTED_TYPE,
        SubverdictName.DTYPE_MISMATCH,
        SubverdictName.COLUMNS_MISMATCH,
    }
)
"""Sub-verdicts on the form of an answer, and not on what stands in it."""
TELLING_ERRORS = frozenset({"SyntaxError", "IndentationError", "TabError", "NameError", "UnboundLocalError"})
"""Exceptions that leave no doubt about code that made nothing up."""
_CODE_LIKE = re.compile(r"[=\[(]")
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"")
_NO_ATTRIBUTE = re.compile(r"^'?(?P<owner>[^']*)'?(?: object)? has no attribute '(?P<name>[^']*)'")
_RAISED = re.compile(r"^(\w*(?:Error|Exception|Exit|Interrupt)): ?(.*)$", re.MULTILINE)
"""The line of a traceback that names the exception."""
_FRAME = re.compile(r'^  File "([^"]*)", line \d+', re.MULTILINE)
_EXACT_NAME = re.compile(r"`([^`\n]+)`|\"([^\"\n]+)\"|'([^'\n]+)'")
"""What a question names exactly."""
_MISSING = frozenset({"NameError", "UnboundLocalError", "KeyError", "FileNotFoundError", "UndefinedVariableError"})
_NAMES_INVENTED = ("unexpected keyword argument", "invalid keyword argument", "cannot import name")


class ErrorModeRuling(NamedTuple):
    """What the rules say of a wrong answer."""

    mode: ErrorMode
    is_open: bool = False
    """Whether nothing speaks for it but that no other rule applies."""


def error_mode(attempt: Attempt, question: str) -> ErrorMode | None:
    """Return why an answer is wrong, by the rules, those that guess included; None where `rule_on` gives none."""
    ruling = rule_on(attempt, question)
    return ruling.mode if ruling is not None else None


def rule_on(attempt: Attempt, question: str) -> ErrorModeRuling | None:
    """Return why an answer is wrong, and whether the rules leave that open.

    None where it is right, and where a person ended the work on it, which is no fault of who answers.

    Args:
        attempt: an answer that was judged.
        question: that it was given to.
    """
    if attempt.verdict is VerdictName.CORRECT:
        return None
    code = attempt.submission.code
    if not _is_code(code):
        return None if _was_ended(attempt.submission) else ErrorModeRuling(ErrorMode.INSTRUCTION)
    error = attempt.run.error or _reported(attempt.reason)
    if error is not None and attempt.verdict in {VerdictName.CRASH, VerdictName.SYNTAX_ERROR}:
        mode = _of_exception(error, code, question)
        # Behind other exceptions may stand a wrong idea of what is there.
        is_open = mode is ErrorMode.CODE and error.type.rpartition(".")[2] not in TELLING_ERRORS
        return ErrorModeRuling(mode, is_open)
    if attempt.verdict is VerdictName.TIMEOUT or attempt.run.outcome is not Outcome.OK:
        return ErrorModeRuling(ErrorMode.CODE)
    mode = _of_value(attempt)
    # A wrong value is what every misread question gives, too.
    return ErrorModeRuling(mode, is_open=mode is ErrorMode.REASONING)


def ruled(problem: ProblemResult, attempt: Attempt) -> ErrorModeVerdict | None:
    """Return what the rules say of an answer; None where it is right."""
    ruling = rule_on(attempt, problem.question)
    if ruling is None:
        return None
    return ErrorModeVerdict(
        problemset=problem.problemset,
        index=problem.index,
        attempt=attempt.submission.attempt,
        mode=ruling.mode,
        rule=ruling.mode,
        is_open=ruling.is_open,
    )


def _was_ended(submission: Submission) -> bool:
    """Tell whether a person who reviewed a solver's work ended it."""
    # A file that somebody else wrote may hold anything under this name.
    graph = submission.agent_stats.get(AGENT_STATS_KEY)
    return isinstance(graph, dict) and graph.get("outcome") == "left"


def _is_code(code: str) -> bool:
    """Tell whether a reply holds a statement that does anything; prose and comments do not."""
    try:
        tree = module_tree(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return bool(_CODE_LIKE.search(code))
    return any(not isinstance(node, ast.Pass) and not _is_prose(node) for node in tree.body)


def _is_prose(node: ast.stmt) -> bool:
    """Tell whether a statement is a sentence in quotes, of which nothing is computed."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and " " in str(node.value.value)


def _of_exception(error: ErrorView, code: str, question: str) -> ErrorMode:
    """Return what an exception says: that something was made up, or that the code is broken."""
    name = error.type.rpartition(".")[2]
    if name in {"ModuleNotFoundError", "ImportError"} or any(part in error.message for part in _NAMES_INVENTED):
        return ErrorMode.HALLUCINATION
    if name == "AttributeError":
        return _of_attribute(error.message)
    names = frozenset(_quoted(error.message))
    if name not in _MISSING or not names or (name == "KeyError" and _is_raised_by_code(error.traceback)):
        return ErrorMode.CODE
    names_at_hand = _bound_by(code) | {entry for group in _EXACT_NAME.findall(question) for entry in group}
    return (
        ErrorMode.CODE
        if names <= names_at_hand | (CUSTOMARY if "NameError" in name else set())
        else ErrorMode.HALLUCINATION
    )


def _reported(reason: str) -> ErrorView | None:
    """Return the exception of a function that a validator called, from the traceback that it shows."""
    raised = _RAISED.findall(reason)
    return ErrorView(type=raised[-1][0], message=raised[-1][1], traceback=reason) if raised else None


def _is_raised_by_code(traceback: str) -> bool:
    """Tell whether an exception comes from the answer's own lines, as of a dictionary, and not from a library's."""
    frames = _FRAME.findall(traceback)
    return bool(frames) and frames[-1].startswith("<")


def _of_attribute(message: str) -> ErrorMode:
    missing = _NO_ATTRIBUTE.match(message.removeprefix("module "))
    if missing is None or missing["owner"] in BUILT_IN_TYPES or "accessor" in message:
        # An accessor of pandas refuses a column of another type, which has to be converted first.
        return ErrorMode.CODE
    return ErrorMode.HALLUCINATION


def _of_value(attempt: Attempt) -> ErrorMode:
    """Return why code that ran gave a wrong answer: for its form, or for what it says."""
    if attempt.subverdict is SubverdictName.INDEX_MISMATCH and "columns" not in attempt.reason:
        # The right values in another order, which has to be worked out as well.
        return ErrorMode.REASONING
    # Nothing stands where the answer is looked for: it was printed, stored under another name, or not given back.
    is_absent = attempt.verdict is VerdictName.WRONG_OUTPUT and attempt.run.value is None
    is_for_form = attempt.verdict in {VerdictName.INTACT_VIOLATION, VerdictName.PRESENTATION_ERROR}
    if is_absent or is_for_form or _is_undefined(attempt.reason) or attempt.subverdict in FORMS:
        return ErrorMode.INSTRUCTION
    return ErrorMode.REASONING


def _is_undefined(reason: str) -> bool:
    """Tell whether a validator did not find the variable or function that it was to look at."""
    return reason.endswith("is not there")


def _quoted(message: str) -> Iterator[str]:
    for match in _QUOTED.finditer(message):
        yield match[1] or match[2] or ""


@cache
def _bound_by(code: str) -> frozenset[str]:
    """Return names that code binds, and texts under which it stores."""
    try:
        tree = module_tree(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.arg | ast.keyword) and node.arg:
            names.add(node.arg)
        elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store):
            names.update(str(part.value) for part in ast.walk(node.slice) if isinstance(part, ast.Constant))
    return frozenset(names)
