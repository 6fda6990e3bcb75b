"""Recorded results and submissions are read as they come, and what cannot be read is told with its place."""

import json
import os
import subprocess
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from authoring.api.evaluation.judging import judge_benchmark
from authoring.errors import ResultsError
from authoring.evaluation.solvers.recorded import RecordedSolver
from authoring.formats.dseval.results import MOST_LINE, read_results, read_submissions, render_results
from authoring.records.evidence import Judgement
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation, EvaluationOptions, Submission
from authoring.sandbox.client.local import LocalSandbox
from authoring.validators.verdicts import SubverdictName, VerdictName

if TYPE_CHECKING:
    from authoring.records.results import SubmissionNotice


RESULTS = Path(__file__).parents[2] / "cases" / "importers" / "results.jsonl"

LINE = '{"problemset": "s", "index": 1, "code": "1"}'

RESULT = '{"problemset": "s", "index": 1, "code": "1", "verdict": "CORRECT", "subverdict": "UNCATEGORIZED"}'


def written(tmp_path: Path, text: str | bytes) -> Path:
    """Return a file of this text."""
    path = tmp_path / "r.jsonl"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_results_of_dseval_are_read_whole() -> None:
    """Every key of DSEval's lines is kept, non-finite numbers too."""
    first, second = read_results(RESULTS)

    assert (first.benchmark, first.version, first.problemset, first.index) == ("Exercise", 1, "chipotle", 1)
    assert (second.verdict, second.subverdict) == (VerdictName.PRESENTATION_ERROR, SubverdictName.MISSING_RETURN)
    assert first.validation["category"] == "and"
    assert str(second.agent_stats["cost"]) == "nan"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (LINE, [("s", 1, 1, "1")]),
        ("\ufeff" + LINE + "\r\n\r\n  \n", [("s", 1, 1, "1")]),
        (RESULT + "\n" + LINE.replace("1,", "2,"), [("s", 1, 1, "1"), ("s", 2, 1, "1")]),
        (LINE[:-1] + ', "attempt": 2, "question": "q"}', [("s", 1, 2, "1")]),
        ('{"question": "q", "code": "1", "agent_stats": {}}\n' * 2, [("", 0, 1, "1")] * 2),
        (LINE.replace('"1"', r'"a\u2028b"'), [("s", 1, 1, "a\u2028b")]),
        (LINE.replace('"1"', '"a\u2028b"'), [("s", 1, 1, "a\u2028b")]),
    ],
)
def test_submissions_in_all_their_forms(tmp_path: Path, text: str, read: list[tuple[str, int, int, str]]) -> None:
    """Whole results, bare places and bare questions are submissions; byte order marks and empty lines do not count."""
    submissions = read_submissions(written(tmp_path, text))

    assert [(record.problemset, record.index, record.attempt, record.code) for record in submissions] == read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": holds no lines"),
        (LINE + "\n{'a': 1}", ":2:2: is no JSON"),
        ("[1]", ":1:1: is no JSON object"),
        ("[" * 100_000, ":1:1: cannot be read"),
        ('{"index": 1, "code": ""}', ":1:1: has no `problemset`"),
        ('{"problemset": "s", "code": ""}', ":1:1: has no `index`"),
        ('{"problemset": "s", "index": 1}', ":1:1: has no `code`"),
        ('{"problemset": "s", "index": "one", "code": ""}', ":1:21: `index`: Input should be a valid integer"),
        ('{"problemset": "s", "index": 0, "code": ""}', ":1:1: `index` and `attempt` count from 1"),
        (b'{"code": "\xff"}', ":1:11: is no UTF-8"),
        (LINE.encode() + b'\n{"code": "\xff"}', ":2:11: is no UTF-8"),
    ],
)
def test_broken_submissions_are_told_with_their_place(tmp_path: Path, text: str | bytes, message: str) -> None:
    """File, line and column, and what to do."""
    path = written(tmp_path, text)
    with pytest.raises(ResultsError) as raised:
        read_submissions(path)

    assert raised.value.message.startswith(f"{path}{message}")
    assert raised.value.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINE, ":1:1: has no `verdict`"),
        (RESULT.replace("CORRECT", "GREAT"), ":1:46: verdict 'GREAT' is not known"),
        (RESULT.replace("UNCATEGORIZED", "x"), ":1:68: subverdict 'x' is not known"),
    ],
)
def test_broken_results_are_told_with_their_place(tmp_path: Path, text: str, message: str) -> None:
    """A verdict that nobody knows is not guessed at."""
    path = written(tmp_path, text)
    with pytest.raises(ResultsError) as raised:
        read_results(path)

    assert raised.value.message.startswith(f"{path}{message}")


def test_missing_file_is_told(tmp_path: Path) -> None:
    """A file that cannot be opened is an error of its own kind, not a traceback."""
    with pytest.raises(ResultsError, match="cannot be read"):
        read_submissions(tmp_path / "gone.jsonl")


def test_later_records_are_left_out_and_told(tmp_path: Path) -> None:
    """As DSEval does; and keys that nobody knows are named."""
    remarks: list[SubmissionNotice] = []
    later = json.dumps({**json.loads(LINE), "code": "2", "colour": "red"})
    (submission,) = read_submissions(written(tmp_path, LINE + "\n" + later), on_remark=remarks.append)

    assert submission.code == "1"
    assert [(remark.place.rpartition(":")[2], remark.message) for remark in remarks] == [
        ("2", "the key `colour` is not known, and left out"),
        ("2", "attempt 1 at s #1 was given before"),
    ]


# Our results are DSEval's results.

READ = Path(__file__).parents[2] / "cases" / "dseval_peer" / "read_results.py"

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
    yield judge_benchmark(
        benchmark, solver=solver, options=EvaluationOptions(max_attempts=2, max_time=20), sandbox=sandbox
    )
    sandbox.close()


def test_a_line_has_the_keys_of_dseval(evaluation: Evaluation) -> None:
    """One line per judged attempt, keys in DSEval's order."""
    records = [json.loads(line) for line in render_results(evaluation).splitlines()]

    assert [list(record) for record in records] == [KEYS.split()] * 3
    assert [(record["index"], record["attempt"], record["verdict"]) for record in records] == [
        (1, 1, "CORRECT"),
        (2, 1, "WRONG_OUTPUT"),
        (2, 2, "CORRECT"),
    ]
    assert records[0]["question"] == "One?"


def test_what_is_written_is_read_again(evaluation: Evaluation, tmp_path: Path) -> None:
    """Our own reader understands it, infinities included."""
    path = tmp_path / "r.jsonl"
    path.write_text(render_results(evaluation))

    assert [record.code for record in read_results(path)] == ["b = 1", "a - 1", "a + 1"]
    assert read_results(path)[0].agent_stats == {"cost": float("inf")}


def test_validation_is_the_nested_tree() -> None:
    """Combinations have a list as their reason, checks of a variable its name."""
    leaf = Judgement(correct="no", category="namespace_check", subject="b", reason="r")
    tree = Judgement(
        correct="no", category="and", parts=(Judgement(correct="no", category="namespace_check", parts=(leaf,)),)
    )

    assert tree.as_tree() == {
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
    assert Judgement(correct="yes", category="and").as_tree()["reason"] == []


@pytest.mark.exhaustive
def test_dseval_reads_what_we_write(evaluation: Evaluation, dseval_python: Path, tmp_path: Path) -> None:
    """DSEval's own reader takes the file, counts as we do, and writes the same bytes again."""
    path, rewritten = tmp_path / "r.jsonl", tmp_path / "again.jsonl"
    path.write_text(render_results(evaluation))
    process = subprocess.run([dseval_python, READ, path, rewritten], capture_output=True, text=True, check=False)

    assert process.returncode == 0, process.stderr
    assert json.loads(process.stdout.splitlines()[-1]) == [
        pytest.approx(2 / 3),
        [
            [1, 1, "CORRECT", "UNCATEGORIZED"],
            [2, 1, "WRONG_OUTPUT", "VALUE_MISMATCH"],
            [2, 2, "CORRECT", "UNCATEGORIZED"],
        ],
    ]
    assert rewritten.read_bytes() == path.read_bytes()


def test_one_long_line_is_refused_by_a_limit_with_a_name(tmp_path: Path) -> None:
    """A line of 60 MB is refused when a third of it was read, so that it takes neither time nor memory."""
    path = tmp_path / "answers.jsonl"
    path.write_text(LINE + '\n{"problemset": "s", "index": 1, "code": "')
    # The rest of the line costs no disk.
    os.truncate(path, 60_000_000)
    tracemalloc.start()
    try:
        for read in (read_submissions, read_results):
            with pytest.raises(ResultsError, match=r":2: .*limit submission_line|has no `verdict`"):
                read(path)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()

    assert peak < 2.5 * MOST_LINE


def test_long_code_is_no_answer_and_keeps_no_other_from_being_judged(tmp_path: Path) -> None:
    """Code over the limit counts as an answer without code; the file's other answers stand."""
    path = tmp_path / "answers.jsonl"
    codes = ("1", "x" * 1_000_001, "x" * 1_000_000)
    lines = (json.dumps({"problemset": "s", "index": index, "code": code}) for index, code in enumerate(codes, 1))
    path.write_text("\n".join(lines))
    remarks: list[SubmissionNotice] = []
    first, second, third = read_submissions(path, on_remark=remarks.append)

    assert (first.code, second.code, len(third.code)) == ("1", "", 1_000_000)
    assert "limit submission_code" in second.agent_exception
    assert [remark.place for remark in remarks] == [f"{path}:2"]
