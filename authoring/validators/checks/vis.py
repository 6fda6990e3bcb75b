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
        """Return the validator that its options describe."""
        options = arguments(cls.alias, config, names=(*SWITCHES, "tolerance", "similarity", "figure"))
        for name in SWITCHES:
            if not isinstance(options.get(name, False), bool):
                raise _option_error(name, "true or false", options[name])
        choice = options.get("figure", "all")
        if choice not in FIGURE_CHOICES:
            raise unknown(f"figure of validator `{cls.alias}`", choice, FIGURE_CHOICES)
        tolerance, similarity = options.get("tolerance", TOLERANCE), options.get("similarity")
        if not _is_part(tolerance):
            raise _option_error("tolerance", "a number from 0 to 1", tolerance)
        if similarity is not None and not _is_part(similarity):
            raise _option_error("similarity", "a number from 0 to 1", similarity)
        return cls(FigureRequirements(**options))

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:  # noqa: ARG002 - the protocol's
        """Take away what each figure shows; drawing settles what they are, so let it be in a copy of the session."""
        from authoring.validators.figures.extraction import snapshot_of  # noqa: PLC0415 - lint reads options without numpy
        from authoring.validators.figures.snapshots import FIGURES, FigureSnapshot, as_plain  # noqa: PLC0415 - as above

        with quiet():
            snapshots = [
                # A figure that was shown has been looked at then, because code may go on drawing on it.
                figure if isinstance(figure, FigureSnapshot) else snapshot_of(figure)
                # A loop may open thousands; the last ones count.
                for figure in execution.figures[-FIGURES:]
            ]
        return CollectedItems({"figures": [as_plain(figure) for figure in snapshots]})

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare.

        Raises:
            ValidatorError: when the reference shows no figure, or a similarity is asked for that cannot be measured.
        """
        from authoring.validators.figures.deserialization import read_figures  # noqa: PLC0415 - as above
        from authoring.validators.figures.judgement import judge_figures  # noqa: PLC0415 - as in `collect`

        expected = self._expected(reference)
        try:
            figures = read_figures(submission.items.get("figures", []))
        except ValueError as error:
            return Verdict("no", self.alias, f"What was told of its figures is none: {error}", kind="type")
        # A blank figure does not count beside others; one that could not be drawn has to be told.
        drawn = [figure for figure in figures if not figure.blank or figure.failure]
        if not drawn:
            reason = BLANK.format("figure") if figures else "It shows no figure"
            return Verdict("no", self.alias, reason, kind="type")
        try:
            mismatch, similarity = judge_figures(expected, drawn, self.demands)
        except FOREIGN_ERRORS as error:
            # The reference was compared with itself before, so what does not fit is what the submission's process sent.
            return Verdict("no", self.alias, f"The figures cannot be compared: {last_line(error)}", kind="type")
        similarity_text = "" if similarity is None else f"; the structural similarity is {similarity:.3f}"
        if mismatch is None:
            return Verdict("yes", self.alias, f"The figure shows what was asked for{similarity_text}")
        note = f" ({mismatch.note})" if mismatch.note else ""
        values = f"{mismatch.submission} instead of {mismatch.reference}{note}{similarity_text}"
        difference = Difference(mismatch.place, mismatch.reference, mismatch.submission)
        reason = f"The figure is wrong: {mismatch.place}: {values}"
        return Verdict("no", self.alias, reason, kind=mismatch.kind, differences=(difference,))

    def _expected(self, reference: CollectedItems) -> list[Any]:
        from authoring.validators.figures.deserialization import read_figures  # noqa: PLC0415 - as in `collect`

        figures = reference.items.get("figures", [])
        try:
            snapshots = [] if isinstance(figures, Opaque) else read_figures(figures)
        except ValueError as error:
            raise ValidatorError(f"what the reference's figures show cannot be told: {error}") from error
        failure = next((figure.failure for figure in snapshots if figure.failure), "")
        if failure:
            raise ValidatorError(f"the reference's figure cannot be drawn: {failure}")
        if not snapshots:
            raise ValidatorError(f"validator `{self.alias}` compares figures, and the reference shows none")
        expected = [figure for figure in snapshots if not figure.blank]
        if not expected:
            raise ValidatorError(f"validator `{self.alias}` compares figures, and nothing is drawn on the reference's")
        # Here rather than when the block is read, because environments of judging and of linting differ.
        if self.demands.similarity is not None and find_spec("skimage") is None:
            raise ValidatorError(
                f"option `similarity` of validator `{self.alias}` needs scikit-image where problems are judged"
            )
        return expected


def _is_part(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1


def _option_error(name: str, needed: str, value: object) -> ValidatorError:
    return ValidatorError(f"option `{name}` of validator `vis` has to be {needed}, not {value!r}")


VALIDATOR = VisValidator
