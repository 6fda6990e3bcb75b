"""Checks problem sets: lint, a dry run, and the parts of the gate: answers, alignment, surroundings.

What is unchanged is not tried again: a dry run is kept by what runs, a certificate by the cells up to its problem.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Thread

from authoring.api.executors.threads import threads_over
from authoring.api.findings.other_sets import repeats_of_others
from authoring.api.seeds.set_dictionary import dictionary_of_set
from authoring.api.set_runs import RunnableSet, code_of_sets, held_sets
from authoring.api.verification import earlier_result, keep_run, with_findings
from authoring.api.verification.certificates import with_certificate, with_pilot
from authoring.api.verification.runners import JobRunner, open_runner
from authoring.api.workspaces import workspace_around
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.duplicates.across_sets import NamedSet
from authoring.errors import AuthoringError, SandboxError, UsageError, nearest_hint
from authoring.evaluation.pilot.validity import pilot_trials, valid_pilot, with_pilot_trials
from authoring.gate.admission import recorded_trials
from authoring.gate.certificate.lookup import certificate_of, will_run
from authoring.gate.dictionary import dictionary_findings
from authoring.gate.same_answers import AnsweredSet, same_answers_across_sets
from authoring.records.base import Record, sha256_of
from authoring.records.certificate.mend import Mend, WrittenTo
from authoring.records.certificate.problem import PARTS, Certificate, Part
from authoring.records.dictionary import DataDictionary
from authoring.records.evidence import Evidence
from authoring.records.job import Job, JobResult
from authoring.records.pilot import PilotRecord
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.workspace import Workspace
from authoring.workspace.benchmark_changes import record_trials
from authoring.workspace.cache import CertificateCache, RunCache
from authoring.workspace.files import job_inputs
from authoring.workspace.pilots import read_pilot


class CheckedSet(Record):
    """Answer of ``check``, one per problem set."""

    name: str
    """As it was asked for: a draft, an admitted set or a path."""
    evidence: Evidence | None
    """What lint, the dry run and the certificate found, in the order of the text; None where the set could not run."""
    certificate: Certificate | None = None
    """None where the set was not tried, because lint or the dry run found errors."""
    since: datetime | None = None
    """When the dry run was made, where the set is unchanged and was not run again."""
    mends: tuple[Mend, ...] = ()
    """What was changed so that certificates hold; the other fields are about the changed text."""
    unmended: tuple[int, ...] = ()
    """Numbers of the problems that stay accused, where mends were looked for."""
    written_to: WrittenTo | None = None
    """Where the mended text went; None where nothing was mended."""
    failure: str = ""
    """Why it could not be checked, or the mended text not be written."""
    hint: str = ""
    """What to do about that."""
    failure_code: int = 0
    """The exit code of what kept it from being checked, as 7 of the sandbox or the cluster; 0 where nothing did."""

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """All that was found."""
        return self.evidence.diagnostics if self.evidence else ()

    def exit_code(self, *, strict: bool) -> int:
        """Return the exit code that this set gives the command; see `fails`."""
        return self.failure_code or int(self.fails(strict=strict))

    def fails(self, *, strict: bool) -> bool:
        """Tell whether errors, or with `strict` warnings as well, stand against the set."""
        weighty = {Severity.ERROR, Severity.WARNING} if strict else {Severity.ERROR}
        return bool(self.failure) or any(finding.severity in weighty for finding in self.findings)


def _failed(name: str, error: AuthoringError) -> CheckedSet:
    """Return the answer for a set that could not be checked."""
    message, hint, code = error.message, error.hint, error.exit_code
    return CheckedSet(name=name, evidence=None, failure=message, hint=hint, failure_code=code)


@dataclass(frozen=True, slots=True)
class _Caches:
    """What is known of sets that were checked before; nothing where there is no workspace."""

    runs: RunCache | None = None
    certificates: CertificateCache | None = None

    @classmethod
    def of(cls, workspace: Workspace, *, fresh: bool) -> "_Caches":
        """Return the caches of a workspace; with `fresh`, they are only written."""
        folder = workspace.root / ".authoring" / "cache"
        return cls(RunCache(folder / "run", fresh=fresh), CertificateCache(folder / "certificate", fresh=fresh))


@dataclass(frozen=True, slots=True)
class _Checker:
    """What checking a set needs besides the set."""

    runner: JobRunner
    quick: bool
    fix: bool
    parts: tuple[Part, ...]
    caches: _Caches
    reporter: Reporter
    workspace: Workspace | None

    def check(self, problemset: RunnableSet) -> tuple[CheckedSet, str]:
        """Check one set, and return its text with it, mended where that was asked for.

        What the sandbox fails at keeps no other set from its result.
        """
        name, text = problemset.name, problemset.text
        try:
            job = problemset.job(job_inputs, self.runner.requirements)
            if will_run(job, cache=self.caches.certificates, quick=self.quick, parts=self.parts):
                # What fails here fails again where the sandbox is needed.
                with suppress(SandboxError):
                    self.runner.prepare()
            earlier = earlier_result(job, self.caches.runs)
            evidence = self._evidence(job) if earlier is None or earlier.evidence is None else earlier.evidence
            since = None if earlier is None else earlier.since
            if evidence.errors or evidence.dry_run is None:
                return CheckedSet(name=name, evidence=evidence, since=since), text
            certificate = self._certificate(job, evidence)
            if not self.fix:
                return self._checked(problemset, text, evidence, certificate).model_copy(update={"since": since}), text
            from authoring.api.upkeep.mends import mend_set  # noqa: PLC0415 - it drafts and admits, which --fix alone does

            # Mends are tried by the same parts and the same cache, so that only what a mend touches is tried again.
            certify, runner = self._certificate, self.runner
            mending = mend_set(job, evidence, certificate, certify=certify, runner=runner, reporter=self.reporter)
        except AuthoringError as error:
            return _failed(name, error), text
        result = self._checked(problemset, mending.text, mending.evidence, mending.certificate)
        # A mended text was run now, whatever is known of the one before it.
        since = None if mending.mends else since
        return result.model_copy(
            update={"since": since, "mends": mending.mends, "unmended": mending.left}
        ), mending.text

    def _checked(self, problemset: RunnableSet, text: str, evidence: Evidence, certificate: Certificate) -> CheckedSet:
        """Return what the certificate of a text, the meaning of its data and its pilot say of it."""
        evidence = with_certificate(text, evidence, certificate)
        evidence = with_findings(evidence, dictionary_findings(text, self._dictionary(problemset)))
        pilot = _pilot_of(problemset, text, self.workspace)
        return CheckedSet(
            name=problemset.name,
            evidence=with_pilot(evidence, pilot),
            certificate=with_pilot_trials(certificate, text, pilot),
        )

    def _dictionary(self, problemset: RunnableSet) -> DataDictionary | None:
        """Return what the data of a draft or an admitted set mean, where questions are held against references."""
        if self.workspace is None or "alignment" not in self.parts or str(problemset.path) == problemset.name:
            return None
        return dictionary_of_set(self.workspace, problemset.name)

    def _certificate(self, job: Job, evidence: Evidence) -> Certificate:
        """Look at the parts of a set; `evidence` is of its dry run."""
        cells = evidence.dry_run.cells if evidence.dry_run else ()
        due = tuple(cell.number for cell in cells if cell.number is not None and cell.ended_well)
        # Hardly anything happens here until a sandbox has started, and little while it works.
        aligning = Thread(target=_align, args=(job.text if "alignment" in self.parts else "",), daemon=True)
        aligning.start()
        certificate = certificate_of(
            job,
            examine=partial(self.runner.examine, due=due),
            quick=self.quick,
            parts=self.parts,
            cache=self.caches.certificates,
            reporter=self.reporter,
        )
        aligning.join()
        return certificate

    def _evidence(self, job: Job) -> Evidence:
        """Lint a set and run it, and keep the run."""
        with reporting(self.reporter, f"running {job.name}") as progress:
            evidence = self.runner.verify(job, progress)
        keep_run(JobResult(job, evidence), self.caches.runs)
        return evidence


def _align(text: str) -> None:
    """Hold the questions of a text against their references, for whoever asks about the same text later."""
    # What fails here fails again where the findings are asked for.
    with suppress(Exception):
        if text:
            import_module("authoring.gate.alignment.registry").align(text)


def check_sets(  # noqa: PLR0913 - options, all by keyword but the names
    names: Sequence[str] = (),
    *,
    run_all: bool = False,
    quick: bool = False,
    parts: Sequence[str] = PARTS,
    jobs: int | None = None,
    cluster: str | None = None,
    fresh: bool = False,
    record: bool = False,
    fix_as: str = "",
    workspace: Path | None = None,
    reporter: Reporter = NOBODY,
) -> tuple[CheckedSet, ...]:
    """Lint sets, run their references, and look at the parts of the gate for every problem.

    Args:
        names: drafts, admitted sets, DSEAL files or folders of them.
        run_all: whether every draft and every admitted set of the workspace is checked.
        quick: whether only the most telling answers are tried, and parts that take long are left out.
        parts: of the gate, as in `Part`.
        jobs: sets that are checked at once; if None, as many as `JobRunner.capacity` says.
        cluster: address of a Dask scheduler whose workers run the sets; this machine if None.
        fresh: whether what is unchanged is tried, too.
        record: whether what came of it goes into the records of admitted sets, in ``problemsets/_meta/``.
        fix_as: the person in whose name rules mend what certificates have against sets; they do not if empty.
        workspace: its folder; the one around the current folder, if there is one, if None.
        reporter: told how far each set has come.

    Raises:
        UsageError: a name stands for nothing or for no part, or there is none; what is to be recorded is not looked
            at in all parts, or is no admitted set; or mends are wanted where no answers are tried, or few.
        AuthoringError: nothing can run at all.
    """
    chosen = _checked_parts(parts)
    _refuse_unproved_mends(fix_as, quick=quick, parts=chosen)
    with held_sets(names, run_all=run_all, workspace=workspace, reporter=reporter) as sets:
        enclosing = workspace_around(workspace)
        if record:
            _refuse_unrecordable(sets, enclosing, whole=not quick and chosen == PARTS)
        folders = [problemset.folder for problemset in sets]
        with (
            open_runner(enclosing, cluster, benchmarks=folders, code=code_of_sets(sets), reporter=reporter) as runner,
            threads_over(runner, jobs or runner.capacity) as threads,
        ):
            checker = _Checker(
                runner=runner,
                quick=quick,
                fix=bool(fix_as),
                parts=chosen,
                caches=_Caches.of(enclosing, fresh=fresh) if enclosing else _Caches(),
                reporter=reporter,
                workspace=enclosing,
            )
            checked = tuple(threads.map(checker.check, sets))
        results = _with_repeats([result for result, _ in checked], sets, enclosing, fresh=fresh)
    write = partial(_written, enclosing=enclosing, who=fix_as, reporter=reporter)
    results = tuple(map(write, results, sets, [text for _, text in checked]))
    _record(results, sets, enclosing if record else None)
    return results


def _record(results: Sequence[CheckedSet], sets: Sequence[RunnableSet], enclosing: Workspace | None) -> None:
    """Write what came of answers, tried ones and solvers', into the records of admitted sets of a workspace."""
    for result, problemset in zip(results, sets, strict=True):
        if result.certificate is not None and enclosing is not None:
            pilot = _pilot_of(problemset, problemset.text, enclosing)
            items = pilot.items if pilot is not None else {}
            record_trials(enclosing, result.name, recorded_trials(result.certificate), items, pilot_trials(pilot))


def _pilot_of(problemset: RunnableSet, text: str, workspace: Workspace | None) -> PilotRecord | None:
    """Return what solvers were found to make of a draft or an admitted set, as far as it counts for a text."""
    if workspace is None or str(problemset.path) == problemset.name:
        return None
    pilot = read_pilot(workspace.root, problemset.name)
    return valid_pilot(pilot, text, problemset.inputs, problemset.dialect)


def _refuse_unproved_mends(fix_as: str, *, quick: bool, parts: Sequence[Part]) -> None:
    if fix_as and (quick or "answers" not in parts):
        raise UsageError("--fix needs all answers to be tried", hint="leave out --quick, and --part without answers")


def _written(
    result: CheckedSet, problemset: RunnableSet, text: str, *, enclosing: Workspace | None, who: str, reporter: Reporter
) -> CheckedSet:
    """Write a mended text; a set that cannot be written says why, and the others are written.

    It stands in a folder that nothing reads any more.
    """
    if not result.mends:
        return result
    from authoring.api.upkeep.mends import write_mended  # noqa: PLC0415 - as above

    try:
        written_to = write_mended(problemset, text, enclosing, who=who, reporter=reporter)
    except AuthoringError as error:
        return result.model_copy(update={"failure": f"the mended text was not written: {error.message}"})
    return result.model_copy(update={"written_to": written_to})


def _with_repeats(
    results: Sequence[CheckedSet], sets: Sequence[RunnableSet], enclosing: Workspace | None, *, fresh: bool
) -> tuple[CheckedSet, ...]:
    """Return results with the problems that stand in another of the sets, or in another admitted one."""
    texts = [NamedSet(problemset.name, problemset.text) for problemset in sets]
    repeats = repeats_of_others(enclosing, texts, fresh=fresh)
    answered = [
        AnsweredSet(problemset.name, problemset.text, result.evidence.dry_run)
        for result, problemset in zip(results, sets, strict=True)
        if result.evidence is not None and result.evidence.dry_run is not None
        # The evidence of a mended set is about another text, whose places are others.
        if result.evidence.dry_run.draft == sha256_of(problemset.text)
    ]
    by_answers = same_answers_across_sets(answered)

    def further(name: str) -> tuple[Diagnostic, ...]:
        by_words = repeats.get(name, ())
        numbers = {finding.problem for finding in by_words}
        return (*by_words, *(finding for finding in by_answers.get(name, ()) if finding.problem not in numbers))

    return tuple(
        result.model_copy(update={"evidence": with_findings(result.evidence, further(result.name))})
        if result.evidence
        else result
        for result in results
    )


def _checked_parts(words: Sequence[str]) -> tuple[Part, ...]:
    """Return the parts that are named, in their order.

    Raises:
        UsageError: a word names none, or there is no word.
    """
    names = [word.strip() for given in words for word in given.split(",") if word.strip()]
    every = f"name some of: {', '.join(PARTS)}"
    for name in names:
        if name not in PARTS:
            raise UsageError(f"{name}: there is no part of this name", hint=nearest_hint(name, PARTS, every))
    if not names:
        raise UsageError("--part names no part", hint=every)
    return tuple(part for part in PARTS if part in names)


def _refuse_unrecordable(sets: Sequence[RunnableSet], enclosing: Workspace | None, *, whole: bool) -> None:
    if not whole:
        raise UsageError("what was looked at in part is no record", hint="leave out --quick and --part, or --record")
    admitted = enclosing.problemsets() if enclosing is not None else ()
    if foreign := [problemset.name for problemset in sets if problemset.name not in admitted]:
        raise UsageError(
            f"{foreign[0]} is no admitted set of this workspace", hint="leave out --record, or name others"
        )
