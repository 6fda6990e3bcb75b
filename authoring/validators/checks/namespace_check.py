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
from authoring.validators.display import short_repr


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
        """Take the variables; where only the type counts, only the type."""
        return CollectedItems({name: self._snapshot(name, execution.namespace) for name in self.comparisons})

    def _snapshot(self, name: str, namespace: Mapping[str, Any]) -> Any:
        if name not in namespace:
            return Missing(name)
        value = namespace[name]
        comparison = self.comparisons[name]
        # The value itself may be unable to travel, and nobody looks at it.
        if comparison.text is None and comparison.options.type_only:
            return Opaque(type_name(value), short_repr(value))
        return value

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
        verdict = self.comparisons[name].judge(expected, actual, self.alias, f"variable `{name}`")
        return replace(verdict, subject=name)


VALIDATOR = NamespaceCheckValidator
