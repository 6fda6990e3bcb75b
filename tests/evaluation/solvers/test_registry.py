"""Every solver can be had by its name."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import ModelOptions, SolverOptions
from authoring.evaluation.solvers.registry import ASKS_MODEL, open_solver, solver_arguments
from authoring.llm.models.scripted import ScriptedModel
from authoring.records.results import Benchmark
from authoring.workspace.cache import ObservationCache

ROOT = Path(__file__).parents[3]
OPTIONS = SolverOptions(Benchmark(name="b", version=1, sets=()), command=[sys.executable])


def options_in(folder: Path) -> SolverOptions:
    """Return options with which every solver can be opened."""
    asking = ModelOptions(model=ScriptedModel([]), prompts=(), observations=ObservationCache(folder))
    return replace(OPTIONS, asking=asking, answerer=lambda *_: None)


@pytest.mark.parametrize("name", solver_arguments())
def test_solver_is_one_file_with_tests(name: str, tmp_path: Path) -> None:
    """A solver is one file and one test file, or a folder with the tests of one; no list is edited."""
    folder, tests = (ROOT / room / "evaluation" / "solvers" for room in ("authoring", "tests"))
    files = [folder / f"{name}.py", tests / f"test_{name}.py"]
    packages = [folder / name / "__init__.py", tests / name / f"test_{name}.py"]

    assert all(path.is_file() for path in files) or all(path.is_file() for path in packages)
    open_solver(name, options_in(tmp_path)).close()


def test_argument_of_a_solver_is_known() -> None:
    """What stands behind the colon of a name is said by the solver's own file."""
    arguments = solver_arguments()

    assert (arguments["react"], arguments["command"], arguments["reference"]) == (ASKS_MODEL, "PROGRAM ARGUMENTS", "")


def test_unknown_solver_is_a_usage_error() -> None:
    """The ones there are stand in the hint."""
    with pytest.raises(UsageError) as raised:
        open_solver("oracle", OPTIONS)

    assert "reference" in raised.value.hint
