"""`result`: the value of the last expression has to match."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from authoring.validators.base import CollectedItems, Dialect, Execution, Verdict
from authoring.validators.comparison import Comparison
from authoring.validators.flags import flag_names
from authoring.validators.foreign_code import FOREIGN_ERRORS, last_line
from authoring.validators.options import arguments
from authoring.validators.presentation import answer_in_source, infer_value, shown_values


@dataclass(frozen=True, slots=True)
class ResultValidator:
    """A value that matches; one that was written out, printed or assigned instead of returned is partly right.

    A reference without a value accepts whatever comes.
    """

    alias: ClassVar[str] = "result"
    paper_name: ClassVar[str] = "execute_result"
    comparison: Comparison

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:
        """Return the validator: flags, ``compare_fn`` with flags or code in it, or code alone.

        Flags beside a ``compare_fn`` have no effect, as in DSEval.
        """
        options = arguments(cls.alias, config, names=("compare_fn", *flag_names()))
        function = options.pop("compare_fn", None)
        return cls(Comparison.read(options if function is None else function, f"validator `{cls.alias}`", dialect))

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:
        """Take the value, else the source; of a submission that should have a value, what it shows as well."""
        # Answers that differ in their code alone leave the same.
        if execution.value is not None:
            return CollectedItems({"value": execution.value})
        items = {"value": None, "source": execution.source}
        # Evaluating again what is shown costs time, so it is done only where a value is asked for and lacking.
        if disclosed is not None and disclosed.items.get("value") is True:
            items |= _displayed_values(execution)
        return CollectedItems(items)

    def disclose(self, reference: CollectedItems) -> CollectedItems:
        """Ask for a value where the reference has one; which one stays here."""
        return CollectedItems({"value": reference.items.get("value") is not None})

    def collecting_options(self) -> object:
        """How values are compared is of no use to whoever takes one."""
        return None

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare the value of the submission with that of the reference."""
        expected, actual = reference.items.get("value"), submission.items.get("value")
        if expected is None:
            return Verdict("yes", self.alias, "The reference has no value, so none is asked for")
        if actual is not None:
            return self.comparison.judge(expected, actual, self.alias)
        # Before inferring, as in DSEval: an answer that is written out is told as such.
        source, dialect = str(submission.items.get("source", "")), self.comparison.options.dialect
        answer = answer_in_source(source, expected, dialect)
        if answer:
            return Verdict("partial", self.alias, f"There is no value, but {answer}", how=("source",))
        return self._judge_inferred(expected, submission)

    def _judge_inferred(self, expected: Any, submission: CollectedItems) -> Verdict:
        displayed = submission.items.get("shown")
        actual = infer_value(displayed, expected) if isinstance(displayed, list) else None
        if actual is None:
            failure = submission.items.get("failure", "")
            return Verdict(
                "no", self.alias, f"There is no value, and none can be inferred: {failure}".removesuffix(": ")
            )
        verdict = self.comparison.judge(expected, actual, self.alias, "the value that was printed or assigned")
        if verdict.correct == "no":
            return verdict
        reason = f"There is no value; {verdict.reason[0].lower()}{verdict.reason[1:]}"
        return replace(verdict, correct="partial", reason=reason, how=("inferred", *verdict.how))


def _displayed_values(execution: Execution) -> dict[str, Any]:
    try:
        return {"shown": shown_values(execution.source, execution.namespace)}
    except FOREIGN_ERRORS as error:
        return {"failure": last_line(error)}


VALIDATOR = ResultValidator
