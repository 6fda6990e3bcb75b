"""Executing one cell as a notebook does."""

import ast
import linecache
import sys
import threading
import time
from dataclasses import dataclass
from types import CodeType
from typing import Any

from authoring.sandbox.inside.traced_namespace import TracedNamespace
from authoring.validators.base import Dialect
from authoring.validators.forbidden_names import refuse_forbidden


@dataclass(frozen=True, slots=True)
class CellResult:
    """The result of executing one cell."""

    value: Any
    """The value of the last expression; None where the cell does not end with one."""
    error: BaseException | None
    seconds: float
    reads: tuple[str, ...] = ()
    """Names of earlier cells that were looked up, in a namespace that notes it."""


class Forbidden:
    """Stands where a problem forbids a name, as in DSEval; code that means to can reach the value all the same."""

    def __repr__(self) -> str:
        return "<forbidden name>"


def execute(
    code: str, *, filename: str, namespace: dict[str, Any], forbid_names: list[str], dialect: Dialect = "dseval"
) -> CellResult:
    """Run a cell in the namespace; everything it raises, `SystemExit` included, is part of the result.

    Forbidden names are shadowed while it runs. Strictly, code that writes one of them is not run at all.
    """
    # Tracebacks and `inspect` find the cell's text here; without a time, `checkcache` leaves the entry alone.
    linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)
    shadowed = {name: namespace[name] for name in forbid_names if name in namespace}
    namespace.update(dict.fromkeys(shadowed, Forbidden()))
    traced = namespace if isinstance(namespace, TracedNamespace) else None
    if traced is not None:
        traced.begin()
    # Python gives a warning once per line number; an earlier cell may have used up that of the same line.
    namespace.pop("__warningregistry__", None)
    compiled: list[CodeType] = []
    start = time.perf_counter()
    value, error = None, None
    try:
        if dialect == "strict":
            refuse_forbidden(code, forbid_names)
        compiled += _compile(code, filename)
        value = _execute(compiled, namespace)
    except BaseException as raised:  # noqa: BLE001 - untrusted code may raise anything, and all of it is data
        error = raised
    seconds = time.perf_counter() - start
    # What the cell installed to watch code must not watch the harness.
    sys.settrace(None)
    sys.setprofile(None)
    threading.settrace(None)  # type: ignore[arg-type,unused-ignore]  # typeshed learned of None only lately
    threading.setprofile(None)
    reads = () if traced is None else traced.end(compiled)
    # Also over what the cell bound to a forbidden name: the next cells are to find the old value.
    namespace.update(shadowed)
    return CellResult(value, error, seconds, reads)


def _compile(code: str, filename: str) -> list[CodeType]:
    """Return the statements, and the last expression where the cell ends with one."""
    tree = ast.parse(code, filename)
    last = tree.body[-1] if tree.body else None
    # Compiled apart, because only an expression compiled as one gives its value.
    expression = ast.Expression(last.value) if isinstance(last, ast.Expr) else None
    if expression is not None:
        tree.body.pop()
    # Both halves are compiled before the first runs, so that a cell with an error in its last line runs not at all.
    body = compile(tree, filename, "exec", dont_inherit=True)
    return [body] if expression is None else [body, compile(expression, filename, "eval", dont_inherit=True)]


def _execute(compiled: list[CodeType], namespace: dict[str, Any]) -> Any:
    body, *expression = compiled
    exec(body, namespace)  # noqa: S102 - this process exists to run it
    return eval(expression[0], namespace) if expression else None  # noqa: S307 - as above
