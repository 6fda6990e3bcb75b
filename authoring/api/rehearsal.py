"""Rehearsing a set that templates draft: one session, each reference once, and what says nothing of the data."""

import ast
import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import isfinite
from pathlib import Path

from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.dseal.analysis.flow import free_names
from authoring.dseal.gate_codes import IDLE_IN_RUN
from authoring.dseal.model import Cell, Problem
from authoring.dseal.parse import parse
from authoring.dseal.python_code import assigned_names, loads_of, parse_code
from authoring.dseal.validator_strength import weak_check_findings
from authoring.gate.probes.degenerate import FEWEST_EQUAL, degenerate_answers
from authoring.records.draft import Draft, DraftWishes, Example, Template
from authoring.records.evidence import CellRun, Limits, Outcome, TableView, ValueView
from authoring.records.job import cell_identity
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox, Session

_SHARED = frozenset({"df", "tables"})
"""What sets work on, and what no answer consists of."""
# A missing value among the parts of an answer.
_MISSING_PART = re.compile(r"[(\[, ](?:nan|NaT|None|<NA>)[),\]]")
_LEAST_OUTCOMES = 2
"""Rows that a table of an answer has at least: one level is no comparison."""
_WORD = re.compile(r"\w+")
_FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda
LONGEST_REPLAY = 0.2
"""Seconds."""
MOST_STATES = 3
"""States that are kept at most: each comes to hold what the cells behind it let go of."""


class RehearsedDrafter(TemplateDrafter):
    """A template drafter that runs what it drafts, in sessions that end when the draft is written."""

    port_id = TemplateDrafter.__name__
    """How journals know it, for it drafts what its parent does."""

    def __init__(
        self,
        templates: Sequence[Template],
        wishes: DraftWishes,
        *,
        files: Sequence[Path],
        sandbox: Sandbox,
        limits: Limits,
    ) -> None:
        self._chain = RehearsalChain(files, sandbox, limits)
        super().__init__(templates, wishes, self._chain.rehearse)

    def draft(self, seed: Seed, profile: Profile, *, name: str, examples: Sequence[Example], random_seed: int) -> Draft:
        """Write revision 1; see `TemplateDrafter.draft`."""
        with closing(self._chain):
            return super().draft(seed, profile, name=name, examples=examples, random_seed=random_seed)


@dataclass(frozen=True, slots=True)
class _RehearsedCell:
    """A cell that was run."""

    key: str
    """What decides its answer, beside the cells before it."""
    answer: str | None
    seconds: float
    ended_session: bool


@dataclass(slots=True)
class RehearsalChain:
    """Rehearses sets, one after the other; the cells with which a set begins like the last one are not run again.

    Where cells take long, as those that read a large table do, the state behind them is kept as a paused fork, from
    which the next set goes on that has the same cells up to there. Close it.
    """

    files: Sequence[Path]
    sandbox: Sandbox
    limits: Limits
    replay: float = LONGEST_REPLAY
    """Seconds of cells that are run again to bring a state back; of more than that, the state behind them is kept."""
    _cells: list[_RehearsedCell] = field(default_factory=list, init=False)
    """Those of the last set."""
    _states: dict[int, Session] = field(default_factory=dict, init=False)
    """The states that are kept, by the place of the cell that they are before."""

    def rehearse(self, text: str) -> dict[int, str | None]:
        """Return the answers to problems as text, None for those that are to be drafted anew.

        These fail, change nothing where they are to, or give what nearly any table gives. A table is told as a list of
        its first rows, each with its label first, so that what it shows can be weighed. A failure ends no rehearsal
        unless it ends the session: what comes behind it and needs its result fails as well, and is drafted anew with
        it.

        Raises:
            SandboxError: the sandbox failed.
        """
        cells = _without_unused_variables(parse(text).runnable)
        keys = [cell_identity(cell) for cell in cells]
        same = 0
        while same < min(len(keys), len(self._cells)) and self._cells[same].key == keys[same]:
            same += 1
        # Nothing behind a cell that ends its session can be run.
        if same < len(keys) and not (same and self._cells[same - 1].ended_session):
            with self._session_near(same, cells) as session:
                self._run(session, cells, keys)
        pairs = zip(cells, self._cells, strict=False)
        return {cell.problem.number: rehearsed.answer for cell, rehearsed in pairs if cell.problem is not None}

    def _session_near(self, place: int, cells: Sequence[Cell]) -> Session:
        """Return a session in the nearest known state before a cell, and forget what was run behind that state."""
        start = max((state for state in self._states if state <= place), default=0)
        self._forget(start)
        if start in self._states:
            return self._states[start].branch()
        modules = sorted({name for cell in cells for name in loads_of(cell.code)})
        return self.sandbox.session(inputs=self.files, modules=modules)

    def _run(self, session: Session, cells: Sequence[Cell], keys: Sequence[str]) -> None:
        """Run the cells that are not known, up to the first that ends the session."""
        for place in range(len(self._cells), len(cells)):
            cell = cells[place]
            if self._is_worth_keeping(place):
                self._states[place] = session.branch()
            run, answer = session.run(cell.code, limits=self.limits), None
            if cell.problem is not None:
                variables = _variables(run, cell.problem, session, self.limits)
                says_nothing = _says_nothing(run, variables) or _changes_nothing(cell.problem, run)
                answer = None if says_nothing else _text(run, variables)
            self._cells.append(_RehearsedCell(keys[place], answer, run.seconds, run.ended_session))
            if run.ended_session:
                return

    def _is_worth_keeping(self, place: int) -> bool:
        if place in self._states or len(self._states) >= MOST_STATES:
            return False
        return sum(cell.seconds for cell in self._cells[max(self._states, default=0) :]) > self.replay

    def _forget(self, start: int) -> None:
        """Forget the cells from a place on, and the states behind it."""
        del self._cells[start:]
        for place in [place for place in self._states if place > start]:
            self._states.pop(place).close()

    def close(self) -> None:
        """End the states that are kept; safe to call twice."""
        self._forget(0)


def _without_unused_variables(cells: Sequence[Cell]) -> list[Cell]:
    """Return cells that first let go of what no cell from there on names.

    A session looks at all its variables behind each cell, and where all templates are rehearsed these are hundreds.
    """
    last: dict[str, int] = {}
    for place, cell in enumerate(cells):
        checks = repr(cell.problem.validator) if cell.problem is not None else ""
        last |= dict.fromkeys(_WORD.findall(f"{cell.code}\n{checks}"), place)
    # What a function looks up is needed whenever it is called.
    last |= {name: len(cells) for cell in cells for name in _names_in_functions(cell.code)}
    bound: set[str] = set()
    results = []
    for place, cell in enumerate(cells):
        unused = sorted(name for name in bound if last[name] < place)
        bound = bound.difference(unused) | assigned_names(cell.code).bound
        # A cell that failed has not bound its variables.
        code = f"[globals().pop(name, None) for name in {unused}]\n{cell.code}" if unused else cell.code
        results.append(replace(cell, code=code))
    return results


@lru_cache(maxsize=512)
def _names_in_functions(code: str) -> frozenset[str]:
    """Return what the functions of a cell look up outside them."""
    names: set[str] = set()
    pending: list[ast.AST] = [parse_code(code).tree]
    while pending:
        node = pending.pop()
        if isinstance(node, _FUNCTIONS):
            names |= free_names(node)
        else:
            pending.extend(ast.iter_child_nodes(node))
    return frozenset(names)


def _text(run: CellRun, variables: Mapping[str, ValueView]) -> str:
    # What stores a table, and gives nothing, is judged by that table.
    views = [run.value] if run.value is not None else list(variables.values())
    if len(views) != 1:
        return ""
    [view] = views
    if view.table is not None:
        rows = zip(view.table.index, view.table.cells, strict=True)
        return repr([list(map(_plain, (label, *cells))) for label, cells in rows])
    return "" if view.truncated else view.text


def _plain(cell: str) -> str | float:
    """Return a cell as the number that it shows; what shows none stays text."""
    try:
        number = float(cell)
    except ValueError:
        return cell
    return number if isfinite(number) else cell


def _variables(run: CellRun, problem: Problem, session: Session, limits: Limits) -> dict[str, ValueView]:
    """Return the variables that a problem's validator compares, besides those that sets work on."""
    block = problem.validator or {}
    checked = block.get("namespace_check")
    variables: dict[str, ValueView] = {}
    if run.outcome is not Outcome.OK or not isinstance(checked, dict):
        return variables
    for name in checked:
        if name not in _SHARED and name.isidentifier():
            view = session.run(name, limits=limits).value
            if view is not None:
                variables[name] = view
    return variables


def _says_nothing(run: CellRun, variables: Mapping[str, ValueView]) -> bool:
    if run.outcome is not Outcome.OK:
        return True
    views = [view for view in (run.value, *variables.values()) if view is not None]
    return bool(degenerate_answers(run, variables)) or any(map(_is_flat, views))


def _changes_nothing(problem: Problem, run: CellRun) -> bool:
    """Return whether a variable that is to change stays as it was, such as a column without gaps that is filled."""
    return any(finding.code == IDLE_IN_RUN.code for finding in weak_check_findings(problem, run))


def _is_flat(view: ValueView) -> bool:
    """Return whether an answer has one row, lacks a part, or is a table whose columns hold one value each."""
    if view.table is None:
        return _MISSING_PART.search(view.text) is not None
    return view.table.rows < _LEAST_OUTCOMES or _has_one_value_a_column(view.table)


def _has_one_value_a_column(table: TableView) -> bool:
    if table.columns < 2 or not FEWEST_EQUAL <= table.rows == len(table.cells):  # noqa: PLR2004 - a label and a value
        return False
    columns = list(zip(*table.cells, strict=True))[1:]
    return all(len(set(column)) == 1 for column in columns)
