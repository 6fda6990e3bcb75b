"""Judging a submission against a reference; runs inside the sandbox.

Importing this package and building a validator run no code of the block and import neither numpy nor pandas, so the
linter may do both; collecting and judging do.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from authoring.validators.answer_in_source import AnswerInSource
from authoring.validators.base import (
    Collected,
    Dialect,
    Difference,
    Execution,
    Missing,
    Opaque,
    TimeLimitError,
    Validator,
    ValidatorError,
    Verdict,
    type_name,
)
from authoring.validators.combine import And, Or
from authoring.validators.crash import Crash
from authoring.validators.model import Model
from authoring.validators.namespace_check import NamespaceCheck
from authoring.validators.namespace_intact import NamespaceIntact
from authoring.validators.options import unknown
from authoring.validators.result import Result
from authoring.validators.stream import Stream
from authoring.validators.table_test import TableTest
from authoring.validators.vis import Vis

__all__ = [
    "DEFAULT_TEMPLATE",
    "PAPER_NAMES",
    "TEMPLATES",
    "VALIDATORS",
    "Collected",
    "Dialect",
    "Difference",
    "Execution",
    "Missing",
    "Opaque",
    "TimeLimitError",
    "Validator",
    "ValidatorError",
    "Verdict",
    "build",
    "type_name",
]


Factory: TypeAlias = Callable[[object, Dialect], Validator]
"""Makes a validator from its configuration, under a dialect; raises ValidatorError."""


def _all_of(config: object, dialect: Dialect) -> Validator:
    return And(_members(_canonical(_mapping(config, "validator `and`")), dialect))


def _any_of(config: object, dialect: Dialect) -> Validator:
    return Or(_members(_canonical(_mapping(config, "validator `or`")), dialect))


VALIDATORS: dict[str, Factory] = {
    "and": _all_of,
    "answer_in_source": AnswerInSource.read,
    "crash": Crash.read,
    "model": Model.read,
    "namespace_check": NamespaceCheck.read,
    "namespace_intact": NamespaceIntact.read,
    "or": _any_of,
    "result": Result.read,
    "stream": Stream.read,
    "table_test": TableTest.read,
    "vis": Vis.read,
    # The paper's spellings.
    "error": Crash.read,
    "execute_result": Result.read,
    "Intact": NamespaceIntact.read,
    "ModelEval": Model.read,
    "stream_output": Stream.read,
    "Unit-test": TableTest.read,
    "Variables": NamespaceCheck.read,
}
"""What a validator block may name, and who reads its configuration."""

PAPER_NAMES: dict[str, str] = {
    "error": "crash",
    "execute_result": "result",
    "Intact": "namespace_intact",
    "ModelEval": "model",
    "stream_output": "stream",
    "Unit-test": "table_test",
    "Variables": "namespace_check",
}
"""The released alias of each spelling in the paper's Table 7."""

TEMPLATES: dict[str, tuple[str, ...]] = {
    "empty": (),
    "basic": ("crash",),
    "intact": ("crash", "namespace_intact"),
    "comparison": ("crash", "namespace_intact", "result"),
}
"""What a block's `template` puts before the validators it names."""
DEFAULT_TEMPLATE = "comparison"
"""The template of a block that names none."""


def build(block: Mapping[str, object] | None, dialect: Dialect = "dseval") -> Validator:
    """Return the validator that a problem's block describes, all of its members combined by `and`.

    Args:
        block: as YAML gives it, ``template`` included; None for a problem without a block.
        dialect: of the benchmark.

    Raises:
        ValidatorError: for a template, a validator or an option that is unknown, missing or of the wrong type.
    """
    given = _mapping(block, "validator block")
    template = given.pop("template", DEFAULT_TEMPLATE)
    if not isinstance(template, str) or template not in TEMPLATES:
        raise unknown("template", template, TEMPLATES)
    stock: dict[str, object] = dict.fromkeys(TEMPLATES[template])
    return And(_members({**stock, **_canonical(given)}, dialect))


def _members(named: Mapping[str, object], dialect: Dialect) -> dict[str, Validator]:
    return {alias: VALIDATORS[alias](config, dialect) for alias, config in named.items()}


def _canonical(named: Mapping[str, object]) -> dict[str, object]:
    """Return configurations by the released alias, so that a template and a block in the paper's words meet."""
    found: dict[str, object] = {}
    for name, config in named.items():
        if name not in VALIDATORS:
            raise unknown("validator", name, VALIDATORS)
        alias = PAPER_NAMES.get(name, name)
        if alias in found:
            raise ValidatorError(f"validator `{name}` is given twice, under two names")
        found[alias] = config
    return found


def _mapping(block: object, what: str) -> dict[str, object]:
    if block is None:
        return {}
    if not isinstance(block, Mapping):
        raise ValidatorError(f"{what} has to be a mapping of validators, not {block!r}")
    return {str(name): config for name, config in block.items()}
