"""One comparison of a validator block, flags or code, and its verdict: strict first, then loose for a partial yes."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from authoring.validators.base import Dialect, PartialReason, ValidatorError, Verdict
from authoring.validators.flags import Match, MatchOptions
from authoring.validators.foreign_code import FOREIGN_ERRORS, checked_source, last_line, private_copy, quiet, run_text


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a value is compared: by `options`, or by `text`, which defines ``compare_fn(reference, submission)``."""

    options: MatchOptions
    text: str | None = None
    label: str = "compare_fn"
    """What to call it in messages."""
    graded: bool = True
    """Whether a loose match is looked for where the strict one fails; without, the verdict is yes or no, and sooner."""

    def brief(self) -> Self:
        """Return the comparison that says yes where this one does, and all else is no, in few words."""
        return replace(self, options=replace(self.options, evidence=False), graded=False)

    @classmethod
    def read(cls, config: object, label: str, dialect: Dialect = "dseval") -> Self:
        """Return the comparison that nothing, a mapping of flags, or a text stands for.

        Raises:
            ValidatorError: for anything else, an unknown flag, or text that is no Python.
        """
        if config is None:
            return cls(MatchOptions(dialect=dialect), None, label)
        if isinstance(config, str):
            return cls(MatchOptions(dialect=dialect), checked_source(config, f"compare_fn of {label}"), label)
        if isinstance(config, Mapping):
            return cls(MatchOptions.read(config, label, dialect), None, label)
        raise ValidatorError(f"{label} has to be flags, a text that defines compare_fn, or nothing, not {config!r}")

    def judge(
        self, reference: Any, submission: Any, category: str, subject: str | Callable[[], str] = "the value"
    ) -> Verdict:
        """Return yes for a match, partial for a loose one, no otherwise, also where comparing fails.

        Neither value is changed; the reason calls them by `subject`, which may be made for a mismatch alone.

        Raises:
            ValidatorError: when the comparison's own text fails.
        """
        # Comparing runs code of the block and of the values' own classes, which may print and warn.
        with quiet():
            # Outside of the `try`: a text that defines no compare_fn is the block's fault, not the submission's.
            strict, loose = self._comparators()
            try:
                match = strict(reference, submission)
                if match.match:
                    reason = match.reason if callable(subject) else _sentence(f"{subject} matches", match.reason)
                    return Verdict("yes", category, reason, how=_partial_reasons(match))
                # Code has no looser form, so what it refuses is wrong, as in DSEval.
                relaxed = loose(reference, submission) if loose is not None else match
            except FOREIGN_ERRORS as error:
                words = f"{_text(subject)} cannot be compared"
                return Verdict("no", category, _sentence(words, last_line(error)))
        if relaxed.match:
            reason = _sentence(f"{_text(subject)} matches, but only loosely", relaxed.reason or match.reason)
            return Verdict("partial", category, reason, how=_partial_reasons(relaxed))
        # What is wrong is told from the strict comparison, which sees most; the kind is the loose one's, as in DSEval.
        reason = _sentence(f"{_text(subject)} is wrong", match.reason)
        return Verdict("no", category, reason, kind=relaxed.kind, differences=match.differences)

    def _comparators(self) -> tuple[Callable[[Any, Any], Match], Callable[[Any, Any], Match] | None]:
        if self.text is not None:
            return _compare_function(self.text, self.label, self.options.dialect), None
        from authoring.validators.matching.dispatch import loose, matches  # noqa: PLC0415 - lint reads options without pandas

        options = self.options
        return (
            lambda reference, submission: matches(reference, submission, options),
            (lambda reference, submission: loose(reference, submission, options)) if self.graded else None,
        )


def _text(subject: str | Callable[[], str]) -> str:
    return subject() if callable(subject) else subject


def _partial_reasons(match: Match) -> tuple[PartialReason, ...]:
    return ("part",) if match.part else ()


def _sentence(start: str, reason: str) -> str:
    return f"{start[0].upper()}{start[1:]}" + (f": {reason}" if reason else "")


def _compare_function(text: str, label: str, dialect: Dialect) -> Callable[[Any, Any], Match]:
    function = run_text(text, f"compare_fn of {label}").get("compare_fn")
    if not callable(function):
        raise ValidatorError(f"the text of {label} does not define a function compare_fn(reference, submission)")

    def compare(reference: Any, submission: Any) -> Match:
        # On copies, because code that compares must not change what it compares.
        outcome = function(private_copy(reference), private_copy(submission))
        if not isinstance(outcome, Mapping) or "match" not in outcome:
            raise TypeError(f"compare_fn gave a {type(outcome).__name__}, not a mapping with match and reason")
        match = outcome["match"]
        # NaN is true to Python, and so is an array of pandas that holds anything: values an answer can bring about.
        if dialect == "strict" and type(match).__name__ not in {"bool", "bool_"}:
            raise TypeError(f"compare_fn gave a {type(match).__name__} as match, which has to be true or false")
        return Match(bool(match), str(outcome.get("reason") or ""))

    return compare
