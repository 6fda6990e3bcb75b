"""Dry run: every reference runs twice, in two sessions that share nothing, before a person sees the draft."""

import hashlib
import json
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from authoring.dseal.code import imports_of
from authoring.dseal.model import Cell, CellKind
from authoring.dseal.parse import parse
from authoring.errors import SandboxError
from authoring.records import REPEAT, DryRun, InputFile, Limits, Outcome, Pins, ProblemRun, sha256_of
from authoring.sandbox.base import Sandbox, Session
from authoring.validators.base import Dialect

Progress = Callable[[int, int], None]
"""Called with (cells done, cells in all)."""
PINS = (Pins(), REPEAT)
ALWAYS = ("numpy", "pandas")
PAUSED = 30
"""States that a rehearsal keeps, each a pair of processes."""
RUNNABLE = frozenset({CellKind.CONTEXT, CellKind.PROBLEM})


def dry_run(
    draft_text: str,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect = "dseval",
    progress: Progress | None = None,
) -> DryRun:
    """Run every cell twice, side by side in two sessions, and judge the second by the first.

    The two sessions differ in hash seed and random state, so a reference that depends on either differs from itself.
    The run ends with the first cell that did not end well in both.

    Args:
        draft_text: the problem set; cells that the parser calls broken are left out.
        inputs: files that stand in ``inputs/``.
        limits: per cell; ``execution.max_time`` (seconds) and ``max_memory`` (megabytes) of a problem come first.
        sandbox: where it runs.
        dialect: whose rules judge the second run.
        progress: told after each cell.

    Raises:
        SandboxError: the sandbox failed; what the code does is part of the result.
    """
    with Rehearsal(inputs=inputs, limits=limits, sandbox=sandbox, dialect=dialect, paused=0) as rehearsal:
        return rehearsal.run(draft_text, progress=progress)


@dataclass(frozen=True, slots=True)
class _Pair:
    """The two sessions side by side; `reference` judges `repeat`."""

    reference: Session
    repeat: Session

    def branch(self) -> "_Pair":
        return _Pair(self.reference.branch(), self.repeat.branch())

    def close(self) -> None:
        self.reference.close()
        self.repeat.close()


@dataclass(frozen=True, slots=True)
class _Step:
    """A cell that ran: what decides its result, the state before it as far as it is kept, and the result."""

    key: str
    before: _Pair | None
    found: ProblemRun


@dataclass(slots=True)
class Rehearsal:
    """A dry run that can be repeated cheaply: after an edit only the changed cell and those behind it run again.

    Before each cell both sessions are kept as paused forks, at most `paused` pairs; the oldest are given up first, and
    an edit before the oldest that is left starts from the beginning. Close it, or use it in a ``with`` statement.
    """

    inputs: Sequence[Path]
    limits: Limits
    sandbox: Sandbox
    dialect: Dialect = "dseval"
    paused: int = PAUSED
    _steps: list[_Step] = field(default_factory=list, init=False)
    _end: _Pair | None = field(default=None, init=False)
    """The sessions behind the last step."""

    def run(self, text: str, *, progress: Progress | None = None) -> DryRun:
        """Run a text, or what of it is not as it was the last time; arguments and errors as in `dry_run`."""
        problemset = parse(text)
        cells = [(index, cell) for index, cell in enumerate(problemset.cells) if cell.kind in RUNNABLE]
        keys = [_key(cell) for _, cell in cells]
        modules = sorted({name for _, cell in cells for name in imports_of(cell.code)})
        first = self._first_to_run(keys)
        if first < len(cells):
            self._end = self._pair_before(first, modules)
            self._walk(self._end, cells, keys, progress)
        found = [
            step.found.model_copy(update={"cell": index, "number": cell.problem.number if cell.problem else None})
            for step, (index, cell) in zip(self._steps, cells, strict=False)
        ]
        versions = dict(self.sandbox.versions(sorted({*ALWAYS, *(name.partition(".")[0] for name in modules)})))
        return DryRun(
            draft=sha256_of(text),
            cells=tuple(found),
            inputs=tuple(_input_file(path) for path in self.inputs),
            python=versions.pop("python"),
            packages=tuple(sorted(versions.items())),
        )

    @property
    def kept(self) -> tuple[int, ...]:
        """The numbers, from 0, of the cells before which the state is kept."""
        return tuple(number for number, step in enumerate(self._steps) if step.before is not None)

    def _walk(self, pair: _Pair, cells: list[tuple[int, Cell]], keys: list[str], progress: Progress | None) -> None:
        """Run the cells behind the steps that are known, up to the first that does not end well."""
        with ThreadPoolExecutor(max_workers=1) as beside:
            try:
                for number in range(len(self._steps), len(cells)):
                    index, cell = cells[number]
                    before = self._pause(pair)
                    found = _run_cell(pair, index, cell, _limits_of(cell, self.limits), beside)
                    self._steps.append(_Step(keys[number], before, found))
                    if progress is not None:
                        progress(number + 1, len(cells))
                    if not _well(found):
                        return
            except BaseException:
                # The session beside would run on to its limit, and leaving this block waits for it.
                pair.close()
                raise

    def _first_to_run(self, keys: list[str]) -> int:
        """Return the number of the first cell whose result is not known; forget the results that no longer hold."""
        same = 0
        while same < min(len(keys), len(self._steps)) and self._steps[same].key == keys[same]:
            same += 1
        if same and not _well(self._steps[same - 1].found):
            return len(keys)
        return same

    def _pair_before(self, number: int, modules: Sequence[str]) -> _Pair:
        """Return sessions in the state before a cell, or at the start where that is not kept; drop what lies behind."""
        if number == len(self._steps) and self._end is not None:
            return self._end
        kept = self._steps[number].before if number < len(self._steps) else None
        pair = self._open(modules) if kept is None else kept.branch()
        self._forget(number if kept is not None else 0)
        return pair

    def _forget(self, start: int) -> None:
        """Drop the steps from number `start` on, and the state behind the last."""
        for step in self._steps[start:]:
            if step.before is not None:
                step.before.close()
        del self._steps[start:]
        if self._end is not None:
            self._end.close()
            self._end = None

    def _open(self, modules: Sequence[str]) -> _Pair:
        """Open both sessions at once: starting a sandbox means to import pandas, with each hash seed."""
        with ThreadPoolExecutor(max_workers=1) as beside:
            start = partial(self.sandbox.session, inputs=self.inputs, modules=modules, dialect=self.dialect)
            opening = beside.submit(start, pins=PINS[1])
            try:
                reference = start(pins=PINS[0])
            except BaseException:
                if opening.exception() is None:
                    opening.result().close()
                raise
        try:
            return _Pair(reference, opening.result())
        except SandboxError:
            reference.close()
            raise

    def _pause(self, pair: _Pair) -> _Pair | None:
        """Keep the present state; give up the oldest one that is kept where there are too many."""
        if self.paused == 0:
            return None
        kept = self.kept
        if len(kept) >= self.paused:
            oldest = self._steps[kept[0]]
            if oldest.before is not None:
                oldest.before.close()
            self._steps[kept[0]] = replace(oldest, before=None)
        return pair.branch()

    def close(self) -> None:
        """End every state that is kept; safe to call twice."""
        self._forget(0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _run_cell(pair: _Pair, index: int, cell: Cell, limits: Limits, beside: Executor) -> ProblemRun:
    """Run one cell in both sessions at once, and judge a problem's second run by its first."""
    problem = cell.problem
    block = None if problem is None else problem.validator or {}
    forbidden = () if problem is None else problem.forbid_names
    pair.reference.prepare(block)
    pair.repeat.prepare(block)
    running = beside.submit(pair.repeat.run, cell.code, limits=limits, forbid_names=forbidden)
    run = pair.reference.run(cell.code, limits=limits, forbid_names=forbidden)
    repeat = running.result()
    judged = problem is not None and run.outcome is Outcome.OK
    return ProblemRun(
        cell=index,
        number=None if problem is None else problem.number,
        run=run,
        repeat=repeat,
        judgement=pair.reference.judge(pair.repeat) if judged else None,
    )


def _well(found: ProblemRun) -> bool:
    return found.run.outcome is Outcome.OK and found.repeat is not None and found.repeat.outcome is Outcome.OK


def _limits_of(cell: Cell, limits: Limits) -> Limits:
    """Return the limits of a cell: its own come first."""
    if cell.problem is None:
        return limits
    own = {"max_time": cell.problem.max_time, "max_memory": cell.problem.max_memory}
    return limits.model_copy(update={name: value for name, value in own.items() if value is not None})


def _key(cell: Cell) -> str:
    """Return what decides a cell's result, as one text: not its question, and not where it stands."""
    problem = cell.problem
    asked = None
    if problem is not None:
        asked = [problem.validator, problem.max_time, problem.max_memory, problem.forbid_names]
    return json.dumps([cell.code, asked], sort_keys=True, default=str)


def _input_file(path: Path) -> InputFile:
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return InputFile(name=path.name, sha256=digest, size=path.stat().st_size)
    except OSError as error:
        raise SandboxError(
            f"the input file {path} cannot be read: {error.strerror}", hint="See that it is there and may be read."
        ) from error
