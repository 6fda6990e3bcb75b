"""Dry run: every reference runs twice, in two sessions that share nothing, before a person sees the draft."""

import hashlib
from collections.abc import Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

from authoring.dseal.model import Cell, CellKind
from authoring.dseal.parse import parse
from authoring.dseal.python_code import loads_of
from authoring.errors import SandboxError
from authoring.gate.session_pair import SessionPair
from authoring.gate.snapshots import LONGEST_REPLAY, MOST_SNAPSHOT_BYTES, MOST_SNAPSHOTS, RunStep, SnapshotBudget
from authoring.records.base import sha256_of
from authoring.records.evidence import REPEAT, DryRun, Limits, Pins, ProblemRun
from authoring.records.job import cell_identity
from authoring.records.progress import ProgressCallback
from authoring.records.seed import InputFile
from authoring.records.stage import stage
from authoring.sandbox.port import Sandbox
from authoring.validators.base import Dialect
from authoring.workspace.files import files_in

# The second run has another hash seed and random state on purpose: what depends on either shows itself.
PINS = (Pins(), REPEAT)
BASE_PACKAGES = ("numpy", "pandas")
RUNNABLE = frozenset({CellKind.CONTEXT, CellKind.PROBLEM})


@stage("dry_run")
def dry_run(
    draft_text: str,
    *,
    inputs: Sequence[Path],
    limits: Limits,
    sandbox: Sandbox,
    dialect: Dialect = "dseval",
    pins: tuple[Pins, Pins] = PINS,
    progress: ProgressCallback | None = None,
) -> DryRun:
    """Run every cell twice, side by side in two sessions, and judge the second by the first.

    The two sessions differ in hash seed and random state, so a reference that depends on either differs from itself.
    Under the strict dialect every cell behind a reference cell runs once more without such cells, as answers find it.
    The run ends with the first cell that did not end well everywhere.

    Args:
        draft_text: the problem set; cells that the parser calls broken are left out.
        inputs: files that stand in ``inputs/``.
        limits: per cell; ``execution.max_time`` (seconds) and ``max_memory`` (megabytes) of a problem come first.
        sandbox: where it runs.
        dialect: whose rules judge the second run.
        pins: of the two sessions.
        progress: told after each cell.

    Raises:
        SandboxError: the sandbox failed; what the code does is part of the result.
    """
    with Rehearsal(inputs=inputs, limits=limits, sandbox=sandbox, dialect=dialect, pins=pins, paused=0) as rehearsal:
        return rehearsal.run(draft_text, progress=progress)


@dataclass(frozen=True, slots=True)
class _Text:
    """A problem set that is run."""

    cells: tuple[tuple[int, Cell], ...]
    """Those that run, with their places among all."""
    keys: tuple[str, ...]
    """What decides each one's result."""
    modules: tuple[str, ...]
    """Dotted names that it imports."""

    @classmethod
    def of(cls, text: str) -> Self:
        cells = tuple((index, cell) for index, cell in enumerate(parse(text).cells) if cell.kind in RUNNABLE)
        modules = {name for _, cell in cells for name in loads_of(cell.code)}
        return cls(cells, tuple(cell_identity(cell) for _, cell in cells), tuple(sorted(modules)))


@dataclass(slots=True)
class Rehearsal:
    """A dry run that can be repeated cheaply: after an edit only the changed cell and those behind it run again.

    States before cells are kept as pairs of paused forks, as far as `paused` pairs and `memory` allow: before the last
    cell, before a cell that was edited, and wherever bringing the state back would take more than `replay`. An edit of
    another cell begins at the nearest state before it: what lies between runs again to bring the state back, and is not
    judged anew. Close it, or use it in a ``with`` statement.
    """

    inputs: Sequence[Path]
    limits: Limits
    sandbox: Sandbox
    dialect: Dialect = "dseval"
    pins: tuple[Pins, Pins] = PINS
    paused: int = MOST_SNAPSHOTS
    """Pairs that are kept at most; 0 for none."""
    memory: int = MOST_SNAPSHOT_BYTES
    """Bytes that they may take, beyond what the sessions that go on take."""
    replay: float = LONGEST_REPLAY
    """Seconds that bringing a state back may take, where it is not kept; 0 keeps the state before every cell."""
    _steps: list[RunStep] = field(default_factory=list, init=False)
    _end: SessionPair | None = field(default=None, init=False)
    """The sessions behind the last step."""
    _budget: SnapshotBudget = field(default_factory=SnapshotBudget, init=False)
    _files: tuple[InputFile, ...] = field(default=(), init=False)
    _stamps: tuple[tuple[int, int], ...] | None = field(default=None, init=False)
    """When the input files were changed last, and their sizes, as the sessions have them."""

    def run(self, text: str, *, progress: ProgressCallback | None = None) -> DryRun:
        """Run a text, or what of it is not as it was the last time; arguments and errors as in `dry_run`."""
        problem_text = _Text.of(text)
        self._look_at_inputs()
        first = self._first_to_run(problem_text.keys)
        if first < len(problem_text.cells):
            # One thread is enough: the calling one drives the first session.
            with ThreadPoolExecutor(max_workers=1) as executor:
                self._walk(problem_text, first, executor, progress or _no_progress)
        runs = [
            step.run.model_copy(update={"cell": index, "number": cell.problem.number if cell.problem else None})
            for step, (index, cell) in zip(self._steps, problem_text.cells, strict=False)
        ]
        packages = {*BASE_PACKAGES, *(name.partition(".")[0] for name in problem_text.modules)}
        versions = dict(self.sandbox.versions(sorted(packages)))
        return DryRun(
            draft=sha256_of(text),
            cells=tuple(runs),
            inputs=self._files,
            python=versions.pop("python"),
            packages=tuple(sorted(versions.items())),
            pins=self.pins,
        )

    @property
    def results(self) -> tuple[ProblemRun, ...]:
        """What the cells gave that have run so far; another thread may ask while they run."""
        return tuple(step.run for step in self._steps)

    @property
    def snapshots(self) -> tuple[int, ...]:
        """The numbers, from 0, of the cells before which the state is kept."""
        return tuple(number for number, step in enumerate(self._steps) if step.before is not None)

    def _look_at_inputs(self) -> None:
        """See that the sessions have the input files as they are now; start anew where they do not."""
        stamps = tuple(_stamp(file) for path in self.inputs for _, file in files_in(path))
        # Sessions see files as they were laid out at the start; a changed one makes every kept state wrong.
        if stamps != self._stamps:
            self._forget(0)
            self._files = tuple(_input_file(name, file) for path in self.inputs for name, file in files_in(path))
            self._stamps = stamps

    def _first_to_run(self, keys: Sequence[str]) -> int:
        """Return the number of the first cell whose result is not known."""
        same = 0
        while same < min(len(keys), len(self._steps)) and self._steps[same].key == keys[same]:
            same += 1
        # Nothing behind a failed cell is run, so an edit there changes no result.
        if same and not self._steps[same - 1].run.ended_well:
            return len(keys)
        return same

    def _walk(self, text: _Text, first: int, executor: Executor, progress: ProgressCallback) -> None:
        """Run the cells from number `first` on, up to the first that does not end well."""
        pair, before = self._brought_to(text, first, executor, progress)
        self._end = pair
        try:
            for number in range(len(self._steps), len(text.cells)):
                index, cell = text.cells[number]
                # Before the cell runs, since an edit of this very cell begins there.
                if before is None and self._is_worth_keeping(number, first, len(text.cells)):
                    before = self._pause(pair, executor)
                # Where states are kept, a cell that is added later goes on from this one.
                is_last = self.paused == 0 and number == len(text.cells) - 1
                run = pair.run(index, cell, self.limits, executor, is_last=is_last)
                self._steps.append(RunStep(text.keys[number], run, before))
                before = None
                progress(number + 1, len(text.cells))
                if not run.ended_well:
                    return
        except BaseException:
            # The session beside would run on to its limit, and leaving the executor waits for it.
            pair.close()
            self._end = None
            if before is not None:
                before.close()
            raise

    def _brought_to(
        self, text: _Text, number: int, executor: Executor, progress: ProgressCallback
    ) -> tuple[SessionPair, SessionPair | None]:
        """Return sessions in the state before a cell, and that state itself where it is kept; drop what lies behind."""
        if number == len(self._steps) and self._end is not None:
            return self._end, None
        start = max((earlier for earlier in self.snapshots if earlier <= number), default=None)
        snapshot = None if start is None else self._steps[start].before
        pair = self._opened(text) if snapshot is None else snapshot.branch(executor)
        # Taken out first: `_forget` closes what the steps still hold, and this state is used again.
        before = self._taken_out(number)
        self._forget(number)
        try:
            for passed in range(start or 0, number):
                if not pair.replay(text.cells[passed][1], self.limits, executor):
                    # It ended well before: what it does depends on more than is
                    # pinned, so nothing can be relied on.
                    pair.close()
                    self._forget(0)
                    return self._opened(text), None
                progress(passed + 1, len(text.cells))
        except BaseException:
            pair.close()
            raise
        return pair, before

    def _taken_out(self, number: int) -> SessionPair | None:
        """Return the state before a cell where it is kept, and leave it to the caller."""
        if number == len(self._steps):
            return None
        step = self._steps[number]
        before, step.before = step.before, None
        return before

    def _opened(self, text: _Text) -> SessionPair:
        session = partial(self.sandbox.session, inputs=self.inputs, modules=text.modules, dialect=self.dialect)
        pair = SessionPair.opened(lambda pins: session(pins=pins), self.pins)
        # DSEval, and its dialect, run a reference cell for answers like any other.
        pair.hides = self.dialect == "strict"
        return pair

    def _is_worth_keeping(self, number: int, first: int, total: int) -> bool:
        """Say whether to keep the state before a cell; a fork costs what several quick cells cost."""
        # A cell that was edited is edited again most likely, and the last one costs nothing behind it.
        if self.replay == 0 or number == total - 1 or 0 < number == first:
            return True
        nearest = max(self.snapshots, default=0)
        return sum(step.seconds for step in self._steps[nearest:]) > self.replay

    def _pause(self, pair: SessionPair, executor: Executor) -> SessionPair | None:
        """Keep the present state, within bounds."""
        if self.paused == 0:
            return None
        self._budget.pairs, self._budget.size = self.paused, self.memory
        self._budget.keep_within_bounds(self._steps, pair)
        return pair.branch(executor)

    def _forget(self, start: int) -> None:
        """Drop the steps from number `start` on, and the state behind the last."""
        for step in self._steps[start:]:
            if step.before is not None:
                step.before.close()
        del self._steps[start:]
        if self._end is not None:
            self._end.close()
            self._end = None

    def close(self) -> None:
        """End every state that is kept; safe to call twice."""
        self._forget(0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _no_progress(_count: int, _total: int) -> None:
    """Take no notice of how far it is."""


def _stamp(path: Path) -> tuple[int, int]:
    try:
        about = path.stat()
    except OSError:
        return 0, 0  # reading it will say why
    # Time and size stand for the content: hashing every file at each edit would be felt.
    return about.st_mtime_ns, about.st_size


def _input_file(name: str, path: Path) -> InputFile:
    try:
        with path.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        return InputFile(name=name, sha256=digest, size=path.stat().st_size)
    except OSError as error:
        raise SandboxError(
            f"the input file {path} cannot be read: {error.strerror}", hint="See that it is there and may be read."
        ) from error
