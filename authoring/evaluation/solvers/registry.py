"""Opening the solver that a name means; solvers are found by walking this folder and by entry points."""

from importlib import import_module
from typing import Final, cast

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import Solver, SolverModule, SolverOptions
from authoring.extensions import members, names

SOLVERS: Final = "authoring.evaluation.solvers"
"""The registry's package, and the group of its entry points."""
ASKS_MODEL: Final = "MODEL"
"""The argument of solvers that ask a language model: its name."""


def solver_arguments() -> dict[str, str]:
    """Return the names of all solvers, each with the words for what stands behind its colon; empty for nothing."""
    return {name: getattr(module, "ARGUMENT", "") for name, module in members(SOLVERS).items()}


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
