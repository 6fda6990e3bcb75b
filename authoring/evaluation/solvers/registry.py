"""Opening the solver that a name means; solvers are found by walking this folder and by entry points."""

from importlib import import_module
from typing import Final, cast

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import Solver, SolverModule, SolverOptions
from authoring.extensions import names

SOLVERS: Final = "authoring.evaluation.solvers"
"""The registry's package, and the group of its entry points."""


def solver_names() -> tuple[str, ...]:
    """Return the names of all solvers, as ``--solver`` takes them."""
    return tuple(name for name, _ in names(SOLVERS))


def open_solver(name: str, options: SolverOptions) -> Solver:
    """Return a solver; close it when the evaluation is done.

    Raises:
        UsageError: there is none of this name, or the options lack what it needs.
    """
    modules = dict(names(SOLVERS))
    if name not in modules:
        raise UsageError(f"no solver is called {name}", hint=f"solvers: {', '.join(modules)}")
    module = cast("SolverModule", import_module(modules[name]))
    return module.open_solver(options)
