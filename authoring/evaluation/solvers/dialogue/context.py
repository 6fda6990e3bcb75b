"""What a solver is shown beside its question: cells, questions, outputs, variables, profile, each within a budget."""

import json
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from authoring.dseal.conventions import without_conventions
from authoring.errors import UsageError, nearest_hint
from authoring.evaluation.solvers.base import ContextPart, Task
from authoring.evaluation.solvers.dialogue.definitions import definitions_text
from authoring.evaluation.solvers.dialogue.observation import without_addresses
from authoring.llm.prompt import cut, cut_middle, fenced, make_visible
from authoring.records.evidence import Variable

NOTHING = "none"
"""Stands for a context of the question alone."""
MOST_CELLS = 40_000
"""Characters of all cells before, with their questions and outputs; the oldest are left out first."""
MOST_OUTPUT = 1_024
"""Characters of the output of one cell."""
MOST_VARIABLES = 12_000
MOST_HEAD = 1_200
"""Characters of the first rows of one variable."""
MOST_PROFILE = 14_000
MOST_ERROR = 4_000
"""Characters of a traceback, and of a hint."""


def parse_context(text: str) -> tuple[ContextPart, ...]:
    """Return the parts that a person names with commas between them, in the order of their kind.

    Raises:
        UsageError: one is not known.
    """
    names = [name.strip().lower() for name in text.split(",") if name.strip()]
    if names == [NOTHING]:
        return ()
    parts = [part.value for part in ContextPart]
    for name in names:
        if name not in parts:
            hint = nearest_hint(name, parts, f"name some of {', '.join(parts)} with commas between them, or {NOTHING}")
            raise UsageError(f"--context: nothing is called {name}", hint=hint)
    if not names:
        raise UsageError("--context: is empty", hint=f"say {NOTHING} to show the question alone")
    return tuple(part for part in ContextPart if part.value in names)


@dataclass(frozen=True, slots=True)
class ShownCell:
    """One cell before, as the page of the task shows it; what is not shown is empty."""

    number: int
    """From 1, among all cells before the task."""
    problem: int
    """The number of its problem; 0 for context."""
    question: str
    code: str
    output: str

    @property
    def size(self) -> int:
        """Characters that it takes."""
        return len(self.question) + len(self.code) + len(self.output)


def shown_cells(task: Task, context: Sequence[ContextPart]) -> tuple[tuple[ShownCell, ...], int]:
    """Return the cells before a task as far as there is room, the latest ones, and how many are left out."""
    cells: list[ShownCell] = []
    room = MOST_CELLS
    pasts = zip(task.history, task.questions, task.outputs, problem_numbers(task), strict=True)
    for number, (past_code, question, output, problem) in reversed(list(enumerate(pasts, start=1))):
        # The question is shown with the conventions of its set.
        code = without_conventions(past_code) if task.conventions and not question else past_code
        cell = ShownCell(
            number,
            problem,
            question=_block("earlier", question, is_shown=ContextPart.QUESTIONS in context),
            code=_block("cell", code, is_shown=ContextPart.CODE in context),
            output=_block(
                "output", cut_middle(without_addresses(output), MOST_OUTPUT), is_shown=ContextPart.OUTPUTS in context
            ),
        )
        room -= cell.size
        if room < 0 and cells:
            return tuple(reversed(cells)), number
        cells.append(cell)
    return tuple(reversed(cells)), 0


def problem_numbers(task: Task) -> tuple[int, ...]:
    """Return the number of the problem of every cell before a task, as results have it; 0 for context.

    Earlier attempts at the task have its own number.
    """
    numbers: list[int] = []
    latest = 0
    for question in task.questions:
        latest = min(latest + 1, task.index) if question else latest
        numbers.append(latest if question else 0)
    return tuple(numbers)


def shown_definitions(
    task: Task, context: Sequence[ContextPart], omitted: int, hidden: Collection[str] = frozenset()
) -> str:
    """Return the functions and imports of the cells before a task, as far as no code that is shown has them.

    So many cells are `omitted` for want of room; functions with `hidden` names are left out.
    """
    if not {ContextPart.CODE, ContextPart.VARIABLES} & {*context}:
        return ""
    return definitions_text(task.history[:omitted] if ContextPart.CODE in context else task.history, hidden)


def _block(name: str, text: str, *, is_shown: bool) -> str:
    return fenced(name, text) if is_shown and text.strip() else ""


def variables_text(variables: Sequence[Variable]) -> str:
    """Return the variables of a session, each with its type, shape and first rows or value, within a budget."""
    lines: list[str] = []
    room = MOST_VARIABLES
    for position, variable in enumerate(variables):
        text = _variable_text(variable)
        room -= len(text)
        if room < 0:
            rest = ", ".join(variable.name for variable in variables[position:])
            lines.append(cut(f"{len(variables) - position} more: {make_visible(rest, lines=False)}", MOST_HEAD))
            break
        lines.append(text)
    return "\n".join(lines)


def _variable_text(variable: Variable) -> str:
    shape = f", shape {json.dumps(variable.shape)}" if variable.shape else ""
    title = f"{make_visible(variable.name, lines=False)}: {variable.type}{shape}"
    if variable.head:
        return f"{title}\n{cut(without_addresses(variable.head), MOST_HEAD)}"
    return f"{title} = {make_visible(without_addresses(variable.text), lines=False)}" if variable.text else title


@dataclass(frozen=True, slots=True)
class LastAttempt:
    """An answer that was not accepted, as the page of the task shows it."""

    code: str
    output: str
    error: str
    hint: str


def last_attempt(task: Task) -> LastAttempt | None:
    """Return what came of the attempt before a task; None for the first one."""
    if task.attempt == 1:
        return None
    return LastAttempt(
        code=_block("code", task.last_code, is_shown=True),
        output=_block("output", cut_middle(without_addresses(task.last_output), MOST_OUTPUT), is_shown=True),
        error=_block("error", cut_middle(without_addresses(task.last_error), MOST_ERROR), is_shown=True),
        hint=_block("hint", cut(task.hint, MOST_ERROR), is_shown=True),
    )
