"""What a solver is opened with."""

from authoring.evaluation.solvers.base import MAX_SECONDS, SolverOptions
from authoring.records.results import Benchmark


def test_options_need_a_benchmark_only() -> None:
    """All else has a default: no submissions, no command, ten minutes an answer."""
    options = SolverOptions(Benchmark(name="b", version=1, sets=()))

    assert (options.submissions, options.command, options.max_seconds) == ((), (), MAX_SECONDS)
