"""Cells are played for an export: in order, in one session, with the outputs and pictures that a notebook shows."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.dseal.python_code import loads_of
from authoring.records.bundle import AdmittedSet
from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.port import Sandbox
from authoring.workspace.private_names import private_names


def play(cells: Sequence[str], *, inputs: Sequence[Path], limits: Limits, sandbox: Sandbox) -> tuple[CellRun, ...]:
    """Run cells one after the other in a session of their own, with files in ``inputs/`` and limits per cell.

    Cells behind one that ended the session are missing from what is returned.

    Raises:
        SandboxError: the sandbox failed; what the code does is part of the result.
    """
    # Modules are loaded beforehand, because a first import can take longer than a cell may.
    modules = tuple(sorted({name for code in cells for name in loads_of(code)}))
    runs: list[CellRun] = []
    names = private_names()
    # In the strict dialect figures are drawn, and closed when a cell ends, as a notebook's kernel does it.
    with sandbox.session(inputs=inputs, modules=modules, dialect="strict") as session:
        for code in cells:
            run = session.run(code, limits=limits, figures=True)
            # What an export shows must not tell whose machine it was made on.
            runs.append(names.within(run))
            if run.ended_session:
                break
    return tuple(runs)


@dataclass(frozen=True, slots=True)
class SetPlayer:
    """Plays cells over the data of admitted sets; the `authoring.formats.base.port.Player` of a workspace."""

    sandbox: Sandbox
    limits: Limits
    inputs_of: Callable[[str], Sequence[Path]]
    """The input files of an admitted set, by its name: `Workspace.problemset_inputs`."""

    def __call__(self, problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
        """See `play`."""
        inputs = self.inputs_of(problemset.name)
        return play(cells, inputs=inputs, limits=self.limits, sandbox=self.sandbox)
