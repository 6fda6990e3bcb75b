"""A problem set out of exercises: which become problems, which context, and how each is judged."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from authoring.dseal.code import import_aliases, parse_code
from authoring.dseal.compose import compose_context, compose_problem
from authoring.dseal.dependencies import effects_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.errors import DraftError
from authoring.formats.base.exercises.answers import Answer, answer_of, known_of, seeds_for, split_setup
from authoring.formats.base.exercises.codes import (
    BECAME_CONTEXT,
    CHANGED_CODE,
    DOUBTFUL_QUESTION,
    LEFT_OUT,
    NO_EXERCISE,
    UNNAMED_VARIABLE,
)
from authoring.formats.base.exercises.names import named_in
from authoring.formats.base.exercises.questions import Exercise, listed, quoted, with_sentence
from authoring.formats.base.exercises.reads import Read
from authoring.formats.base.exercises.validator_choice import Judged, Scene, judge, judge_drawing
from authoring.records.draft import ProblemOrigin
from authoring.records.imported import ImportedSet


@dataclass(slots=True)
class _Set:
    """A problem set that is growing, cell by cell."""

    origin: str
    cells: list[str] = field(default_factory=list)
    context: list[str] = field(default_factory=list)
    """Code that runs before the next problem."""
    findings: list[Diagnostic] = field(default_factory=list)
    problems: int = 0
    asked: set[tuple[str, str]] = field(default_factory=set)
    """Questions, in small letters, with their answers."""
    missing: dict[str, Read] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)
    """Variables that a cell has bound."""
    modules: set[str] = field(default_factory=set)
    """Names that a cell has imported."""
    untold: set[str] = field(default_factory=set)
    """Variables that a context cell has bound to data of which no question has spoken yet."""
    seeded: set[str] = field(default_factory=set)


def assemble(exercises: Sequence[Exercise], *, files: Sequence[str], origin: str, hint: str = "") -> ImportedSet:
    """Make a problem set of exercises, by rule.

    Args:
        exercises: in the order in which their code runs.
        files: names of the data files that are given.
        origin: where the problems come from, for example ``import:notebook``.
        hint: what to do where there is no exercise at all.
    """
    given = known_of(exercises, files)
    answers = [answer_of(exercise, given) for exercise in exercises]
    later = _needed_later(answers)
    made = _Set(origin)
    for answer, needed in zip(answers, later, strict=True):
        _take(made, answer, needed, given.aliases)
    if not made.problems:
        message = "no question with an answer that could be judged was found"
        made.findings.append(NO_EXERCISE.diagnostic(message, hint=hint))
    return ImportedSet(
        text="\n".join(made.cells) if made.problems else "",
        origins=tuple(ProblemOrigin(origin=origin) for _ in range(made.problems)),
        findings=tuple(made.findings),
        needs=tuple(made.missing),
    )


def _needed_later(answers: Sequence[Answer]) -> list[frozenset[str]]:
    """Return for each answer the names that those after it look up before they bind them."""
    needed: list[frozenset[str]] = []
    live: frozenset[str] = frozenset()
    for answer in reversed(answers):
        needed.append(live)
        effects = effects_of(answer.code)
        live = (live - effects.definite) | effects.reads
    return list(reversed(needed))


def _take(made: _Set, answer: Answer, needed: frozenset[str], aliases: Mapping[str, str]) -> None:
    """Put one answer where it belongs."""
    for piece in seeds_for(answer.code, aliases, made.modules) if answer.code else ():
        if (generator := piece.rpartition("\n")[2]) not in made.seeded:
            made.seeded.add(generator)
            made.context.append(piece)
            made.findings.append(CHANGED_CODE.diagnostic(f"{answer.place}: a random generator got a seed"))
    setup, code = split_setup(answer.question, answer.code) if answer.asked else ("", answer.code)
    if setup:
        made.context.append(setup)
        _hold(made, setup)
        made.findings.append(
            BECAME_CONTEXT.diagnostic(f"{answer.place}: what the question shows as given: {quoted(setup)}")
        )
    scene = Scene(frozenset(made.held), needed, aliases)
    judged = Judged("context", answer.code, "")
    if answer.asked:
        judged = judge_drawing(code, answer.question) if answer.draws else judge(code, answer.question, scene)
    found = [*answer.findings, *judged.findings]
    if judged.kind == "problem" and (" ".join(judged.question.lower().split()), judged.code) in made.asked:
        found = [LEFT_OUT.diagnostic(f"'{quoted(judged.question)}' is asked, and answered in the same way, before")]
        judged = Judged("context", judged.code, "")
    if judged.kind == "problem":
        judged = _telling(made, judged, found)
    else:
        # What is not asked cannot be asked badly.
        found = [each for each in found if each.code != DOUBTFUL_QUESTION.code]
    made.missing.update({read.name: read for read in answer.reads if not read.given})
    if judged.kind == "problem" and _add_problem(made, answer, judged, found):
        _hold(made, judged.code)
        return
    if judged.kind == "nothing":
        found.append(LEFT_OUT.diagnostic("its code leaves nothing behind and gives no value"))
    if judged.kind == "context" and answer.code and _leaves(answer.code, needed):
        _became_context(made, answer, found)
    made.findings += [_placed(each, answer.place) for each in found]


def _became_context(made: _Set, answer: Answer, found: list[Diagnostic]) -> None:
    """Let the code of an answer run before the next problem; tell what keeps it out where it cannot stand in a cell."""
    try:
        compose_context(answer.code)
    except DraftError as error:
        found.append(LEFT_OUT.diagnostic(error.message))
        return
    made.context.append(answer.code)
    _hold(made, answer.code)
    made.untold |= _bound(answer.code) if answer.asked else frozenset()


def _hold(made: _Set, code: str) -> None:
    made.held |= _bound(code)
    made.modules |= effects_of(code).imports


def _telling(made: _Set, judged: Judged, found: list[Diagnostic]) -> Judged:
    """Return a problem whose question names the data that it begins with, where no question has named it before."""
    names = sorted(effects_of(judged.code).reads & made.untold)
    made.untold -= set(names)
    unnamed = [name for name in names if name not in named_in(judged.question, frozenset(names))]
    if not unnamed:
        return judged
    message = f"the question does not name {listed(unnamed)}, which the answer begins with: a sentence was added"
    found.append(UNNAMED_VARIABLE.diagnostic(message))
    return replace(judged, question=with_sentence(judged.question, f"Begin with {listed(unnamed)}."))


def _add_problem(made: _Set, answer: Answer, judged: Judged, found: list[Diagnostic]) -> bool:
    """Add a problem; tell what keeps it out where it cannot stand in a cell."""
    data = {read.name: read.url for read in answer.reads if read.url and not read.given}
    try:
        cell = compose_problem(judged.question, judged.code, validator=judged.validator, data=data)
        context = compose_context("\n\n".join(made.context)) if made.context else ""
    except DraftError as error:
        found.append(LEFT_OUT.diagnostic(error.message))
        return False
    if context:
        made.cells.append(context)
        made.context.clear()
    made.problems += 1
    made.asked.add((" ".join(judged.question.lower().split()), judged.code))
    line = sum(each.count("\n") + 1 for each in made.cells) + 3
    made.cells.append(cell)
    told = {"problem": made.problems, "line": line}
    made.findings += [_placed(each, answer.place).model_copy(update=told) for each in found]
    return True


def _placed(finding: Diagnostic, place: str) -> Diagnostic:
    return finding.model_copy(update={"message": f"{place}: {finding.message}"})


def _leaves(code: str, needed: frozenset[str]) -> bool:
    """Tell whether later code needs what code does."""
    effects = effects_of(code)
    return bool((effects.binds | effects.mutates) & needed) or effects.open


def _bound(code: str) -> frozenset[str]:
    """Return the variables that code binds; modules and functions are none."""
    effects = effects_of(code)
    defined = {
        node.name
        for node in parse_code(code).tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    imported = frozenset(import_aliases(parse_code(code).tree))
    return frozenset(name for name in effects.binds - imported - defined if " " not in name)
