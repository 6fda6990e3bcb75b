"""Running all references of a set under one environment, past those that fail, and looking at what each leaves."""

import ast
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from authoring.dseal.analysis.dependencies import effects_of, effects_of_statements
from authoring.dseal.analysis.taint import TaintTracker, import_statements, inspected_names, split_at_error
from authoring.dseal.model import Cell, CellKind, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.python_code import imports_of, loads_of, parse_code
from authoring.records.evidence import CellRun, Judgement, Limits, Outcome, ValueView
from authoring.records.job import limits_of
from authoring.records.progress import ProgressCallback
from authoring.sandbox.port import Sandbox, Session
from authoring.validators.base import Dialect

RUNNABLE = frozenset({CellKind.CONTEXT, CellKind.PROBLEM})
ENDED = frozenset({Outcome.TIMEOUT, Outcome.KILLED})
"""Outcomes after which a session is gone."""
TABLE_DIGEST = (
    "__import__('hashlib').sha256(({value}).to_csv(float_format='%.6g').encode()).hexdigest()"
    " if ({value}).size <= 1_000_000 else ''"
)
"""A table in full, as far as 6 digits tell, whatever the version of pandas is; larger ones take too long."""
WIDE_DISPLAY = (
    "__import__('pandas').set_option('display.max_columns', 100, 'display.width', 100_000,"
    " 'display.expand_frame_repr', False)\n"
)
"""How many columns of a frame are shown is else a matter of how wide its version shows them."""
VALUE_NAME = "_value_of_the_cell"
NO_VALUES = frozenset({"module", "function", "type", "builtin_function_or_method"})
"""Types of what a session holds and nobody compares."""


@dataclass(frozen=True, slots=True)
class ValueLook:
    """A value as it can be compared with that of another process."""

    view: ValueView | None
    """None where there is none, or the value is None."""
    digest: str = ""
    """A digest of the whole table, where its view does not show it in full."""


@dataclass(frozen=True, slots=True)
class ReferenceRun:
    """How one cell went."""

    cell: int
    """Index into ProblemSet.cells."""
    run: CellRun | None
    """None where it was not run, because of `cause`."""
    cause: int | None = None
    """The cell that failed, itself included."""
    judgement: Judgement | None = None
    repeats: bool = True
    """Whether it gave the same when it was run again in the state before it."""
    value: ValueLook = field(default_factory=lambda: ValueLook(None))
    names: tuple[tuple[str, ValueLook], ...] = ()
    """Names that it added, replaced or updated, but for modules, functions and classes."""


def run_references(
    text: str,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect = "dseval",
    progress: ProgressCallback | None = None,
) -> tuple[ReferenceRun, ...]:
    """Run every cell that does not depend on one that failed, and each problem twice to judge it by itself.

    The arguments are those of `authoring.gate.dry_run.dry_run`.

    Raises:
        SandboxError: the sandbox failed; what the code does is part of the result.
    """
    problemset = parse(text)
    cells = [(index, cell) for index, cell in enumerate(problemset.cells) if cell.kind in RUNNABLE]
    modules = sorted({name for _, cell in cells for name in loads_of(cell.code)})
    runs = []
    with closing(_Walk(limits, sandbox.session(inputs=inputs, modules=modules, dialect=dialect))) as walk:
        for number, (index, cell) in enumerate(cells, start=1):
            runs.append(walk.step(index, cell))
            if progress is not None:
                progress(number, len(cells))
    return tuple(runs)


def imported_packages(problemset: ProblemSet) -> frozenset[str]:
    """Return the top-level packages that a set imports, and those that every set needs."""
    names = {name.partition(".")[0] for cell in problemset.runnable for name in imports_of(cell.code)}
    return frozenset(names | {"numpy", "pandas"})


class _Walk:
    """The session of the references, and what is spoilt in it."""

    def __init__(self, limits: Limits, session: Session) -> None:
        self._limits = limits
        self._session = session
        self._blocking = TaintTracker()

    def step(self, index: int, cell: Cell) -> ReferenceRun:
        """Run one cell, if nothing that failed stands in its way."""
        looked = inspected_names(cell.problem) if cell.problem else frozenset[str]()
        cause = self._blocking.blocker(effects_of(cell.code), looked)
        if cause is not None:
            self._blocking.failed(effects_of(cell.code), cause)
            # Imports of a cell that is passed over are still wanted by cells that do not depend on the failure.
            self._import(split_at_error(cell, None)[1])
            return ReferenceRun(index, None, cause)
        # The state before the cell serves to run it again, and to go on from where it ends the session.
        before = self._session.branch()
        try:
            return self._run(index, cell, before)
        finally:
            before.close()

    def _run(self, index: int, cell: Cell, before: Session) -> ReferenceRun:
        block = (cell.problem.validator or {}) if cell.problem else None
        forbidden = cell.problem.forbid_names if cell.problem else ()
        limits = limits_of(cell, self._limits)
        self._session.prepare(block)
        run = self._session.run(cell.code, limits=limits, forbid_names=forbidden)
        if run.outcome is not Outcome.OK:
            if run.outcome in ENDED:
                self._session.close()
                self._session = before.branch()
            self._fail(index, cell, run)
            return ReferenceRun(index, run, index)
        self._blocking.ran(effects_of(cell.code))
        names = tuple(_names(self._session, run, limits))
        if cell.problem is None:
            return ReferenceRun(index, run, names=names)
        value = ValueLook(run.value, _rest_of_value(before, cell.code, limits) if _is_cut(run.value) else "")
        before.prepare(block)
        repeat = before.run(cell.code, limits=limits, forbid_names=forbidden)
        judgement = self._session.judge(before)
        return ReferenceRun(index, run, None, judgement, repeat.digest == run.digest, value, names)

    def _fail(self, index: int, cell: Cell, run: CellRun) -> None:
        finished, left = split_at_error(cell, run.error if run.outcome is Outcome.ERROR else None)
        self._blocking.ran(effects_of_statements(finished))
        # What finished statements bound for good is as it should be; every other change may be half done.
        own = {name for statement in finished for name in effects_of_statements((statement,)).definite}
        spoilt = (change.name for change in run.changes if change.name not in own)
        self._blocking.failed(effects_of_statements(left, broken=not (finished or left)), index, spoilt)
        self._import(left)

    def _import(self, statements: tuple[ast.stmt, ...]) -> None:
        """Do the imports of a cell that was not run; they depend on nothing, and later cells rely on them."""
        for statement, code in import_statements(statements):
            before = self._session.branch()
            try:
                self._session.prepare(None)
                run = self._session.run(code, limits=self._limits)
                if run.outcome is Outcome.OK:
                    self._blocking.ran(effects_of_statements((statement,)))
                elif run.outcome in ENDED:
                    self._session.close()
                    self._session = before.branch()
            finally:
                before.close()

    def close(self) -> None:
        """Close the session, whichever it is by now."""
        self._session.close()


def _names(session: Session, run: CellRun, limits: Limits) -> Iterator[tuple[str, ValueLook]]:
    """Look at what a cell bound or changed, in a throw-away fork, because showing a value runs its own methods."""
    for change in run.changes:
        if change.change != "deleted" and change.type not in NO_VALUES and change.name.isidentifier():
            with session.branch() as branch:
                view = _evaluate(branch, WIDE_DISPLAY + change.name, limits)
                digest = _evaluate(branch, TABLE_DIGEST.format(value=change.name), limits) if _is_cut(view) else None
            yield change.name, ValueLook(view, digest.text if digest else "")


def _rest_of_value(before: Session, code: str, limits: Limits) -> str:
    """Return a digest of all of a cell's value; runs the cell again for that, in a fork of the state before it."""
    *body, last = parse_code(code).tree.body
    if not isinstance(last, ast.Expr):
        return ""
    # The last expression gets a name, so that its table can be hashed after the cell ran.
    assignment = ast.Assign([ast.Name(VALUE_NAME, ast.Store())], last.value, lineno=0)
    code_again = ast.unparse(ast.Module([*body, assignment], []))
    with before.branch() as branch:
        digest = _evaluate(branch, f"{code_again}\n{TABLE_DIGEST.format(value=VALUE_NAME)}", limits)
    return digest.text if digest else ""


def _is_cut(view: ValueView | None) -> bool:
    table = view.table if view else None
    return table is not None and (table.rows > len(table.cells) or table.columns > len(table.header))


def _evaluate(session: Session, code: str, limits: Limits) -> ValueView | None:
    session.prepare(None)
    return session.run(code, limits=limits).value
