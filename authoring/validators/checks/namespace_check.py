"""`namespace_check`: named variables have to match."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from authoring.validators.base import (
    CollectedItems,
    Dialect,
    DisclosesNothing,
    Execution,
    Missing,
    Opaque,
    ValidatorError,
    Verdict,
    type_name,
)
from authoring.validators.combinators import worst
from authoring.validators.comparison import Comparison

TYPE = "type of "
"""Begins the item that holds a variable's type; no variable holds a space."""


@dataclass(frozen=True, slots=True)
class NamespaceCheckValidator(DisclosesNothing):
    """Each variable is compared on its own; the worst decides."""

    alias: ClassVar[str] = "namespace_check"
    paper_name: ClassVar[str] = "Variables"
    comparisons: Mapping[str, Comparison]

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:
        """Return the validator for a mapping of variable names to flags, code or nothing."""
        if config is not None and not isinstance(config, Mapping):
            raise ValidatorError(f"validator `{cls.alias}` needs a mapping of variable names, not {config!r}")
        comparisons = {
            str(name): Comparison.read(comparison, f"variable `{name}`", dialect)
            for name, comparison in (config or {}).items()
        }
        return cls(comparisons)

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:  # noqa: ARG002 - the protocol's
        """Take the variables, and their types beside them: values that cannot travel have one, too."""
        items: dict[str, Any] = {}
        for name in self.comparisons:
            if name in execution.namespace:
                value = execution.namespace[name]
                items |= {name: value, f"{TYPE}{name}": Opaque(type_name(value))}
            else:
                items[name] = Missing(name)
        return CollectedItems(items)

    def collecting_options(self) -> object:
        """Name the variables; how they are compared is of no use to whoever takes them."""
        return dict.fromkeys(self.comparisons)

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare.

        Raises:
            ValidatorError: when the reference lacks a variable, or a comparison's code fails.
        """
        parts = tuple(self._judged(name, reference, submission) for name in self.comparisons)
        return Verdict(worst(parts), self.alias, parts=parts)

    def _judged(self, name: str, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        expected = reference.items.get(name, Missing(name))
        actual = submission.items.get(name, Missing(name))
        # Without the oracle nothing can be wrong or right, so it is the block that is at fault.
        if isinstance(expected, Missing):
            raise ValidatorError(f"validator `{self.alias}` names `{name}`, which the reference does not have")
        if isinstance(actual, Missing):
            return Verdict("no", self.alias, f"Variable `{name}` is not there", subject=name)
        comparison = self.comparisons[name]
        # Where only the type counts, the values may be unable to travel.
        if comparison.text is None and comparison.options.type_only:
            expected, actual = (side.items.get(f"{TYPE}{name}", Missing(name)) for side in (reference, submission))
        verdict = comparison.judge(expected, actual, self.alias, f"variable `{name}`")
        return replace(verdict, subject=name)


VALIDATOR = NamespaceCheckValidator
