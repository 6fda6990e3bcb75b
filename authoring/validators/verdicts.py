"""From a result tree to one of DSEval's verdicts and sub-verdicts, by the priority rules of the paper's Appendix D."""

from collections.abc import Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from authoring.validators.base import Correct, Dialect, How, Kind


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


class Result(Protocol):
    """A result tree: a `Verdict` inside the sandbox, a `Judgement` outside."""

    @property
    def correct(self) -> Correct:
        """As `Verdict.correct`."""
        ...

    @property
    def category(self) -> str:
        """As `Verdict.category`."""
        ...

    @property
    def reason(self) -> str:
        """As `Verdict.reason`."""
        ...

    @property
    def parts(self) -> "Sequence[Result]":
        """As `Verdict.parts`."""
        ...

    @property
    def kind(self) -> Kind:
        """As `Verdict.kind`."""
        ...

    @property
    def how(self) -> Sequence[How]:
        """As `Verdict.how`."""
        ...

    @property
    def errors(self) -> Sequence[str]:
        """As `Verdict.errors`."""
        ...


class Classified(NamedTuple):
    """What a result tree comes to."""

    verdict: VerdictName
    subverdict: SubverdictName
    reason: str
    """In words; empty for a correct one."""


def classify(result: Result, dialect: Dialect = "dseval") -> Classified:
    """Return the verdict of a result tree."""
    raise NotImplementedError
