"""A notebook of a tree becomes a set in which every step is a problem."""

import json

import pytest

from authoring.dseal.parse import parse
from authoring.errors import BenchmarkError
from authoring.formats.cibench.tree_sets import STEP_SECONDS, tree_set
from tests.formats.cibench.score.trees import STEPS, Json, notebook

Steps = tuple[tuple[str, str, str, list[Json]], ...]


def written(book: Json, *, suite: str = "cibench_generation") -> str:
    """Return the set of a notebook."""
    return tree_set(
        json.dumps(book), dataset=f"{suite}/pandas", path="a.ipynb", location="a.ipynb", files=["penguins.csv"]
    )


def test_every_step_is_a_problem() -> None:
    """Its number is the step's, its question the loader's with paths of a session, and its time an interpreter's."""
    parsed = parse(written(notebook(STEPS)))
    problems = [problem for _, problem in parsed.problems]

    assert [problem.number for problem in problems] == list(range(1, len(STEPS) + 1))
    assert problems[0].question == "Read `inputs/penguins.csv` into `df`.Please use pandas and numpy modules."
    assert problems[3].question == "Draw the masses.Please use pandas and numpy modules."
    assert {problem.max_time for problem in problems} == {STEP_SECONDS}
    assert "inputs/penguins.csv" in parsed.runnable[0].code
    assert [list(problem.validator or {}) for problem in problems[:4]] == [
        ["namespace_check"],
        ["stream"],
        [],
        ["vis"],
    ]


def test_a_path_at_the_end_of_a_question_is_moved() -> None:
    """Behind it the loader puts its sentence without a blank."""
    steps: Steps = (("exec", "Read data/penguins.csv", "x = open('data/penguins.csv').read()", []),)

    assert "Read inputs/penguins.csvPlease use" in written(notebook(steps))


def test_steps_that_import_or_only_hold_magics() -> None:
    """They are asked as all others are, and have only to run."""
    steps: Steps = (
        ("exec", "Import it.", "import json", []),
        ("exec", "Draw inline.", "%matplotlib inline", []),
    )
    cells = parse(written(notebook(steps))).problems

    assert [problem.validator for _, problem in cells] == [{"template": "basic"}] * 2
    assert [cell.code for cell, _ in cells] == ["import json", "pass"]


@pytest.mark.parametrize(
    "cells", [lambda cells: cells[:1] + cells, lambda cells: cells[1:], lambda cells: cells[:1], lambda _: []]
)
def test_cells_out_of_turn_are_refused(cells: object) -> None:
    """The loader would put questions to an agent whose answers belong to others."""
    book = notebook(STEPS[:3])
    assert callable(cells)
    with pytest.raises(BenchmarkError, match=r"a\.ipynb"):
        written({**book, "cells": cells(book["cells"])})
