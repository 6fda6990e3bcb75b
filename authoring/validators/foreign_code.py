"""Running foreign code: Python that a validator block carries, and functions of a session.

Neither the judge's process nor the session keeps a trace of it: no output, no warning, no changed random state.
"""

import copy
import io
import random
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from typing import Any

from authoring.validators.base import ValidatorError
from authoring.validators.syntax_tree import module_tree

FOREIGN_ERRORS = (Exception, SystemExit)
"""What foreign code may raise at us: anything, and leaving the interpreter must not end the judge."""
GROUPED = "| "
"""The margin of an exception group and its members, in a traceback and in `Verdict.errors`."""
_NO_WARNING = ("ignore", None, Warning, None, 0)
"""A filter as `warnings` keeps them, for all."""
_GROUPS = 10
"""How deep groups inside of groups are shown, as in a traceback."""


@dataclass(slots=True)
class _Texts:
    run: int = 0


_texts = _Texts()


class _Discard(io.RawIOBase):
    """Takes everything, keeps nothing; a buffer would grow with a submission's output."""

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        return len(data)


@contextmanager
def quiet() -> Iterator[None]:
    """Swallow standard output, standard error and warnings.

    Which warnings were given before stays known: `warnings.catch_warnings` would have all of them given again.
    """
    sink = io.TextIOWrapper(io.BufferedWriter(_Discard()), write_through=True)
    filters: list[Any] = warnings.filters  # type: ignore[assignment]  # a list, whatever it is annotated as
    # First, because the first filter that fits a warning decides.
    filters.insert(0, _NO_WARNING)
    try:
        with redirect_stdout(sink), redirect_stderr(sink):
            yield
    finally:
        # Foreign code may have put other filters in, or taken all of them out.
        if _NO_WARNING in filters:
            filters.remove(_NO_WARNING)


@contextmanager
def preserved_randomness() -> Iterator[None]:
    """Put the state of `random` and of numpy's global generator back afterwards."""
    import numpy as np  # noqa: PLC0415 - lint imports this package for its names and should not wait for numpy

    state, numpy_state = random.getstate(), np.random.get_state()  # noqa: NPY002 - the session's state is the global one
    try:
        yield
    finally:
        random.setstate(state)
        np.random.set_state(numpy_state)  # noqa: NPY002 - as above


def private_copy(value: Any, memo: dict[int, Any] | None = None) -> Any:
    """Return a deep copy, or the value itself where it refuses to be copied, as open files and modules do."""
    try:
        return copy.deepcopy(value, memo)
    except Exception:  # noqa: BLE001 - any class may define its own copying, and fail in its own way
        return value


def checked_source(text: str, label: str) -> str:
    """Return Python text that compiles, else raise ValidatorError; it is not run, so that reading a block is safe."""
    try:
        module_tree(text, label)
    except (SyntaxError, ValueError) as error:
        raise ValidatorError(f"{label} is no Python: {error}") from error
    return text


def texts_run() -> int:
    """Return how many texts of code this process has run so far for validators."""
    return _texts.run


def run_text(text: str, label: str) -> dict[str, Any]:
    """Return the names that an option's text leaves, run with pd, np and random at hand; or raise ValidatorError."""
    names = _at_hand()
    _texts.run += 1
    try:
        exec(compile(text, f"<{label}>", "exec"), names)  # noqa: S102 - options hold code; we are inside the sandbox
    except FOREIGN_ERRORS as error:
        raise ValidatorError(f"{label} failed: {last_line(error)}") from error
    return names


def evaluate_text(text: str, label: str) -> Any:
    """Evaluate an option's expression with pd, np and random at hand; raises ValidatorError where it fails."""
    try:
        return evaluate(text, _at_hand())
    except FOREIGN_ERRORS as error:
        raise ValidatorError(f"{label} failed: {last_line(error)}") from error


def evaluate(expression: str, names: Mapping[str, Any]) -> Any:
    """Evaluate an expression; names it binds are lost. Raises what the expression raises."""
    _texts.run += 1
    return eval(compile(expression, "<expression>", "eval"), dict(names))  # noqa: S307 - we are inside the sandbox


def last_line(error: BaseException) -> str:
    """Return ``KeyError: 'x'``; of an exception whose text cannot be had, the class alone."""
    return traceback.format_exception_only(error)[-1].strip()


def trace_of(error: BaseException) -> str:
    """Return as text the traceback of an exception that code raised which the caller called.

    It begins with that code: the caller's own line says nothing of it, and its path is one of this machine.
    """
    outermost = error.__traceback__
    called = outermost.tb_next if outermost is not None else None
    return "".join(traceback.format_exception(type(error), error, called)).rstrip()


def error_names(error: BaseException) -> list[str]:
    """Return the heads of the lines that a traceback ends its exceptions with; see `Verdict.errors`.

    Of every exception that is shown, causes and contexts first, each head once. Empty where a class of the
    submission's hides even its name.
    """
    try:
        # Only names are wanted, so no frame is read and no source line looked up.
        return list(dict.fromkeys(_heads(traceback.TracebackException.from_exception(error, limit=0), 0)))
    except FOREIGN_ERRORS:
        return []


def read_error_names(item: object) -> tuple[str, ...]:
    """Return what a submission's collection says `error_names` gave, as far as it is that."""
    return tuple(name for name in item if type(name) is str) if isinstance(item, list) else ()


def _heads(trace: traceback.TracebackException, depth: int) -> list[str]:
    heads: list[str] = []
    link: traceback.TracebackException | None = trace
    while link is not None:
        members = getattr(link, "exceptions", None) or ()
        margin = GROUPED if members or depth else ""
        inner = [head for member in members if depth < _GROUPS for head in _heads(member, depth + 1)]
        # Collected from the outside in, and turned round at the end, because causes stand above what they caused.
        heads += [*reversed(inner), margin + _head(link)]
        suppressed = link.__suppress_context__
        # As Python prints it: a cause takes the place of the context, which ``from None`` hides.
        link = link.__cause__ if link.__cause__ is not None else None if suppressed else link.__context__
    return heads[::-1]


def _head(trace: traceback.TracebackException) -> str:
    name = getattr(trace, "exc_type_str", None) or _printed_name(trace.exc_type)
    # The line itself tells whether a message follows; a syntax error's stands below its source.
    return f"{name}:" if any(line.startswith(f"{name}:") for line in trace.format_exception_only()) else name


def _printed_name(kind: type[BaseException]) -> str:
    # Python 3.13 has it as `exc_type_str`, and warns of `exc_type`.
    name, module = kind.__qualname__, kind.__module__
    return name if module in {"__main__", "builtins"} else f"{module}.{name}"


def _at_hand() -> dict[str, Any]:
    import numpy as np  # noqa: PLC0415 - as in `preserved_randomness`
    import pandas as pd  # noqa: PLC0415 - as in `preserved_randomness`

    return {"__name__": "validator_option", "pd": pd, "np": np, "random": random}
