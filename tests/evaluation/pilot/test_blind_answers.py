"""Solvers are asked about several problems at once without the data, and judged in the order of the problems."""

import threading
from pathlib import Path

from authoring.evaluation.pilot.blind_solver import BlindSolver
from authoring.evaluation.pilot.comparison import PilotBench, compare_answers
from authoring.evaluation.solvers.base import OutageError, Scratchpad, Task
from authoring.records.evidence import Outcome
from authoring.records.pilot import BlindVariant
from authoring.records.results import BenchmarkSet, EvaluationOptions, Submission
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace.guidance import read_blind_prompt
from tests.evaluation.pilot.test_answer_recall import CountingSolver
from tests.evaluation.solvers.scene import ROOT

SET = "# %%\nwords = open('inputs/words.txt').read().split()\n" + "".join(
    f'\n# %%\n"""\nquestion: Count to {number}.\nvalidator:\n  result:\n"""\nlen(words[:{number}])\n'
    for number in (1, 2, 3)
)


class GuessingSolver(CountingSolver):
    """Tries its code, and answers when it is asked about all three problems; the model is gone for the third."""

    simultaneous = 3

    def __init__(self) -> None:
        super().__init__()
        self.barrier = threading.Barrier(3, timeout=60)
        self.outcomes: list[Outcome] = []

    def solve(self, task: Task, scratchpad: Scratchpad) -> Submission:
        """Answer rightly to the second problem alone."""
        self.barrier.wait()
        if task.index == 3:
            raise OutageError("no reply")
        code = "len(words)" if task.index == 1 else "2"
        self.outcomes.append(scratchpad.run(code, anew=True).outcome)
        return Submission(problemset=task.problemset, index=task.index, code=code)


def test_problems_are_asked_about_at_once(tmp_path: Path) -> None:
    """No answer comes before all are asked for; code runs without data, and an outage is counted with its problem."""
    (tmp_path / "words.txt").write_text("one two three")
    problemset = BenchmarkSet(name="s", path=Path("s.py"), text=SET, inputs=(tmp_path / "words.txt",))
    solver, sandbox = GuessingSolver(), LocalSandbox()
    blind = [BlindSolver(solver, BlindVariant.COLUMNS, read_blind_prompt(ROOT))]
    compared: list[int] = []
    try:
        bench = PilotBench(problemset, "dseval", EvaluationOptions(), sandbox, blind)
        problems = compare_answers(bench, {}, on_problem=lambda problem: compared.append(problem.number))
    finally:
        sandbox.close()

    assert compared == [1, 2, 3]
    assert [[answer.is_right for answer in problem.blind] for problem in problems] == [[False], [True], []]
    assert [problem.outages for problem in problems] == [0, 0, 1]
    assert sorted(solver.outcomes) == [Outcome.ERROR, Outcome.OK]
