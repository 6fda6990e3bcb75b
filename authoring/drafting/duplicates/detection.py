"""Near-duplicates: within a set, across the benchmark, and against the seed's own notebook."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import overload

from authoring.drafting.duplicates import code_similarity as codes
from authoring.drafting.duplicates import question_similarity as questions
from authoring.drafting.duplicates.code_similarity import CodeShape, shape_of
from authoring.drafting.duplicates.codes import ELSEWHERE, NOTEBOOK, WITHIN
from authoring.drafting.duplicates.notebook_code import NotebookCode, read_notebook
from authoring.drafting.duplicates.question_similarity import QuestionWords, words_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.session import at_code, at_question
from authoring.records.draft import Example, ProblemOrigin
from authoring.records.stage import stage

LONGEST_EXCERPT = 160
"""Characters of a question or a code that a message shows."""
SOMEWHAT = 0.4
"""Share of their words that two questions of a set must have in common, where the same code is about other variables:
the score of a second model is another thing than that of the first."""

_DROP = "Ask for something else, or drop one of the two."


@dataclass(frozen=True, slots=True)
class ProblemSignature:
    """A problem with what counts of it."""

    place: str
    """Where it stands, in words."""
    question: str
    code: str
    words: QuestionWords
    shape: CodeShape
    columns: frozenset[str]

    @property
    def names_columns(self) -> bool:
        """Whether the question names something that stands as a text in the code."""
        return any(f"={name}" in self.shape.constants for name in self.words.names)


class ProblemIndex:
    """Problems by what their doubles must have in common, so that one look-up finds the few worth comparing."""

    def __init__(self, problems: Iterable[ProblemSignature] = ()) -> None:
        self._questions: dict[frozenset[str], list[ProblemSignature]] = {}
        self._codes: dict[tuple[str, ...], list[ProblemSignature]] = {}
        for problem in problems:
            self.add(problem)

    def add(self, problem: ProblemSignature) -> None:
        """Take in one more problem."""
        self._questions.setdefault(problem.words.names, []).append(problem)
        self._codes.setdefault(problem.shape.constants, []).append(problem)

    def same_question(self, problem: ProblemSignature, *, within: bool) -> ProblemSignature | None:
        """Return the first problem that asks the same; across sets, if the question is about something."""
        # How many rows there are is asked everywhere; within one set even that is asked once.
        if not within and problem.words.size < questions.FEWEST and not problem.names_columns:
            return None
        alike = (
            candidate for candidate in self._questions.get(problem.words.names, ()) if _ask_the_same(problem, candidate)
        )
        return next(alike, None)

    def same_code(self, problem: ProblemSignature, *, within: bool) -> ProblemSignature | None:
        """Return the first problem whose code does the same; within a set, on the same variables."""
        if problem.shape.size < codes.FEWEST:
            return None
        alike = (
            candidate
            for candidate in self._codes.get(problem.shape.constants, ())
            if codes.do_the_same(problem.shape, candidate.shape) and not (within and _about_others(problem, candidate))
        )
        return next(alike, None)


@stage("find_repeats")
def find_repeats(
    text: str, origins: Sequence[ProblemOrigin], *, neighbours: Sequence[Example], notebook: str = ""
) -> tuple[Diagnostic, ...]:
    """Return the problems of a text that are not new, each with its double.

    Neighbours are the other sets of the benchmark, without this one as it was admitted earlier. The notebook of the
    seed is a notebook file, Python, or Markdown with fenced code; empty for none.
    """
    problemset = parse(text)
    signatures = _signatures(problemset)
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


def _ask_the_same(first: ProblemSignature, second: ProblemSignature) -> bool:
    if not questions.ask_the_same(first.words, second.words, columns=first.columns | second.columns):
        return False
    return (
        not questions.roles_differ(first.words, second.words)
        or codes.similarity(first.shape, second.shape) >= codes.ALIKE
    )


def _about_others(first: ProblemSignature, second: ProblemSignature) -> bool:
    return first.shape.free != second.shape.free and questions.overlap(first.words, second.words) < SOMEWHAT


@lru_cache(maxsize=2_048)
def _signatures_of_set(name: str, text: str) -> tuple[ProblemSignature, ...]:
    """Return the problems of an admitted set."""
    # Cached, because it is a neighbour of every draft of a run.
    return _signatures(parse(text), name)


def _signatures(problemset: ProblemSet, name: str = "") -> tuple[ProblemSignature, ...]:
    signed = []
    for cell, problem in problemset.problems:
        shape = shape_of(cell.code)
        signed.append(
            ProblemSignature(
                place=f"problem {problem.number} of {name}" if name else f"problem {problem.number}",
                question=problem.question,
                code=cell.code,
                words=words_of(problem.question),
                shape=shape,
                columns=codes.column_words(shape),
            )
        )
    return tuple(signed)


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
