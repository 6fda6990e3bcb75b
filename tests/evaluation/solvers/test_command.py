"""A program answers, and no way in which it may fail ends an evaluation."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import Task
from authoring.evaluation.solvers.command import CommandSolver
from authoring.records.results import Submission
from tests.evaluation.solvers.scene import unused_scratchpad

AGENT = Path(__file__).parents[2] / "cases" / "solvers" / "agent.py"


@pytest.fixture
def solver() -> Iterator[CommandSolver]:
    """Ask the agent of the cases, which has time."""
    opened = CommandSolver([sys.executable, str(AGENT)], max_seconds=60)
    yield opened
    opened.close()


def ask(solver: CommandSolver, question: str) -> Submission:
    """Ask one question."""
    return solver.solve(Task(problemset="s", index=2, attempt=3, question=question), unused_scratchpad())


def test_program_answers_with_code(solver: CommandSolver) -> None:
    """One line out, one line in; statistics come along, and the place is that of the task."""
    answer = ask(solver, "code 1 + 1")

    assert answer == Submission(problemset="s", index=2, attempt=3, code="1 + 1", agent_stats={"asked": 1})


def test_program_is_started_once(solver: CommandSolver) -> None:
    """It may keep in mind what it was asked before."""
    ask(solver, "code 1")

    assert ask(solver, "code 2").agent_stats == {"asked": 2}


def test_program_sees_the_task_whole(solver: CommandSolver) -> None:
    """A line of input is a `Task`."""
    task = Task(problemset="s", index=1, question="show", history=("a = 1",), last_error="E", hint="h")

    assert "'history': ['a = 1']" in solver.solve(task, unused_scratchpad()).code


def test_program_reads_conventions_in_the_question(solver: CommandSolver) -> None:
    """A program that was written before sets had conventions is told them all the same."""
    task = Task(problemset="s", index=1, question="show it", conventions=("Counts are integers.",))
    code = solver.solve(task, unused_scratchpad()).code

    assert "'question': 'show it\\n\\nUnless said otherwise above:\\n- Counts are integers.'" in code
    assert "'conventions'" not in code


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("error out of tokens", "out of tokens"),
        ("garbage this is no JSON", "something else than a JSON object with `code`: 'this is no JSON"),
        ("garbage [1]", "something else"),
        ('garbage {"code": 1}', "something else"),
        ("die", "ended before it answered (exit status 3)\nagent started\nno more"),
    ],
)
def test_failure_is_an_answer_without_code(solver: CommandSolver, question: str, told: str) -> None:
    """An error, garbage and death are told in the answer, and the next question is answered again."""
    answer = ask(solver, question)

    assert answer.code == ""
    assert told in answer.agent_exception
    assert ask(solver, "code 1").code == "1"


@pytest.mark.exhaustive
def test_late_answer_is_given_up() -> None:
    """A program that takes too long is ended, so that its late answer cannot be taken for the next one."""
    solver = CommandSolver([sys.executable, str(AGENT)], max_seconds=0.5)

    assert ask(solver, "sleep").agent_exception.startswith("the program gave no answer within 0.5 seconds")
    solver.close()


def test_unknown_program_is_a_usage_error() -> None:
    """It is told before anything runs."""
    with pytest.raises(UsageError, match="no-such-program"):
        CommandSolver(["no-such-program"])


def test_closing_twice_is_safe(solver: CommandSolver) -> None:
    """Whether or not it was ever started."""
    ask(solver, "code 1")
    solver.close()
    solver.close()


def test_long_code_is_no_answer() -> None:
    """Code over the limit is refused by the limit's name, and never run; the program goes on with the next task."""
    program = "import sys\nfor line in sys.stdin: print('{\"code\": \"' + 'x' * 1_000_001 + '\"}', flush=True)"
    solver = CommandSolver([sys.executable, "-c", program], max_seconds=60)
    try:
        answer = ask(solver, "anything")
    finally:
        solver.close()

    assert answer.code == ""
    assert "limit submission_code" in answer.agent_exception


def test_line_without_end_is_refused_by_name() -> None:
    """An answer of 60 MB in one line is refused by the limit's name."""
    program = "import sys\nsys.stdin.readline()\nsys.stdout.write('x' * 60_000_000 + chr(10))"
    solver = CommandSolver([sys.executable, "-c", program], max_seconds=60)
    try:
        answer = ask(solver, "anything")
    finally:
        solver.close()

    assert "limit submission_line" in answer.agent_exception
