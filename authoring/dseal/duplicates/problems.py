"""Problems by what counts of them, and which of them repeat another."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from authoring.dseal.duplicates import code_similarity as codes
from authoring.dseal.duplicates import question_similarity as questions
from authoring.dseal.duplicates.code_similarity import CodeShape, shape_of
from authoring.dseal.duplicates.question_similarity import QuestionWords, words_of
from authoring.dseal.model import ProblemSet

SOMEWHAT = 0.4
"""Share of their words that two questions of a set must have in common, where the same code is about other variables:
the score of a second model is another thing than that of the first."""
FEWEST_OF_BOTH = 3
"""Nodes of the smallest code that counts together with its question."""
ALIKE_OF_BOTH = 0.25
"""Share of their words that two questions must have in common whose short code is the same."""

AXES = {
    "rows": re.compile(r"\brows?\b|行", re.IGNORECASE),
    "columns": re.compile(r"\bcolumns?\b|列", re.IGNORECASE),
}
"""Words for the axes of a table, which count in no other comparison of questions."""


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
        """Return the first problem whose code does the same; within a set, on the same variables.

        Short code that is the same counts where the questions have words in common.
        """
        alike = (
            candidate
            for candidate in self._codes.get(problem.shape.constants, ())
            if (
                codes.do_the_same(problem.shape, candidate.shape)
                if problem.shape.size >= codes.FEWEST
                else not within and _are_short_and_alike(problem, candidate)
            )
            and not (within and _about_others(problem, candidate))
        )
        return next(alike, None)


def signatures_of(problemset: ProblemSet, name: str = "") -> tuple[ProblemSignature, ...]:
    """Return the problems of a set with what counts of them; `name` is that of the set, where it is another one."""
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


def _ask_the_same(first: ProblemSignature, second: ProblemSignature) -> bool:
    if {_axes(first), _axes(second)} == {("rows",), ("columns",)}:
        return False
    if not questions.ask_the_same(first.words, second.words, columns=first.columns | second.columns):
        return False
    return (
        not questions.roles_differ(first.words, second.words)
        or codes.similarity(first.shape, second.shape) >= codes.ALIKE
    )


def _axes(problem: ProblemSignature) -> tuple[str, ...]:
    """Return which of rows and columns a question speaks of: where it is one of them, the other is another question."""
    return tuple(axis for axis, words in AXES.items() if words.search(problem.question))


def _are_short_and_alike(first: ProblemSignature, second: ProblemSignature) -> bool:
    """Tell whether the short code of two problems of different sets is the same, and their questions much alike."""
    is_same = bool(first.shape.nodes) and first.shape.nodes == second.shape.nodes
    is_about_data = first.shape.size >= FEWEST_OF_BOTH and bool(first.columns)
    return is_same and is_about_data and questions.overlap(first.words, second.words) >= SOMEWHAT


def _about_others(first: ProblemSignature, second: ProblemSignature) -> bool:
    return first.shape.free != second.shape.free and questions.overlap(first.words, second.words) < SOMEWHAT


def repeats(first: ProblemSignature, second: ProblemSignature) -> str:
    """Return by what a problem repeats another: `question`, `code`, `both` together, or nothing.

    Neither may be enough by itself for `both`: short code that is the same, under questions that have some of their
    words in common.
    """
    if _ask_the_same(first, second):
        return "question"
    same_code = codes.do_the_same(first.shape, second.shape) or (
        min(first.shape.size, second.shape.size) >= codes.FEWEST and _same_statements(first.shape, second.shape)
    )
    if same_code and not _about_others(first, second):
        return "code"
    equal_code = bool(first.shape.nodes) and first.shape.nodes == second.shape.nodes
    if equal_code and first.shape.free == second.shape.free and first.shape.size >= FEWEST_OF_BOTH:
        return "both" if questions.overlap(first.words, second.words) >= ALIKE_OF_BOTH else ""
    return ""


def _same_statements(first: CodeShape, second: CodeShape) -> bool:
    return sorted(first.statements) == sorted(second.statements)
