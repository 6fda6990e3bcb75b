"""From a result tree to one of DSEval's verdicts and sub-verdicts, by the priority rules of the paper's Appendix D."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from authoring.validators.base import Correct, Dialect, MismatchKind, PartialReason, TimeLimitError
from authoring.validators.foreign_code import GROUPED


class VerdictName(StrEnum):
    """The paper's verdicts, as DSEval's result files spell them."""

    CORRECT = "CORRECT"
    INTACT_VIOLATION = "INTACT_VIOLATION"
    PRESENTATION_ERROR = "PRESENTATION_ERROR"
    WRONG_OUTPUT = "WRONG_OUTPUT"
    WRONG_VARIABLES = "WRONG_VARIABLES"
    UNIT_TEST_FAILURE = "UNIT_TEST_FAILURE"
    TIMEOUT = "TIMEOUT"
    CRASH = "CRASH"
    BAD_MODEL = "BAD_MODEL"
    SYNTAX_ERROR = "SYNTAX_ERROR"
    UNKNOWN = "UNKNOWN"


class SubverdictName(StrEnum):
    """The paper's sub-verdicts, as DSEval's result files spell them."""

    UNCATEGORIZED = "UNCATEGORIZED"
    INDEX_MISMATCH = "INDEX_MISMATCH"
    MISSING_RETURN = "MISSING_RETURN"
    PARTIAL_MATCH = "PARTIAL_MATCH"
    NON_CODE = "NON_CODE"
    SHAPE_MISMATCH = "SHAPE_MISMATCH"
    DTYPE_MISMATCH = "DTYPE_MISMATCH"
    COLUMNS_MISMATCH = "COLUMNS_MISMATCH"
    VALUE_MISMATCH = "VALUE_MISMATCH"
    UNEXPECTED_TYPE = "UNEXPECTED_TYPE"
    MODULE_NOT_FOUND = "MODULE_NOT_FOUND"
    ATTRIBUTE_ERROR = "ATTRIBUTE_ERROR"
    KEY_ERROR = "KEY_ERROR"
    NAME_ERROR = "NAME_ERROR"
    TYPE_ERROR = "TYPE_ERROR"
    VALUE_ERROR = "VALUE_ERROR"


class VerdictTree(Protocol):
    """A result tree: a `Verdict` inside the sandbox, a `Judgement` outside."""

    @property
    def correct(self) -> Correct:
        """Whether the submission is right; see `Verdict.correct`."""

    @property
    def category(self) -> str:
        """What was judged; see `Verdict.category`."""

    @property
    def reason(self) -> str:
        """Why it was judged so; see `Verdict.reason`."""

    @property
    def parts(self) -> "Sequence[VerdictTree]":
        """The judgements of which this one is made; see `Verdict.parts`."""

    @property
    def kind(self) -> MismatchKind:
        """The kind of difference that was found; see `Verdict.kind`."""

    @property
    def how(self) -> Sequence[PartialReason]:
        """In what the values differ; see `Verdict.how`."""

    @property
    def errors(self) -> Sequence[str]:
        """The names of the errors that were raised; see `Verdict.errors`."""


class Classification(NamedTuple):
    """What a result tree comes to."""

    verdict: VerdictName
    subverdict: SubverdictName
    reason: str
    """In words; empty for a correct one."""


def classify(result: VerdictTree, dialect: Dialect = "dseval") -> Classification:
    """Return the verdict of a result tree, by the first of these rules that fits.

    Right at the root: CORRECT. Wrong at the root with a crash among what is wrong: SYNTAX_ERROR, TIMEOUT or CRASH.
    Nothing wrong but namespace_intact: INTACT_VIOLATION. Partly right at the root: PRESENTATION_ERROR. Then the first
    of variables, output, model and unit test that is not right; else UNKNOWN.

    Raises:
        ValueError: the tree says that the reference or its validator is at fault, which is no word on the submission.
    """
    problems = list(_problems(result, strict=dialect == "strict"))
    if any(problem.category == "validator_error" for problem in problems):
        raise ValueError("a fault of the reference or its validator has no verdict")
    if result.correct == "yes":
        return Classification(VerdictName.CORRECT, SubverdictName.UNCATEGORIZED, "")
    # Backwards, so that the first of each category is the one that stays.
    first = {problem.category: problem for problem in reversed(problems)}
    # An `and` or `or` without members is a leaf, and judges nothing itself.
    leaves = [problem for problem in problems if not problem.parts and problem.category not in _COMBINED]
    severe = {leaf.category for leaf in leaves if leaf.correct == "no"}
    if result.correct == "no" and "crash" in severe:
        return _crash(first["crash"], dialect)
    if severe == {"namespace_intact"}:
        reason = first["namespace_intact"].reason
        return Classification(VerdictName.INTACT_VIOLATION, SubverdictName.UNCATEGORIZED, reason)
    if result.correct == "partial":
        return _presentation([leaf for leaf in leaves if leaf.correct == "partial"])
    for category, verdict in _verdict_of_category(dialect):
        if category in first:
            return _by_kind(verdict, first[category])
    return Classification(
        VerdictName.UNKNOWN,
        SubverdictName.UNCATEGORIZED,
        _joined_reasons([problem for problem in problems if problem.reason]),
    )


_COMBINED = frozenset({"and", "or"})

# In DSEval's order, here and in the next tables: the first that fits names the verdict.
_VERDICT_OF_CATEGORY = (
    ("namespace_check", VerdictName.WRONG_VARIABLES),
    ("result", VerdictName.WRONG_OUTPUT),
    ("answer_in_source", VerdictName.WRONG_OUTPUT),
    ("model", VerdictName.BAD_MODEL),
    ("table_test", VerdictName.UNIT_TEST_FAILURE),
    # Named by DSEval, and judged by nobody there.
    ("vis", VerdictName.WRONG_OUTPUT),
)

_SUBVERDICT_OF_KIND: tuple[tuple[MismatchKind, SubverdictName], ...] = (
    ("shape", SubverdictName.SHAPE_MISMATCH),
    ("dtype", SubverdictName.DTYPE_MISMATCH),
    ("columns", SubverdictName.COLUMNS_MISMATCH),
    ("value", SubverdictName.VALUE_MISMATCH),
    ("type", SubverdictName.UNEXPECTED_TYPE),
)

_SUBVERDICT_OF_ERROR = (
    ("ModuleNotFoundError", SubverdictName.MODULE_NOT_FOUND),
    ("KeyError", SubverdictName.KEY_ERROR),
    ("TypeError", SubverdictName.TYPE_ERROR),
    ("ValueError", SubverdictName.VALUE_ERROR),
    ("NameError", SubverdictName.NAME_ERROR),
    ("AttributeError", SubverdictName.ATTRIBUTE_ERROR),
)

_SUBVERDICT_OF_HOW: tuple[tuple[PartialReason, SubverdictName], ...] = (
    ("part", SubverdictName.PARTIAL_MATCH),
    ("inferred", SubverdictName.MISSING_RETURN),
    ("source", SubverdictName.NON_CODE),
)

_TIME_LIMIT = f"{TimeLimitError.__module__}.{TimeLimitError.__qualname__}"


def _problems(result: VerdictTree, *, strict: bool) -> Iterator[VerdictTree]:
    """Yield what is not right in the tree, from the root down.

    DSEval looks below what is right as well, where a failing member of a passing `or` is found (its bug); strictly,
    only what made the whole what it is counts.
    """
    if result.correct != "yes":
        yield result
    for part in result.parts:
        if not strict or part.correct == result.correct != "yes":
            yield from _problems(part, strict=strict)


def _crash(problem: VerdictTree, dialect: Dialect) -> Classification:
    heads = problem.errors if problem.correct == "no" else ()
    names = {head.removeprefix(GROUPED).removesuffix(":") for head in heads}
    if dialect == "strict":
        is_syntax = not names.isdisjoint({"SyntaxError", "IndentationError", "TabError"})
        is_late = not names.isdisjoint({_TIME_LIMIT, "TimeoutError"})
        error_names = names
    else:
        # DSEval looks for these characters, which other names may end with.
        is_syntax = any(head.endswith("SyntaxError:") for head in heads)
        # A TimeoutError of the code's own is a crash in DSEval.
        is_late = _TIME_LIMIT in names
        # DSEval finds a name at the start of a line and before a colon: not without a message, nor inside a group.
        error_names = {head.removesuffix(":") for head in heads if head.endswith(":")}
    if is_syntax:
        return Classification(VerdictName.SYNTAX_ERROR, SubverdictName.UNCATEGORIZED, problem.reason)
    if is_late:
        return Classification(VerdictName.TIMEOUT, SubverdictName.UNCATEGORIZED, problem.reason)
    subverdicts = (subverdict for name, subverdict in _SUBVERDICT_OF_ERROR if name in error_names)
    return Classification(VerdictName.CRASH, next(subverdicts, SubverdictName.UNCATEGORIZED), problem.reason)


def _presentation(partials: Sequence[VerdictTree]) -> Classification:
    for partial in partials:
        for reason, subverdict in _SUBVERDICT_OF_HOW:
            if reason in partial.how:
                return Classification(VerdictName.PRESENTATION_ERROR, subverdict, partial.reason)
    return Classification(VerdictName.PRESENTATION_ERROR, SubverdictName.INDEX_MISMATCH, _joined_reasons(partials))


def _verdict_of_category(dialect: Dialect) -> tuple[tuple[str, VerdictName], ...]:
    # DSEval has no verdict for a wrong stream.
    return (
        (*_VERDICT_OF_CATEGORY, ("stream", VerdictName.WRONG_OUTPUT)) if dialect == "strict" else _VERDICT_OF_CATEGORY
    )


def _by_kind(verdict: VerdictName, problem: VerdictTree) -> Classification:
    parts = [part for part in problem.parts or (problem,) if part.correct != "yes"]
    kinds = {part.kind for part in parts if part.correct == "no"}
    subverdicts = (subverdict for kind, subverdict in _SUBVERDICT_OF_KIND if kind in kinds)
    return Classification(verdict, next(subverdicts, SubverdictName.UNCATEGORIZED), _joined_reasons(parts))


def _joined_reasons(results: Sequence[VerdictTree]) -> str:
    reasons = [result.reason for result in results]
    return reasons[0] if len(reasons) == 1 else "\n".join(f"- {reason}" for reason in reasons)
