"""What ``pilot`` and its estimate give: the record, how far it is, and what the command paid."""

from authoring.dseal.diagnostic import Severity
from authoring.llm.estimate import Estimate
from authoring.records.base import Record
from authoring.records.pilot import PilotRecord


class PilotStep(Record):
    """What became of one solver's answers to one problem, as it is reported while a pilot is under way."""

    solver: str
    number: int
    right: int
    answers: int
    outages: int


class PilotReport(Record):
    """Answer of ``pilot``."""

    record: PilotRecord
    path: str
    """Where the record stands."""
    is_draft: bool
    """Whether a draft was piloted, and not an admitted set."""
    new_calls: int = 0
    """Calls of models that this command made; what was answered before is not asked again."""
    new_amount: str = ""
    """What these cost, such as ``1.25 USD``; empty where a model has no price."""

    def exit_code(self, *, strict: bool) -> int:
        """Return 1 where answers did not come, nothing was judged, or with `strict` a warning stands; else 0."""
        warnings = any(finding.severity is not Severity.NOTE for finding in self.record.findings)
        rubric = self.record.rubric
        is_judged = rubric is not None and any(verdict.holds is not None for verdict in rubric.verdicts)
        is_empty = not is_judged and not any(problem.answers for problem in self.record.problems)
        outages = self.record.outages or (rubric is not None and rubric.outages)
        return int(bool(outages) or is_empty or (strict and warnings))


class PilotEstimate(Record):
    """What a pilot would take of each solver's model, its answers without the data included."""

    solver: str
    variant: str = ""
    """What it is left with, where it does not have the data; empty where it has."""
    estimate: Estimate
