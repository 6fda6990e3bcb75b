"""Our results are DSEval's results."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.api.evaluation import evaluate
from authoring.evaluation.dseval_results import lines, validation
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.formats.dseval.results import read_results
from authoring.records.evidence import Judgement
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation, EvaluationOptions, Submission
from authoring.sandbox.client.local import LocalSandbox

READ = Path(__file__).parents[1] / "cases" / "dseval_peer" / "read_results.py"
TEXT = '''# %%
a = 1

# %%
"""
question: One?
validator: {namespace_check: {b: }}
"""

b = a

# %%
"""
question: Two?
"""

a + 1

# %%
"""
question: Three?
"""

1 / 0
'''
KEYS = (
    "benchmark version problemset index attempt verdict subverdict extended_verdict question agent_exception "
    "validation code agent_stats"
)


@pytest.fixture(scope="module")
def evaluation() -> Iterator[Evaluation]:
    """Judge two problems, one of them in two attempts, and meet one that cannot be judged."""
    benchmark = Benchmark(name="B", version=2, sets=(BenchmarkSet(name="s", path=Path("s.py"), text=TEXT, inputs=()),))
    answers = [("b = 1", 1, 1), ("a - 1", 2, 1), ("a + 1", 2, 2)]
    submissions = [
        Submission(problemset="s", index=index, attempt=attempt, code=code, agent_stats={"cost": float("inf")})
        for code, index, attempt in answers
    ]
    sandbox = LocalSandbox()
    solver = RecordedSolver(submissions, benchmark)
    yield evaluate(benchmark, solver=solver, options=EvaluationOptions(max_attempts=2, max_time=20), sandbox=sandbox)
    sandbox.close()


def test_a_line_has_the_keys_of_dseval(evaluation: Evaluation) -> None:
    """One line per judged attempt, keys in DSEval's order."""
    found = [json.loads(line) for line in lines(evaluation).splitlines()]

    assert [list(each) for each in found] == [KEYS.split()] * 3
    assert [(each["index"], each["attempt"], each["verdict"]) for each in found] == [
        (1, 1, "CORRECT"),
        (2, 1, "WRONG_OUTPUT"),
        (2, 2, "CORRECT"),
    ]
    assert found[0]["question"] == "One?"


def test_what_is_written_is_read_again(evaluation: Evaluation, tmp_path: Path) -> None:
    """Our own reader understands it, infinities included."""
    path = tmp_path / "r.jsonl"
    path.write_text(lines(evaluation))

    assert [each.code for each in read_results(path)] == ["b = 1", "a - 1", "a + 1"]
    assert read_results(path)[0].agent_stats == {"cost": float("inf")}


def test_validation_is_the_nested_tree() -> None:
    """Combinations have a list as their reason, checks of a variable its name."""
    leaf = Judgement(correct="no", category="namespace_check", subject="b", reason="r")
    tree = Judgement(
        correct="no", category="and", parts=(Judgement(correct="no", category="namespace_check", parts=(leaf,)),)
    )

    assert validation(tree) == {
        "correct": "no",
        "category": "and",
        "reason": [
            {
                "correct": "no",
                "category": "namespace_check",
                "reason": [{"correct": "no", "category": "namespace_check", "variable": "b", "reason": "r"}],
            }
        ],
    }
    assert validation(Judgement(correct="yes", category="and"))["reason"] == []


@pytest.mark.slow
def test_dseval_reads_what_we_write(evaluation: Evaluation, dseval_python: Path, tmp_path: Path) -> None:
    """DSEval's own reader takes the file, counts as we do, and writes the same bytes again."""
    path, again = tmp_path / "r.jsonl", tmp_path / "again.jsonl"
    path.write_text(lines(evaluation))
    done = subprocess.run([dseval_python, READ, path, again], capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == [
        pytest.approx(2 / 3),
        [
            [1, 1, "CORRECT", "UNCATEGORIZED"],
            [2, 1, "WRONG_OUTPUT", "VALUE_MISMATCH"],
            [2, 2, "CORRECT", "UNCATEGORIZED"],
        ],
    ]
    assert again.read_bytes() == path.read_bytes()
