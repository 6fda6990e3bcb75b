"""Judging a submission against a reference; runs inside the sandbox.

A validator that a block may name is one module of `authoring.validators.checks`; `and` and `or`, which are made of
others, stand in `combinators`. Reading DSEAL, findings and records belong to the rooms above: nothing here may need
more than the standard library, numpy and pandas.

Importing this package and building a validator run no code of the block and import neither numpy nor pandas, so the
linter may do both; collecting and judging do.
"""

from collections.abc import Callable, Mapping
from typing import TypeAlias

from authoring.extensions import members
from authoring.validators import checks
from authoring.validators.base import ConfiguredValidator, Dialect, Validator, ValidatorError
from authoring.validators.combinators import And, Or
from authoring.validators.options import unknown

Factory: TypeAlias = Callable[[object, Dialect], Validator]
"""Makes a validator from its configuration, under a dialect; raises ValidatorError."""


def _all_of(config: object, dialect: Dialect) -> Validator:
    return And(_members(_canonical(_mapping(config, "validator `and`")), dialect))


def _any_of(config: object, dialect: Dialect) -> Validator:
    return Or(_members(_canonical(_mapping(config, "validator `or`")), dialect))


_CHECKS: dict[str, type[ConfiguredValidator]] = {
    member.VALIDATOR.alias: member.VALIDATOR for member in members(checks.__name__).values()
}

PAPER_NAMES: dict[str, str] = {
    check.paper_name: alias
    for alias, check in sorted(_CHECKS.items(), key=lambda item: item[1].paper_name.lower())
    if check.paper_name
}
"""The released alias of each spelling in the paper's Table 7."""

VALIDATORS: dict[str, Factory] = {
    **dict(sorted({"and": _all_of, "or": _any_of, **{alias: check.read for alias, check in _CHECKS.items()}}.items())),
    **{paper_name: _CHECKS[alias].read for paper_name, alias in PAPER_NAMES.items()},
}
"""What a validator block may name, released aliases first, and who reads its configuration."""

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
    """Return the validator that a problem's block, as YAML gives it, describes: all of its members combined by `and`.

    Raises:
        ValidatorError: for a template, a validator or an option that is unknown, missing or of the wrong type.
    """
    return _whole(block, dialect)


def _whole(block: Mapping[str, object] | None, dialect: Dialect) -> And:
    block_members = _mapping(block, "validator block")
    template = block_members.pop("template", DEFAULT_TEMPLATE)
    if not isinstance(template, str) or template not in TEMPLATES:
        raise unknown("template", template, TEMPLATES)
    # The block comes second: naming a validator of the template gives it options and keeps its place.
    stock: dict[str, object] = dict.fromkeys(TEMPLATES[template])
    return And(_members({**stock, **_canonical(block_members)}, dialect))


def collecting_block(block: Mapping[str, object] | None, dialect: Dialect = "dseval") -> dict[str, object]:
    """Return a block whose validator collects the same of a submission, and that tells nothing of what is right.

    It is what the process of a submission gets to see: code there may read it, and would find tolerances, expected
    values and code that compares in the whole block.

    Raises:
        ValidatorError: as `build` does.
    """
    return {"template": "empty", **_whole(block, dialect).collecting_options()}


def _members(configurations: Mapping[str, object], dialect: Dialect) -> dict[str, Validator]:
    return {alias: VALIDATORS[alias](config, dialect) for alias, config in configurations.items()}


def _canonical(configurations: Mapping[str, object]) -> dict[str, object]:
    """Return configurations by the released alias, so that a template and a block in the paper's words meet."""
    canonical: dict[str, object] = {}
    for name, config in configurations.items():
        if name not in VALIDATORS:
            raise unknown("validator", name, VALIDATORS)
        alias = PAPER_NAMES.get(name, name)
        if alias in canonical:
            raise ValidatorError(f"validator `{name}` is given twice, under two names")
        canonical[alias] = config
    return canonical


def _mapping(block: object, subject: str) -> dict[str, object]:
    if block is None:
        return {}
    if not isinstance(block, Mapping):
        raise ValidatorError(f"{subject} has to be a mapping of validators, not {block!r}")
    # A copy, because `build` takes the template out of it.
    return {str(name): config for name, config in block.items()}
