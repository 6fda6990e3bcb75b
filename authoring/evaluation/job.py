"""What another machine needs to judge answers to one problem set, and what comes back of it."""

from pathlib import Path

from authoring.records.base import Record
from authoring.records.job import SandboxJob
from authoring.records.results import BenchmarkSet, EvaluationOptions, SetResult, Submission
from authoring.validators.base import Dialect

INPUTS_PLACE = Path("/the folder of the inputs")
"""Stands for the folder of a set's inputs while what is said of it is made elsewhere: its name stays here."""


class AbsentSolver(Record):
    """A solver on the machine that sends a job: what is known of it, and where a worker asks it."""

    desk: tuple[str, str]
    """Where calls of workers are taken: the name of the place, and of the client that takes them."""
    name: str
    looks: bool
    simultaneous: int
    imports: tuple[str, ...]
    """Modules that its answers to the set will import."""


class EvaluationJob(SandboxJob):
    """Answers to one problem set, to be judged."""

    file_name: str
    """The name of the set's file."""
    reference_cells: tuple[int, ...] = ()
    draws_figures: bool = False
    dialect: Dialect
    options: EvaluationOptions
    submissions: tuple[Submission, ...] | None
    """The answers where they are there already; None where somebody else answers."""
    solver: AbsentSolver | None = None
    """Who is asked; each problem's own reference answers where nobody is, and there are no submissions."""

    @property
    def problemset(self) -> BenchmarkSet:
        """The set, with its input files where they stand on the machine that runs the job."""
        return BenchmarkSet(
            name=self.name,
            path=Path(self.file_name),
            text=self.text,
            inputs=self.files,
            reference_cells=self.reference_cells,
            draws_figures=self.draws_figures,
            inputs_place=INPUTS_PLACE,
        )


def as_judged_here(result: SetResult, problemset: BenchmarkSet) -> SetResult:
    """Return a result that was made elsewhere, with the places of this machine in what it says."""
    folder = str(problemset.inputs_folder)
    causes = (
        cause.model_copy(update={"message": cause.message.replace(str(INPUTS_PLACE), folder)})
        for cause in result.root_causes
    )
    findings = (finding.model_copy(update={"path": str(problemset.path)}) for finding in result.findings)
    return result.model_copy(update={"root_causes": tuple(causes), "findings": tuple(findings)})
