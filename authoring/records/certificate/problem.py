"""Certificates: which wrong answers to a problem its validator refuses, and which right ones it accepts."""

from authoring.records.base import Record, Sha256
from authoring.records.certificate.reading import ReadingTrial
from authoring.records.certificate.trial import Side, Trial


class ProblemCertificate(Record):
    """What was tried on one problem."""

    number: int
    """The problem's number."""
    cell: int
    """Index into ProblemSet.cells."""
    trials: tuple[Trial, ...]
    left_out: tuple[str, ...] = ()
    """What was not tried, and why."""
    readings: tuple[ReadingTrial, ...] = ()
    """Other readings of the question that were run; none of a quick certificate."""

    @property
    def wrong(self) -> tuple[Trial, ...]:
        """The wrong answers of which something is known, equivalent ones left out."""
        return self._known("wrong")

    @property
    def right(self) -> tuple[Trial, ...]:
        """The right answers of which something is known."""
        return self._known("right")

    @property
    def survivors(self) -> tuple[Trial, ...]:
        """Wrong answers that are accepted."""
        return tuple(trial for trial in self.wrong if trial.is_fault)

    @property
    def refusals(self) -> tuple[Trial, ...]:
        """Right answers that are refused."""
        return tuple(trial for trial in self.right if trial.is_fault)

    @property
    def equivalent(self) -> tuple[Trial, ...]:
        """Spoiled answers that say what the reference says."""
        return tuple(trial for trial in self.trials if trial.outcome == "equivalent")

    @property
    def holds(self) -> bool:
        """Whether all wrong answers are refused and all right ones are accepted."""
        return not self.survivors and not self.refusals

    def _known(self, side: Side) -> tuple[Trial, ...]:
        known = ("refused", "accepted")
        return tuple(trial for trial in self.trials if trial.side == side and trial.outcome in known)


class Certificate(Record):
    """What was tried on the problems of one text."""

    draft: Sha256
    problems: tuple[ProblemCertificate, ...]
    """In the order of the text, up to the first whose reference did not end well."""
    is_quick: bool = False
    """Whether only the most telling answers were tried."""
    code: Sha256 | None = None
    """The hash of the code that tried them; None where it is not known."""

    @property
    def counts(self) -> str:
        """Both sides in words: ``refuse 124 of 125 wrong answers and accept 42 of 42 right ones``."""
        wrong = sum(len(problem.wrong) for problem in self.problems)
        right = sum(len(problem.right) for problem in self.problems)
        refused = wrong - sum(len(problem.survivors) for problem in self.problems)
        accepted = right - sum(len(problem.refusals) for problem in self.problems)
        return f"refuse {refused} of {wrong} wrong answers and accept {accepted} of {right} right ones"
