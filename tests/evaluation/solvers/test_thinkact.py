"""The solver that thinks and acts asks with the pages of the planning one."""

from pathlib import Path

from authoring.evaluation.solvers.base import ModelOptions, SolverOptions
from authoring.evaluation.solvers.registry import open_solver
from authoring.evaluation.solvers.thinkact import ThinkActSolver
from authoring.workspace.cache import ObservationCache
from authoring.workspace.guidance import read_solver_prompts
from tests.evaluation.solvers.scene import BENCHMARK, ROOT, TASK, ListeningModel


def test_the_first_request_is_for_a_thought(tmp_path: Path) -> None:
    """An estimate counts it; ten rounds of a thought and three tries are the most."""
    prompts = read_solver_prompts(ROOT, "taskgraph")
    options = ModelOptions(model=ListeningModel(()), prompts=prompts, observations=ObservationCache(tmp_path))
    solver = open_solver("thinkact", SolverOptions(BENCHMARK, asking=options))

    assert isinstance(solver, ThinkActSolver)
    request = solver.first_request(TASK)
    assert "Think about what is still missing. 10 rounds are left." in request.messages[-1].content
    assert "in rounds" in request.messages[0].content
    assert (solver.most_turns, solver.name.partition(":")[0]) == (40, "thinkact")
