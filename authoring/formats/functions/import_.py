"""Function problems: a signature, examples and a reference become a problem that `table_test` judges.

Three steps: read the file, try the cases (`authoring.formats.functions.try_cases`, the step that runs code), write.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from authoring.dseal.compose import compose_context, compose_problem
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Json
from authoring.dseal.python_code import literal_of
from authoring.errors import DraftError, SeedError
from authoring.formats.functions.codes import CONTRADICTED, DROPPED, GUESSED, LEFT_OUT
from authoring.formats.functions.python_files import read_module
from authoring.formats.functions.record_files import read_records
from authoring.formats.functions.tasks import Case, FunctionFile, FunctionTask
from authoring.records.draft import ImportedSet, ProblemOrigin
from authoring.records.wording import short_text

ENDINGS = (".py", ".jsonl", ".json", ".yaml", ".yml")
ORIGIN = "import:function"
# "in any order", "in **any** order", "the order does not matter".
_ANY_ORDER = re.compile(r"\bin \**any\**(?: \w+)? order\b|\border (?:does not|doesn't) matter\b", re.IGNORECASE)
_LONGEST = 10**6
"""Characters of a literal that is written as YAML; a longer one would not be read by a person anyway."""


@dataclass(frozen=True, slots=True)
class TriedCase:
    """A case with what came of calling the reference with it."""

    case: Case
    refused: str = ""
    """Why it cannot be kept: what the reference or the input validator raised, in one line."""
    gave: str | None = None
    """The output of the reference where it differs from the example; None where they agree or none is given."""
    late: bool = False
    """Whether it is refused because it took too long."""


@dataclass(frozen=True, slots=True)
class TriedTask:
    """A function with its cases tried."""

    task: FunctionTask
    cases: tuple[TriedCase, ...] = ()
    """The cases in the order of their numbers; refused cases have no number."""
    broken: str = ""
    """Why the reference itself does not run, in one line."""


def read_functions(text: str, name: str) -> FunctionFile:
    """Read a file of functions; nothing of it is run.

    The ending of the name decides how the text is read.

    Raises:
        SeedError: the ending is none that holds functions.
    """
    ending = PurePath(name).suffix.lower()
    if ending not in ENDINGS:
        raise SeedError(f"{name}: holds no functions by its ending", hint=f"known endings: {', '.join(ENDINGS)}")
    read = read_module(text) if ending == ".py" else read_records(text, ending)
    return FunctionFile(read.tasks, tuple(finding.model_copy(update={"path": name}) for finding in read.findings), name)


def import_functions(read: FunctionFile, tasks: Sequence[TriedTask]) -> ImportedSet:
    """Return a problem set with one problem for each function that has a test case.

    `tasks` holds the tasks of the file, in order, with their cases tried.
    """
    cells: list[str] = []
    findings: list[Diagnostic] = []
    context = ""
    number = 0
    for task in tasks:
        problem = _problem(task)
        if isinstance(problem, Diagnostic):
            findings.append(problem)
            continue
        number += 1
        # Context of an earlier function is in the session already.
        new = [line for line in task.task.context.split("\n") if line not in context.split("\n")]
        if task.task.context and new:
            cells.append(compose_context(task.task.context if not context else "\n".join(new)))
            context = f"{context}\n{task.task.context}"
        cells.append(problem)
        findings += (finding.model_copy(update={"problem": number}) for finding in _choices(task))
    # What is about a problem points into the problem, once there is a draft.
    placed = tuple(task if task.problem else task.model_copy(update={"path": read.path}) for task in findings)
    origins = (ProblemOrigin(origin=ORIGIN),) * number
    return ImportedSet(text="\n".join(cells), origins=origins, findings=(*read.findings, *placed))


def _problem(tried: TriedTask) -> str | Diagnostic:
    """Return the cell of a function, or why there is none."""
    task, cases = tried.task, [tried_case.case for tried_case in tried.cases if not tried_case.refused]
    if tried.broken:
        message = f"`{task.name}`: its code does not run: {tried.broken}"
        return LEFT_OUT.diagnostic(message, hint="run the file, mend it, and take it in again", line=task.line)
    # All cases were refused, which points at the code or its check rather than at the cases.
    if not cases and tried.cases:
        first = tried.cases[0]
        called = short_text(_call_text(task, first.case), 80)
        message = f"`{task.name}` takes no case, for example `{called}`: {first.refused}"
        return LEFT_OUT.diagnostic(message, hint="mend the code or the examples, and take it in again", line=task.line)
    if not cases:
        message = f"`{task.name}` has no case to test it with"
        hint = "give an example, or annotate its parameters so that cases can be made up"
        return LEFT_OUT.diagnostic(message, hint=hint, line=task.line)
    test: dict[str, Json] = {"function_name": task.name}
    if task.input_validator:
        test["input_validator"] = task.input_validator
    if _ANY_ORDER.search(task.description):
        test["output_checker"] = {"ignore_order": True}
    test["test_cases"] = list(_written(cases, task))
    question = f"Write a function `{task.signature}`.\n\n{task.description.strip()}"
    try:
        return compose_problem(question, task.reference, validator={"table_test": test})
    except DraftError as error:
        return LEFT_OUT.diagnostic(f"`{task.name}`: {error.message}", hint=error.hint, line=task.line)


def _written(cases: Sequence[Case], task: FunctionTask) -> Iterator[Json]:
    """Yield test cases as DSEAL writes them; a case that draws as the one before it is ``//``."""
    before: tuple[str, ...] | None = None
    for case in cases:
        # DSEval reads `//` as the case before, with another seed.
        if case.kind == "random" and case.arguments == before:
            yield "//"
            continue
        before = case.arguments
        # DSEval passes a list by position; a dict goes by name.
        if any(parameter.by_name for parameter in task.parameters):
            names = (parameter.name for parameter in task.parameters)
            yield f"`dict({', '.join(f'{name}={text}' for name, text in zip(names, case.arguments, strict=True))})`"
        else:
            yield [_item(text) for text in case.arguments]


def _item(text: str) -> Json:
    """Return an argument as a YAML value where that reads the same, else as an expression in backticks."""
    literal = literal_of(text) if len(text) <= _LONGEST else None
    if literal is None or not _plain(literal[0]) or (isinstance(literal[0], str) and literal[0].strip()[:1] == "`"):
        return f"`{text}`"
    return literal[0]  # type: ignore[return-value]  # `_plain` has looked at all of it


def _plain(value: object) -> bool:
    """Tell whether YAML gives a value back as it is: a tuple would become a list, a huge number text."""
    if isinstance(value, list):
        return all(map(_plain, value))
    if isinstance(value, Mapping):
        return all(isinstance(key, str) and _plain(item) for key, item in value.items())
    if isinstance(value, float):
        # Neither infinite nor NaN: for those the difference is NaN.
        return value - value == 0
    return value is None or isinstance(value, bool | int | str)


def _choices(tried: TriedTask) -> Iterator[Diagnostic]:
    """Yield findings about choices that a person should look at."""
    task = tried.task
    for tried_case in tried.cases:
        called = _call_text(task, tried_case.case)
        if tried_case.case.kind == "example" and tried_case.refused:
            message = f"the reference does not take an example: `{short_text(called, 80)}`: {tried_case.refused}"
            yield CONTRADICTED.diagnostic(
                message, hint="mend the code, the example or the check", line=tried_case.case.line
            )
        elif tried_case.gave is not None:
            expected = short_text(tried_case.case.expected, 80)
            message = (
                f"`{short_text(called, 80)}` gives {short_text(tried_case.gave, 80)}, and the example says {expected}"
            )
            yield CONTRADICTED.diagnostic(message, hint="mend the code or the example", line=tried_case.case.line)
    generated = [tried_case for tried_case in tried.cases if tried_case.case.kind != "example"]
    accepted = [tried_case for tried_case in generated if not tried_case.refused]
    if accepted and not task.input_validator:
        message = (
            f"{len(accepted)} test cases of `{task.name}` were made up, and nothing says which inputs it has to take"
        )
        yield GUESSED.diagnostic(message, hint="take out those that the description does not cover", line=task.line)
    if _ANY_ORDER.search(task.description):
        message = f"the order of the output of `{task.name}` does not count, because the description says so"
        yield GUESSED.diagnostic(message, hint="see `output_checker` of the problem", line=task.line)
    if dropped := [tried_case for tried_case in generated if tried_case.refused]:
        called = _call_text(task, dropped[0].case)
        message = (
            f"{len(dropped)} of {len(generated)} test cases that were made up for `{task.name}` were not kept, "
            f"for example `{short_text(called, 80)}`: {dropped[0].refused}"
        )
        yield DROPPED.diagnostic(message, line=task.line)


def _call_text(task: FunctionTask, case: Case) -> str:
    return f"{task.name}({', '.join(case.arguments)})"
