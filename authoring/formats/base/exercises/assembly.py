"""A problem set out of exercises: which become problems, which context, and how each is judged."""

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.compose import compose_context, compose_problem
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import import_aliases, parse_code
from authoring.errors import DraftError
from authoring.formats.base.exercises.answers import ExerciseAnswer, answer_of, facts_of, seeds_for, split_setup
from authoring.formats.base.exercises.codes import (
    BECAME_CONTEXT,
    CHANGED_CODE,
    DOUBTFUL_QUESTION,
    LEFT_OUT,
    NO_EXERCISE,
    UNNAMED_VARIABLE,
)
from authoring.formats.base.exercises.names import mentioned_names
from authoring.formats.base.exercises.questions import Exercise, listed, quoted, with_sentence
from authoring.formats.base.exercises.reads import FileRead
from authoring.formats.base.exercises.validator_choice import (
    SessionNames,
    ValidatorChoice,
    choose_validator,
    choose_vis,
)
from authoring.records.draft import ImportedSet, ProblemOrigin


@dataclass(slots=True)
class _SetBuilder:
    """A problem set under construction, cell by cell."""

    origin: str
    cells: list[str] = field(default_factory=list)
    context: list[str] = field(default_factory=list)
    """Code that runs before the next problem."""
    findings: list[Diagnostic] = field(default_factory=list)
    problems: int = 0
    posed_questions: set[tuple[str, str]] = field(default_factory=set)
    """Questions, in small letters, with their answers."""
    missing: dict[str, FileRead] = field(default_factory=dict)
    bound_names: set[str] = field(default_factory=set)
    """Variables that a cell has bound."""
    modules: set[str] = field(default_factory=set)
    """The names that a cell has imported."""
    untold: set[str] = field(default_factory=set)
    """Variables that a context cell has bound to data of which no question has spoken yet."""
    seeded: set[str] = field(default_factory=set)


def assemble(exercises: Sequence[Exercise], *, files: Sequence[str], origin: str, hint: str = "") -> ImportedSet:
    """Make a problem set of exercises, by rule.

    Args:
        exercises: in the order in which their code runs.
        files: names of the data files that are given.
        origin: the origin of the problems, for example ``import:notebook``.
        hint: the hint of the finding for material without any exercise.
    """
    facts = facts_of(exercises, files)
    answers = [answer_of(exercise, facts) for exercise in exercises]
    later = _needed_later(answers)
    # What later answers need is found first: it decides whether code that is not asked has to stay as context.
    builder = _SetBuilder(origin)
    for answer, needed in zip(answers, later, strict=True):
        _add_answer(builder, answer, needed, facts.aliases)
    if not builder.problems:
        message = "no question with an answer that could be judged was found"
        builder.findings.append(NO_EXERCISE.diagnostic(message, hint=hint))
    return ImportedSet(
        text="\n".join(builder.cells) if builder.problems else "",
        origins=tuple(ProblemOrigin(origin=origin) for _ in range(builder.problems)),
        findings=tuple(builder.findings),
        needs=tuple(builder.missing),
    )


def _needed_later(answers: Sequence[ExerciseAnswer]) -> list[frozenset[str]]:
    """Return for each answer the names that those after it look up before they bind them."""
    needed: list[frozenset[str]] = []
    live: frozenset[str] = frozenset()
    # Liveness as compilers compute it: from the last answer back, without the names that an answer binds in any case.
    for answer in reversed(answers):
        needed.append(live)
        effects = effects_of(answer.code)
        live = (live - effects.definite) | effects.reads
    return list(reversed(needed))


def _add_answer(
    builder: _SetBuilder, answer: ExerciseAnswer, needed: frozenset[str], aliases: Mapping[str, str]
) -> None:
    """Add one answer to the set: as a problem, as context, or as a finding that it was left out."""
    for piece in seeds_for(answer.code, aliases, builder.modules) if answer.code else ():
        # One seed for each generator of the session: a second one would make later draws repeat.
        if (generator := piece.rpartition("\n")[2]) not in builder.seeded:
            builder.seeded.add(generator)
            builder.context.append(piece)
            builder.findings.append(CHANGED_CODE.diagnostic(f"{answer.place}: a random generator got a seed"))
    setup, code = split_setup(answer.question, answer.code) if answer.may_be_posed else ("", answer.code)
    if setup:
        builder.context.append(setup)
        _bind(builder, setup)
        builder.findings.append(
            BECAME_CONTEXT.diagnostic(f"{answer.place}: what the question shows as given: {quoted(setup)}")
        )
    scene = SessionNames(frozenset(builder.bound_names), needed, aliases)
    # Code that may not be asked is context, until something better is found for it.
    choice = ValidatorChoice("context", answer.code, "")
    if answer.may_be_posed:
        choice = choose_vis(code, answer.question) if answer.draws else choose_validator(code, answer.question, scene)
    findings = [*answer.findings, *choice.findings]
    # Notebooks repeat questions; the same one with the same answer would measure nothing twice.
    if choice.kind == "problem" and (" ".join(choice.question.lower().split()), choice.code) in builder.posed_questions:
        findings = [LEFT_OUT.diagnostic(f"'{quoted(choice.question)}' is asked, and answered in the same way, before")]
        choice = ValidatorChoice("context", choice.code, "")
    if choice.kind == "problem":
        choice = _naming_data(builder, choice, findings)
    else:
        # What is not asked cannot be asked badly.
        findings = [finding for finding in findings if finding.code != DOUBTFUL_QUESTION.code]
    builder.missing.update({read.name: read for read in answer.reads if not read.is_given})
    # A problem that cannot stand in a cell goes on below, where its code may become nothing but a finding.
    if choice.kind == "problem" and _add_problem(builder, answer, choice, findings):
        _bind(builder, choice.code)
        return
    if choice.kind == "nothing":
        findings.append(LEFT_OUT.diagnostic("its code leaves nothing behind and gives no value"))
    if choice.kind == "context" and answer.code and _leaves(answer.code, needed):
        _became_context(builder, answer, findings)
    builder.findings += [placed(finding, answer.place) for finding in findings]


def _became_context(builder: _SetBuilder, answer: ExerciseAnswer, findings: list[Diagnostic]) -> None:
    """Let the code of an answer run before the next problem; tell what keeps it out where it cannot stand in a cell."""
    try:
        # Composed on trial only: context is joined, and written when the next problem needs it.
        compose_context(answer.code)
    except DraftError as error:
        findings.append(LEFT_OUT.diagnostic(error.message))
        return
    builder.context.append(answer.code)
    _bind(builder, answer.code)
    builder.untold |= _bound(answer.code) if answer.may_be_posed else frozenset()


def _bind(builder: _SetBuilder, code: str) -> None:
    builder.bound_names |= _bound(code)
    builder.modules |= effects_of(code).imports


def _naming_data(builder: _SetBuilder, choice: ValidatorChoice, findings: list[Diagnostic]) -> ValidatorChoice:
    """Return a problem whose question names the data that it begins with, where no question has named it before."""
    names = sorted(effects_of(choice.code).reads & builder.untold)
    builder.untold -= set(names)
    unnamed = [name for name in names if name not in mentioned_names(choice.question, frozenset(names))]
    if not unnamed:
        return choice
    message = f"the question does not name {listed(unnamed)}, which the answer begins with: a sentence was added"
    findings.append(UNNAMED_VARIABLE.diagnostic(message))
    return replace(choice, question=with_sentence(choice.question, f"Begin with {listed(unnamed)}."))


def _add_problem(
    builder: _SetBuilder, answer: ExerciseAnswer, choice: ValidatorChoice, findings: list[Diagnostic]
) -> bool:
    """Add a problem; tell what keeps it out where it cannot stand in a cell."""
    data = {read.name: read.url for read in answer.reads if read.url and not read.is_given}
    try:
        cell = compose_problem(choice.question, choice.code, validator=choice.validator, data=data)
        # Composed before anything is added, so that a failure leaves the set as it was.
        context = compose_context("\n\n".join(builder.context)) if builder.context else ""
    except DraftError as error:
        findings.append(LEFT_OUT.diagnostic(error.message))
        return False
    if context:
        builder.cells.append(context)
        builder.context.clear()
    builder.problems += 1
    builder.posed_questions.add((" ".join(choice.question.lower().split()), choice.code))
    # Cells are joined by a line break, and a question begins on the third line of its cell.
    line = sum(finding.count("\n") + 1 for finding in builder.cells) + 3
    builder.cells.append(cell)
    update = {"problem": builder.problems, "line": line}
    builder.findings += [placed(finding, answer.place).model_copy(update=update) for finding in findings]
    return True


def placed(finding: Diagnostic, place: str) -> Diagnostic:
    """Return a finding whose message begins with the place of its exercise."""
    return finding.model_copy(update={"message": f"{place}: {finding.message}"})


def _leaves(code: str, needed: frozenset[str]) -> bool:
    """Tell whether later code needs what code does."""
    effects = effects_of(code)
    # Code whose effects are not known, such as `exec`, may leave anything.
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
    # Files that code writes stand among its effects under names with a blank.
    return frozenset(name for name in effects.binds - imported - defined if " " not in name)
