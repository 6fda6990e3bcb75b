"""`crash`: the code has to end without an error."""

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from authoring.validators.base import CollectedItems, Dialect, DisclosesNothing, Execution, Verdict
from authoring.validators.foreign_code import error_names, read_error_names
from authoring.validators.options import arguments
from authoring.validators.presentation import answer_in_source


@dataclass(frozen=True, slots=True)
class CrashValidator(DisclosesNothing):
    """No error is right; in DSEval's dialect an error is partly right where the reference's value stands in the source.

    Strictly, no code that fails is right in any part.
    """

    alias: ClassVar[str] = "crash"
    paper_name: ClassVar[str] = "error"
    dialect: Dialect = "dseval"

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:
        """Return the validator; it has no options."""
        arguments(cls.alias, config, names=())
        return cls(dialect)

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:
        """Take the error's traceback and names with the source; of the reference, its value."""
        items: dict[str, Any] = {"error": None}
        # Answers that differ in their code alone leave the same.
        if execution.error is not None:
            names, text = error_names(execution.error), execution.error_text.strip()
            items = {"error": text, "errors": names, "source": execution.source}
        return CollectedItems(items if disclosed is not None else {**items, "value": execution.value})

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Refuse a submission that ended with an error."""
        # A submission's process may send anything, so a collection without the item is no success.
        error = submission.items.get("error", "it is not known how")
        if error is None:
            return Verdict("yes", self.alias, "The code ended without an error")
        errors = read_error_names(submission.items.get("errors"))
        source, value = str(submission.items.get("source", "")), reference.items.get("value")
        answer = "" if self.dialect == "strict" else answer_in_source(source, value)
        if answer:
            return Verdict("partial", self.alias, f"The code failed, but {answer}", how=("source",), errors=errors)
        return Verdict("no", self.alias, f"The code failed:\n{error}" if error else "The code failed", errors=errors)


VALIDATOR = CrashValidator
