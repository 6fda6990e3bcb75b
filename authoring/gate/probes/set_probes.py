"""Probes of a whole set: its chain is walked once, and every reference is probed in forks of the state before it."""

from collections.abc import Collection, Sequence
from contextlib import ExitStack
from pathlib import Path

from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of
from authoring.gate.probes.reference_probes import ReferenceProbes
from authoring.records.base import sha256_of
from authoring.records.evidence import Limits, Outcome
from authoring.records.job import limits_of
from authoring.records.probes.problem import ProbeReport, ProblemProbes
from authoring.records.progress import ProgressCallback
from authoring.sandbox.port import Sandbox
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
    problems: list[ProblemProbes] = []
    cells = [(index, cell) for index, cell in enumerate(problemset.cells) if cell in problemset.runnable]
    with ExitStack() as stack:
        # Two sessions: one judges by values alone and so sees every change; the other judges by the problem's own
        # validator, which shows whether that refuses answers that are as right.
        exact = stack.enter_context(sandbox.session(inputs=inputs, modules=modules, dialect="strict"))
        own = None if quick else stack.enter_context(sandbox.session(inputs=inputs, modules=modules, dialect=dialect))
        # The first cell that does not end well ends all: what follows would be probed in a state that nobody checked.
        for done, (index, cell) in enumerate(cells, start=1):
            cell_limits, problem = limits_of(cell, limits), cell.problem
            if problem is None or not (numbers is None or problem.number in numbers):
                forbidden = () if problem is None else problem.forbid_names
                sessions = [session for session in (exact, own) if session is not None]
                runs = [session.run(cell.code, limits=cell_limits, forbid_names=forbidden) for session in sessions]
                if any(run.outcome is not Outcome.OK for run in runs):
                    break
            else:
                result = ReferenceProbes(problemset, index, cell, problem, cell_limits, exact, own).result()
                if result is None:
                    break
                problems.append(result)
            if progress is not None:
                progress(done, len(cells))
    return ProbeReport(draft=sha256_of(draft_text), problems=tuple(problems), is_quick=quick)
