"""The port through which problem sets leave for another project."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.records.bundle import AdmittedSet, Bundle
from authoring.records.evidence import CellRun
from authoring.validators.base import Dialect

T = TypeVar("T")


class Player(Protocol):
    """Runs cells over a set's data in the sandbox: one session, one cell after the other, as a notebook would."""

    def __call__(self, problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
        """Return what each cell gave, with pictures; cells behind one that ended the session are missing.

        Figures are shown and closed when a cell ends. A cell that raises does not keep the next from running.

        Raises:
            SandboxError: the sandbox failed; what the code does is part of the result.
        """
        ...


class Across(Protocol):
    """Does the same with each set: `map`, or something like it that takes several at once."""

    def __call__(self, work: Callable[[AdmittedSet], T], problemsets: Sequence[AdmittedSet], /) -> Iterable[T]:
        """Return what `work` gives for each set, in the order of the sets.

        Args:
            work: may be called in several threads at once. What it returns may be kept until all sets are done, so it
                holds what goes into the export, and no runs.
            problemsets: each is worked on by itself.
        """
        ...


@dataclass(frozen=True, slots=True)
class Order:
    """What an export is to be."""

    name: str
    """Of the benchmark."""
    version: str
    """Of the benchmark."""
    dialect: Dialect = "dseval"
    """Whose rules the benchmark is judged by."""
    language: str = "en"
    """Of the questions; any but ``en`` needs reviewed translations."""
    suite: str = ""
    """Of formats that have several kinds of tree."""
    tool: str = ""
    """Name and version of this program."""


class Exporter(Protocol):
    """Turns problem sets into the files of a target format: the same sets, order and runs give the same bytes.

    What the format cannot say is a finding of weight error, made by one of the format's codes and named with the
    set's file, line and problem. A person may let it pass, so the files are complete in spite of it: the problem is
    left out, or its code stays as context for those behind it, as the finding's hint says.
    """

    def __call__(
        self, problemsets: Sequence[AdmittedSet], *, order: Order, play: Player, across: Across = map
    ) -> Bundle:
        """Return the files, and all that is to be said of them; the same, however many sets are played at once."""
        ...


@dataclass(frozen=True, slots=True)
class Format:
    """A target format.

    Attributes:
        what: one line for ``--help`` and lists.
        export: makes the files.
        next_step: the command that loads an export, with ``{folder}`` in the place of its folder.
        runs: whether it plays cells, and so needs a sandbox.
        languages: that questions can be written in.
        suites: kinds of tree; the first is the default.
    """

    what: str
    export: Callable[..., Bundle]
    next_step: str
    runs: bool = False
    languages: tuple[str, ...] = ("en",)
    suites: tuple[str, ...] = ()


def waived(
    findings: Sequence[Diagnostic], allowed: frozenset[str], codes: Mapping[str, RuleInfo]
) -> tuple[Diagnostic, ...]:
    """Return findings, those that a person lets pass as notes.

    Args:
        findings: of an export.
        allowed: codes.
        codes: what may be let pass; anything else keeps its weight.
    """
    return tuple(
        finding.model_copy(
            update={
                "severity": Severity.NOTE,
                "message": f"{finding.message} (let pass)",
            }
        )
        if finding.severity is not Severity.NOTE and finding.code in allowed and finding.code in codes
        else finding
        for finding in findings
    )
