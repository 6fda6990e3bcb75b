"""A solver is shown what is chosen, fenced and within a budget, and nothing else."""

import pytest

from authoring.errors import UsageError
from authoring.evaluation.solvers.base import ContextPart, Task
from authoring.evaluation.solvers.dialogue.context import (
    MOST_CELLS,
    MOST_OUTPUT,
    MOST_VARIABLES,
    last_attempt,
    parse_context,
    problem_numbers,
    shown_cells,
    shown_definitions,
    variables_text,
)
from authoring.records.evidence import Variable
from tests.evaluation.solvers.scene import TASK


def test_parts_are_named_with_commas() -> None:
    """In any order, and each once; `none` stands for the question alone."""
    assert parse_context("outputs, code,code") == (ContextPart.CODE, ContextPart.OUTPUTS)
    assert parse_context("none") == ()


@pytest.mark.parametrize(
    ("text", "hint"),
    [("variable", "did you mean variables?"), ("all", "name some of"), ("", "none"), ("none,code", "")],
)
def test_unknown_parts_are_refused(text: str, hint: str) -> None:
    """With the nearest name, or all of them."""
    with pytest.raises(UsageError) as raised:
        parse_context(text)

    assert hint in raised.value.hint


@pytest.mark.parametrize("part", [ContextPart.CODE, ContextPart.QUESTIONS, ContextPart.OUTPUTS])
def test_only_what_is_chosen_is_shown(part: ContextPart) -> None:
    """Each part brings its own text of the cells before."""
    (_, cell), omitted = shown_cells(TASK, [part])
    shown = {ContextPart.CODE: cell.code, ContextPart.QUESTIONS: cell.question, ContextPart.OUTPUTS: cell.output}

    assert [name for name, text in shown.items() if text] == [part]
    assert omitted == 0


def test_conventions_are_shown_once() -> None:
    """A question comes with the conventions of its set, so that the cell that states them is shown without."""
    stated = "# Conventions:\n# - Tables are numbered from 0.\nimport pandas as pd"
    task = Task(problemset="s", index=1, question="q", history=(stated,), questions=("",), outputs=("",))
    ((alone,), _), ((beside,), _) = (
        shown_cells(task.model_copy(update={"conventions": conventions}), [ContextPart.CODE])
        for conventions in ((), ("Tables are numbered from 0.",))
    )

    assert "numbered from 0" in alone.code
    assert "numbered from 0" not in beside.code
    assert "import pandas" in beside.code


def test_the_oldest_cells_are_left_out() -> None:
    """The latest cells fit the budget, and it is said how many do not."""
    task = Task(
        problemset="s", index=1, question="q", history=("x = 1\n" * 2_000,) * 9, questions=("",) * 9, outputs=("",) * 9
    )
    cells, omitted = shown_cells(task, [ContextPart.CODE])

    assert sum(cell.size for cell in cells) <= MOST_CELLS
    assert [cell.number for cell in cells] == list(range(omitted + 1, 10))
    assert omitted > 0


def test_questions_are_numbered_as_problems() -> None:
    """Context counts for nothing, and an earlier attempt has the number of the question that it answered."""
    questions = ("", "How many rows?", "", "How many columns?")
    task = Task(problemset="s", index=3, question="q", questions=questions)
    again = task.model_copy(update={"attempt": 3, "questions": (*questions, "q", "q")})

    assert problem_numbers(task) == (0, 1, 0, 2)
    assert problem_numbers(again) == (0, 1, 0, 2, 3, 3)
    assert [(cell.number, cell.problem) for cell in shown_cells(TASK, [ContextPart.QUESTIONS])[0]] == [(1, 0), (2, 1)]


DEFINING = ("import numpy as np", "def gini(values):\n    return np.std(values)")


@pytest.mark.parametrize(
    ("context", "omitted", "lines"),
    [
        ([ContextPart.VARIABLES], 0, ["import numpy as np", "def gini(values)"]),
        ([ContextPart.CODE, ContextPart.VARIABLES], 0, []),
        ([ContextPart.CODE], 1, ["import numpy as np"]),
        ([ContextPart.QUESTIONS], 0, []),
    ],
)
def test_definitions_are_shown_where_no_code_shows_them(
    context: list[ContextPart], omitted: int, lines: list[str]
) -> None:
    """Variables stand beside them, and cells that are left out keep theirs."""
    task = Task(problemset="s", index=1, question="q", history=DEFINING, questions=("", ""), outputs=("", ""))

    assert shown_definitions(task, context, omitted).splitlines() == lines


def test_long_outputs_are_cut_in_the_middle() -> None:
    """Both ends stay."""
    task = Task(problemset="s", index=1, question="q", history=("x",), questions=("",), outputs=("a" * 9_000 + "z",))
    (cell,), _ = shown_cells(task, [ContextPart.OUTPUTS])

    assert len(cell.output) < MOST_OUTPUT + 100
    assert "a\n" in cell.output
    assert "az\n" in cell.output


def test_variables_have_type_shape_and_first_rows() -> None:
    """A table shows its rows, anything else its value; many of them are cut to their names."""
    text = variables_text(TASK.variables)
    many = variables_text([Variable(name=f"v{n}", type="str", size=1, text="t" * 200) for n in range(200)])

    assert text.splitlines()[:3] == ["count: int = 3", "gulls: pandas.DataFrame, shape [5, 3]", "  name  wing  mass"]
    assert len(many) < MOST_VARIABLES + 2_000
    assert "more: v" in many


def test_first_attempt_has_none_before_it() -> None:
    """Only a further attempt is told of one."""
    assert last_attempt(TASK) is None


def test_addresses_are_not_shown() -> None:
    """A command that goes on after a kill finds the same session at other addresses, and asks in the same words."""
    prompts = []
    for address in ("0x7f0011223344", "0x55aabbccddee"):
        words = f"<Model at {address}>"
        variable = Variable(name="m", type="Model", size=1, text=words)
        again = {"attempt": 2, "last_output": words, "last_error": words, "outputs": ("", words)}
        task = TASK.model_copy(update={"variables": (variable,), **again})
        prompts.append((variables_text(task.variables), shown_cells(task, tuple(ContextPart)), last_attempt(task)))

    assert prompts[0] == prompts[1]
    assert "<Model at 0x…>" in prompts[0][0]
