"""Faults planted into problem sets: in references, in validators, in what a question leaves open or needs.

A plant counts where the sandbox proves it: the planted reference satisfies its own validator, and where it is wrong or
strict, the answer that was right before it is refused. What solvers answer follows from the problem as it stood before.
"""

import ast
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import yaml

from authoring.dseal.dump import replace_cell
from authoring.dseal.model import Cell, Json, Problem
from authoring.dseal.mutation import mutants
from authoring.dseal.mutation.base import Mutant
from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of
from authoring.dseal.readings import readings
from authoring.records.evidence import Limits, Outcome
from authoring.records.results import BenchmarkSet
from authoring.sandbox.port import Sandbox, Session
from tests.llm.wrong_plans import spoiled

Kind = Literal["wrong", "form", "reading", "unknown", "columns", "profile", "easy"]
FURTHER: Sequence[Kind] = ("unknown", "columns", "profile", "easy")
"""Kinds of which each problem takes one, by its number."""
HELPER = "finish_result"
"""A function that a question of the kind ``unknown`` names, and that its reference alone defines."""
OTHER_VALUES = frozenset(
    {"dropped_filter", "dropped_step", "mean_for_median", "off_by_one", "swapped_axis", "wrong_column", "wrong_join"}
    | {"wrong_operator", "wrong_order"}
)
"""Operators that give another value; the others spoil form, or give nothing."""
MOST_TRIED = 6
"""Candidates for one plant that are tried on a problem."""
_FORM_SENTENCE = re.compile(
    r"answer with|as an? (?:float|integer|tuple|list|series|dataframe)|round|order|index|ties|decimal|unrounded|equal",
    re.IGNORECASE,
)
FORMS: Mapping[str, Sequence[str]] = {
    "DataFrame": ('({}).add_suffix("_value")', "({}).iloc[::-1]", "({}).set_index(({}).columns[0])"),
    "Series": ("({}).reset_index()", '({}).to_frame("value")', "({}).to_dict()", "({}).iloc[::-1]"),
    "float": ("str({})", "[{}]", "round({}, 1)"),
    "float64": ("str({})", "[{}]", "round({}, 1)"),
    "int": ("str({})", "[{}]"),
    "int64": ("str({})", "[{}]"),
    "list": ("tuple({})", "dict(enumerate({}))"),
    "tuple": ("list({})", "dict(enumerate({}))"),
    "str": ("[{}]", "({}).upper()"),
}
"""Other right forms of a value, by the last name of its type."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A problem with a fault."""

    kind: Kind
    number: int
    what: str
    """What was planted, in a word or two."""
    question: str
    validator: Mapping[str, Json]
    code: str
    answers: tuple[str, ...]
    """Codes that are natural answers: the original reference, or one for each reading."""
    guess: str = ""
    """What the names of columns, or the profile, tell of the answer."""


def planted_text(text: str, plants: Sequence[Plant]) -> str:
    """Return a set with plants in place of the problems of their numbers."""
    for plant in plants:
        problemset = parse(text)
        index = next(
            place
            for place, cell in enumerate(problemset.cells)
            if cell.problem is not None and cell.problem.number == plant.number
        )
        text = replace_cell(problemset, index, _source(problemset.cells[index], plant))
    return text


def _source(cell: Cell, plant: Plant) -> str:
    assert cell.problem is not None  # noqa: S101 - plants replace problems
    content: dict[str, object] = {"question": plant.question, "validator": dict(plant.validator)}
    if cell.problem.max_time:
        # The language takes a whole number, and the parser gives a float.
        content["execution"] = {"max_time": int(cell.problem.max_time)}
    head = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=100)
    return f'# %%\n"""\n{head}"""\n\n{plant.code.strip()}\n\n'


@dataclass(frozen=True, slots=True)
class Survey:
    """Tries plants on the problems of one set."""

    problemset: BenchmarkSet
    sandbox: Sandbox
    limits: Limits
    chance: random.Random

    def plants(self) -> Iterator[Plant]:
        """Yield, for each problem, at most one plant of each kind."""
        parsed = parse(self.problemset.text)
        modules = sorted({name for cell in parsed.runnable for name in loads_of(cell.code)})
        with self.sandbox.session(inputs=self.problemset.inputs, modules=modules) as session:
            for cell in parsed.runnable:
                problem = cell.problem
                if problem is None:
                    session.run(cell.code, limits=self.limits)
                    continue
                with session.branch() as before:
                    session.prepare(problem.validator or {})
                    run = session.run(cell.code, limits=self.limits)
                    if run.outcome is not Outcome.OK:
                        return
                    kind = run.value.type.rpartition(".")[2] if run.value is not None else ""
                    yield from self._wrong(cell, problem, session, before)
                    yield from self._forms(cell, problem, kind, before)
                    yield from self._readings(cell, problem, session, before)
                    yield from self._further(cell, problem, before)

    def _wrong(self, cell: Cell, problem: Problem, session: Session, before: Session) -> Iterator[Plant]:
        for mutant in other_values(cell.code, self.chance):
            if keeps_state(cell.code, mutant.code) and self._judged(mutant.code, session, before) == "no":
                block = problem.validator or {}
                yield Plant(
                    "wrong", problem.number, mutant.operator, problem.question, block, mutant.code, (cell.code,)
                )
                return
        # Where no rule gives another value, the value itself is changed.
        code = spoiled(cell.code, problem.number)
        if keeps_state(cell.code, code) and self._judged(code, session, before) == "no":
            yield Plant("wrong", problem.number, "value", problem.question, problem.validator or {}, code, (cell.code,))

    def _forms(self, cell: Cell, problem: Problem, kind: str, before: Session) -> Iterator[Plant]:
        shapes = list(FORMS.get(kind, ()))
        self.chance.shuffle(shapes)
        question = without_form(problem.question)
        for shape in shapes:
            code = reshaped(cell.code, shape)
            block = {**(problem.validator or {}), "result": None}
            if code and self._is_refused(code, cell.code, block, before):
                yield Plant("form", problem.number, shape, question, block, code, (cell.code,))
                return

    def _readings(self, cell: Cell, problem: Problem, session: Session, before: Session) -> Iterator[Plant]:
        question = without_form(problem.question)
        for reading in readings(cell.code, question)[:MOST_TRIED]:
            if self._judged(reading.code, session, before) != "yes":
                block, answers = problem.validator or {}, (cell.code, reading.code)
                yield Plant("reading", problem.number, reading.choice.kind, question, block, cell.code, answers)
                return

    def _further(self, cell: Cell, problem: Problem, before: Session) -> Iterator[Plant]:
        kind = FURTHER[problem.number % len(FURTHER)]
        if kind == "easy":
            own = problem.validator or {}
            yield Plant(kind, problem.number, "all right", problem.question, own, cell.code, (cell.code,))
            return
        if kind == "unknown":
            answer, value = reshaped(cell.code, f"{HELPER}({{}})"), ""
            question = f"{problem.question.rstrip()} Pass the result through `{HELPER}`, which is defined already."
            code = f"def {HELPER}(value):\n    return value\n\n\n{answer}"
        else:
            table = next((path.name for path in self.problemset.inputs if path.suffix == ".csv"), "")
            size = {"columns": "shape[1]", "profile": "shape[0]"}[kind]
            answer = f"import pandas\n\npandas.read_csv({f'inputs/{table}'!r}).{size}" if table else ""
            question = f"How many {'columns' if kind == 'columns' else 'rows'} does the file `inputs/{table}` have?"
            # Later cells find what they would find without the plant.
            code = f"{cell.code.strip()}\n\n{answer}"
            value = self._value(answer, before) if answer else ""
        block: dict[str, Json] = {"result": None}
        if answer and (value or kind == "unknown") and self._accepts_itself(code, block, before):
            yield Plant(kind, problem.number, kind, question, block, code, (answer,), value)

    def _value(self, code: str, before: Session) -> str:
        """Return what code gives, as text; nothing where it fails."""
        with before.branch() as branch:
            branch.prepare(None)
            run = branch.run(code, limits=self.limits)
            return run.value.text if run.outcome is Outcome.OK and run.value is not None else ""

    def _accepts_itself(self, code: str, block: Mapping[str, Json], before: Session) -> bool:
        """Tell whether a planted reference is right by its own validator."""
        with before.branch() as reference:
            reference.prepare(block)
            is_run = reference.run(code, limits=self.limits).outcome is Outcome.OK
            return is_run and reference.judge(reference).correct == "yes"

    def _judged(self, code: str, session: Session, before: Session) -> str:
        """Return what a problem's validator says of code; nothing where it does not end well."""
        with before.branch() as branch:
            branch.prepare(None)
            run = branch.run(code, limits=self.limits)
            return session.judge(branch).correct if run.outcome is Outcome.OK else ""

    def _is_refused(self, planted: str, original: str, block: Mapping[str, Json], before: Session) -> bool:
        """Tell whether a planted reference accepts itself, and not the answer that was right before."""
        with before.branch() as reference:
            reference.prepare(block)
            if reference.run(planted, limits=self.limits).outcome is not Outcome.OK:
                return False
            own = reference.judge(reference)
            return own.correct == "yes" and self._judged(original, reference, before) in {"no", "partial"}


def other_values(code: str, chance: random.Random) -> list[Mutant]:
    """Return mutants of code that may give another value, in any order."""
    chosen = [mutant for mutant in mutants(code, limit=2) if mutant.operator in OTHER_VALUES]
    chance.shuffle(chosen)
    return chosen


def keeps_state(original: str, changed: str) -> bool:
    """Tell whether pieces of code differ in their last expression alone, so that later cells find the same state."""
    bodies = [ast.parse(code).body for code in (original, changed)]
    if not all(body and isinstance(body[-1], ast.Expr) for body in bodies):
        return False
    first, second = ([ast.dump(statement) for statement in body[:-1]] for body in bodies)
    return first == second


def without_form(question: str) -> str:
    """Return a question without the sentences that say something of form, the first one excepted."""
    sentences = re.split(r"(?<=[.?!])\s+", " ".join(question.split()))
    return " ".join([sentences[0], *(item for item in sentences[1:] if not _FORM_SENTENCE.search(item))])


def reshaped(code: str, shape: str) -> str:
    """Return code whose last expression has another form; nothing where it does not end with one."""
    tree = ast.parse(code)
    if not tree.body or not isinstance(tree.body[-1], ast.Expr):
        return ""
    *before, last = tree.body
    lines = code.splitlines()
    head = "\n".join(lines[: last.lineno - 1]) if before else ""
    return f"{head}\n{shape.replace('{}', ast.unparse(last))}\n".lstrip("\n")
