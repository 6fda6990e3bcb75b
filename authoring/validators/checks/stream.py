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
        """Take the text."""
        return CollectedItems({"stream": execution.stream})

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare."""
        expected, found = reference.items.get("stream"), submission.items.get("stream")
        if not isinstance(expected, str) or not isinstance(found, str):
            return Verdict("no", self.alias, "It is not known what the code wrote")
        if expected == found:
            return Verdict("yes", self.alias, "The output is the same")
        return Verdict("no", self.alias, f"The output is wrong: {_first_difference(expected, found)}")


def _first_difference(expected: str, found: str) -> str:
    here, there = expected.splitlines(keepends=True), found.splitlines(keepends=True)
    for number, (one, other) in enumerate(zip(here, there, strict=False), start=1):
        if one != other:
            return f"line {number} is {other[:200]!r} instead of {one[:200]!r}"
    if len(there) < len(here):
        return f"it ends before line {len(there) + 1}, {here[len(there)][:200]!r}"
    return f"line {len(here) + 1}, {there[len(here)][:200]!r}, is too much"


VALIDATOR = StreamValidator
