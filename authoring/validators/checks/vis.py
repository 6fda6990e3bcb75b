"""`vis`: the figures that the code shows have to show the same data."""

from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, ClassVar, Self

from authoring.validators.base import (
    CollectedItems,
    Dialect,
    Difference,
    DisclosesNothing,
    Execution,
    Opaque,
    ValidatorError,
    Verdict,
)
from authoring.validators.figures.requirements import FIGURE_CHOICES, SWITCHES, TOLERANCE, FigureRequirements
from authoring.validators.foreign_code import FOREIGN_ERRORS, last_line, quiet
from authoring.validators.options import arguments, unknown

BLANK = "The {} is blank: nothing is drawn on it"


@dataclass(frozen=True, slots=True)
class VisValidator(DisclosesNothing):
    """Figures are compared by what they show, taken from matplotlib's own objects, not by their pixels.

    The kinds of marks and their data have to be the same, whatever drew them: pyplot, pandas or seaborn. Colours,
    styles, sizes and the order of series do not count, nor do titles, labels, limits, legends and ticks unless a
    problem asks for them. A figure counts when it was shown, is open when the cell ends, or is the cell's value; one
    that nothing is drawn on does not, and of one that is shown twice only what it shows in the end.
    """

    alias: ClassVar[str] = "vis"
    paper_name: ClassVar[str] = ""
    demands: FigureRequirements

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:  # noqa: ARG003 - the protocol's
        """Return the validator.

        Raises:
            ValidatorError: for options that are unknown or of the wrong type.
        """
        options = arguments(cls.alias, config, names=(*SWITCHES, "tolerance", "similarity", "figure"))
        for name in SWITCHES:
            if not isinstance(options.get(name, False), bool):
                raise _wrong(name, "true or false", options[name])
        which = options.get("figure", "all")
        if which not in FIGURE_CHOICES:
            raise unknown(f"figure of validator `{cls.alias}`", which, FIGURE_CHOICES)
        tolerance, similarity = options.get("tolerance", TOLERANCE), options.get("similarity")
        if not _is_part(tolerance):
            raise _wrong("tolerance", "a number from 0 to 1", tolerance)
        if similarity is not None and not _is_part(similarity):
            raise _wrong("similarity", "a number from 0 to 1", similarity)
        return cls(FigureRequirements(**options))

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:  # noqa: ARG002 - the protocol's
        """Take away what each figure shows; drawing settles what they are, so let it be in a copy of the session."""
        from authoring.validators.figures.extraction import snapshot_of  # noqa: PLC0415 - lint reads options without numpy
        from authoring.validators.figures.snapshots import FIGURES, FigureSnapshot, as_plain  # noqa: PLC0415 - as above

        with quiet():
            seen = [
                each if isinstance(each, FigureSnapshot) else snapshot_of(each) for each in execution.figures[-FIGURES:]
            ]
        return CollectedItems({"figures": [as_plain(each) for each in seen]})

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare.

        Raises:
            ValidatorError: when the reference shows no figure, or a similarity is asked for that cannot be measured.
        """
        from authoring.validators.figures.deserialization import read_figures  # noqa: PLC0415 - as above
        from authoring.validators.figures.judgement import judge_figures  # noqa: PLC0415 - as in `collect`

        expected = self._expected(reference)
        try:
            shown = read_figures(submission.items.get("figures", []))
        except ValueError as error:
            return Verdict("no", self.alias, f"What was told of its figures is none: {error}", kind="type")
        found = [seen for seen in shown if not seen.blank or seen.failure]
        if not found:
            reason = BLANK.format("figure") if shown else "It shows no figure"
            return Verdict("no", self.alias, reason, kind="type")
        try:
            wrong, similarity = judge_figures(expected, found, self.demands)
        except FOREIGN_ERRORS as error:
            # The reference was compared with itself before: it is what the submission's process told that fits nothing.
            return Verdict("no", self.alias, f"The figures cannot be compared: {last_line(error)}", kind="type")
        told = "" if similarity is None else f"; the structural similarity is {similarity:.3f}"
        if wrong is None:
            return Verdict("yes", self.alias, f"The figure shows what was asked for{told}")
        note = f" ({wrong.note})" if wrong.note else ""
        reason = f"The figure is wrong: {wrong.place}: {wrong.submission} instead of {wrong.reference}{note}{told}"
        difference = Difference(wrong.place, wrong.reference, wrong.submission)
        return Verdict("no", self.alias, reason, kind=wrong.kind, differences=(difference,))

    def _expected(self, reference: CollectedItems) -> list[Any]:
        from authoring.validators.figures.deserialization import read_figures  # noqa: PLC0415 - as in `collect`

        figures = reference.items.get("figures", [])
        try:
            shown = [] if isinstance(figures, Opaque) else read_figures(figures)
        except ValueError as error:
            raise ValidatorError(f"what the reference's figures show cannot be told: {error}") from error
        failure = next((seen.failure for seen in shown if seen.failure), "")
        if failure:
            raise ValidatorError(f"the reference's figure cannot be drawn: {failure}")
        if not shown:
            raise ValidatorError(f"validator `{self.alias}` compares figures, and the reference shows none")
        expected = [seen for seen in shown if not seen.blank]
        if not expected:
            raise ValidatorError(f"validator `{self.alias}` compares figures, and nothing is drawn on the reference's")
        if self.demands.similarity is not None and find_spec("skimage") is None:
            raise ValidatorError(
                f"option `similarity` of validator `{self.alias}` needs scikit-image where problems are judged"
            )
        return expected


def _is_part(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _wrong(name: str, needed: str, given: object) -> ValidatorError:
    return ValidatorError(f"option `{name}` of validator `vis` has to be {needed}, not {given!r}")


VALIDATOR = VisValidator
