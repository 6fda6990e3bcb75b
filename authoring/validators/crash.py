"""`crash`: the code has to end without an error."""

from dataclasses import dataclass
from typing import ClassVar, Self

from authoring.validators.answer import answer_in_source
from authoring.validators.base import Collected, Dialect, Execution, Verdict
from authoring.validators.options import arguments


@dataclass(frozen=True, slots=True)
class Crash:
    """No error is right; an error is partly right where the reference's value stands in the source."""

    alias: ClassVar[str] = "crash"

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:  # noqa: ARG003 - the protocol's
        """Return the validator; it has no options."""
        arguments(cls.alias, config, names=())
        return cls()

    def collect(self, execution: Execution, given: Collected | None) -> Collected:
        """Take the error's traceback and the source; of the reference, its value."""
        error = None if execution.error is None else execution.error_text.strip()
        items = {"error": error, "source": execution.source}
        return Collected(items if given is not None else {**items, "value": execution.value})

    def judge(self, reference: Collected, submission: Collected) -> Verdict:
        """Compare."""
        error = submission.items.get("error", "it is not known how")
        if error is None:
            return Verdict("yes", self.alias, "The code ended without an error")
        answer = answer_in_source(str(submission.items.get("source", "")), reference.items.get("value"))
        if answer:
            return Verdict("partial", self.alias, f"The code failed, but {answer}")
        return Verdict("no", self.alias, f"The code failed:\n{error}" if error else "The code failed")
