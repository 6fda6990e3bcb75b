"""Near-duplicates: within a set, across the benchmark, and against the seed's own notebook."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import overload

from authoring.drafting.duplicates.codes import ELSEWHERE, NOTEBOOK, WITHIN
from authoring.drafting.duplicates.notebook_code import NotebookCode, read_notebook
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.duplicates.problems import ProblemIndex, ProblemSignature, signatures_of
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.session import at_code, at_question
from authoring.records.draft import Example, ProblemOrigin
from authoring.records.stage import stage

LONGEST_EXCERPT = 160
"""Characters of a question or a code that a message shows."""
_DROP = "Ask for something else, or drop one of the two."


@stage("find_repeats")
def find_repeats(
    text: str, origins: Sequence[ProblemOrigin], *, neighbours: Sequence[Example], notebook: str = ""
) -> tuple[Diagnostic, ...]:
    """Return the problems of a text that are not new, each with its double.

    Neighbours are the other sets of the benchmark, without this one as it was admitted earlier. The notebook of the
    seed is a notebook file, Python, or Markdown with fenced code; empty for none.
    """
    problemset = parse(text)
    signatures = signatures_of(problemset)
    own, copied = ProblemIndex(), read_notebook(notebook)
    neighbour_index = ProblemIndex(
        problem for example in neighbours for problem in _signatures_of_set(example.name, example.text)
    )
    findings: list[Diagnostic] = []
    for position, (problem, (cell, _)) in enumerate(zip(signatures, problemset.problems, strict=True)):
        findings += _repeat(problemset, cell, problem, own, within=True)
        # Added only now: no problem is its own double, and of two the later one is the repeat.
        own.add(problem)
        # What templates wrote repeats from set to set on purpose, and is held against its own set only.
        origin = origins[position].origin if position < len(origins) else ""
        if not origin.startswith("template:"):
            findings += _repeat(problemset, cell, problem, neighbour_index, within=False)
            findings += _copy(problemset, cell, problem, copied)
    return tuple(findings)


def _repeat(
    problemset: ProblemSet, cell: Cell, problem: ProblemSignature, index: ProblemIndex, *, within: bool
) -> Iterator[Diagnostic]:
    """Find the double of a problem; one finding, for the question first."""
    info = WITHIN if within else ELSEWHERE
    # A problem without any counted code reads a file, which every set may ask for.
    if not within and not problem.shape.size:
        return
    if double := index.same_question(problem, within=within):
        message = f"{problem.place} asks the same as {double.place}: {_pair(problem.question, double.question)}"
        yield at_question(problemset, cell, "", info, message, _DROP)
    elif double := index.same_code(problem, within=within):
        message = f"{problem.place} is solved by the same code as {double.place}: {_pair(problem.code, double.code)}"
        yield at_code(problemset, cell, (1, 1), info, message, _DROP)


def _copy(
    problemset: ProblemSet, cell: Cell, problem: ProblemSignature, notebook: NotebookCode
) -> Iterator[Diagnostic]:
    if source := notebook.source_of(problem.shape):
        message = f"the code of {problem.place} stands in the seed's notebook: {_pair(problem.code, source)}"
        yield at_code(problemset, cell, (1, 1), NOTEBOOK, message, "Ask for something that the notebook does not do.")


@lru_cache(maxsize=2_048)
def _signatures_of_set(name: str, text: str) -> tuple[ProblemSignature, ...]:
    """Return the problems of an admitted set."""
    # Cached, because it is a neighbour of every draft of a run.
    return signatures_of(parse(text), name)


def _pair(first: str, second: str) -> str:
    return f"{_excerpt(first)} and {_excerpt(second)}"


def _excerpt(text: str) -> str:
    line = " ".join(text.split())
    return f"«{line if len(line) <= LONGEST_EXCERPT else line[: LONGEST_EXCERPT - 1].rstrip() + '…'}»"


class Neighbours(Sequence[Example]):
    """The sets that a new one may not repeat, and the notebook of its seed.

    As an argument of a step they count as one and the same whatever they hold: what was found of a revision stays
    found, although the benchmark grows while it waits for a person.
    """

    fingerprint = "neighbours"

    def __init__(self, examples: Sequence[Example], *, notebook: str = "") -> None:
        """Take the sets, and the whole text of the seed's own notebook."""
        self._examples = tuple(examples)
        self.notebook = notebook

    def __len__(self) -> int:
        return len(self._examples)

    @overload
    def __getitem__(self, index: int) -> Example: ...

    @overload
    def __getitem__(self, index: slice) -> tuple[Example, ...]: ...

    def __getitem__(self, index: int | slice) -> Example | tuple[Example, ...]:
        return self._examples[index]

    def __iter__(self) -> Iterator[Example]:
        return iter(self._examples)
