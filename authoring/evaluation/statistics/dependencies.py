"""What the references of one set really read and write, problem by problem."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import TypeAdapter, ValidationError

from authoring.dseal.analysis.calls import WATCHER, Receiver, watched
from authoring.dseal.model import Cell, Json
from authoring.dseal.python_code import import_aliases, loads_of, parse_code
from authoring.dseal.session import checks
from authoring.errors import SeedError
from authoring.evaluation.statistics.coverage import CellCalls
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.records.results import BenchmarkSet
from authoring.records.statistics import StatisticsStop
from authoring.sandbox.port import Sandbox, Session

# Runs in the session before the first cell; calls are watched through this name.
SET_UP = f"from authoring.sandbox.inside.receivers import record_receiver as {WATCHER}"
PATIENCE = 600.0
"""Seconds that a cell may take at least: whether a reference keeps to its own limit is the dry run's question."""
# What a session answers: the number of the call, and kind, module and name of its receiver.
_RECEIVERS = TypeAdapter(list[tuple[int, str, str, str]])


@dataclass(slots=True)
class DependencyWalk:
    """What walking a set has shown so far."""

    needs: dict[int, frozenset[int]] = field(default_factory=dict)
    """By number of the cell that ran to its end, from 0: cells that last wrote what it read."""
    sizes: list[tuple[int, int]] = field(default_factory=list)
    """Variables and their bytes before the first cell and after each that ran to its end."""
    receivers: dict[int, tuple[Receiver, ...]] = field(default_factory=dict)
    """By number of the call."""
    seconds: float = 0.0
    stop: StatisticsStop | None = None
    _writers: dict[str, int] = field(default_factory=dict)

    def record(self, number: int, cell: Cell, run: CellRun) -> None:
        """Note what a cell read and wrote."""
        self.needs[number] = frozenset(self._writers[name] for name in run.reads if name in self._writers)
        # What an import brings is no state: a solver that needs it imports it again.
        imported = import_aliases(parse_code(cell.code).tree)
        for change in run.changes:
            if change.change == "deleted" or change.type == "module" or change.name in imported:
                self._writers.pop(change.name, None)
            else:
                self._writers[change.name] = number


def walk(
    problemset: BenchmarkSet, cells: Sequence[CellCalls], *, limits: Limits, sandbox: Sandbox, step: Callable[[], None]
) -> DependencyWalk:
    """Run the references of a set in one session, up to the first that does not end well; `step` is called after each.

    Raises:
        SandboxError: the sandbox failed; what the code does is part of the result.
    """
    dependency_walk = DependencyWalk(sizes=[(0, 0)])
    modules = sorted({name for calls in cells for name in loads_of(calls.cell.code)})
    with sandbox.session(inputs=problemset.inputs, modules=modules) as session:
        session.run(SET_UP, limits=limits, trace=True)
        for number, calls in enumerate(cells):
            cell = calls.cell
            session.prepare(_tests(cell))
            run = session.run(
                watched(cell.code, calls.sites, first=calls.first),
                limits=_limits_of(cell, limits),
                forbid_names=() if cell.problem is None else cell.problem.forbid_names,
                trace=True,
            )
            dependency_walk.seconds += run.seconds
            # Asked after every cell, so that one that ends the session costs only what it saw itself.
            if not run.ended_session:
                dependency_walk.receivers = _receivers(session, limits) or dependency_walk.receivers
            if run.outcome is not Outcome.OK:
                dependency_walk.stop = _stop(cell, run)
                break
            dependency_walk.record(number, cell, run)
            variables = session.variables()
            dependency_walk.sizes.append((len(variables), sum(variable.size for variable in variables)))
            step()
    return dependency_walk


def longest_path(needs: Mapping[int, Sequence[int]]) -> int:
    """Return the number of nodes on the longest path of a graph whose edges lead to smaller numbers."""
    length: dict[int, int] = {}
    for node in sorted(needs):
        length[node] = 1 + max((length.get(before, 0) for before in needs[node]), default=0)
    return max(length.values(), default=0)


def _receivers(session: Session, limits: Limits) -> dict[int, tuple[Receiver, ...]]:
    """Ask a session what its calls met."""
    # The session answers for untrusted code, so anything may come; without an answer fewer calls are resolved.
    receivers: dict[int, tuple[Receiver, ...]] = {}
    try:
        for number, kind, module, name in _RECEIVERS.validate_python(session.call("calls_seen", {}, limits=limits)):
            receivers[number] = (*receivers.get(number, ()), Receiver(kind, module, name))
    except (SeedError, ValidationError):
        return {}
    return receivers


def _tests(cell: Cell) -> Mapping[str, Json] | None:
    """Return the validator of a problem whose reference is a function: only its test cases call it."""
    problem = cell.problem
    return problem.validator if problem and any(check.alias == "table_test" for check in checks(problem)) else None


def _stop(cell: Cell, run: CellRun) -> StatisticsStop:
    message = f"{run.error.type}: {run.error.message}" if run.error is not None else ""
    inside = (run.error.line or 1) - 1 if run.error is not None else 0
    return StatisticsStop(
        number=cell.problem.number if cell.problem else None,
        line=cell.code_span.line + inside,
        message=message or f"{run.outcome.value}: {run.detail}",
    )


def _limits_of(cell: Cell, limits: Limits) -> Limits:
    """Return limits under which a reference is measured, not tested: the more generous ones."""
    own = cell.problem
    return limits.model_copy(
        update={
            "max_time": max(PATIENCE, limits.max_time, (own and own.max_time) or 0),
            "max_memory": max(limits.max_memory, (own and own.max_memory) or 0),
        }
    )
