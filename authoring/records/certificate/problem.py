"""Certificates: which wrong answers a validator refuses, which right ones it accepts, and what else was looked at."""

from typing import Any, Literal

from pydantic import SerializerFunctionWrapHandler, model_serializer

from authoring.records.base import Record, Sha256
from authoring.records.certificate.dependence import Dependence
from authoring.records.certificate.reading import ReadingTrial
from authoring.records.certificate.trial import Side, Trial
from authoring.records.certificate.worked_example import ExampleTrial
from authoring.records.pilot.trials import PilotTrials
from authoring.records.probes.problem import ProblemProbes

Part = Literal["answers", "alignment", "probes", "surroundings"]
"""What is looked at of a set that runs well: wrong and right answers to its problems and other readings of its
questions; questions beside references; references on changed tables, clocks and folders; time zone, locale, threads and
seeds."""
PARTS: tuple[Part, ...] = ("answers", "alignment", "probes", "surroundings")
"""All parts, in the order in which they are looked at."""
DRAFT_PARTS: tuple[Part, ...] = ("answers", "alignment")
"""The parts that are looked at while a set is drafted; all are before it is admitted."""


class ProblemCertificate(Record):
    """What was tried on one problem; empty where its part was not looked at."""

    number: int
    """The problem's number."""
    cell: int
    """Index into ProblemSet.cells."""
    trials: tuple[Trial, ...] = ()
    left_out: tuple[str, ...] = ()
    """What was not tried, and why."""
    readings: tuple[ReadingTrial, ...] = ()
    """Other readings of the question that were run; none of a quick certificate."""
    examples: tuple[ExampleTrial, ...] = ()
    """Worked examples of the question."""
    idle_cases: tuple[int, ...] = ()
    """Numbers of the test cases, from 0, of a `table_test` on which no spoiled function fails."""
    standing: tuple[str, ...] = ()
    """Variables of the session before the problem that hold its answer, and of which no question speaks."""
    probes: ProblemProbes | None = None
    """Its reference on changed tables and in changed surroundings; None where it was not probed."""
    dependences: tuple[Dependence, ...] = ()
    """What its result depends on."""
    pilot: PilotTrials | None = None
    """What solvers did on it in a pilot of this very problem; None where there was none. It is no part of what is tried
    here, and so of no journal: whoever shows a certificate joins it."""

    @model_serializer(mode="wrap")
    def _without_absent_fields(self, serialize: SerializerFunctionWrapHandler) -> dict[str, Any]:
        # Journals know steps by what was written before there was this key.
        content: dict[str, Any] = serialize(self)
        if self.pilot is None:
            content.pop("pilot", None)
        if not self.standing:
            content.pop("standing", None)
        return content

    def joined(self, other: "ProblemCertificate") -> "ProblemCertificate":
        """Return what this one and that of another part of the same problem say together."""
        fields = ("trials", "left_out", "readings", "examples", "idle_cases", "standing", "dependences")
        together = {field: (*getattr(self, field), *getattr(other, field)) for field in fields}
        return self.model_copy(update={**together, "probes": self.probes or other.probes})

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
    def undecided(self) -> tuple[Trial, ...]:
        """Answers of which nothing is known: whether they are wrong, or what the validator says of them."""
        return tuple(trial for trial in self.trials if trial.outcome == "undecided")

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
    parts: tuple[Part, ...] = DRAFT_PARTS
    """What was looked at."""
    is_quick: bool = False
    """Whether only the most telling answers were tried."""
    code: Sha256 | None = None
    """The hash of the code that tried them; None where it is not known."""

    @property
    def is_whole(self) -> bool:
        """Whether all parts were looked at, and nothing was left out to be quick."""
        return not self.is_quick and {*self.parts} >= {*PARTS}

    @property
    def counts(self) -> str:
        """Both sides in words: ``refuse 124 of 125 wrong answers and accept 42 of 42 right ones``."""
        wrong = sum(len(problem.wrong) for problem in self.problems)
        right = sum(len(problem.right) for problem in self.problems)
        refused = wrong - sum(len(problem.survivors) for problem in self.problems)
        accepted = right - sum(len(problem.refusals) for problem in self.problems)
        return f"refuse {refused} of {wrong} wrong answers and accept {accepted} of {right} right ones"
