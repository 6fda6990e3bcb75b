"""Executing one cell as a notebook does."""

import ast
import errno
import linecache
import sys
import threading
import time
from dataclasses import dataclass
from typing import Any

CHAIN = 10
"""How far causes of an error are followed."""


@dataclass(frozen=True, slots=True)
class Ran:
    """What executing gave."""

    value: Any
    """Of the last expression; None for none."""
    error: BaseException | None
    seconds: float


class Forbidden:
    """Stands where a problem forbids a name; it can do nothing a solution would need."""

    def __repr__(self) -> str:
        return "<forbidden name>"


def execute(code: str, *, filename: str, namespace: dict[str, Any], forbid_names: list[str]) -> Ran:
    """Run the cell in the namespace; whatever it raises, `SystemExit` included, is its own error."""
    linecache.cache[filename] = (len(code), None, code.splitlines(keepends=True), filename)
    hidden = {name: namespace[name] for name in forbid_names if name in namespace}
    namespace.update(dict.fromkeys(hidden, Forbidden()))
    start = time.perf_counter()
    value, error = None, None
    try:
        value = _execute(code, filename, namespace)
    except BaseException as raised:  # noqa: BLE001 - untrusted code may raise anything, and all of it is data
        error = raised
    seconds = time.perf_counter() - start
    sys.settrace(None)
    sys.setprofile(None)
    threading.settrace(None)  # type: ignore[arg-type,unused-ignore]  # typeshed learned of None only lately
    threading.setprofile(None)
    namespace.update(hidden)
    return Ran(value, error, seconds)


def _execute(code: str, filename: str, namespace: dict[str, Any]) -> Any:
    tree = ast.parse(code, filename)
    last = tree.body[-1] if tree.body else None
    asked = ast.Expression(last.value) if isinstance(last, ast.Expr) else None
    if asked is not None:
        tree.body.pop()
    # Both halves are compiled before the first runs, so that a cell with an error in its last line runs not at all.
    body = compile(tree, filename, "exec", dont_inherit=True)
    expression = compile(asked, filename, "eval", dont_inherit=True) if asked is not None else None
    exec(body, namespace)  # noqa: S102 - this process exists to run it
    return eval(expression, namespace) if expression is not None else None  # noqa: S307 - as above


def is_out_of_memory(error: BaseException | None) -> bool:
    """Tell whether an error, or what caused it, was that no memory was left."""
    for _ in range(CHAIN):
        if isinstance(error, MemoryError) or (isinstance(error, OSError) and error.errno == errno.ENOMEM):
            return True
        if error is None:
            return False
        error = error.__cause__ or error.__context__
    return False
