"""Taint: which names of a session no longer hold what they should, and which cells depend on them.

A cell that does not run leaves *tainted* names behind. Taint spreads through the cells that read such a name, because
those are not run either, and ends where a cell binds a name afresh from names that are good. Here as well: how far the
failed cell came, and which names a validator inspects.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from authoring.dseal.analysis.aliasing import BUILTINS
from authoring.dseal.analysis.dependencies import FILE, Callee, Effects
from authoring.dseal.model import Cell, Problem
from authoring.dseal.python_code import parse_code
from authoring.dseal.session import checked_variables, checks

NO_PYTHON = frozenset({"SyntaxError", "IndentationError", "TabError"})
"""Exceptions that say that nothing of the cell has run."""


@dataclass(slots=True)
class TaintTracker:
    """Tracks the tainted names of one session, cell by cell; a cause is the index of the cell that failed."""

    _causes: dict[str, int] = field(default_factory=dict)
    """By tainted name."""
    _all: int | None = None
    """The cause that may have spoilt any name there was."""
    _fresh: set[str] = field(default_factory=set)
    """Names bound since then."""
    _kin: dict[str, set[str]] = field(default_factory=dict)
    """Names whose objects may share something, by name, itself included."""
    _imports: set[str] = field(default_factory=set)
    _callees: dict[str, Callee] = field(default_factory=dict)
    _methods: set[str] = field(default_factory=set)

    def blocker(self, effects: Effects, looked_at: Iterable[str] = ()) -> int | None:
        """Return the earliest cause that a cell depends on, or None; a validator looks at some names after it."""
        needed = self._needed(effects, frozenset(looked_at))
        causes = {self._causes[name] for name in needed if name in self._causes}
        if effects.open:
            causes |= {*self._causes.values()}
        if self._all is not None:
            # Code that cannot be followed, such as `exec`, may have changed any name but those bound since then.
            certain = BUILTINS | self._fresh | self._imports
            if effects.open or any(name not in certain and not name.startswith(FILE) for name in needed):
                causes.add(self._all)
        return min(causes, default=None)

    def ran(self, effects: Effects) -> None:
        """Take note of a cell, or a part of one, that ran to its end on good names."""
        self._learn(effects)
        for name in effects.definite:
            self._causes.pop(name, None)
        self._fresh |= effects.definite

    def failed(self, effects: Effects, cause: int, changed: Iterable[str] = ()) -> None:
        """Take note of a cell, or a part of one, that did not run to its end; `changed` is what it was seen to do."""
        self._learn(effects)
        # Modules are taken to be as good as before, whatever was called on them.
        mutated = self._mutated(effects) - self._imports
        spoilt = effects.binds | mutated.union(*(self._kin.get(name, ()) for name in mutated)) | set(changed)
        for name in spoilt:
            self._causes[name] = min(cause, self._causes.get(name, cause))
        self._fresh -= spoilt
        if effects.open:
            # Causes come in the order of the cells, and the earliest is to be named.
            self._all = cause if self._all is None else self._all
            self._fresh.clear()

    def _learn(self, effects: Effects) -> None:
        self._imports = (self._imports - effects.binds) | effects.imports
        # Methods are kept by their bare names, because the class of the object they are called on is not known.
        self._methods |= effects.defined_methods
        for name in effects.binds:
            self._callees.pop(name, None)
        self._callees |= effects.callees
        for link in effects.links:
            foreign = link.through in self._imports or link.through in BUILTINS
            known_method = not link.through or link.through in self._callees or link.through in self._methods
            if not foreign and (known_method or link.through == link.source) and link.source not in self._imports:
                self._join(link.target, link.source)

    def _join(self, target: str, source: str) -> None:
        kin = self._kin.get(target, {target}) | self._kin.get(source, {source})
        for name in kin:
            # One set for all members, so that a later join reaches each of them.
            self._kin[name] = kin

    def _needed(self, effects: Effects, looked_at: frozenset[str]) -> frozenset[str]:
        """Return what a cell needs from before; its own functions count where it or its validator calls them."""
        used = effects.loaded | looked_at
        own = {read for name, callee in effects.callees.items() if name in used for read in callee.reads}
        return self._closed(effects.reads | ((own | looked_at) - effects.definite))

    def _closed(self, names: frozenset[str]) -> frozenset[str]:
        """Add the names that the session's functions among these look up, and those of its classes' objects."""
        closed: set[str] = set()
        pending = set(names)
        while pending:
            name = pending.pop()
            closed.add(name)
            for kin in self._kin.get(name, {name}):
                callee = self._callees.get(kin)
                pending |= callee.reads - closed if callee else set()
        return frozenset(closed)

    def _mutated(self, effects: Effects) -> frozenset[str]:
        callees = self._callees | dict(effects.callees)
        mutated = set(effects.mutates)
        for callee in effects.callees.values():
            mutated |= callee.mutates
        for call in effects.calls:
            called = callees.get(call.name)
            mutated |= called.mutates if called else set()
            # A function that nobody knows may change its arguments; imported ones are taken not to.
            unknown = called is None and call.name not in self._imports | effects.imports
            if unknown or (called is not None and called.changes_arguments):
                mutated |= call.arguments
        for call in effects.methods:
            if call.name in self._methods | effects.defined_methods:
                mutated |= call.arguments
        return frozenset(mutated)


class RaisedError(Protocol):
    """An exception that ended a cell, as far as this module needs to know it."""

    @property
    def type(self) -> str:
        """Name of the exception's class."""

    @property
    def line(self) -> int | None:
        """Line of the cell's code, from 1, in which it was raised; None where that is not known."""


def inspected_names(problem: Problem) -> frozenset[str]:
    """Return the names that a problem's validators look at after its reference has run."""
    options = [check.options for check in checks(problem) if isinstance(check.options, dict)]
    keys = ("function_name", "model_name", "inputs_name", "labels_name")
    return checked_variables(problem) | {str(option[key]) for option in options for key in keys if key in option}


def split_at_error(cell: Cell, error: RaisedError | None) -> tuple[tuple[ast.stmt, ...], tuple[ast.stmt, ...]]:
    """Return the statements of a cell that ran to their end, and the others.

    Those before the statement that raised have run. An exception in a function of the same cell names a line of that
    function, which stands before its call. Where something else ended the cell (a timeout, a lack of memory), or it was
    not run at all, `error` is None, and nothing is sure.
    """
    return split_code_at_error(cell.code, error)


def split_code_at_error(code: str, error: RaisedError | None) -> tuple[tuple[ast.stmt, ...], tuple[ast.stmt, ...]]:
    """Return the statements of code that ran to their end, and the others; see `split_at_error`."""
    body = tuple(parse_code(code).tree.body)
    if error is None or error.line is None or error.type in NO_PYTHON:
        return (), body
    # A statement that begins above the line and ends on it or below is the one that raised.
    line = error.line
    count = sum((statement.end_lineno or statement.lineno) < line for statement in body)
    return body[:count], body[count:]


def import_statements(statements: tuple[ast.stmt, ...]) -> Iterator[tuple[ast.stmt, str]]:
    """Give the imports among statements, each with its code."""
    for statement in statements:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            yield statement, ast.unparse(statement)
