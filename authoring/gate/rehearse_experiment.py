"""Each step of an experiment runs twice in a row, as CIBench's oracle mode has it."""

from collections.abc import Sequence
from pathlib import Path

from authoring.dseal.code import loads_of
from authoring.dseal.parse import parse
from authoring.records.evidence import Limits, Outcome
from authoring.records.experiment import StepTwice
from authoring.records.job import limits_of
from authoring.records.stage import stage
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect


@stage("rehearse_experiment")
def rehearse_experiment(
    draft_text: str, *, inputs: Sequence[Path], limits: Limits, sandbox: Sandbox, dialect: Dialect = "dseval"
) -> tuple[StepTwice, ...]:
    """Run every cell twice in a row in one session, up to the first that does not end well.

    Args:
        draft_text: the experiment.
        inputs: files that stand in ``inputs/``.
        limits: per cell; those of a problem come first.
        sandbox: where it runs.
        dialect: of the session.

    Raises:
        SandboxError: the sandbox failed.
    """
    problemset = parse(draft_text)
    modules = sorted({name for cell in problemset.runnable for name in loads_of(cell.code)})
    found: list[StepTwice] = []
    with sandbox.session(inputs=inputs, modules=modules, dialect=dialect) as session:
        for index, cell in enumerate(problemset.cells):
            if cell not in problemset.runnable:
                continue
            own = limits_of(cell, limits)
            first = session.run(cell.code, limits=own, figures=True)
            if first.outcome is not Outcome.OK:
                return (*found, StepTwice(cell=index, first=first))
            second = session.run(cell.code, limits=own, figures=True)
            found.append(StepTwice(cell=index, first=first, second=second))
            if second.outcome is not Outcome.OK:
                break
    return tuple(found)
