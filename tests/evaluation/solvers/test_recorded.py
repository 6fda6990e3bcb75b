"""Recorded answers find their problems, and those that find none are told."""

from pathlib import Path

from authoring.dseal.parse import parse
from authoring.evaluation.solvers.base import Task
from authoring.evaluation.solvers.recorded import RecordedSolver, match
from authoring.records.results import Benchmark, BenchmarkSet, Submission
from tests.evaluation.solvers.scene import unused_scratchpad


def one_set(name: str, *questions: str) -> BenchmarkSet:
    """Return a set that asks these questions."""
    cells = (f'# %%\n"""\nquestion: {question}\n"""\n\n1\n' for question in questions)
    return BenchmarkSet(name=name, path=Path(f"{name}.py"), text="# %%\nx = 1\n\n" + "\n".join(cells), inputs=())


BENCHMARK = Benchmark(name="b", version=1, sets=(one_set("left", "One?", "Two?"), one_set("right", "Two?", "Two?")))


def given(name: str, index: int, code: str = "1", **more: object) -> Submission:
    """Return a submission."""
    return Submission.model_validate({"problemset": name, "index": index, "code": code, **more})


def test_answers_go_to_their_problem_and_attempt() -> None:
    """What is recorded for a problem and attempt is the answer; for anything else there is none."""
    solver = RecordedSolver([given("left", 2, "a"), given("left", 2, "b", attempt=2)], BENCHMARK)

    def answer(index: int, attempt: int) -> str | None:
        found = solver.solve(Task(problemset="left", index=index, attempt=attempt, question="?"), unused_scratchpad())
        return found.code if found else None

    assert [answer(2, 1), answer(2, 2), answer(2, 3), answer(1, 1)] == ["a", "b", None, None]
    assert (solver.attempts, solver.remarks) == (2, ())


def test_bare_questions_go_to_the_problems_that_ask_them_in_order() -> None:
    """A line that names its question alone answers the first problem that asks it and has no answer yet."""
    kept, remarks = match([given("", 0, code, question="Two?") for code in "abcd"], BENCHMARK)

    assert [(each.problemset, each.index, each.code) for each in kept] == [
        ("left", 2, "a"),
        ("right", 1, "b"),
        ("right", 2, "c"),
    ]
    assert [remark.message[:33] for remark in remarks] == ["no problem that has no answer yet"]


def test_conventions_belong_to_a_question_or_not() -> None:
    """An export has the conventions of a set behind each question, and its results fit the set itself."""
    text = '# %%\n# Conventions:\n# - Tables are numbered from 0.\nx = 1\n\n# %%\n"""\nquestion: One?\n"""\n\n1\n'
    stated = BenchmarkSet(name="stated", path=Path("stated.py"), text=text, inputs=())
    (_, problem), *_ = parse(text).problems
    for question in (problem.question, problem.whole_question):
        for name, index in (("stated", 1), ("", 0)):
            (submission,), remarks = match(
                [given(name, index, question=question)], Benchmark(name="b", version=1, sets=(stated,))
            )

            assert (submission.problemset, submission.index, remarks) == ("stated", 1, ())
    assert "numbered" in problem.whole_question


def test_what_fits_no_problem_is_told() -> None:
    """Unknown sets once each with a guess, unknown numbers one by one; nothing is dropped in silence."""
    kept, remarks = match([given("lefd", 1), given("lefd", 2), given("left", 3)], BENCHMARK)

    assert kept == ()
    assert [(each.place, each.message, each.hint) for each in remarks] == [
        ("lefd", "the benchmark holds no set of this name, so 2 of the submissions are left out", "is 'left' meant?"),
        (
            "left #3",
            "the set has 2 problems, so this submission is left out",
            "`index` counts the problems that are asked, from 1",
        ),
    ]


def test_other_question_is_told_and_judged() -> None:
    """A benchmark may have been reworded since, so the answer is kept; white space at the ends does not count."""
    kept, remarks = match([given("left", 1, question="Zero?"), given("left", 2, question="Two?\n")], BENCHMARK)

    assert [(each.index) for each in kept] == [1, 2]
    assert [remark.place for remark in remarks] == ["left #1"]


def test_imports_of_a_set() -> None:
    """What its recorded code imports is known beforehand."""
    solver = RecordedSolver([given("left", 1, "import seaborn as sns"), given("right", 1, "import os")], BENCHMARK)

    assert solver.imports("left") == ("seaborn",)
