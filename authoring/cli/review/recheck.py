"""Examining an edit at once: only the changed cell and those behind it run again."""

from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from threading import Event
from types import TracebackType
from typing import TYPE_CHECKING, Self

from authoring.api.pipeline import RunSettings
from authoring.api.verification import lint_with
from authoring.cli.progress import progress_bar
from authoring.dseal import Severity
from authoring.gate.dry_run import Rehearsal, dry_run
from authoring.gate.findings import check_inputs
from authoring.sandbox.port import Sandbox
from authoring.workspace.journal import Journal

if TYPE_CHECKING:
    from authoring.records.evidence import DryRun


class _LeftError(Exception):
    """The reviewer left while the states were still being warmed."""


class Recheck:
    """Keeps the states of a draft at hand while its reviewer reads, so that an edit is proved in no time.

    A review begins with evidence out of the journal and no session at all. `warm` walks the draft's cells in the
    background; `run` then starts from the state before the first cell that changed. Use it in a ``with`` statement.
    """

    def __init__(self, journal: Journal[RunSettings], files: Sequence[Path], sandbox: Sandbox) -> None:
        self._journal = journal
        self._files = tuple(files)
        self._sandbox = sandbox
        pinned = journal.settings
        self._rehearsal = Rehearsal(inputs=self._files, limits=pinned.limits, sandbox=sandbox, dialect=pinned.dialect)
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="warm")
        self._warming: Future[DryRun] | None = None
        self._left = Event()

    def warm(self, text: str) -> None:
        """Begin to walk the cells of a draft in the background; a text that lint refuses has no states."""
        if not self._refused(text):
            self._warming = self._thread.submit(self._rehearsal.run, text, progress=self._look_up)

    def run(self, text: str) -> None:
        """Run what changed and record the whole, as if the pipeline had run all of it.

        Raises:
            SandboxError: the sandbox failed.
        """
        if self._refused(text):
            return
        with progress_bar("running what changed") as progress:
            self._settle()
            found = self._rehearsal.run(text, progress=progress)
        self._journal.record(
            dry_run,
            found,
            text,
            inputs=self._files,
            limits=self._journal.settings.limits,
            sandbox=self._sandbox,
            dialect=self._journal.settings.dialect,
        )

    def close(self) -> None:
        """Stop warming after the cell that runs, and let go of every state; safe to call twice."""
        self._left.set()
        self._thread.shutdown(wait=True)
        self._rehearsal.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _refused(self, text: str) -> bool:
        pinned = self._journal.settings
        found = (*lint_with(text, pinned.seed), *check_inputs(self._files, pinned.limits))
        return any(finding.severity is Severity.ERROR for finding in found)

    def _look_up(self, done: int, total: int) -> None:
        if self._left.is_set():
            raise _LeftError(f"after {done} of {total}")

    def _settle(self) -> None:
        """Wait for the warming; whatever broke it shows up again, and in the open, in the run that follows."""
        if self._warming is not None:
            self._warming.exception()
