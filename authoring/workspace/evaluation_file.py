"""What an evaluation keeps beside its results, set by set: ``NAME.evidence.jsonl`` beside ``NAME.jsonl``.

The first line of the evidence says what is judged and how; every further line is one problem set, judged, or what the
sets before it come to in the figures of another project, or why their answers are wrong, as a model says. Lines are
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
from typing import Self, TypeVar

from pydantic import ValidationError

from authoring.errors import ResultsError
from authoring.records.base import Record, Sha256
from authoring.records.format_version import current, marked
from authoring.records.results import Benchmark, Evaluation, EvaluationOptions, SetResult
from authoring.records.solvers.error_modes import JudgedModes
from authoring.workspace.evaluation_lines import (
    WAY_OUT,
    EvaluationHeader,
    EvaluationModes,
    EvaluationPins,
    EvaluationScores,
    RecordedEvaluation,
    check_line,
    kind_of,
    load_evidence,
    sets_in,
    with_modes,
    without_set,
)
from authoring.workspace.files import job_inputs, write_file
from authoring.workspace.line_log import LogLine, append_line, read_log
from authoring.workspace.private_names import private_names
from authoring.workspace.regular_file import is_present, read_regular, set_aside
from authoring.workspace.unfinished import close_locked, open_locked

PAUSE = 10.0
"""Seconds between two writings of the results while sets are being judged."""
Scores = TypeVar("Scores", bound=Record)
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


class EvaluationFile:
    """The two files of one evaluation, held by one process at a time. Close it, or use it in a ``with`` statement.

    Attributes:
        out: the file of results.
        evidence: the file beside it.
        results: the sets that are judged, in the order in which that happened.
        modes: why answers to these sets are wrong, as a model said; None where none was asked.
    """

    def __init__(
        self,
        out: Path,
        header: EvaluationHeader,
        descriptor: int,
        render: Render,
        recorded: "RecordedEvaluation | None",
    ) -> None:
        self.out = out
        self.evidence = evidence_of(out)
        self.results = list(_latest(recorded.sets if recorded else ()))
        self._scores = recorded.scores if recorded else None
        """Those behind the last set."""
        self.modes = recorded.modes if recorded else None
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
            descriptor = _lock(evidence)
        except OSError as error:
            message = f"{evidence}: cannot be written: {error.strerror}"
            raise ResultsError(message, hint="name another file with --out") from error
        try:
            recorded = None if overwrite else load_evidence(evidence)
            if not overwrite:
                _refuse_foreign(out, recorded, render)
            if recorded is None or fresh:
                file = cls(out, header, descriptor, render, None)
                file._begin()
            else:
                begun = recorded.header.pinned
                _refuse_changed_pins(evidence, begun, _with_clock_of(begun, header.pinned))
                # Drops the line that a crash tore; its set is judged again.
                os.ftruncate(descriptor, recorded.size)
                file = cls(out, recorded.header, descriptor, render, recorded)
                file._write_results()
        except BaseException:
            # The file was made by this call, and a refused command leaves nothing behind. It is held here: nobody else
            # has written to it, and whoever waits for it sees that it is gone.
            if os.fstat(descriptor).st_size == 0:
                evidence.unlink()
            close_locked(descriptor)
            raise
        return file

    @property
    def evaluation(self) -> Evaluation:
        """What is judged so far."""
        return _whole(self._header, self.results)

    @property
    def options(self) -> EvaluationOptions:
        """How the sets of this evaluation are judged, those that are left too."""
        return self._header.pinned.options

    def _begin(self) -> None:
        # First the results: without evidence beside them nobody could tell later that an evaluation wrote them.
        self.out.unlink(missing_ok=True)
        os.ftruncate(self._descriptor, 0)
        self._append(json.dumps(marked("evaluation", self._header.model_dump(mode="json"))))

    def add(self, result: SetResult) -> None:
        """Keep one more set: the evidence is on disk when this returns, the results are now and then."""
        # Results are handed on, so what code printed loses the names of this machine; verdicts stay what they are.
        result = private_names().within(result)
        self._append(result.model_dump_json())
        self.results = list(_latest((*self.results, result)))
        self._scores = None
        self.modes = without_set(self.modes, result.name)
        # The whole file is written anew each time, so that every moment sees a whole one.
        if time.monotonic() - self._written >= PAUSE:
            self._write_results()

    def add_scores(self, scores: Record) -> None:
        """Keep what all sets so far come to; what stands there already is not written again."""
        line = EvaluationScores(scores=private_names().within(scores).model_dump(mode="json"))
        if line != self._scores:
            self._append(line.model_dump_json())
            self._scores = line

    def add_modes(self, modes: JudgedModes) -> None:
        """Keep why answers are wrong: what a model said of them is paid."""
        line = EvaluationModes(model=modes.model, verdicts=private_names().within(modes).verdicts)
        merged = with_modes(self.modes, line)
        if merged != self.modes:
            self._append(line.model_dump_json())
            self.modes = merged

    def _append(self, document: str) -> None:
        try:
            append_line(self._descriptor, document.encode())
        except OSError as error:
            raise ResultsError(
                f"{self.evidence}: cannot be written: {error.strerror}",
                hint="free some space, and give the command again: what was judged before is kept",
            ) from error

    def _write_results(self) -> None:
        if self.results:
            try:
                write_file(self.out, self._render(self.evaluation).encode())
            except OSError as error:
                raise ResultsError(
                    f"{self.out}: cannot be written: {error.strerror}",
                    hint="free some space, and give the command again: what was judged before is kept",
                ) from error
            self._written = time.monotonic()

    def close(self) -> None:
        """Let go of the files; safe to call twice."""
        if self._descriptor >= 0:
            try:
                self._write_results()
            finally:
                # Where the results cannot be written, the evidence has them, and the next process writes them.
                close_locked(self._descriptor)
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
    recorded = load_evidence(evidence) if is_present(evidence) else None
    return _whole(recorded.header, recorded.sets) if recorded else None


def read_scores(out: Path, kind: type[Scores]) -> Scores | None:
    """Return what the sets in a file of results come to; None where nothing is recorded, or of fewer sets.

    Raises:
        ResultsError: when the evidence is broken.
    """
    evidence = evidence_of(out)
    recorded = load_evidence(evidence) if is_present(evidence) else None
    if recorded is None or recorded.scores is None:
        return None
    try:
        return kind.model_validate_json(json.dumps(recorded.scores.model_dump(mode="json")["scores"]))
    except ValidationError as error:
        raise ResultsError(f"{evidence}: holds figures that are none of this program's", hint=WAY_OUT) from error


def read_modes(out: Path) -> JudgedModes | None:
    """Return why answers in a file of results are wrong, as a model said; None where none was asked.

    Raises:
        ResultsError: when the evidence is broken.
    """
    evidence = evidence_of(out)
    recorded = load_evidence(evidence) if is_present(evidence) else None
    return recorded.modes if recorded else None


def sha256_of_benchmark(benchmark: Benchmark) -> Sha256:
    """Return the identity of a benchmark: names, texts and every byte of its input files."""
    digest = hashlib.sha256()
    for problemset in benchmark.sets:
        digest.update(json.dumps([problemset.name, problemset.text]).encode())
        for path in problemset.inputs:
            for file in job_inputs(path):
                digest.update(json.dumps([file.name, file.sha256]).encode())
    return digest.hexdigest()


def _lock(evidence: Path) -> int:
    """Open a file of evidence, to which this process alone may add lines until it closes the descriptor.

    Raises:
        ResultsError: another process holds it.
        OSError: it cannot be opened.
    """
    try:
        return open_locked(evidence, os.O_APPEND)
    except BlockingIOError as error:
        raise ResultsError(
            f"{evidence}: another process is judging into this file",
            hint="wait for it to end, or name another file with --out",
        ) from error


def mend_evaluation(out: Path, render: Render) -> tuple[Path, ...]:
    """Keep the evidence beside a file of results as far as it is whole; return where the damaged files went.

    Sets that are lost are judged again by the next evaluation into this file. Where it cannot be read what was judged,
    evidence and results are both moved aside, and the next evaluation begins anew.

    Raises:
        ResultsError: another process is judging into these files.
    """
    evidence = evidence_of(out)
    moved: list[Path] = []
    header: EvaluationHeader | None = None
    lines: tuple[LogLine, ...] = ()
    if evidence.is_file() and not evidence.is_symlink():
        descriptor = _lock(evidence)
        try:
            # Figures and kinds of answers that are lost would be wrong; the next evaluation makes them again, of a
            # model's replies from the ledger.
            sound = read_log(evidence, check_line).sound
            lines = tuple(line for line in sound if kind_of(line) not in {"scores", "modes"})
        finally:
            close_locked(descriptor)
        if lines and lines[0].number == 1:
            header = EvaluationHeader.model_validate(
                current("evaluation", lines[0].entry, path=evidence, error=ResultsError)
            )
    if is_present(evidence):
        moved.append(set_aside(evidence))
    if is_present(out):
        moved.append(set_aside(out))
    if header is not None:
        write_file(evidence, b"".join(line.text + b"\n" for line in lines))
        sets = sets_in(lines[1:])
        if sets:
            write_file(out, render(_whole(header, sets)).encode())
    return tuple(moved)


def check_evaluation(out: Path, render: Render) -> None:
    """See that evidence and results of an evaluation are whole and agree.

    Raises:
        ResultsError: one cannot be read, or the results hold what the evidence does not.
    """
    recorded = load_evidence(evidence_of(out)) if is_present(evidence_of(out)) else None
    # A process that was killed at its beginning leaves evidence without a line, and no results.
    if recorded is None and is_present(out) and is_present(evidence_of(out)):
        raise ResultsError(f"{evidence_of(out)}: has lost what {out.name} was made from", hint=WAY_OUT)
    if recorded is not None and is_present(out) and not _agree(out, render(_ever_judged(recorded))):
        raise ResultsError(
            f"{out}: holds lines that do not follow from {evidence_of(out).name}: one of the two is damaged or edited",
            hint=WAY_OUT,
        )


def _agree(out: Path, rendered: str) -> bool:
    """Tell whether all lines of the results follow from the evidence, which may be ahead of them."""
    try:
        return set(read_regular(out).decode("utf-8", "replace").splitlines()) <= set(rendered.splitlines())
    except OSError:
        return False


def _refuse_foreign(out: Path, recorded: RecordedEvaluation | None, render: Render) -> None:
    """Keep results from being replaced that no evaluation wrote."""
    if not is_present(out):
        return
    # Results may lag behind the evidence, because they are written after it and only now and then.
    lost = ", or that the evidence has lost" if recorded else ""
    if not _agree(out, render(_ever_judged(recorded)) if recorded else ""):
        raise ResultsError(
            f"{out}: holds something that no evaluation wrote" + lost,
            hint="name another file with --out, replace it with --overwrite, or mend it: authoring doctor --repair",
        )


def _refuse_changed_pins(evidence: Path, recorded_pins: EvaluationPins, current_pins: EvaluationPins) -> None:
    """Keep verdicts that rest on different things from getting into one file."""
    changed = [words for field, words in WORDS.items() if getattr(recorded_pins, field) != getattr(current_pins, field)]
    if changed:
        raise ResultsError(
            f"{evidence}: was begun otherwise; {' and '.join(changed)} changed since",
            hint="begin anew with --fresh, or name another file with --out",
        )


def _with_clock_of(begun: EvaluationPins, current: EvaluationPins) -> EvaluationPins:
    """Return pins by which an evaluation goes on by the clock that it was begun by.

    Evidence of versions that knew the clock on the wall alone says nothing of `wall_factor`, and nobody changed it.
    """
    if "wall_factor" in begun.options.model_fields_set:
        return current
    options = current.options.model_copy(update={"wall_factor": begun.options.wall_factor})
    return current.model_copy(update={"options": options})


def _whole(header: EvaluationHeader, sets: Iterable[SetResult]) -> Evaluation:
    """Return an evaluation with its sets by name, as DSEval orders them."""
    # Sets are recorded in the order in which they were judged, which differs from run to run.
    return header.evaluation.with_sets(sorted(_latest(sets), key=lambda result: result.name))


def _ever_judged(recorded: RecordedEvaluation) -> Evaluation:
    """Return an evaluation with every result of its sets, also those that later ones replace.

    The results may lag behind the evidence, and hold lines of what has been judged again since.
    """
    return recorded.header.evaluation.model_copy(update={"sets": recorded.sets})


def _latest(sets: Iterable[SetResult]) -> tuple[SetResult, ...]:
    """Return the last result of each set: one whose model gave no reply is judged again by another command."""
    return tuple({result.name: result for result in sets}.values())
