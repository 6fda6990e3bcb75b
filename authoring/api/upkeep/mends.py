"""Mends of checked sets, written where the sets come from: a file, a draft's next revision, or a set admitted anew."""

from collections.abc import Callable
from dataclasses import dataclass

from authoring.api.decisions import admit
from authoring.api.models import ModelAccess
from authoring.api.set_runs import RunnableSet
from authoring.api.upkeep.drafts import edit_draft
from authoring.api.upkeep.sets import reopen_set
from authoring.api.verification.runners import JobRunner
from authoring.errors import WorkspaceError
from authoring.gate.mending.helper_names import with_own_names
from authoring.gate.mending.mend import MendingResult, faults_of
from authoring.records.certificate.mend import Mend, WrittenTo
from authoring.records.certificate.problem import Certificate
from authoring.records.evidence import Evidence
from authoring.records.job import Job
from authoring.records.progress import Reporter, reporting
from authoring.workspace import Workspace
from authoring.workspace.files import MOST_PROBLEM_SET, read_text, write_file

WHY = "mended by rule: authoring check --fix"
"""The reason that stands with the decisions about mended texts."""
MADE_BY = "rule: check --fix"
"""What made the mended texts, for their record."""


@dataclass(frozen=True, slots=True)
class MendedSet:
    """A set with its mends, proved anew."""

    text: str
    mends: tuple[Mend, ...]
    left: tuple[int, ...]
    """Numbers of the problems for which no mend was found."""
    evidence: Evidence
    """Lint and dry run of the mended text."""
    certificate: Certificate


def mend_set(
    job: Job,
    evidence: Evidence,
    certificate: Certificate,
    *,
    certify: Callable[[Job, Evidence], Certificate],
    runner: JobRunner,
    reporter: Reporter,
) -> MendedSet:
    """Mend what a certificate has against a set, and prove the mended text by a dry run and a certificate of its own.

    Where the mended text does not run as well as before, nothing is mended.

    Raises:
        SandboxError: the sandbox or the cluster failed.
    """
    accused = tuple(problem.number for problem in certificate.problems if faults_of(problem))
    unmended = MendedSet(job.text, (), accused, evidence, certificate)
    mending = MendingResult(job.text, (), ())
    if accused:
        with reporting(reporter, f"mending {job.name}") as progress:
            mending = runner.mend(job, certificate, progress)
    numbers = [problem.number for problem in certificate.problems] if "alignment" in certificate.parts else []
    text, renamed = with_own_names(mending.text, numbers)
    if not mending.mends and not renamed:
        return unmended
    changed = job.model_copy(update={"text": text})
    with reporting(reporter, f"running {job.name}") as progress:
        proof = runner.verify(changed, progress)
    if proof.errors or proof.dry_run is None:
        return unmended
    return MendedSet(text, (*mending.mends, *renamed), mending.left, proof, certify(changed, proof))


def write_mended(
    problemset: RunnableSet, text: str, workspace: Workspace | None, *, who: str, reporter: Reporter
) -> WrittenTo:
    """Put a mended text where a set comes from.

    A file is written whole. A draft gets another revision. An admitted set is reopened and admitted anew, with its new
    record; where something stands against it that needs a person's reason, its draft waits for the review.

    Raises:
        WorkspaceError: the set was changed meanwhile, or cannot be written.
        UsageError: the draft is settled.
        JournalError: another process is working on the draft.
    """
    name, path = problemset.name, problemset.path
    if path is not None and read_text(path, most=MOST_PROBLEM_SET) != problemset.text:
        raise WorkspaceError(f"{path} was changed while it was checked", hint="check it again; nothing was written")
    if path is None:
        if workspace is None:
            raise WorkspaceError(f"{name}: a draft needs its workspace", hint="name it by --workspace")
        edit_draft(workspace, name, text, who=who, why=WHY, made_by=MADE_BY, reporter=reporter)
        return "draft"
    if workspace is not None and path.stem in workspace.problemsets() and path == workspace.problemset_path(path.stem):
        reopen_set(workspace, path.stem, who=who, why=WHY, reporter=reporter)
        edit_draft(workspace, path.stem, text, who=who, why=WHY, made_by=MADE_BY, reporter=reporter)
        (result,) = admit(
            workspace, [path.stem], reviewer=who, consent=lambda _: True, access=ModelAccess(), reporter=reporter
        )
        return "set" if result.admitted else "draft of the set"
    write_file(path, text.encode())
    return "file"
