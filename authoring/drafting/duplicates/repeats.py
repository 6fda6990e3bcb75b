"""Near-duplicates: within a set, across the benchmark, and against the seed's own notebook."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from authoring.drafting.duplicates import code_similarity as codes
from authoring.drafting.duplicates import questions
from authoring.drafting.duplicates.code_similarity import CodeShape, shape_of
from authoring.drafting.duplicates.codes import ELSEWHERE, NOTEBOOK, WITHIN
from authoring.drafting.duplicates.notebook import NotebookCode, read_notebook
from authoring.drafting.duplicates.questions import QuestionWords, words_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.session import at_code, at_question
from authoring.records.draft import Example, ProblemOrigin
from authoring.records.stage import stage

SHOWN = 160
"""Characters of a question or a code that a message shows."""
SOMEWHAT = 0.4
"""Share of their words that two questions of a set must have in common, where the same code is about other variables:
the score of a second model is another thing than that of the first."""
_MADE_BY_TEMPLATE = "template:"
_DROP = "Ask for something else, or drop one of the two."


@dataclass(frozen=True, slots=True)
class Signed:
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


class Known:
    """Problems by what their doubles must have in common, so that one look-up finds the few worth comparing."""

    def __init__(self, problems: Iterable[Signed] = ()) -> None:
        self._questions: dict[frozenset[str], list[Signed]] = {}
        self._codes: dict[tuple[str, ...], list[Signed]] = {}
        for problem in problems:
            self.add(problem)

    def add(self, problem: Signed) -> None:
        """Take in one more problem."""
        self._questions.setdefault(problem.words.names, []).append(problem)
        self._codes.setdefault(problem.shape.constants, []).append(problem)

    def same_question(self, problem: Signed, *, within: bool) -> Signed | None:
        """Return the first problem that asks the same; across sets, if the question is about something."""
        # How many rows there are is asked everywhere; within one set even that is asked once.
        if not within and problem.words.size < questions.FEWEST and not problem.names_columns:
            return None
        alike = (one for one in self._questions.get(problem.words.names, ()) if _ask_the_same(problem, one))
        return next(alike, None)

    def same_code(self, problem: Signed, *, within: bool) -> Signed | None:
        """Return the first problem whose code does the same; within a set, on the same variables."""
        if problem.shape.size < codes.FEWEST:
            return None
        alike = (
            one
            for one in self._codes.get(problem.shape.constants, ())
            if codes.do_the_same(problem.shape, one.shape) and not (within and _about_others(problem, one))
        )
        return next(alike, None)


@stage("find_repeats")
def find_repeats(
    text: str, origins: Sequence[ProblemOrigin], *, neighbours: Sequence[Example], notebook: str = ""
) -> tuple[Diagnostic, ...]:
    """Return the problems of a text that are not new, each with its double.

    Args:
        text: a problem set.
        origins: of its problems, in order; what templates wrote repeats from set to set on purpose, and is held
            against its own set only.
        neighbours: the other sets of the benchmark; not this one as it was admitted earlier.
        notebook: of the seed, as a notebook file, as Python, or as Markdown with fenced code; empty for none.
    """
    problemset = parse(text)
    mine = _signed(problemset)
    own, others, copied = Known(), _known(neighbours), read_notebook(notebook)
    found: list[Diagnostic] = []
    for position, (problem, (cell, _)) in enumerate(zip(mine, problemset.problems, strict=True)):
        found += _repeat(problemset, cell, problem, own, within=True)
        own.add(problem)
        made = origins[position].origin if position < len(origins) else ""
        if not made.startswith(_MADE_BY_TEMPLATE):
            found += _repeat(problemset, cell, problem, others, within=False)
            found += _copy(problemset, cell, problem, copied)
    return tuple(found)


def _repeat(problemset: ProblemSet, cell: Cell, problem: Signed, known: Known, *, within: bool) -> Iterator[Diagnostic]:
    """Find the double of a problem; one finding, for the question first."""
    info = WITHIN if within else ELSEWHERE
    if not within and not problem.shape.size:
        return  # reading a file
    if double := known.same_question(problem, within=within):
        message = f"{problem.place} asks the same as {double.place}: {_pair(problem.question, double.question)}"
        yield at_question(problemset, cell, "", info, message, _DROP)
    elif double := known.same_code(problem, within=within):
        message = f"{problem.place} is solved by the same code as {double.place}: {_pair(problem.code, double.code)}"
        yield at_code(problemset, cell, (1, 1), info, message, _DROP)


def _copy(problemset: ProblemSet, cell: Cell, problem: Signed, notebook: NotebookCode) -> Iterator[Diagnostic]:
    if source := notebook.source_of(problem.shape):
        message = f"the code of {problem.place} stands in the seed's notebook: {_pair(problem.code, source)}"
        yield at_code(problemset, cell, (1, 1), NOTEBOOK, message, "Ask for something that the notebook does not do.")


def _ask_the_same(one: Signed, other: Signed) -> bool:
    if not questions.ask_the_same(one.words, other.words, columns=one.columns | other.columns):
        return False
    return not questions.roles_differ(one.words, other.words) or codes.likeness(one.shape, other.shape) >= codes.ALIKE


def _about_others(one: Signed, other: Signed) -> bool:
    return one.shape.free != other.shape.free and questions.overlap(one.words, other.words) < SOMEWHAT


def _known(neighbours: Sequence[Example]) -> Known:
    return Known(problem for example in neighbours for problem in _signed_set(example.name, example.text))


@lru_cache(maxsize=2_048)
def _signed_set(name: str, text: str) -> tuple[Signed, ...]:
    """Return the problems of an admitted set; kept, because it is a neighbour of every draft of a run."""
    return _signed(parse(text), name)


def _signed(problemset: ProblemSet, name: str = "") -> tuple[Signed, ...]:
    signed = []
    for cell, problem in problemset.problems:
        shape = shape_of(cell.code)
        signed.append(
            Signed(
                place=f"problem {problem.number} of {name}" if name else f"problem {problem.number}",
                question=problem.question,
                code=cell.code,
                words=words_of(problem.question),
                shape=shape,
                columns=codes.column_words(shape),
            )
        )
    return tuple(signed)


def _pair(one: str, other: str) -> str:
    return f"{_shown(one)} and {_shown(other)}"


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return f"«{line if len(line) <= SHOWN else line[: SHOWN - 1].rstrip() + '…'}»"
