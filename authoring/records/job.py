"""Jobs: what can be sent to another process or machine; of dry runs the results too, and the keys of their results.

A job holds all that its result depends on and nothing else, so two jobs with one key have one result.
"""

import json
from collections.abc import Mapping
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Self

from authoring.dseal.model import Cell, InputTable
from authoring.dseal.parse import parse
from authoring.errors import AuthoringError, SandboxError
from authoring.records.base import Record, Sha256, sha256_of
from authoring.records.evidence import REPEAT, CellRun, DryRun, Evidence, Limits, Outcome, Pins
from authoring.records.protection import Level
from authoring.records.seed import InputFile
from authoring.validators.base import Dialect

CACHEABLE_OUTCOMES = frozenset({Outcome.OK, Outcome.ERROR})
"""Outcomes of cells whose run may be cached: any other may be the fault of a machine that was busy."""
TRANSIENT_ERRORS = frozenset(
    {
        *("MemoryError", "OSError", "BlockingIOError", "TimeoutError", "InterruptedError", "BrokenPipeError"),
        *("ConnectionError", "ConnectionResetError", "ConnectionRefusedError", "ConnectionAbortedError"),
    }
)
"""Errors that are due to the state of the machine rather than to the code."""
NO_THREAD = "can't start new thread"
"""How a RuntimeError of that kind begins."""


class SandboxRequirements(Record):
    """What a job requires of the sandbox that runs it, in terms that another machine understands."""

    python: str = ""
    """Path of the interpreter that runs the cells, on the machine that runs the job; empty for its own."""
    minimum_level: Level = Level.LIMITS
    """The least isolation that the machine must offer."""
    identity: str = ""
    """The sandbox's identity, as `worker_cache.identity_of` gives it; a machine with another sandbox refuses the job.
    Empty for any sandbox, and then the result is not cached."""


class JobInput(InputFile):
    """An input file, identified by its content."""

    path: str = ""
    """Where it stands on the machine that runs the job; empty while it is on its way to another machine."""


class SandboxJob(Record):
    """Work for a sandbox, here or on another machine, with the input files that it needs."""

    name: str
    text: str
    """The problem set."""
    inputs: tuple[JobInput, ...] = ()
    requirements: SandboxRequirements = SandboxRequirements()

    @property
    def files(self) -> tuple[Path, ...]:
        """The input files on this machine, and the folders that hold some of them."""
        return tuple(
            # A name such as `a/b.csv` lies in a folder that is an input as a whole: as many parents up as it has
            # slashes.
            dict.fromkeys((Path(file.path), *Path(file.path).parents)[file.name.count("/")] for file in self.inputs)
        )

    def without_paths(self) -> Self:
        """Return this job as it may leave the machine: what its folders are called is nobody's business."""
        return self.with_paths({})

    def with_paths(self, paths: Mapping[str, Path]) -> Self:
        """Return this job with its inputs where they stand, by name."""
        places = {name: str(path) for name, path in paths.items()}
        inputs = (file.model_copy(update={"path": places.get(file.name, "")}) for file in self.inputs)
        return self.model_copy(update={"inputs": tuple(inputs)})


class Job(SandboxJob):
    """One problem set to be dry-run."""

    tables: tuple[InputTable, ...] | None = None
    """What lint is to know of the input files' columns; their names alone if None."""
    limits: Limits = Limits()
    dialect: Dialect = "dseval"
    pins: tuple[Pins, Pins] = (Pins(), REPEAT)
    """What is held fixed in each of the two sessions."""

    @property
    def known_tables(self) -> tuple[InputTable, ...]:
        """The input files as lint knows them."""
        return tuple(InputTable(file.name) for file in self.inputs) if self.tables is None else self.tables

    @property
    def key(self) -> Sha256:
        """The identity of the result: questions, comments between cells and the names of columns do not count."""
        content = {
            # Only what runs: a corrected question must not cost another run.
            "cells": [cell_identity(cell) for cell in parse(self.text).runnable],
            "inputs": sorted((file.name, file.sha256) for file in self.inputs),
            "limits": self.limits.model_dump(mode="json"),
            "dialect": self.dialect,
            "pins": [pins.model_dump(mode="json") for pins in self.pins],
            "where": self.requirements.identity,
        }
        return sha256_of(json.dumps(content, sort_keys=True))

    def is_cacheable(self, run: DryRun) -> bool:
        """Tell whether a run of this job may be cached: it is complete, has these inputs, and would end alike again."""
        # The files may have changed between the making of the job and its run.
        if {(file.name, file.sha256) for file in run.inputs} != {(file.name, file.sha256) for file in self.inputs}:
            return False
        repeatable = [
            _is_cacheable(cell.run, cell.repeat)
            # Answers run once and not twice, so this run is held against itself: only how it ended counts.
            and (cell.answer_side is None or _is_cacheable(cell.answer_side.run, cell.answer_side.run))
            for cell in run.cells
        ]
        # A run ends at the first cell that fails; one that ends elsewhere was stopped, and says nothing of the rest.
        complete = len(run.cells) == len(parse(self.text).runnable) or (
            bool(run.cells) and not run.cells[-1].ended_well
        )
        return complete and all(repeatable)

    def adapted_run(self, run: DryRun) -> DryRun:
        """Return a cached run with this job's key, with the cell indices and problem numbers of this job's text."""
        problemset = parse(self.text)
        places = [index for index, cell in enumerate(problemset.cells) if cell in problemset.runnable]
        cells = (
            cell_run.model_copy(update={"cell": index, "number": _number(problemset.cells[index])})
            # A run that ended early has fewer cells than the text.
            for cell_run, index in zip(run.cells, places, strict=False)
        )
        return run.model_copy(update={"draft": sha256_of(self.text), "cells": tuple(cells)})


@dataclass(frozen=True, slots=True)
class JobResult:
    """The result of a job: evidence, or the failure that prevented it."""

    job: Job
    evidence: Evidence | None = None
    failure: AuthoringError | None = None
    """Why there is no evidence: the sandbox or the cluster failed, never the code."""
    since: datetime | None = None
    """When the dry run was made, where an earlier one was kept."""

    @classmethod
    def of(cls, job: Job, future: "Future[Evidence]") -> "JobResult":
        """Return what became of a job; an error that is nobody's to act on is raised."""
        try:
            return cls(job, future.result())
        except AuthoringError as error:
            return cls(job, failure=error)
        except (BrokenExecutor, CancelledError) as error:
            hint = "A process that should have run it ended by itself; see whether memory is left, and run again."
            return cls(job, failure=SandboxError(f"the job was lost: {error}".removesuffix(": "), hint=hint))


def cell_identity(cell: Cell) -> str:
    """Return what decides a cell's result, as one text: not its question, and not where it stands."""
    problem = cell.problem
    requirements = None
    if problem is not None:
        requirements = [problem.validator, problem.max_time, problem.max_memory, problem.forbid_names]
    return json.dumps([cell.code, requirements], sort_keys=True, default=str)


def _number(cell: Cell) -> int | None:
    return cell.problem.number if cell.problem else None


def _is_cacheable(run: CellRun, repeat: CellRun | None) -> bool:
    """Tell whether both executions of a cell ended alike, and in a way that is the code's own."""
    if repeat is None or run.outcome is not repeat.outcome or run.outcome not in CACHEABLE_OUTCOMES:
        return False
    if run.error is None or repeat.error is None:
        return run.error is repeat.error
    passing = run.error.type in TRANSIENT_ERRORS or run.error.message.startswith(NO_THREAD)
    return not passing and run.error.type == repeat.error.type


def limits_of(cell: Cell, limits: Limits) -> Limits:
    """Return the limits of a cell: its own come first."""
    if cell.problem is None:
        return limits
    own = {"max_time": cell.problem.max_time, "max_memory": cell.problem.max_memory}
    return limits.model_copy(update={name: value for name, value in own.items() if value is not None})
