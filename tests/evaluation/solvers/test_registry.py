"""Every solver can be had by its name."""

import sys
from pathlib import Path

import pytest

from authoring.errors import UsageError
from authoring.evaluation.solvers.registry import SOLVERS, Wanted, open_solver
from authoring.records.results import Benchmark

ROOT = Path(__file__).parents[3]
WANTED = Wanted(Benchmark(name="b", version=1, sets=()), command=[sys.executable])


@pytest.mark.parametrize("name", SOLVERS)
def test_solver_is_one_file_with_tests(name: str) -> None:
    """A solver is one file, one line of the table, one test file."""
    assert (ROOT / "authoring" / "solvers" / f"{name}.py").is_file()
    assert (ROOT / "tests" / "solvers" / f"test_{name}.py").is_file()
    open_solver(name, WANTED).close()


def test_unknown_solver_is_a_usage_error() -> None:
    """The ones there are stand in the hint."""
    with pytest.raises(UsageError) as raised:
        open_solver("oracle", WANTED)

    assert "reference" in raised.value.hint
