"""Answers are one where the problem's own judge takes them for one, whatever they look like and whatever they do."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from authoring.evaluation.evaluate import evaluate_set
from authoring.evaluation.pilot.blind_solver import BlindSolver
from authoring.evaluation.pilot.comparison import PilotBench, compare_answers
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.records.pilot import AnswerOutcome, BlindVariant, PilotProblem
from authoring.records.results import Benchmark, BenchmarkSet, EvaluationOptions, Submission
from authoring.sandbox.client.local import LocalSandbox
from authoring.validators.base import Dialect
from authoring.workspace.guidance import read_blind_prompt
from tests.evaluation.solvers.scene import ROOT

SET = '''# %%
x = [3, 1, 2]

# %%
"""
question: Sort the members of `x`, as a list.
validator:
  result:
"""
sorted(x)

# %%
"""
question: Count the members of `x` that are over one, and name the count `y`.
validator:
  namespace_check:
    y:
"""
y = sum(member > 1 for member in x)
'''
HIDDEN = '''# %%
x = [3, 1, 2]

# %%
# reference only
secret = 3

# %%
"""
question: How many members has `x`?
validator:
  result:
"""
len(x)
'''
FUNCTION = '''# %%
"""
question: Define the function `double`, which returns twice its argument `n`.
validator:
  table_test:
    function_name: double
    test_cases: [[1], [2]]
"""
def double(n):
    return 2 * n
'''


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Return a sandbox of this machine."""
    opened = LocalSandbox()
    yield opened
    opened.close()


def compared(
    sandbox: LocalSandbox,
    answers: Mapping[int, Sequence[str]],
    *,
    text: str = SET,
    dialect: Dialect = "dseval",
    blind: Sequence[BlindSolver] = (),
) -> tuple[PilotProblem, ...]:
    """Return what comes of answers to a set: by the number of the problem, one for each attempt."""
    problemset = BenchmarkSet(name="s", path=Path("s.py"), text=text, inputs=())
    benchmark = Benchmark(name="b", version=1, dialect=dialect, sets=(problemset,))
    options = EvaluationOptions()
    results = {
        f"solver {attempt}": evaluate_set(
            problemset,
            dialect=dialect,
            solver=RecordedSolver(
                [
                    Submission(problemset="s", index=number, code=codes[attempt])
                    for number, codes in answers.items()
                    if attempt < len(codes)
                ],
                benchmark,
            ),
            options=options,
            sandbox=sandbox,
        )
        for attempt in range(max(map(len, answers.values()), default=1))
    }
    return compare_answers(PilotBench(problemset, dialect, options, sandbox, blind), results)


def clusters(problem: PilotProblem) -> list[tuple[str, int, str]]:
    """Return outcome, size and value of a problem's clusters."""
    return [(cluster.outcome.value, cluster.answers, cluster.value) for cluster in problem.clusters]


def test_answers_are_one_by_their_value(sandbox: LocalSandbox) -> None:
    """Code that gives the same is one answer, a wrong value in whatever form; other forms of the right one are told."""
    codes = (
        "x[::-1]",
        "list(reversed(x))",
        "sorted(x)",
        "[1] + [2, 3]",
        "list(map(str, sorted(x)))",
        "[2, 1, 3]",
        "x[::-1]",
        "list(map(str, x[::-1]))",
    )
    first, _ = compared(sandbox, {1: codes})

    assert clusters(first) == [
        ("wrong", 5, "[2, 1, 3]"),
        ("right", 2, "[1, 2, 3]"),
        ("form", 1, "['1', '2', '3']"),
    ]
    assert first.value == "[1, 2, 3]"
    assert [answer.cluster for answer in first.answers] == [0, 0, 1, 1, 2, 0, 0, 0]
    assert first.clusters[0].solvers == ("solver 0", "solver 1", "solver 5", "solver 6", "solver 7")


def test_variables_are_compared(sandbox: LocalSandbox) -> None:
    """Where a validator looks at variables, answers that leave the same ones are one, and a float is form."""
    _, second = compared(sandbox, {2: ("y = 2.0", "y = 5", "z = 1\ny = 5", "y = 2")})

    assert sorted((outcome, number) for outcome, number, _ in clusters(second)) in (
        [("form", 1), ("right", 1), ("wrong", 2)],
        # A validator may take 2.0 for 2 by itself.
        [("right", 2), ("wrong", 2)],
    )


@pytest.mark.parametrize(
    ("code", "outcome", "error"),
    [
        ("1 / 0", AnswerOutcome.FAILED, "ZeroDivisionError: division by zero"),
        ("import os\nos._exit(0)", AnswerOutcome.FAILED, "killed"),
        ("def f(): f()\nf()", AnswerOutcome.FAILED, "RecursionError"),
        ("", AnswerOutcome.NO_CODE, ""),
    ],
)
def test_what_fails_is_an_outcome(sandbox: LocalSandbox, code: str, outcome: AnswerOutcome, error: str) -> None:
    """Code that raises, ends its process or spoils its session is told of, and the other answers are compared."""
    first, second = compared(sandbox, {1: (code, "sorted(x)"), 2: ("y = 2", "y = 2")})

    assert (first.answers[0].outcome, first.answers[0].cluster) == (outcome, None)
    assert first.answers[0].error.startswith(error)
    assert first.answers[1].outcome is AnswerOutcome.RIGHT
    assert [answer.outcome for answer in second.answers] == [AnswerOutcome.RIGHT] * 2


def test_a_spoiled_session_is_its_own(sandbox: LocalSandbox) -> None:
    """Code that removes all names is a wrong answer, and the state of the next problem is as it was."""
    first, second = compared(sandbox, {1: ("for name in list(globals()): del globals()[name]",), 2: ("y = 2",)})

    assert [answer.outcome for answer in (*first.answers, *second.answers)] == [
        AnswerOutcome.WRONG,
        AnswerOutcome.RIGHT,
    ]


def test_answers_begin_without_what_is_hidden(sandbox: LocalSandbox) -> None:
    """Under the strict dialect a cell for references alone has not run for whoever answers."""
    (problem,) = compared(sandbox, {1: ("secret", "len(x) + 1")}, text=HIDDEN, dialect="strict")

    assert [answer.error for answer in problem.answers] == ["NameError: name 'secret' is not defined", ""]
    assert clusters(problem) == [("wrong", 1, "4")]


def test_blind_answers_run_without_the_data(sandbox: LocalSandbox) -> None:
    """What they name of the session is not there, and a value that is right all the same is told."""

    def blind(*codes: str) -> list[BlindSolver]:
        benchmark = Benchmark(
            name="b", version=1, sets=(BenchmarkSet(name="s", path=Path("s.py"), text=SET, inputs=()),)
        )
        page = read_blind_prompt(ROOT)
        submissions = ([Submission(problemset="s", index=1, code=code)] for code in codes)
        return [BlindSolver(RecordedSolver(given, benchmark), BlindVariant.COLUMNS, page) for given in submissions]

    first, second = compared(sandbox, {1: ("sorted(x)",)}, blind=blind("[1, 2, 3]", "sorted(x)"))
    (alone,) = compared(
        sandbox, {1: ("3",)}, text='# %%\n"""\nquestion: Say 3.\nvalidator:\n  result:\n"""\n3\n', blind=blind("3")
    )

    assert [answer.is_right for answer in first.blind] == [True, False]
    assert (first.needs_data, second.blind) == (True, ())
    assert (alone.needs_data, alone.blind) == (False, ())


def test_a_broken_reference_blocks_its_problem(sandbox: LocalSandbox) -> None:
    """Nothing is said of it, and the others are compared."""
    first, second = compared(sandbox, {1: ("1",), 2: ("y = 2",)}, text=SET.replace("sorted(x)\n", "1 / 0\n"))

    assert (first.is_blocked, first.answers, first.clusters) == (True, (), ())
    assert second.answers[0].outcome is AnswerOutcome.RIGHT


@pytest.mark.exhaustive
def test_answers_whose_functions_differ_are_two(sandbox: LocalSandbox) -> None:
    """Wrong functions are compared by what they return for the test cases, however long the calls take."""
    slow = "def double(n):\n    for _ in range(2_000_000):\n        pass\n    return {}\n"
    codes = [slow.format(value) for value in ("n + n + 1", "n + n + 2", "n * 2 + 2", "n * 2")]
    (problem,) = compared(sandbox, {1: codes}, text=FUNCTION)

    assert [(cluster.outcome.value, cluster.answers) for cluster in problem.clusters] == [
        ("wrong", 2),
        ("wrong", 1),
        ("right", 1),
    ]
    assert problem.clusters[0].solvers == ("solver 1", "solver 2")
