"""Judging sets made of cells in a running sandbox, answered by the oracle or from a list."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import pytest

from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.solvers.base import Scratchpad, Solver, Task
from authoring.evaluation.solvers.reference import ReferenceSolver
from authoring.records.evidence import Limits
from authoring.records.protection import Level
from authoring.records.results import BenchmarkSet, EvaluationOptions, ProblemResult, SetResult, Submission
from authoring.sandbox.client.local import LocalSandbox
from authoring.validators.base import Dialect

OPTIONS = EvaluationOptions(max_time=10, limits=Limits(max_time=20))


@dataclass
class Listed(Solver):
    """Answers from codes by problem and attempt, and keeps the tasks it was given; ``!`` stands for its own failure."""

    answers: Mapping[int, Sequence[str]]
    looks: bool = False
    sees_reference: bool = False
    tasks: list[Task] = field(default_factory=list)
    name: str = "listed"

    def imports(self, problemset: str) -> tuple[str, ...]:
        """Nothing."""
        del problemset
        return ()

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission | None:
        """Answer, while there are answers."""
        del scratchpad
        self.tasks.append(task)
        codes = self.answers.get(task.index, [])
        if len(codes) < task.attempt:
            return None
        if codes[task.attempt - 1] == "!":
            raise RuntimeError("the agent is out of order")
        return Submission(problemset="", index=0, code=codes[task.attempt - 1])

    def close(self) -> None:
        """Do nothing."""


@dataclass(frozen=True)
class Judged:
    """What came out, and what the solver was told."""

    result: SetResult
    tasks: list[Task]
    heard: list[ProblemResult]

    @property
    def verdicts(self) -> list[str]:
        """Each problem's verdict; of blocked ones the cause, of unanswered ones a dash."""
        return [
            each.verdict.value if each.verdict else "-" if each.blocked_by is None else f"blocked by {each.blocked_by}"
            for each in self.result.problems
        ]


class Evaluate(Protocol):
    """Judge a set made of cells."""

    def __call__(
        self,
        *cells: str,
        answers: Mapping[int, Sequence[str]] | None = None,
        options: EvaluationOptions = OPTIONS,
        inputs: Sequence[Path] = (),
        dialect: Dialect = "dseval",
        looks: bool = False,
        reference_cells: Sequence[int] = (),
    ) -> Judged:
        """Return what came out; the oracle answers where no answers are given."""
        ...


@pytest.fixture(scope="session")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


class Sandboxes(Protocol):
    """Judge at a level of isolation."""

    def __call__(self, level: Level) -> Evaluate:
        """Return what judges; skip where this machine does not give the level."""
        ...


@pytest.fixture
def sandboxes() -> Iterator[Sandboxes]:
    """Judge sets in a sandbox that stops at a level."""
    opened: list[LocalSandbox] = []

    def at(level: Level) -> Evaluate:
        opened.append(LocalSandbox(maximum_level=level))
        if opened[-1].protection.level is not level:
            pytest.skip(f"this machine gives {opened[-1].protection.level}")
        return evaluating(opened[-1])

    yield at
    for local in opened:
        local.close()


@pytest.fixture
def evaluated(sandbox: LocalSandbox) -> Evaluate:
    """Judge sets made of cells: code, or a pair ``code ||| more of the docstring`` for a problem."""
    return evaluating(sandbox)


def evaluating(sandbox: LocalSandbox) -> Evaluate:
    """Return what judges sets made of cells in a sandbox."""

    def call(
        *cells: str,
        answers: Mapping[int, Sequence[str]] | None = None,
        options: EvaluationOptions = OPTIONS,
        inputs: Sequence[Path] = (),
        dialect: Dialect = "dseval",
        looks: bool = False,
        reference_cells: Sequence[int] = (),
    ) -> Judged:
        text = "\n".join(_cell(cell) for cell in cells)
        problemset = BenchmarkSet(name="s", path=Path("bench/s.py"), text=text, inputs=tuple(inputs))
        problemset = problemset.model_copy(update={"reference_cells": tuple(reference_cells)})
        listed = Listed(answers or {}, looks=looks)
        heard: list[ProblemResult] = []
        solver: Solver = ReferenceSolver() if answers is None else listed
        result = evaluate_set(
            problemset, dialect=dialect, solver=solver, options=options, sandbox=sandbox, on_problem=heard.append
        )
        return Judged(result, listed.tasks, heard)

    return call


def _cell(cell: str) -> str:
    code, asked, docstring = cell.partition("|||")
    if not asked:
        return f"# %%\n{code}\n"
    return f'# %%\n"""\nquestion: What comes of it?\n{docstring.strip()}\n"""\n\n{code.strip()}\n'
