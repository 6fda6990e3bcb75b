"""Every code that a finding can have, collected from the rooms and registries that define them.

A code is defined once, beside what finds it: a rule of lint has its `INFO`, a format registers its codes with itself,
and other packages have a module called ``codes`` or ``..._codes``. No list names them.
"""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import overload

import authoring
from authoring.dseal.diagnostic import RuleInfo, Severity
from authoring.errors import UsageError, nearest_hint
from authoring.records.base import Record


class CodeExplanation(Record):
    """Answer of ``explain``: one kind of finding."""

    code: str
    name: str
    severity: Severity
    what: str
    why: str
    bad: str
    good: str


@overload
def explain_codes(word: None = None) -> tuple[CodeExplanation, ...]: ...
@overload
def explain_codes(word: str) -> CodeExplanation: ...
def explain_codes(word: str | None = None) -> CodeExplanation | tuple[CodeExplanation, ...]:
    """Return what a finding looks for and why it matters: of the one with a code or a name, or of all by their codes.

    Raises:
        UsageError: there is no such code.
    """
    if word is None:
        return tuple(CodeExplanation.model_validate(info, from_attributes=True) for info in all_codes().values())
    return CodeExplanation.model_validate(rule_info(word), from_attributes=True)


@cache
def all_codes() -> Mapping[str, RuleInfo]:
    """Return every kind of finding by code, in the order of the codes."""
    # Every rule and format is imported for its codes, which takes longer than the verbs that never name one.
    from authoring.dseal.rules.registry import CODES as LINT_CODES  # noqa: PLC0415
    from authoring.formats.base.registry import EXPORT_CODES, IMPORT_CODES  # noqa: PLC0415
    from authoring.gate.alignment.registry import CODES as ALIGNMENT_CODES  # noqa: PLC0415

    packages = [Path(folder) for folder in authoring.__path__]
    infos = [info for module in _code_modules(packages, "authoring.") for info in _infos(module)]
    # Registries find their members by walking folders, or by entry points of other packages.
    infos += [*LINT_CODES.values(), *ALIGNMENT_CODES.values(), *EXPORT_CODES.values(), *IMPORT_CODES.values()]
    return {info.code: info for info in sorted(infos, key=lambda info: info.code)}


def rule_info(word: str) -> RuleInfo:
    """Return the kind of finding that a code or a name stands for.

    Raises:
        UsageError: there is none.
    """
    infos = all_codes()
    for info in infos.values():
        if word.upper() == info.code or word.lower() == info.name:
            return info
    # A code that is nearly right is named rather than a name that is.
    by_name = nearest_hint(word.lower(), [info.name for info in infos.values()], "all codes: authoring explain")
    raise UsageError(f"no finding is called {word}", hint=nearest_hint(word.upper(), infos, by_name))


def prefixes(texts: Sequence[str] | None) -> tuple[str, ...]:
    """Return the code prefixes that ``--select`` or ``--ignore`` name.

    Raises:
        UsageError: no code begins so, which would make a check pass for a slip of the pen.
    """
    parts = tuple(part.strip().upper() for text in texts or () for part in text.split(",") if part.strip())
    for prefix in parts:
        if not any(code.startswith(prefix) for code in all_codes()):
            hint = nearest_hint(prefix, all_codes(), "all codes: authoring explain")
            raise UsageError(f"no code begins with {prefix}", hint=hint)
    return parts


def _code_modules(folders: Iterable[Path], prefix: str) -> Iterator[str]:
    """Yield the dotted names of all modules of codes below folders; packages are not imported to look into them."""
    for folder in folders:
        for module in pkgutil.iter_modules([str(folder)]):
            if module.ispkg:
                yield from _code_modules([folder / module.name], f"{prefix}{module.name}.")
            # This module is called so as well, and would import itself.
            elif module.name.split("_")[-1] == "codes" and prefix != "authoring.api.":
                yield f"{prefix}{module.name}"


def _infos(module: str) -> Iterator[RuleInfo]:
    """Yield the kinds of finding that a module binds to names."""
    for value in vars(import_module(module)).values():
        if isinstance(value, RuleInfo):
            yield value
