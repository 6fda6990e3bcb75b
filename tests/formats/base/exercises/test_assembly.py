"""Exercises become a problem set: some are posed, some are context, and every one is accounted for."""

from authoring.dseal.parse import parse
from authoring.formats.base.exercises.assembly import assemble
from authoring.formats.base.exercises.codes import NO_EXERCISE
from authoring.formats.base.exercises.questions import Exercise
from authoring.records.draft import ImportedSet


def assembled(*exercises: tuple[str, str], files: tuple[str, ...] = ()) -> ImportedSet:
    """Make a set of questions with their answers."""
    made = [Exercise(question, (code,), f"cell {number}") for number, (question, code) in enumerate(exercises, 1)]
    return assemble(made, files=files, origin="import:notebook", hint="write some")


def test_questions_become_problems_in_order() -> None:
    """Each problem has its origin, and code without a question runs before it."""
    imported = assembled(
        ("", "scores = [3, 1, 2]"),
        ("What is the largest of scores?", "max(scores)"),
        ("Sort scores into `ranks`.", "ranks = sorted(scores)"),
    )
    problems = [problem for _, problem in parse(imported.text).problems]

    assert [problem.question.strip() for problem in problems][-1].startswith("Sort scores")
    assert [origin.origin for origin in imported.origins] == ["import:notebook"] * len(problems)
    assert imported.text.index("scores = [3, 1, 2]") < imported.text.index("max(scores)")


def test_without_an_exercise_there_is_no_set() -> None:
    """The finding carries the caller's hint, and the text is empty."""
    imported = assembled(("", "x = 1"))

    assert (imported.text, imported.origins) == ("", ())
    assert [(finding.code, finding.hint) for finding in imported.findings][-1] == (NO_EXERCISE.code, "write some")


def test_the_same_exercise_is_posed_once() -> None:
    """A repeated question with the same answer measures nothing new, and that is told."""
    exercise = ("How much is one and one?", "1 + 1")
    imported = assembled(exercise, exercise)

    assert len(imported.origins) == 1
    assert any("before" in finding.message for finding in imported.findings)


def test_missing_files_are_asked_for() -> None:
    """What a set reads and nobody gave is listed by name."""
    imported = assembled(("How many rows has birds.csv?", "import pandas as pd\nlen(pd.read_csv('birds.csv'))"))

    assert imported.needs == ("birds.csv",)
