"""`example_length`: the value has to be as long as the reference's."""

from dataclasses import dataclass
from typing import ClassVar, Self

from authoring.validators.base import CollectedItems, Dialect, DisclosesNothing, Execution, Verdict
from authoring.validators.options import arguments


@dataclass(frozen=True, slots=True)
class LengthValidator(DisclosesNothing):
    """Compares lengths alone."""

    alias: ClassVar[str] = "example_length"
    paper_name: ClassVar[str] = ""

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:
        """Return the validator; it has no options."""
        del dialect
        arguments(cls.alias, config, names=())
        return cls()

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:
        """Take the length."""
        del disclosed
        return CollectedItems({"length": len(execution.value)})

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare."""
        same = reference.items.get("length") == submission.items.get("length")
        return Verdict("yes" if same else "no", self.alias, "The lengths are the same" if same else "The lengths differ")


VALIDATOR = LengthValidator
