"""Running many sets for ``authoring run``: jobs of what was named, and what became of them as it comes."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from authoring.api.verification import verify_many
from authoring.cli.answers import Proof
from authoring.cli.places import workspace_around
from authoring.cli.proofs import Subject
from authoring.cli.run_board import RunBoard, SetLine, watching
from authoring.cli.run_pool import cluster_pool, local_pool, usual_jobs
from authoring.records.job import Done, Job, JobInput, Where
from authoring.workspace.files import job_inputs
from authoring.workspace.run_cache import RunCache

MOST_DETAILS = 10
"""Sets with findings that are shown in full where several were run."""


@dataclass(frozen=True, slots=True)
class Request:
    """What ``authoring run`` was asked beside the sets."""

    workspace: Path | None
    jobs: int | None
    cluster: str | None
    fresh: bool
    as_json: bool


@dataclass(slots=True)
class Outcome:
    """What came out, as far as it is going to be said."""

    subjects: Sequence[Subject]
    keep: bool
    """Whether everything is kept, for a document; of many sets only what is shown is kept otherwise."""
    redrawn: bool = False
    """Whether no line of a set stays on the screen."""
    interrupted: bool = False
    cache_trouble: str = ""
    lines: list[SetLine] = field(default_factory=list)
    details: dict[tuple[str, str], Done] = field(default_factory=dict)
    """By name and text: all, or those that weigh most."""
    failures: list[Done] = field(default_factory=list)
    since: list[str] = field(default_factory=list)

    def add(self, done: Done) -> None:
        """Take note of a set that is done."""
        line = SetLine.of(done)
        self.lines.append(line)
        if done.since is not None:
            self.since.append(f"{done.since.astimezone():%Y-%m-%d %H:%M}")
        if done.failure is not None:
            self.failures.append(done)
        if self.keep or any(line.counts) or len(self.subjects) == 1:
            self.details[done.job.name, done.job.text] = done
        if not self.keep and len(self.details) > MOST_DETAILS:
            lightest = min(self.details, key=lambda key: SetLine.of(self.details[key]).weight)
            del self.details[lightest]

    @property
    def shown(self) -> Iterator[tuple[Subject, Done]]:
        """The sets that are shown in full, in the order in which they were named."""
        for subject in self.subjects:
            done = self.details.get((subject.name, subject.text))
            if done is not None:
                yield subject, done

    @property
    def proofs(self) -> tuple[Proof, ...]:
        """Everything, as the answer of ``--json``."""
        return tuple(
            Proof(
                name=subject.name,
                evidence=done.evidence,
                since=done.since,
                failure=done.failure.message if done.failure else "",
            )
            for subject, done in self.shown
        )

    @property
    def exit_code(self) -> int:
        """0 if all is well, 1 for errors, the sandbox's own code where it failed."""
        if self.failures:
            return max((done.failure.exit_code for done in self.failures if done.failure), default=1)
        return 1 if any(line.errors for line in self.lines) else 0


def run_all(subjects: Sequence[Subject], request: Request) -> Outcome:
    """Run sets side by side, but for those that are as they were.

    Raises:
        AuthoringError: nothing can run at all.
    """
    place, known = workspace_around(request.workspace), cache(job_inputs)
    kept = RunCache(place.root / ".authoring" / "cache" / "run", fresh=request.fresh) if place else None
    outcome = Outcome(subjects, keep=request.as_json)
    board = RunBoard(subject.name for subject in subjects)
    label = f"running {subjects[0].name if len(subjects) == 1 else f'{len(subjects)} sets'}"
    # A single set is shown in full at the end; a line of it would say the same before.
    quiet = request.as_json or len(subjects) == 1
    with watching(board, label, quiet=quiet) as watch:
        folders = [subject.folder for subject in subjects]
        pools = (
            cluster_pool(place, request.cluster, benchmarks=folders)
            if request.cluster
            else local_pool(place, request.jobs or usual_jobs(), watch.moved, benchmarks=folders)
        )
        outcome.redrawn = watch.redrawn

        def on_done(done: Done) -> None:
            outcome.add(done)
            watch.on_done(done)

        try:
            with pools as pool:
                verify_many(
                    (job_of(subject, known, pool.where) for subject in subjects),
                    executor=pool.executor,
                    work=pool.work,
                    on_done=on_done,
                    on_stop=watch.on_stop,
                    cache=kept,
                )
        except KeyboardInterrupt:
            outcome.interrupted = True
    outcome.cache_trouble = kept.trouble if kept else ""
    return outcome


def job_of(subject: Subject, known: Callable[[Path], tuple[JobInput, ...]], where: Where) -> Job:
    """Return the job that proves a subject.

    Args:
        subject: what is proved.
        known: `job_inputs`, or what remembers its answers: sets that share a file have it read once.
        where: the sandbox it wants.
    """
    return Job(
        name=subject.name,
        text=subject.text,
        inputs=tuple(file for path in subject.inputs for file in known(path)),
        tables=subject.tables,
        limits=subject.limits,
        dialect=subject.dialect,
        where=where,
    )


def failures_by_reason(failures: Sequence[Done]) -> Mapping[tuple[str, str], list[str]]:
    """Return the names of the sets that could not be run, by what is said and what to do about it."""
    found: dict[tuple[str, str], list[str]] = {}
    for done in failures:
        if done.failure is not None:
            found.setdefault((done.failure.message, done.failure.hint), []).append(done.job.name)
    return found
