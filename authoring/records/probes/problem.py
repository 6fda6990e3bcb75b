"""What all probes of one problem, and of a text, came to."""

from authoring.records.base import Record, Sha256
from authoring.records.probes.probe import DegenerateAnswer, DeprecationNote, Probe, TableFact


class ModelLeak(Record):
    """What a model was trained on that gives its answers away."""

    kind: str
    """``label-among-features``, ``perfect-feature`` or ``test-set-seen``."""
    line: int
    """The line of the call in the reference, from 1."""
    column: str = ""
    """The feature, where it is one."""
    text: str = ""
    """The evidence, in words."""


class ProblemProbes(Record):
    """What was tried on one problem's reference."""

    number: int
    """The problem's number."""
    cell: int
    """Index into ProblemSet.cells."""
    probes: tuple[Probe, ...] = ()
    degenerate: tuple[DegenerateAnswer, ...] = ()
    deprecations: tuple[DeprecationNote, ...] = ()
    leaks: tuple[ModelLeak, ...] = ()
    facts: tuple[TableFact, ...] = ()
    only_tables: bool = False
    """Whether all that the reference reads was changed when tables were."""
    left_out: tuple[str, ...] = ()
    """What was not tried, and why."""

    def outcomes(self, *kinds: str) -> tuple[str, ...]:
        """Return what came of the probes of these kinds, in their order."""
        return tuple(probe.outcome for probe in self.probes if probe.kind in kinds)


class ProbeReport(Record):
    """What was tried on the references of one text."""

    draft: Sha256
    problems: tuple[ProblemProbes, ...]
    """In the order of the text, up to the first whose reference did not end well."""
    is_quick: bool = False
    """Whether nothing was changed and answers alone were looked at."""
    code: Sha256 | None = None
    """The hash of the code that tried them; None where it is not known."""
