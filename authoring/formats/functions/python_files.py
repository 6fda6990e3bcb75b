"""Functions out of a Python file: a signature, a docstring with examples, a body, perhaps a check of its inputs."""

import ast
import inspect
import re
from collections.abc import Iterator, Sequence

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import names_in, parse_code
from authoring.formats.functions.codes import LEFT_OUT
from authoring.formats.functions.examples import examples_in, examples_in_tests
from authoring.formats.functions.tasks import FunctionFile, FunctionTask, distinct, parameters_of, signature_of
from authoring.validators.syntax_tree import module_tree

CHECK = "_validate"
"""A function of this name checks the inputs of the one before it; ``_validate_NAME`` those of NAME."""
_SHARED = (ast.Import, ast.ImportFrom, ast.Assign, ast.AnnAssign, ast.ClassDef)


def read_module(text: str, only: str = "") -> FunctionFile:
    """Read a Python file. A public function at its top with a docstring is a task; nothing of it is run.

    Imports, constants and classes that a function uses come before the problem, where agents see them; functions that
    begin with ``_``, or have no docstring, go into the reference of those that call them.

    With `only`, one function is asked for, and the others help it, whatever they are called.
    """
    parsed = parse_code(text)
    if parsed.error is not None:
        message = f"the file is no Python: {parsed.error.message}"
        return FunctionFile((), (LEFT_OUT.diagnostic(message, line=parsed.error.line, column=parsed.error.column),))
    return _Module(text, parsed.tree, only).read()


class _Module:
    def __init__(self, text: str, tree: ast.Module, only: str) -> None:
        self._lines = text.splitlines()
        self._tree = tree
        functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
        public = [
            function for function in functions if not function.name.startswith("_") and _docstring(function) is not None
        ]
        self._asked = [function for function in public if only in {"", function.name}]
        self._only = only
        self._helpers = {
            function.name: function
            for function in functions
            if function not in self._asked and not _is_test(function.name)
        }
        self._tests = [function for function in functions if _is_test(function.name)]

    def read(self) -> FunctionFile:
        read = [self._task(function) for function in self._asked]
        tasks = tuple(task for result in read for task in result.tasks)
        findings = [finding for result in read for finding in result.findings]
        findings += self._forgotten({name for task in tasks for name in names_in(parse_code(task.reference).tree)})
        return FunctionFile(tasks, tuple(sorted(findings, key=lambda finding: finding.line)))

    def _forgotten(self, used: set[str]) -> Iterator[Diagnostic]:
        """Say which functions are neither a problem nor part of one."""
        for node in self._tree.body:
            if isinstance(node, ast.AsyncFunctionDef):
                yield LEFT_OUT.diagnostic(
                    f"`{node.name}` is a coroutine, which no test case can call", line=node.lineno
                )
        for name, node in self._helpers.items():
            if name not in used and not name.startswith("_") and self._only in {"", name}:
                hint = "say in a docstring what it does, with an example"
                yield LEFT_OUT.diagnostic(f"`{name}` has no docstring", hint=hint, line=node.lineno)

    def _task(self, function: ast.FunctionDef) -> FunctionFile:
        """Return the task of one function, or the finding why there is none."""

        def left_out(reason: str, hint: str = "") -> FunctionFile:
            finding = LEFT_OUT.diagnostic(f"`{function.name}` {reason}", hint=hint, line=function.lineno)
            return FunctionFile((), (finding,))

        parameters = parameters_of(function)
        if function.decorator_list:
            return left_out("is decorated, and its reference would need the decorator", "write it without")
        if parameters is None:
            return left_out("takes any number of arguments (`*` or `**`)", "name its parameters")
        if any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(function)):
            return left_out("is a generator, whose outputs cannot be compared", "have it return a list")
        if not _has_body(function):
            return left_out("has no body", "write the code that is right, below its docstring")
        docstring = _docstring(function)
        if docstring is None:
            return left_out("has no docstring")
        node, written = docstring
        examples = examples_in(written, function.name, parameters, line=node.lineno)
        tests = [test for test in self._tests if function.name in names_in(test)]
        readings = [
            examples,
            *(examples_in_tests(self._source(test), function.name, parameters, line=test.lineno) for test in tests),
        ]
        needed = self._needed(function)
        check = self._check(function)
        task = FunctionTask(
            name=function.name,
            signature=signature_of(function),
            parameters=parameters,
            description=inspect.cleandoc(written),
            reference="\n\n\n".join([*map(self._source, needed), self._without_docstring(function)]),
            context=self._context([function, *needed]),
            input_validator=self._check_text(check) if check is not None else "",
            examples=distinct(case for reading in readings for case in reading.cases),
            line=function.lineno,
        )
        return FunctionFile((task,), tuple(finding for reading in readings for finding in reading.findings))

    def _needed(self, function: ast.FunctionDef) -> Sequence[ast.FunctionDef]:
        """Return the helpers that a function calls, and those that they call, in the order of the file."""
        needed, waiting = set[str](), [function]
        while waiting:
            for name in names_in(waiting.pop()) & self._helpers.keys() - needed:
                needed.add(name)
                waiting.append(self._helpers[name])
        return [node for name, node in self._helpers.items() if name in needed and node is not function]

    def _check(self, function: ast.FunctionDef) -> ast.FunctionDef | None:
        before = ""
        for node in self._tree.body:
            if not isinstance(node, ast.FunctionDef):
                continue
            if node.name == f"{CHECK}_{function.name}" or (node.name == CHECK and before == function.name):
                return node
            # A check belongs to the last function before it that became a task.
            before = node.name if node in self._asked else before
        return None

    def _check_text(self, check: ast.FunctionDef) -> str:
        """Return the check under the name that DSEval looks for, with the imports that it uses."""
        source = re.sub(rf"def\s+{check.name}\b", f"def {CHECK}", self._source(check), count=1)
        imports = [
            self._source(node)
            for node in self._tree.body
            if isinstance(node, ast.Import | ast.ImportFrom) and _bound(node) & names_in(check)
        ]
        return "\n".join([*imports, source]) + "\n"

    def _context(self, used: Sequence[ast.FunctionDef]) -> str:
        """Return what stands outside of functions and is used by these, in the order of the file."""
        names = {name for node in used for name in names_in(node)}
        shared = [node for node in self._tree.body if isinstance(node, _SHARED)]
        used_nodes: set[int] = set()
        # Backwards, so that a constant which another one needs is found after that one.
        for node in reversed(shared):
            if _bound(node) & names:
                used_nodes.add(id(node))
                names |= names_in(node)
        return "\n".join(self._source(node) for node in shared if id(node) in used_nodes)

    def _source(self, node: ast.stmt) -> str:
        return "\n".join(self._lines[node.lineno - 1 : node.end_lineno])

    def _without_docstring(self, function: ast.FunctionDef) -> str:
        """Return a function's text as it stands, but for the docstring: that is the question."""
        docstring = _docstring(function)
        node = docstring[0] if docstring else function.body[0]
        statements = parse_code("\n".join(self._lines[node.lineno - 1 : node.end_lineno]).strip()).tree.body
        own = len(statements) == 1 and isinstance(statements[0], ast.Expr) and ast.dump(statements[0]) == ast.dump(node)
        if not own or function.lineno == node.lineno:
            # Something else stands on its lines: there is no text to cut between.
            bare = module_tree(self._source(function)).body
            for statement in bare:
                if isinstance(statement, ast.FunctionDef):
                    statement.body = [part for part in statement.body if ast.unparse(part) != ast.unparse(node)]
            return "\n".join(map(ast.unparse, bare))
        tail = "\n".join(self._lines[node.end_lineno or node.lineno : function.end_lineno])
        return "\n".join([*self._lines[function.lineno - 1 : node.lineno - 1], tail.lstrip("\n")])


def _docstring(function: ast.FunctionDef) -> tuple[ast.Expr, str] | None:
    """Return the first text that stands by itself in a function, and its statement; an import may come before it."""
    for node in function.body:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            return (node, node.value.value) if node.value.value.strip() else None
        if not isinstance(node, ast.Import | ast.ImportFrom):
            break
    return None


def _has_body(function: ast.FunctionDef) -> bool:
    docstring = _docstring(function)
    statements = [node for node in function.body if docstring is None or node is not docstring[0]]
    body = [node for node in statements if not isinstance(node, ast.Pass)]
    idle = all(isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) for node in body)
    raises = len(body) == 1 and isinstance(body[0], ast.Raise) and "NotImplemented" in ast.unparse(body[0])
    return bool(body) and not idle and not raises


def _is_test(name: str) -> bool:
    return name.startswith("test_") or name == "check"


def _bound(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(inner.asname or inner.name).partition(".")[0] for inner in node.names}
    if isinstance(node, ast.ClassDef):
        return {node.name}
    return {inner.id for inner in ast.walk(node) if isinstance(inner, ast.Name) and isinstance(inner.ctx, ast.Store)}
