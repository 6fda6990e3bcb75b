"""Functions out of files of records: JSON lines, JSON or YAML, with the keys that such files usually have."""

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import expression_of, parse_code
from authoring.formats.functions.codes import LEFT_OUT, UNREAD_EXAMPLE
from authoring.formats.functions.examples import Examples, examples_in, examples_in_tests
from authoring.formats.functions.python_files import read_module
from authoring.formats.functions.tasks import (
    Case,
    FunctionFile,
    FunctionTask,
    Parameter,
    bound,
    distinct,
    function_in,
    parameters_of,
    signature_of,
)
from authoring.records.documents import DocumentError, load_json, load_yaml

KEYS: Mapping[str, tuple[str, ...]] = {
    "name": ("entry_point", "function_name", "name"),
    "prompt": ("prompt", "signature", "starter_code"),
    "description": ("description", "question", "text", "docstring"),
    "reference": ("reference", "canonical_solution", "solution", "code"),
    "validator": ("input_validator",),
    "examples": ("examples", "cases"),
    "tests": ("tests", "test", "test_list"),
}
"""The keys of a record, by what they hold; the first one that is there counts."""
_INPUT_KEYS = ("input", "kwargs", "args", "arguments", "inputs")
_LISTED = frozenset({"args", "arguments", "inputs"})
"""Keys whose list holds one value for each parameter; under ``input`` the list of one parameter is its value."""
_OUTPUT_KEYS = ("output", "outputs", "expected", "result", "returns")
_LONGEST_QUOTE = 60
"""Characters of a value in a message."""


def read_records(text: str, ending: str) -> FunctionFile:
    """Read a file of records, one function each; nothing of it is run.

    A JSON or YAML file holds a list of records, or one.
    """
    tasks: list[FunctionTask] = []
    findings = list[Diagnostic]()
    for line, value in _values(text, ending):
        if isinstance(value, _Unreadable):
            findings.append(LEFT_OUT.diagnostic(f"the entry cannot be read: {value.reason}", line=line))
            continue
        read = _Entry(value, line).read()
        tasks += read.tasks
        findings += read.findings
    return FunctionFile(tuple(tasks), tuple(findings))


@dataclass(frozen=True, slots=True)
class _Unreadable:
    reason: str


def _values(text: str, ending: str) -> Iterator[tuple[int, Mapping[str, object] | _Unreadable]]:
    if ending == ".jsonl":
        # Not `splitlines`: JSON may hold other characters that Python takes for the end of a line.
        for line, row in enumerate(text.split("\n"), start=1):
            if row.strip():
                yield line, _record(_loaded(row, ending))
        return
    whole = _loaded(text, ending)
    if isinstance(whole, _Unreadable):
        yield 1, whole
        return
    for line, value in enumerate(whole if isinstance(whole, list) else [whole], start=1):
        yield line, _record(value)


def _loaded(text: str, ending: str) -> object:
    try:
        return load_yaml(text) if ending in {".yaml", ".yml"} else load_json(text)
    except DocumentError as error:
        # Most entries are one line, whose number the finding gives already.
        reason = error.reason if error.line == 1 else str(error)
        return _Unreadable(" ".join(reason.split())[:200])


def _record(value: object) -> Mapping[str, object] | _Unreadable:
    if isinstance(value, _Unreadable):
        return value
    if not isinstance(value, dict):
        return _Unreadable("it is no record with keys and values")
    # Keys of YAML may be numbers or dates.
    return {str(key): item for key, item in value.items()}


class _Entry:
    """One record; `line` is its place in the file."""

    def __init__(self, record: Mapping[str, object], line: int) -> None:
        self._record, self._line = record, line
        self._known: dict[str, ast.expr] = {}

    def read(self) -> FunctionFile:
        name = self._text("name")
        code = self._code(name)
        function = function_in(code, name)
        if function is None:
            subject = f"`{name}`" if name else "a function"
            return self._left_out(f"its code does not define {subject}", "put the whole function under `reference`")
        parameters = parameters_of(function)
        described = self._described(code, function)
        read = read_module(described, function.name)
        task = next((reading for reading in read.tasks if reading.name == function.name), None)
        if task is None or parameters is None:
            reason = next(
                (examples.message for examples in read.findings if f"`{function.name}`" in examples.message), ""
            )
            return self._left_out(reason or f"`{function.name}` has no description", "see guides/importing.md")
        examples = [*self._examples(function.name, parameters), self._tests(function.name, parameters)]
        cases = (*task.examples, *(case for reading in examples for case in reading.cases))
        findings = (*read.findings, *(finding for reading in examples for finding in reading.findings))
        new_task = FunctionTask(
            name=task.name,
            signature=signature_of(function),
            parameters=parameters,
            description=task.description,
            reference=task.reference,
            context=task.context,
            input_validator=self._text("validator") or task.input_validator,
            examples=distinct(cases),
            line=self._line,
        )
        placed = (finding.model_copy(update={"line": self._line}) for finding in findings)
        return FunctionFile((new_task,), tuple(placed))

    def _left_out(self, reason: str, hint: str) -> FunctionFile:
        return FunctionFile((), (LEFT_OUT.diagnostic(f"entry {self._line}: {reason}", hint=hint, line=self._line),))

    def _value(self, purpose: str) -> object:
        return next((self._record[key] for key in KEYS[purpose] if self._record.get(key) not in (None, "")), None)

    def _text(self, purpose: str) -> str:
        value = self._value(purpose)
        return value if isinstance(value, str) else ""

    def _code(self, name: str) -> str:
        """Return the whole function: a reference that is one, or the prompt with the body behind it."""
        prompt, reference = self._text("prompt"), self._text("reference")
        if function_in(reference, name) is not None:
            # HumanEval's imports and helpers stand in the prompt only.
            before = parse_code(prompt)
            lacks = before.error is None and function_in(prompt, name) is None
            return f"{prompt.rstrip()}\n\n\n{reference}" if lacks and prompt.strip() else reference
        # HumanEval splits a function: signature and docstring in the prompt, its body in the solution.
        whole = f"{prompt.rstrip()}\n{reference.rstrip()}\n"
        if function_in(whole, name) is not None:
            return whole
        # What is left: a signature, perhaps without its colon, and a body without its margin.
        head = prompt.rstrip()
        body = "\n".join(f"    {line}" if line.strip() else line for line in reference.strip("\n").split("\n"))
        colon = "" if head.endswith((":", '"""')) else ":"
        return f"{head}{colon}\n{body}\n"

    def _described(self, code: str, function: ast.FunctionDef) -> str:
        """Return the code with the description as the function's docstring, where it has none."""
        if ast.get_docstring(function):
            return code
        prompted = function_in(f"{self._text('prompt').rstrip()}\n    pass\n", function.name)
        description = self._text("description") or (ast.get_docstring(prompted) if prompted else "") or ""
        constants = (node.value for node in function.body if isinstance(node, ast.Expr))
        texts = [str(constant.value) for constant in constants if isinstance(constant, ast.Constant)]
        # A text behind an import is no docstring to Python, and says the same all the same.
        if not description.strip() or any(description.strip() in text for text in texts):
            return code
        lines = code.splitlines()
        first = function.body[0]
        # A function on one line has no place for a docstring.
        if first.lineno == function.lineno:
            return code
        margin = " " * first.col_offset
        at = first.lineno - 1
        # A literal on one line, because a description may hold quotes and backslashes of any kind.
        return "\n".join([*lines[:at], f"{margin}{description!r}", *lines[at:]]) + "\n"

    def _tests(self, name: str, parameters: tuple[Parameter, ...]) -> Examples:
        value = self._value("tests")
        text = "\n".join(str(test) for test in value) if isinstance(value, list) else value
        if not isinstance(text, str):
            return Examples(())
        return examples_in_tests(text, name, parameters, line=self._line)

    def _examples(self, name: str, parameters: tuple[Parameter, ...]) -> Iterator[Examples]:
        value = self._value("examples")
        for example in value if isinstance(value, list) else [] if value is None else [value]:
            if isinstance(example, str):
                yield examples_in(example, name, parameters, line=self._line)
            else:
                yield self._structured(example, name, parameters)

    def _structured(self, example: object, name: str, parameters: tuple[Parameter, ...]) -> Examples:
        """Read an example of keys and values, such as ``{"input": [1, 2], "output": 3}``."""
        key = next((key for key in _INPUT_KEYS if key in example), "") if isinstance(example, dict) else ""
        argument_value = example[key] if isinstance(example, dict) and key else None
        listed = isinstance(argument_value, list) and (key in _LISTED or len(parameters) != 1)
        written = (
            ", ".join(map(repr, argument_value))
            if listed and isinstance(argument_value, list)
            else _written(argument_value, parameters)
        )
        call = expression_of(f"{name}({written})") if key else None
        arguments = bound(call, parameters, {}) if isinstance(call, ast.Call) else None
        if arguments is None:
            message = f"an example of `{name}` gives no arguments for it: {str(example)[:_LONGEST_QUOTE]}"
            hint = 'write {"input": {"PARAMETER": VALUE}, "output": VALUE}'
            return Examples((), (UNREAD_EXAMPLE.diagnostic(message, hint=hint, line=self._line),))
        gives = [example[key] for key in _OUTPUT_KEYS if key in example] if isinstance(example, dict) else []
        expected = repr(gives[0]) if gives else ""
        return Examples((Case(arguments, "example", expected, self._line),))


def _written(value: object, parameters: tuple[Parameter, ...]) -> str:
    """Return arguments as they stand in a call; a text is taken as such, unless it reads as a list of arguments."""
    names = {parameter.name for parameter in parameters}
    if isinstance(value, dict) and value and value.keys() <= names:
        return ", ".join(f"{key}={value!r}" for key, value in value.items())
    if isinstance(value, str) and (
        len(parameters) > 1 or value.startswith((f"{parameters[0].name} =", f"{parameters[0].name}="))
    ):
        return " ".join(value.split())
    return repr(value)
