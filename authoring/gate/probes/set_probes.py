"""Probes of a whole set: every reference is probed in forks of the state before it."""

from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from authoring.dseal.model import Cell, Problem, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of
from authoring.gate.chain_walk import examine_problems
from authoring.gate.probes.reference_probes import ReferenceProbes
from authoring.records.base import sha256_of
from authoring.records.evidence import Limits, Outcome
from authoring.records.probes.problem import ProbeReport, ProblemProbes
from authoring.records.progress import ProgressCallback
from authoring.sandbox.port import Sandbox, Session
from authoring.validators.base import Dialect


def probe(
    draft_text: str,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect = "dseval",
    quick: bool = False,
    numbers: Collection[int] | None = None,
    progress: ProgressCallback | None = None,
) -> ProbeReport:
    """Run every reference again on changed tables and in changed surroundings, and return what it gives there.

    Args:
        draft_text: the problem set, whose references are known to run.
        inputs: files that stand in ``inputs/``; they are never changed, what readers give is.
        limits: per cell, as in a dry run.
        sandbox: where it runs.
        dialect: whose rules the problems' own validators judge by.
        quick: whether nothing is changed, and only the answers are looked at.
        numbers: of the problems that are probed; all if None.
        progress: told after each cell.

    Raises:
        SandboxError: the sandbox failed; what references do is part of the result.
    """
    problemset = parse(draft_text)
    modules = tuple(sorted({name for cell in problemset.runnable for name in loads_of(cell.code)}))

    @contextmanager
    def opened(stopped: Event) -> Iterator[_Sessions]:
        del stopped  # the probes of a problem take a few seconds
        with ExitStack() as stack:
            exact = stack.enter_context(sandbox.session(inputs=inputs, modules=modules, dialect="strict"))
            own = None if quick else sandbox.session(inputs=inputs, modules=modules, dialect=dialect)
            yield _Sessions(problemset, exact, None if own is None else stack.enter_context(own))

    problems = examine_problems(problemset, limits, opened, numbers=numbers, progress=progress)
    return ProbeReport(draft=sha256_of(draft_text), problems=problems, is_quick=quick)


@dataclass(frozen=True, slots=True)
class _Sessions:
    """The sessions of a walker."""

    problemset: ProblemSet
    exact: Session
    """Judges by values alone, and so sees every change."""
    own: Session | None
    """Judges by the problems' own validators, which shows whether these refuse answers that are as right."""

    def walk(self, cell: Cell, limits: Limits) -> bool:
        """Run a cell in every session; tell whether it ended well."""
        forbidden = () if cell.problem is None else cell.problem.forbid_names
        sessions = [session for session in (self.exact, self.own) if session is not None]
        runs = [session.run(cell.code, limits=limits, forbid_names=forbidden) for session in sessions]
        return all(run.outcome is Outcome.OK for run in runs)

    def examine(self, index: int, cell: Cell, problem: Problem, limits: Limits) -> ProblemProbes | None:
        """Probe a reference; None where it did not end well."""
        return ReferenceProbes(self.problemset, index, cell, problem, limits, self.exact, self.own).result()
