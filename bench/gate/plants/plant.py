"""A plant: one realistic defect put into a clean problem set, and the kinds of defect that a table can state."""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from hashlib import sha256

import yaml

from authoring.dseal.model import Cell, Json, Problem, ProblemSet
from authoring.dseal.parse import parse


class Family(StrEnum):
    """What is wrong with a problem, as the goals of the gate are stated."""

    REFERENCE = "wrong reference"
    MISMATCH = "question/reference mismatch"
    UNDER_SPECIFIED = "under-specified"
    LAX = "too lax"
    STRICT = "too strict"
    NONDETERMINISM = "nondeterminism"
    STATE = "state change"
    LEAK = "leaks"
    DUPLICATE = "duplicates"
    BROKEN = "broken text"
    INPUTS = "inputs"


class Half(StrEnum):
    """Plants of one half may be looked at while rules are tuned; the other half only measures."""

    TUNING = "tuning"
    MEASURING = "measuring"


Block = dict[str, Json]
"""A validator's block as YAML gives it."""
Edit = Callable[[ProblemSet, Cell, Problem, random.Random], str | None]
"""Returns the whole text with the defect in that problem; None where the kind does not fit it."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of defect."""

    family: Family
    name: str
    edit: Edit


@dataclass(frozen=True, slots=True)
class Plant:
    """A text with one defect."""

    kind: Kind
    text: str
    problem: int
    """The number of the problem that is now wrong, in the planted text."""

    @property
    def half(self) -> Half:
        """The half that it belongs to; decided by its content, so that no later choice moves it."""
        content = f"{self.kind.name}\n{self.problem}\n{self.text}"
        return Half.TUNING if sha256(content.encode()).digest()[0] % 2 else Half.MEASURING


def plant(kind: Kind, text: str, chance: random.Random) -> Plant | None:
    """Plant a kind of defect in one problem of a text; None where it fits none of them."""
    parsed = parse(text)
    problems = list(parsed.problems)
    chance.shuffle(problems)
    for cell, problem in problems:
        planted = kind.edit(parsed, cell, problem, chance)
        if planted is not None and planted != text and _is_whole(kind, parsed, planted):
            number = problem.number + 1 if kind.family is Family.DUPLICATE else problem.number
            return Plant(kind, planted, number)
    return None


def planted_into(kind: Kind, text: str, number: int, chance: random.Random) -> Plant | None:
    """Plant a kind of defect in one problem, by its number, and in no other; None where it does not fit."""
    parsed = parse(text)
    cell, problem = parsed.problems[number - 1]
    planted = kind.edit(parsed, cell, problem, chance)
    if planted is None or planted == text or not _is_whole(kind, parsed, planted):
        return None
    return Plant(kind, planted, number)


def _is_whole(kind: Kind, before: ProblemSet, planted: str) -> bool:
    # A defect of the file's form would be found by the parser, which says nothing about the kind that is meant.
    after = parse(planted)
    count = len(before.problems) + (kind.family is Family.DUPLICATE)
    return len(after.problems) == count and len(after.diagnostics) <= len(before.diagnostics)


def with_cell(problemset: ProblemSet, cell: Cell, source: str) -> str:
    """Return the text with another source of one cell."""
    return "".join(source if other is cell else other.source for other in problemset.cells)


def with_code(problemset: ProblemSet, cell: Cell, code: str) -> str | None:
    """Return the text with other code in one cell; None for code that is no Python."""
    try:
        compile(code, "<plant>", "exec")
    except (SyntaxError, ValueError):
        return None
    span = cell.code_span
    return problemset.text[: span.start] + code + problemset.text[span.end :]


def with_question(problemset: ProblemSet, problem: Problem, question: str) -> str:
    """Return the text with another question in one problem."""
    block = yaml.safe_dump({problem.question_key: question}, allow_unicode=True, width=1_000, default_style="|")
    return _with_key(problemset, problem, problem.question_key, block.replace(f'"{problem.question_key}"', "question"))


class _BlockDumper(yaml.SafeDumper):
    """Writes texts of several lines as blocks, as people do: no backslash stands for an end of line."""


_BlockDumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


def with_validator(problemset: ProblemSet, problem: Problem, block: Block) -> str:
    """Return the text with another validator in one problem."""
    dumped = yaml.dump({"validator": block}, Dumper=_BlockDumper, allow_unicode=True, sort_keys=False)
    return _with_key(problemset, problem, "validator", dumped)


def _with_key(problemset: ProblemSet, problem: Problem, key: str, block: str) -> str:
    """Exchange a top-level key of a docstring, or add it at the end."""
    span = problem.yaml_span
    head, whole = problemset.text[: span.start], problemset.text[span.start : span.end]
    tail = problemset.text[span.end :]
    # The YAML is read from the text as it stands, whatever the prefix of its quotes: a backslash needs no second one.
    match = re.search(rf"^{key}[ ]*:.*\n?(?:[ \t]+.*\n?|[ \t]*\n|#.*\n)*", whole, re.MULTILINE)
    if match is None:
        return f"{head}{whole.rstrip()}\n{block}{tail}"
    return f"{head}{whole[: match.start()]}{block}{whole[match.end() :]}{tail}"


def exchange_in_code(family: Family, name: str, pattern: str, replacement: str) -> Kind:
    """Return a kind that exchanges one place in the code."""
    expression = re.compile(pattern)

    def edit(problemset: ProblemSet, cell: Cell, _: Problem, chance: random.Random) -> str | None:
        code = _exchange(expression, replacement, cell.code, chance)
        return None if code is None else with_code(problemset, cell, code)

    return Kind(family, name, edit)


def exchange_in_question(family: Family, name: str, pattern: str, replacement: str) -> Kind:
    """Return a kind that exchanges one place in the question."""
    expression = re.compile(pattern, re.IGNORECASE)

    def edit(problemset: ProblemSet, _: Cell, problem: Problem, chance: random.Random) -> str | None:
        question = _exchange(expression, replacement, problem.question, chance)
        return with_question(problemset, problem, question) if question and question.strip() else None

    return Kind(family, name, edit)


def rewrite_question(family: Family, name: str, rewrite: Callable[[str, random.Random], str | None]) -> Kind:
    """Return a kind that writes the question anew."""

    def edit(problemset: ProblemSet, _: Cell, problem: Problem, chance: random.Random) -> str | None:
        question = rewrite(problem.question, chance)
        return with_question(problemset, problem, question) if question else None

    return Kind(family, name, edit)


def rewrite_code(family: Family, name: str, rewrite: Callable[[str], str | None]) -> Kind:
    """Return a kind that writes the code anew."""

    def edit(problemset: ProblemSet, cell: Cell, _: Problem, __: random.Random) -> str | None:
        code = rewrite(cell.code)
        return None if code is None else with_code(problemset, cell, code)

    return Kind(family, name, edit)


def rewrite_validator(family: Family, name: str, rewrite: Callable[[Block], Block | None]) -> Kind:
    """Return a kind that writes the validator anew; the function is given a copy of the block, empty where none is."""

    def edit(problemset: ProblemSet, _: Cell, problem: Problem, __: random.Random) -> str | None:
        before: Block = yaml.safe_load(yaml.safe_dump(dict(problem.validator or {})))
        after = rewrite(yaml.safe_load(yaml.safe_dump(before)))
        return None if after is None or after == before else with_validator(problemset, problem, after)

    return Kind(family, name, edit)


def _exchange(expression: re.Pattern[str], replacement: str, text: str, chance: random.Random) -> str | None:
    matches = list(expression.finditer(text))
    if not matches:
        return None
    place = chance.choice(matches)
    return text[: place.start()] + place.expand(replacement) + text[place.end() :]
