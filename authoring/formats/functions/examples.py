"""Examples of a function, out of its description and its tests: doctests, input and output lines, assertions."""

import ast
import doctest
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import expression_of, literal_of, parse_code
from authoring.formats.functions.codes import UNREAD_EXAMPLE
from authoring.formats.functions.tasks import Case, Parameter, bound, settled
from authoring.records.wording import short_text

# A line "Input: ..." with a line "Output: ..." below it, as pages of programming puzzles have them, in bold or in a
# list.
_INPUT = re.compile(
    r"^[ \t>*-]*\**(?:example )?inputs?\**:\**[ \t]*(?P<input>[\s\S]*?)"
    r"\n[ \t>*-]*\**(?:example )?(?:expected )?outputs?\**:\**[ \t]*(?P<output>[^\n]+(?:\n(?![ \t]*$)(?!.*:)[^\n]+)*)",
    re.IGNORECASE | re.MULTILINE,
)
# What may stand between a call and its value: `=>`, `->`, "returns", "# 3".
_ARROW = re.compile(
    r"[ \t]*(?:=>|==>|==|➞|→|->|#\s*(?:returns?|=>)?|(?:should )?returns?\b|gives?\b)[ \t]*(?P<gives>\S.*)"
)
_LONGEST = 20_000
"""Characters of a text that is searched for examples."""


@dataclass(frozen=True, slots=True)
class Examples:
    """The examples in a text, and findings about those that cannot be read."""

    cases: tuple[Case, ...]
    findings: tuple[Diagnostic, ...] = ()


def examples_in(text: str, name: str, parameters: tuple[Parameter, ...], *, line: int = 1) -> Examples:
    """Find the examples that a description holds.

    `line` is the line of the file on which the text begins.
    """
    text = text[:_LONGEST]
    reader = _Reader(name, parameters, line)
    try:
        doctests = doctest.DocTestParser().get_examples(text)
    except ValueError as error:
        doctests = []
        reader.unread(f"the examples of `{name}` are no doctest: {error}", 0)
    # From the strictest form to the loosest: prose is searched only where nothing better was found.
    for example in doctests:
        reader.doctest(example)
    if not doctests:
        for match in _INPUT.finditer(text):
            reader.input_output(match["input"], match["output"], text.count("\n", 0, match.start()))
    if not reader.cases:
        for number, row in enumerate(text.split("\n")):
            reader.arrow(row, number)
    return Examples(tuple(dict.fromkeys(reader.cases)), tuple(reader.findings))


def examples_in_tests(code: str, name: str, parameters: tuple[Parameter, ...], *, line: int = 1) -> Examples:
    """Find the calls that tests make, in assertions at the top or inside a function such as HumanEval's ``check``."""
    reader = _Reader(name, parameters, line)
    parsed = parse_code(code)
    if parsed.error is not None:
        reader.unread(f"the tests of `{name}` are no Python: {parsed.error.message}", 0)
    for body, called in _bodies(parsed.tree, name):
        # Each function of tests has names of its own.
        reader.known = {}
        for statement in body:
            reader.statement(statement, called)
    return Examples(tuple(dict.fromkeys(reader.cases)), tuple(reader.findings))


def _bodies(tree: ast.Module, name: str) -> Iterator[tuple[list[ast.stmt], str]]:
    """Yield every block of tests with the name that stands for the function in it."""
    yield tree.body, name
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            parameters = node.args.args
            # The `check(candidate)` of HumanEval calls the function by the name of its parameter.
            yield node.body, parameters[0].arg if len(parameters) == 1 else name


class _Reader:
    """Gathers cases; `known` is what the names of an example stand for."""

    def __init__(self, name: str, parameters: tuple[Parameter, ...], line: int) -> None:
        self.cases: list[Case] = []
        self.findings: list[Diagnostic] = []
        self.known: dict[str, ast.expr] = {}
        self._pending: dict[str, tuple[str, ...]] = {}
        self._name, self._parameters, self._line = name, parameters, line

    def unread(self, message: str, offset: int) -> None:
        hint = "write its arguments as values, or add the case to the problem by hand"
        self.findings.append(UNREAD_EXAMPLE.diagnostic(message, hint=hint, line=self._line + offset))

    def doctest(self, example: doctest.Example) -> None:
        body = parse_code(example.source).tree.body
        if not body:
            self.unread(f"the example `{short_text(example.source)}` is no Python", example.lineno)
            return
        if example.exc_msg:
            message = f"the example `{short_text(example.source)}` wants an exception, which no test case can"
            self.unread(message, example.lineno)
            return
        statement = body[0]
        if isinstance(statement, ast.Expr):
            node, output = statement.value, example.want.strip()
            # `result = f(1)` on one line, and `result` on the next with what it shows.
            if isinstance(node, ast.Name) and node.id in self._pending:
                self._add(self._pending.pop(node.id), output, example.lineno)
                return
            if _is_call(node, "print") and isinstance(node, ast.Call) and len(node.args) == 1:
                node, output = (
                    node.args[0],
                    output if literal_of(output) else repr(output) if "\n" not in output else "",
                )
            self._expression(node, output, self._name, example.lineno)
        else:
            self.statement(statement, self._name, example.lineno)

    def statement(self, statement: ast.stmt, called: str, offset: int | None = None) -> None:
        offset = statement.lineno - 1 if offset is None else offset
        if isinstance(statement, ast.Assert):
            self._expression(statement.test, "True", called, offset)
        elif isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name = statement.targets[0].id
            if _is_call(statement.value, called) and isinstance(statement.value, ast.Call):
                arguments = bound(statement.value, self._parameters, self.known)
                if arguments is not None:
                    self._pending[name] = arguments
                    return
            text = settled(statement.value, self.known)
            value = expression_of(text) if text else None
            if value is not None:
                self.known[name] = value

    def input_output(self, arguments_text: str, output: str, offset: int) -> None:
        written = " ".join(arguments_text.split())
        call = expression_of(f"{self._name}({written})")
        arguments = bound(call, self._parameters, {}) if isinstance(call, ast.Call) else None
        if arguments is None:
            self.unread(
                f"the input `{short_text(written)}` of an example of `{self._name}` is no list of values", offset
            )
            return
        self._add(arguments, _value_in(output), offset)

    def arrow(self, text: str, offset: int) -> None:
        """Read ``f(1, 2) => 3`` and the like; a line that holds a call that is none is left to prose."""
        start = text.find(f"{self._name}(")
        if start < 0:
            return
        # The call may hold parentheses, so each closing one is tried until the text is an expression.
        for end in (index + 1 for index, sign in enumerate(text) if sign == ")" and index > start):
            call = expression_of(text[start:end])
            match = _ARROW.match(text[end:].lstrip("`"))
            if isinstance(call, ast.Call) and match is not None:
                arguments = bound(call, self._parameters, {})
                if arguments is not None:
                    self._add(arguments, _value_in(match["gives"]), offset)
                return

    def _expression(self, node: ast.expr, output: str, called: str, offset: int) -> None:
        calls = [inner for inner in ast.walk(node) if _is_call(inner, called)]
        for call in calls:
            arguments = bound(call, self._parameters, self.known) if isinstance(call, ast.Call) else None
            if arguments is None:
                self.unread(f"the arguments of `{short_text(ast.unparse(call))}` do not stand by themselves", offset)
            else:
                self._add(arguments, _expected(node, call, output, self.known), offset)

    def _add(self, arguments: tuple[str, ...], expected: str, offset: int) -> None:
        self.cases.append(Case(arguments, "example", expected, self._line + offset))


def _expected(node: ast.expr, call: ast.AST, output: str, values: Mapping[str, ast.expr]) -> str:
    """Return what a call gives, where the expression around it says so."""
    if node is call:
        return output
    # `assert not f(1)`.
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not) and node.operand is call and output == "True":
        return "False"
    if output == "True" and isinstance(node, ast.Compare) and len(node.ops) == 1:
        sides = (node.left, node.comparators[0])
        if isinstance(node.ops[0], ast.Eq | ast.Is) and call in sides:
            opposite = sides[1] if sides[0] is call else sides[0]
            return settled(opposite, values) or ""
    return ""


def _value_in(text: str) -> str:
    """Return the value that prose behind an example gives, empty where it is none: ``2 + 3 = 5``, ``"No" (why)``."""
    plain = " ".join(text.strip().strip("`").split()).removesuffix(".")
    candidates = (plain, plain.rpartition(" = ")[2], re.split(r" [(#]|, (?:because|since|as) ", plain)[0])
    for candidate in dict.fromkeys(candidates):
        tree = expression_of(candidate)
        value = settled(tree, {}) if tree is not None else None
        if value is not None:
            return value
    return ""


def _is_call(node: ast.AST, name: str) -> bool:
    if not isinstance(node, ast.Call):
        return False
    function = node.func
    return (isinstance(function, ast.Name) and function.id == name) or (
        isinstance(function, ast.Attribute) and function.attr == name
    )
