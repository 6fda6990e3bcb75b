"""Environments that problem sets run under, and what breaks or changes from one to another."""

from datetime import datetime
from enum import StrEnum

from authoring.records.base import Record, Sha256
from authoring.records.evidence import Outcome
from authoring.validators.base import Correct

# --- environments -------------------------------------------------------------------------------------------------


class InstalledPackage(Record):
    """One distribution in an environment."""

    name: str
    """Normalized: lower case, ``-`` between words."""
    version: str
    record: Sha256
    """Hash of its ``RECORD``, which holds the hash of every file."""


class LooseFile(Record):
    """A file among the packages that belongs to none."""

    path: str
    """Relative to the environment's folder."""
    sha256: Sha256


class InstalledEnvironment(Record):
    """An environment that was installed from a lock, as it was at the end of the installation."""

    key: Sha256
    """Hash of the lock's text and the exact version of Python; the name of its folder."""
    name: str
    """Name of the lock's file, without its suffix, when the environment was made."""
    lock: Sha256
    """Hash of the lock's text."""
    python: str
    """For example ``3.11.7``."""
    packages: tuple[InstalledPackage, ...]
    loose: tuple[LooseFile, ...]
    size: int
    """Bytes of all files."""
    made: datetime


class EnvironmentDiagnostic(Record):
    """Something about an environment that keeps sets from running, or that its lock does not say."""

    message: str
    hint: str = ""
    sets: tuple[str, ...] = ()
    """Problem sets that need what is missing."""


# --- sets under several environments ------------------------------------------------------------------------------


class Environment(Record):
    """One of the environments that are compared."""

    name: str
    """The name or path by which the person named it."""
    python: str
    packages: tuple[tuple[str, str], ...]
    """Name and version of numpy, pandas and whatever the sets import and is installed there."""


class DriftKind(StrEnum):
    """How much two environments differ on one problem, the least first."""

    ROUNDING = "rounding"
    """Numbers differ in their last digits."""
    TYPE = "type"
    """The same values have another type."""
    VALUE = "value"
    """A value differs, or the names that the cell changed do."""
    VERDICT = "verdict"
    """The problem's validator accepts its reference under one and not under the other."""
    BREAKS = "breaks"
    """The reference does not run."""

    @property
    def weight(self) -> int:
        """Rank of the difference; 0 is the least."""
        # The order of the members above is the order of weight.
        return list(DriftKind).index(self)


class EnvironmentOutcome(Record):
    """The outcome of one problem under one environment."""

    environment: str
    outcome: Outcome | None
    """None where it was not run, because it depends on a cell that failed."""
    message: str = ""
    """Type and first line of its error, or how else it ended; empty where it ended well."""
    correct: Correct | None = None
    """What its validator says of the reference, run again; None where it could not be judged."""

    @property
    def holds(self) -> bool:
        """Whether the reference ended well and satisfies its validator."""
        return self.outcome is Outcome.OK and self.correct == "yes"


class ProblemDrift(Record):
    """The outcomes of one problem under all environments."""

    number: int
    under: tuple[EnvironmentOutcome, ...]
    """In the order of the environments."""
    repeats: bool = True
    """Whether it gave the same twice wherever it ended well; if not, its values were not compared."""


class AgreeingEnvironments(Record):
    """Environments under which a cell has the same result."""

    environments: tuple[str, ...]
    what: str
    """The result that they share: ``ends well``, an error, a value or a type."""


class DriftRoot(Record):
    """A difference that no earlier one explains."""

    cell: int
    """Index into ProblemSet.cells."""
    number: int | None
    """The problem's number; None for context."""
    line: int
    """In the set's text, from 1."""
    kind: DriftKind
    subject: str = ""
    """The name that differs; empty for the value of the cell, its end or its verdict."""
    groups: tuple[AgreeingEnvironments, ...]
    """One group: the same under all, which is a difference from what a reference should do."""
    dependents: tuple[int, ...] = ()
    """Problems that break or change because of it."""
    reason: str = ""
    """What is likely to blame: a package that is missing, or versions that differ; empty where nothing says."""


class SetDrift(Record):
    """The comparison of environments for one problem set."""

    name: str
    problems: tuple[ProblemDrift, ...]
    differences: tuple[DriftRoot, ...]
    refused: str = ""
    """Why it was not run at all."""

    @property
    def holds(self) -> bool:
        """Whether every reference runs and satisfies its validator everywhere, and gives the same but for rounding."""
        alike = all(problem.kind is DriftKind.ROUNDING for problem in self.differences)
        return (
            alike and not self.refused and all(outcome.holds for problem in self.problems for outcome in problem.under)
        )


class EnvironmentComparison(Record):
    """The comparison of environments for several problem sets."""

    environments: tuple[Environment, ...]
    sets: tuple[SetDrift, ...]

    @property
    def holds(self) -> bool:
        """Whether every reference runs and satisfies its validator everywhere, and gives the same but for rounding."""
        return all(set_drift.holds for set_drift in self.sets)
