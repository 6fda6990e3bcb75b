"""`stream`: what the code wrote has to be the same, to the letter."""

from dataclasses import dataclass
from typing import ClassVar, Self

from authoring.validators.base import CollectedItems, Dialect, DisclosesNothing, Execution, Verdict
from authoring.validators.options import arguments


@dataclass(frozen=True, slots=True)
class StreamValidator(DisclosesNothing):
    """Standard output and standard error, in the order they were written."""

    alias: ClassVar[str] = "stream"
    paper_name: ClassVar[str] = "stream_output"

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:  # noqa: ARG003 - the protocol's
        """Return the validator; it has no options."""
        arguments(cls.alias, config, names=())
        return cls()

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:  # noqa: ARG002 - the protocol's
        """Collect the text that the cell printed."""
        return CollectedItems({"stream": execution.stream})

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare the text that both cells printed."""
        expected, actual = reference.items.get("stream"), submission.items.get("stream")
        # A submission's process may send anything.
        if not isinstance(expected, str) or not isinstance(actual, str):
            return Verdict("no", self.alias, "It is not known what the code wrote")
        if expected == actual:
            return Verdict("yes", self.alias, "The output is the same")
        return Verdict("no", self.alias, f"The output is wrong: {_first_difference(expected, actual)}")


def _first_difference(expected: str, actual: str) -> str:
    expected_lines, actual_lines = expected.splitlines(keepends=True), actual.splitlines(keepends=True)
    for number, (expected_line, actual_line) in enumerate(zip(expected_lines, actual_lines, strict=False), start=1):
        if expected_line != actual_line:
            return f"line {number} is {actual_line[:200]!r} instead of {expected_line[:200]!r}"
    if len(actual_lines) < len(expected_lines):
        return f"it ends before line {len(actual_lines) + 1}, {expected_lines[len(actual_lines)][:200]!r}"
    return f"line {len(expected_lines) + 1}, {actual_lines[len(expected_lines)][:200]!r}, is too much"


VALIDATOR = StreamValidator
