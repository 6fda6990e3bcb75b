"""`answer_in_source`: the reference's value has to stand in the code, for problems answered by a word, not by code."""

from dataclasses import dataclass
from typing import ClassVar, Self

from authoring.validators.base import CollectedItems, Dialect, DisclosesNothing, Execution, Verdict
from authoring.validators.display import short_repr
from authoring.validators.options import arguments
from authoring.validators.presentation import answer_in_source


@dataclass(frozen=True, slots=True)
class AnswerInSourceValidator(DisclosesNothing):
    """An answer that is written out is partly right at best: it is not said whether the code can find it.

    What `result` does for a submission without a value, on its own; it belongs into an `or`. DSEval 0.0.1 has no
    alias for it.
    """

    alias: ClassVar[str] = "answer_in_source"
    paper_name: ClassVar[str] = ""
    dialect: Dialect = "dseval"

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:
        """Return the validator; it has no options."""
        arguments(cls.alias, config, names=())
        return cls(dialect)

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:
        """Take the source; of the reference, its value."""
        items = {"source": execution.source}
        # `disclosed` is None for the reference alone; a submission's value decides nothing here.
        return CollectedItems(items if disclosed is not None else {**items, "value": execution.value})

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Look for the value of the reference in the text of the submission."""
        expected = reference.items.get("value")
        if expected is None:
            return Verdict("yes", self.alias, "The reference has no value, so none is looked for")
        answer = answer_in_source(str(submission.items.get("source", "")), expected, self.dialect)
        if answer:
            return Verdict("partial", self.alias, f"{answer[0].upper()}{answer[1:]}", how=("source",))
        return Verdict("no", self.alias, f"The answer {short_repr(expected)} is not written out in the code")


VALIDATOR = AnswerInSourceValidator
