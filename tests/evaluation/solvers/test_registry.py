"""Every solver can be had by its name."""

import sys
from pathlib import Path

import pytest

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import SolverOptions
from authoring.evaluation.solvers.registry import open_solver, solver_names
from authoring.records.results import Benchmark

ROOT = Path(__file__).parents[3]
OPTIONS = SolverOptions(Benchmark(name="b", version=1, sets=()), command=[sys.executable])


@pytest.mark.parametrize("name", solver_names())
def test_solver_is_one_file_with_tests(name: str) -> None:
    """A solver is one file and one test file; no list is edited."""
    assert (ROOT / "authoring" / "evaluation" / "solvers" / f"{name}.py").is_file()
    assert (ROOT / "tests" / "evaluation" / "solvers" / f"test_{name}.py").is_file()
    open_solver(name, OPTIONS).close()


def test_unknown_solver_is_a_usage_error() -> None:
    """The ones there are stand in the hint."""
    with pytest.raises(UsageError) as raised:
        open_solver("oracle", OPTIONS)

    assert "reference" in raised.value.hint
