"""Notebooks of a CIBench tree made problem sets by rule: each step a problem, judged by what its type says."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.analysis.inputs import input_files_of
from authoring.dseal.compose import compose_context, compose_problem
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Json
from authoring.dseal.python_code import called_name, dotted_name, import_aliases, parse_code
from authoring.errors import DraftError
from authoring.formats.base.exercises.assembly import placed
from authoring.formats.base.exercises.codes import (
    BECAME_CONTEXT,
    CHANGED_CODE,
    DOUBTFUL_CHECK,
    LEFT_OUT,
    MISSING_DATA,
    NO_EXERCISE,
)
from authoring.formats.base.exercises.names import bound_in, changed_in
from authoring.formats.base.exercises.python_code import draws_randomly
from authoring.formats.base.exercises.questions import listed, quoted
from authoring.formats.base.prerequisites import only_imports
from authoring.formats.cibench.codes import UNFIT_OUTPUT
from authoring.formats.cibench.import_.notebook import TreeStep, inputs_in_code, inputs_in_question, read_steps
from authoring.records.draft import ImportedSet, ProblemOrigin
from authoring.seeds.notebooks.magics import without_magics

ORIGIN = "import:cibench"
_COMPARED = frozenset(
    {"DataFrame", "Series", "Index", "Timestamp", "Timedelta", "Counter", "Path", "Fraction", "Decimal"}
)
"""Classes whose objects are equal where they hold the same; objects of others mostly equal nothing but themselves."""
_SHOWING = frozenset({"print", "show", "display", "append", "extend", "update"})
"""Functions and methods whose calls give no value."""
_CHAINED = frozenset({"fit", "partial_fit", "to", "eval", "train", "build"})
"""Methods that give the object they are called on."""
_SINGLE = frozenset(
    {"iter", "open", "enumerate", "zip", "map", "filter", "groupby", "rolling", "default_rng", "clone"}
    | {"make_pipeline", "make_union", "make_column_transformer"}
)
"""Functions and methods that give an object which equals nothing but itself."""
_DRAWN = frozenset({"matplotlib", "seaborn"})
_PLACED = frozenset({"subplots", "figure", "gca", "gcf", "axes", "subplot", "add_subplot", "subplot_mosaic"})


@dataclass(slots=True)
class _SetBuilder:
    """A problem set under construction."""

    files: Sequence[str]
    cells: list[str] = field(default_factory=list)
    context: list[str] = field(default_factory=list)
    """Code that runs before the next problem."""
    origins: list[ProblemOrigin] = field(default_factory=list)
    findings: list[Diagnostic] = field(default_factory=list)
    bound_names: set[str] = field(default_factory=set)
    aliases: dict[str, str] = field(default_factory=dict)
    needs: dict[str, None] = field(default_factory=dict)


def import_experiment(text: str, *, files: Sequence[str]) -> ImportedSet:
    """Make a problem set of a notebook of a CIBench tree, in whatever language its questions are.

    Questions and code are kept word for word, but for paths (``data/NAME`` becomes ``inputs/NAME``), magics, and words
    that OpenCompass itself takes out of a question or adds to it. Nothing of it is run, and no model is asked. What is
    uncertain is a finding; where nothing can be judged, the text is empty and a finding is an error (DS949).

    `files` are the data files of the tree, as paths below ``datasources/data/``.
    """
    read = read_steps(text)
    builder = _SetBuilder(files, findings=list(read.findings))
    for step in read.steps:
        _add_step(builder, step)
    if not builder.origins and not any(findings.code == NO_EXERCISE.code for findings in builder.findings):
        builder.findings.append(
            NO_EXERCISE.diagnostic("no step could be made a problem", hint="see guides/importing.md")
        )
    return ImportedSet(
        text="\n".join(builder.cells) if builder.origins else "",
        origins=tuple(builder.origins),
        findings=tuple(builder.findings),
        needs=tuple(builder.needs),
    )


def step_cells(
    steps: Sequence[TreeStep], questions: Sequence[str], *, files: Sequence[str], max_time: int
) -> tuple[str, ...]:
    """Return each step as the cell of a problem, for a run of the tree itself: none becomes context or is left out.

    Args:
        steps: of one notebook.
        questions: of these steps, as whoever answers is asked them.
        files: the data files of the tree, as paths below ``datasources/data/``.
        max_time: seconds that an answer may take.

    Raises:
        DraftError: a step cannot stand in a cell.
    """
    builder = _SetBuilder(files)
    cells: list[str] = []
    for step, question in zip(steps, questions, strict=True):
        # A step of magics alone leaves nothing that any Python could run.
        code = inputs_in_code(without_magics(step.code).code, files).strip() or "pass"
        builder.aliases.update(import_aliases(parse_code(code).tree))
        check = {"template": "basic"} if only_imports(code) or code == "pass" else _checked(step, code, builder, [])
        # What the loader glues to a question without a blank would make another name of a path at its end.
        glued = question.strip().removeprefix(step.question)
        asked_for = inputs_in_question(question.strip().removesuffix(glued), files) + glued
        cells.append(compose_problem(asked_for, code, validator=check or None, execution={"max_time": max_time}))
        builder.bound_names |= set(bound_in(code).data)
    return tuple(cells)


def _add_step(builder: _SetBuilder, step: TreeStep) -> None:
    place = f"cell {step.number}"
    findings = list(step.findings)
    plain = without_magics(step.code)
    if plain.removed:
        findings.append(CHANGED_CODE.diagnostic(f"left out, because it is no Python: {quoted(plain.removed[0])}"))
    code = inputs_in_code(plain.code, builder.files).strip()
    parsed = parse_code(code)
    if parsed.error is not None or not parsed.tree.body:
        findings.append(LEFT_OUT.diagnostic("its code is no Python 3" if parsed.error else "no code is left"))
        builder.findings += [placed(finding, place) for finding in findings]
        return
    for name in input_files_of(code):
        if name not in builder.files:
            builder.needs[name] = None
            findings.append(MISSING_DATA.diagnostic(f"`data/{name}` is not among the tree's data files"))
    builder.aliases.update(import_aliases(parsed.tree))
    checked = _checked(step, code, builder, findings) if step.question else None
    if checked is None or not _added(builder, step, code, checked, findings):
        _became_context(builder, code, findings)
        builder.findings += [placed(finding, place) for finding in findings]
    builder.bound_names |= set(bound_in(code).data)


def _became_context(builder: _SetBuilder, code: str, findings: list[Diagnostic]) -> None:
    """Let code run before the next problem, where it can stand in a cell."""
    try:
        compose_context(code)
    except DraftError as error:
        if not any(finding.code == LEFT_OUT.code for finding in findings):
            findings.append(LEFT_OUT.diagnostic(error.message))
        return
    builder.context.append(code)


def _checked(step: TreeStep, code: str, builder: _SetBuilder, findings: list[Diagnostic]) -> Mapping[str, Json] | None:
    """Return the validator of a step, empty for DSEAL's default; None where the step only imports."""
    valued = _ends_in_value(code)
    # The type of a step says what CIBench compared, and comes before what its code looks like.
    if step.type == "vis":
        return {"template": "intact", "vis": None} if valued else {"vis": None}
    if step.type in {"num", "text"}:
        if step.stored_output == "printed" or (not step.stored_output and _prints(code)):
            return {"stream": None}
        if step.stored_output == "value" or valued:
            return {}
    if only_imports(code):
        findings.append(BECAME_CONTEXT.diagnostic(f"it only imports: {quoted(step.question)}"))
        return None
    return _variables_check(step, code, builder, findings)


def _variables_check(step: TreeStep, code: str, builder: _SetBuilder, findings: list[Diagnostic]) -> Mapping[str, Json]:
    """Return what a step is judged by that has to leave something: its variables."""
    names, valued = dict(_compared(code, builder, findings)), _ends_in_value(code)
    if names:
        check: dict[str, Json] = {"template": "intact"} if valued else {}
        return {**check, "namespace_check": names}
    # The stored output says nothing here, so the value that the code ends with is the best there is.
    if valued and any(finding.code == UNFIT_OUTPUT.code for finding in step.findings):
        return {}
    message = "nothing that the step leaves can be compared, so any code that runs is right"
    hint = "Give it a validator, for example table_test for a function, or drop it."
    findings.append(DOUBTFUL_CHECK.diagnostic(message, hint=hint))
    return {"template": "basic"}


def _ends_in_value(code: str) -> bool:
    last = parse_code(code).tree.body[-1]
    return isinstance(last, ast.Expr) and not (isinstance(last.value, ast.Call) and called_name(last.value) in _SHOWING)


def _prints(code: str) -> bool:
    return any(isinstance(node, ast.Call) and called_name(node) == "print" for node in ast.walk(parse_code(code).tree))


def _compared(code: str, builder: _SetBuilder, findings: list[Diagnostic]) -> Iterator[tuple[str, Json]]:
    """Yield the variables that code makes or changes, with the way to compare each."""
    bound = bound_in(code)
    reads = effects_of(code).reads
    # A variable that is bound anew is among the others already.
    changed = sorted((changed_in(code) & builder.bound_names & reads) - set(bound.data))
    drawn = _drawn_names(code, builder.aliases)
    for name in (*bound.data, *changed):
        value = bound.values.get(name)
        # Figures and axes equal nothing but themselves.
        if name in drawn:
            continue
        if value is not None and (draws_randomly(value, builder.aliases) or _is_object(value)):
            findings.append(DOUBTFUL_CHECK.diagnostic(f"only the type of {listed([name])} is compared"))
            yield name, {"type_only": True}
        else:
            yield name, None


def _is_object(value: ast.expr) -> bool:
    """Tell whether a value is made by a class whose objects are not compared by what they hold."""
    while isinstance(value, ast.Call):
        name = called_name(value)
        # Classes are written with a capital by custom; all capitals are constants.
        if name[:1].isupper() and not name.isupper():
            return name not in _COMPARED
        # `fit(X, y)` gives the fitted model itself.
        if name == "fit" and len(value.args) > 1:
            return True
        if name not in _CHAINED or not isinstance(value.func, ast.Attribute):
            return name in _SINGLE
        # Such methods give the object that they are called on, so the question is asked of that object.
        value = value.func.value
    return isinstance(value, ast.GeneratorExp | ast.Lambda)


def _drawn_names(code: str, aliases: Mapping[str, str]) -> frozenset[str]:
    """Return the names that hold figures, axes, or what was drawn into them."""
    drawn: set[str] = set()
    for statement in parse_code(code).tree.body:
        if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Call):
            continue
        function = statement.value.func
        full = dotted_name(function, aliases)
        makes_axes = isinstance(function, ast.Attribute) and function.attr in _PLACED
        if makes_axes or full.partition(".")[0] in _DRAWN:
            nodes = [node for target in statement.targets for node in ast.walk(target)]
            drawn |= {node.id for node in nodes if isinstance(node, ast.Name)}
    return frozenset(drawn)


def _added(
    builder: _SetBuilder, step: TreeStep, code: str, check: Mapping[str, Json], findings: list[Diagnostic]
) -> bool:
    """Add a problem; tell what keeps it out where it cannot stand in a cell."""
    question = inputs_in_question(step.question, builder.files)
    try:
        cell = compose_problem(question, code, validator=check or None)
        # Composed before anything is added, so that a failure leaves the set as it was.
        context = compose_context("\n\n".join(builder.context)) if builder.context else ""
    except DraftError as error:
        findings.append(LEFT_OUT.diagnostic(error.message))
        return False
    if context:
        builder.cells.append(context)
        builder.context.clear()
    builder.origins.append(ProblemOrigin(origin=ORIGIN, knowledge=step.modules))
    # Cells are joined by a line break, and a question begins on the third line of its cell.
    line = sum(finding.count("\n") + 1 for finding in builder.cells) + 3
    builder.cells.append(cell)
    update = {"problem": len(builder.origins), "line": line}
    builder.findings += [placed(finding, f"cell {step.number}").model_copy(update=update) for finding in findings]
    return True
