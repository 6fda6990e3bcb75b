"""A question that stands on its own: the problem's, with the steps that its answer takes before it."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass

from authoring.dseal.code import parse_code
from authoring.dseal.inputs import input_files_of
from authoring.dseal.model import Cell
from authoring.formats.cibench.score.chains import needed_steps

STEPS = """The data are in the file {table}. Take these steps first, in this order; their own answers are not asked for.
{steps}

Then answer this:
{question}"""
ALONE = "The data are in the file {table}. {question}"


@dataclass(frozen=True, slots=True)
class Chain:
    """What a problem builds on."""

    steps: tuple[Cell, ...]
    """Cells before it that it needs, in order; those that only import left out."""
    files: tuple[str, ...]
    """Names of the input files that they and the problem read, sorted."""


def chains_of(cells: Sequence[Cell]) -> tuple[Chain, ...]:
    """Return for each cell that runs what it builds on, as far as code tells without running it."""
    needed = needed_steps([cell.code for cell in cells])
    files = [set(input_files_of(cell.code)) for cell in cells]
    return tuple(
        Chain(
            tuple(cells[step] for step in sorted(steps) if not _only_imports(cells[step].code)),
            tuple(sorted(files[number].union(*(files[step] for step in steps)))),
        )
        for number, steps in enumerate(needed)
    )


def standing_alone(question: str, chain: Chain, *, file: str, table: str) -> str:
    """Return a question with its steps.

    Args:
        question: of the problem.
        chain: what it builds on.
        file: the name of the table in the set.
        table: its name in the benchmark.
    """
    words = [_in_words(cell) for cell in chain.steps]
    steps = "\n".join(f"{number}. {_indented(text)}" for number, text in enumerate(words, 1))
    asked = question.strip()
    text = (
        STEPS.format(table=table, steps=steps, question=asked) if steps else ALONE.format(table=table, question=asked)
    )
    return text.replace(f"inputs/{file}", table)


def _in_words(cell: Cell) -> str:
    """Return what a step does: the question of a problem, or the code of a cell that asks nothing."""
    return cell.problem.question.strip() if cell.problem is not None else f"Run this code:\n{cell.code}"


def _indented(text: str) -> str:
    return text.replace("\n", "\n   ")


def _only_imports(code: str) -> bool:
    return all(isinstance(node, ast.Import | ast.ImportFrom) for node in parse_code(code).tree.body)
