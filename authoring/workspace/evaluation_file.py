"""What an evaluation keeps beside its results, set by set: ``NAME.evidence.jsonl`` beside ``NAME.jsonl``.

The first line of the evidence says what is judged and how; every further line is one problem set, judged. Lines are
only added, and one that a crash tore is dropped when the file is opened again. The results are made from the evidence
and written whole, so the evidence alone says how far an evaluation has come.
"""

import hashlib
import json
import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Literal, NamedTuple, Self

from authoring.errors import ResultsError
from authoring.records.base import Record, Sha256
from authoring.records.format_version import current, marked
from authoring.records.results import Benchmark, Evaluation, EvaluationOptions, SetResult
from authoring.validators.base import Dialect
from authoring.workspace.files import files_in, sha256_of_file, write_file
from authoring.workspace.unfinished import open_locked

PAUSE = 10.0
"""Seconds between two writings of the results while sets are being judged."""
Render = Callable[[Evaluation], str]
"""Results as the text of their file, one JSON document a line."""
WORDS = {
    "tool": "this program's version",
    "benchmark": "the benchmark's files",
    "solver": "the solver or its submissions",
    "dialect": "--dialect",
    "options": "the options of judging",
    "sandbox": "the Python that runs the cells, or its packages",
}
"""What `EvaluationPins`'s fields are to a person."""


class EvaluationPins(Record):
    """All that a verdict depends on; results of two of these do not belong into one file."""

    tool: str
    """Version of this program."""
    benchmark: Sha256
    """Hash of every set's text and input files."""
    solver: str
    """The solver as it was named, or the hash of its submissions."""
    dialect: Dialect
    options: EvaluationOptions
    sandbox: str
    """The sandbox's fingerprint."""


class EvaluationHeader(Record):
    """The first line of the evidence."""

    kind: Literal["evaluation"] = "evaluation"
    pinned: EvaluationPins
    evaluation: Evaluation
    """Without its sets, which follow."""


class EvaluationFile:
    """The two files of one evaluation, held by one process at a time. Close it, or use it in a ``with`` statement.

    Attributes:
        out: the file of results.
        evidence: the file beside it.
        results: the sets that are judged, in the order in which that happened.
    """

    def __init__(
        self, out: Path, header: EvaluationHeader, descriptor: int, results: Iterable[SetResult], render: Render
    ) -> None:
        self.out = out
        self.evidence = evidence_of(out)
        self.results = list(results)
        self._header = header
        self._descriptor = descriptor
        self._render = render
        self._written = 0.0
        """When the results were last written, by the monotonic clock."""

    @classmethod
    def open(
        cls, out: Path, header: EvaluationHeader, *, render: Render, fresh: bool = False, overwrite: bool = False
    ) -> Self:
        """Begin the files of an evaluation whose results go to `out`, or go on with them.

        With `fresh` it begins anew, whatever was judged before; with `overwrite` even over what no evaluation wrote.

        Raises:
            ResultsError: something else stands there, was judged in another way, or is being written.
        """
        evidence = evidence_of(out)
        try:
            evidence.parent.mkdir(parents=True, exist_ok=True)
            # Locked before it is read, so that two commands do not go on from the same line.
            descriptor = open_locked(evidence, os.O_APPEND)
        except BlockingIOError as error:
            raise ResultsError(
                f"{evidence}: another process is judging into this file",
                hint="wait for it to end, or name another file with --out",
            ) from error
        except OSError as error:
            message = f"{evidence}: cannot be written: {error.strerror}"
            raise ResultsError(message, hint="name another file with --out") from error
        try:
            recorded = None if overwrite else _load(evidence)
            if not overwrite:
                _refuse_foreign(out, recorded, render)
            if recorded is None or fresh:
                file = cls(out, header, descriptor, (), render)
                file._begin()
            else:
                _refuse_changed_pins(evidence, recorded.header.pinned, header.pinned)
                # Drops the line that a crash tore; its set is judged again.
                os.ftruncate(descriptor, recorded.size)
                file = cls(out, recorded.header, descriptor, recorded.sets, render)
                file._write_results()
        except BaseException:
            # The file was made by this call, and a refused command leaves nothing behind. It is held here: nobody else
            # has written to it, and whoever waits for it sees that it is gone.
            if os.fstat(descriptor).st_size == 0:
                evidence.unlink()
            os.close(descriptor)
            raise
        return file

    @property
    def evaluation(self) -> Evaluation:
        """What is judged so far."""
        return _whole(self._header, self.results)

    def _begin(self) -> None:
        # First the results: without evidence beside them nobody could tell later that an evaluation wrote them.
        self.out.unlink(missing_ok=True)
        os.ftruncate(self._descriptor, 0)
        self._append(json.dumps(marked("evaluation", self._header.model_dump(mode="json"))))

    def add(self, result: SetResult) -> None:
        """Keep one more set: the evidence is on disk when this returns, the results are now and then."""
        self._append(result.model_dump_json())
        self.results.append(result)
        # The whole file is written anew each time, so that every moment sees a whole one.
        if time.monotonic() - self._written >= PAUSE:
            self._write_results()

    def _append(self, document: str) -> None:
        line = document.encode() + b"\n"
        written = 0
        while written < len(line):
            # write may take less than it is given.
            written += os.write(self._descriptor, line[written:])
        os.fsync(self._descriptor)

    def _write_results(self) -> None:
        if self.results:
            write_file(self.out, self._render(self.evaluation).encode())
            self._written = time.monotonic()

    def close(self) -> None:
        """Let go of the files; safe to call twice."""
        if self._descriptor >= 0:
            self._write_results()
            os.close(self._descriptor)
            self._descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def evidence_of(out: Path) -> Path:
    """Return where the evidence for a file of results stands."""
    return out.with_name(f"{out.name.removesuffix('.jsonl')}.evidence.jsonl")


def read_evaluation(out: Path) -> Evaluation | None:
    """Return what stands beside a file of results; None where no evaluation of ours wrote it.

    Raises:
        ResultsError: when the evidence is broken.
    """
    evidence = evidence_of(out)
    recorded = _load(evidence) if evidence.is_file() else None
    return _whole(recorded.header, recorded.sets) if recorded else None


def sha256_of_benchmark(benchmark: Benchmark) -> Sha256:
    """Return the identity of a benchmark: names, texts and every byte of its input files."""
    digest = hashlib.sha256()
    for problemset in benchmark.sets:
        digest.update(json.dumps([problemset.name, problemset.text]).encode())
        for path in problemset.inputs:
            for name, file in files_in(path):
                digest.update(json.dumps([name, sha256_of_file(file)]).encode())
    return digest.hexdigest()


class _RecordedEvaluation(NamedTuple):
    """What stands in a file of evidence."""

    header: EvaluationHeader
    sets: tuple[SetResult, ...]
    size: int
    """Bytes of the whole lines."""


def _load(evidence: Path) -> _RecordedEvaluation | None:
    content = evidence.read_bytes()
    size = content.rfind(b"\n") + 1
    lines = content[:size].splitlines()
    if not lines:
        return None
    number = 1
    try:
        header = EvaluationHeader.model_validate(
            current("evaluation", json.loads(lines[0]), path=evidence, error=ResultsError)
        )
        sets = []
        for number, line in enumerate(lines[1:], start=2):  # noqa: B007 - the number of a line that is refused
            sets.append(SetResult.model_validate_json(line))
    except ValueError as error:
        raise ResultsError(
            f"{evidence}:{number}: is no evidence of this program's",
            hint="name another file with --out, or replace it with --overwrite",
        ) from error
    return _RecordedEvaluation(header, tuple(sets), size)


def _refuse_foreign(out: Path, recorded: _RecordedEvaluation | None, render: Render) -> None:
    """Keep results from being replaced that no evaluation wrote."""
    if not out.exists():
        return
    # Results may lag behind the evidence, because they are written after it and only now and then.
    ours = render(_whole(recorded.header, recorded.sets)).splitlines() if recorded else []
    if not out.is_file() or not set(out.read_text("utf-8", "replace").splitlines()) <= set(ours):
        raise ResultsError(
            f"{out}: holds something that no evaluation wrote",
            hint="name another file with --out, or replace it with --overwrite",
        )


def _refuse_changed_pins(evidence: Path, recorded_pins: EvaluationPins, current_pins: EvaluationPins) -> None:
    """Keep verdicts that rest on different things from getting into one file."""
    changed = [words for field, words in WORDS.items() if getattr(recorded_pins, field) != getattr(current_pins, field)]
    if changed:
        raise ResultsError(
            f"{evidence}: was begun otherwise; {' and '.join(changed)} changed since",
            hint="begin anew with --fresh, or name another file with --out",
        )


def _whole(header: EvaluationHeader, sets: Iterable[SetResult]) -> Evaluation:
    """Return an evaluation with its sets by name, as DSEval orders them."""
    # Sets are recorded in the order in which they were judged, which differs from run to run.
    return header.evaluation.model_copy(update={"sets": tuple(sorted(sets, key=lambda result: result.name))})
