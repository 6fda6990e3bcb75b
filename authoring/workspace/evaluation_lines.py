"""The lines of an evaluation's evidence: what each may say, and what all of them say together."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, NamedTuple

from pydantic import JsonValue

from authoring.errors import ResultsError
from authoring.records.base import Record, Sha256
from authoring.records.format_version import VERSION_KEY, WRITER_KEY, current
from authoring.records.results import Evaluation, EvaluationOptions, SetResult
from authoring.records.solvers.error_modes import ErrorModeVerdict, JudgedModes
from authoring.validators.base import Dialect
from authoring.workspace.line_log import LogLine, read_log

WAY_OUT = "name another file with --out, replace it with --overwrite, or mend it: authoring doctor --repair"


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


class EvaluationScores(Record):
    """A line of the evidence behind judged sets; it says nothing any more where another set follows."""

    kind: Literal["scores"] = "scores"
    scores: Mapping[str, JsonValue]
    """The figures that the project has whose questions or tasks the sets are."""


class EvaluationModes(Record):
    """A line of the evidence behind judged sets; of a set that is judged again, it says nothing any more."""

    kind: Literal["modes"] = "modes"
    model: str
    verdicts: tuple[ErrorModeVerdict, ...]


class RecordedEvaluation(NamedTuple):
    """What stands in a file of evidence."""

    header: EvaluationHeader
    sets: tuple[SetResult, ...]
    """In the order in which they were judged; those too that were judged again later."""
    size: int
    """Bytes of the whole lines."""
    scores: EvaluationScores | None
    """What all sets come to, where that was recorded behind the last one."""
    modes: JudgedModes | None
    """Why answers are wrong, as a model said of those that were not judged again since."""


def load_evidence(evidence: Path) -> RecordedEvaluation | None:
    """Return what stands in a file of evidence; None where it is empty.

    Raises:
        ResultsError: it cannot be read, or a line is no evidence.
    """
    try:
        log = read_log(evidence, check_line)
    except OSError as error:
        raise ResultsError(f"{evidence}: cannot be read: {error.strerror}", hint=WAY_OUT) from error
    if not log.lines:
        return None
    first = log.lines[0]
    if first.entry is not None:
        # What a newer version wrote is refused by the name of that version.
        current("evaluation", first.entry, path=evidence, error=ResultsError)
    faulty = next((line for line in log.lines if line.damage), None)
    if faulty is not None:
        raise ResultsError(f"{evidence}:{faulty.number}: is no evidence of this program's: {log.damage}", hint=WAY_OUT)
    header = EvaluationHeader.model_validate(current("evaluation", first.entry, path=evidence, error=ResultsError))
    scores: EvaluationScores | None = None
    modes: JudgedModes | None = None
    for line in log.lines[1:]:
        kind = kind_of(line)
        if kind == "scores":
            scores = EvaluationScores.model_validate_json(line.text)
        elif kind == "modes":
            modes = with_modes(modes, EvaluationModes.model_validate_json(line.text))
        elif line.entry is not None:
            scores, modes = None, without_set(modes, str(line.entry.get("name")))
    return RecordedEvaluation(header, sets_in(log.lines[1:]), log.size, scores, modes)


def sets_in(lines: Iterable[LogLine]) -> tuple[SetResult, ...]:
    """Return the judged sets of lines behind the first one."""
    return tuple(SetResult.model_validate_json(line.text) for line in lines if not kind_of(line))


def kind_of(line: LogLine) -> str:
    """Return what a line behind the first one holds beside judged sets, whose lines say no kind."""
    return str(line.entry.get("kind", "")) if line.entry is not None else ""


def with_modes(earlier: JudgedModes | None, line: EvaluationModes) -> JudgedModes:
    """Return what a model said of answers before and now; what another model said before is left out."""
    before = earlier.verdicts if earlier is not None and earlier.model == line.model else ()
    verdicts = (*before, *line.verdicts)
    by_answer = {(verdict.problemset, verdict.index, verdict.attempt): verdict for verdict in verdicts}
    return JudgedModes(model=line.model, verdicts=tuple(by_answer[answer] for answer in sorted(by_answer)))


def without_set(modes: JudgedModes | None, name: str) -> JudgedModes | None:
    """Return what a model said of the answers to all sets but one."""
    if modes is None:
        return None
    verdicts = tuple(verdict for verdict in modes.verdicts if verdict.problemset != name)
    return modes.model_copy(update={"verdicts": verdicts}) if verdicts else None


def check_line(entry: Mapping[str, Any]) -> None:
    """See that a line is evidence.

    Raises:
        ValueError: it is not.
    """
    if entry.get("kind") == "evaluation":
        plain = {key: value for key, value in entry.items() if key not in {VERSION_KEY, WRITER_KEY}}
        EvaluationHeader.model_validate_json(json.dumps(plain))
    elif entry.get("kind") == "scores":
        EvaluationScores.model_validate_json(json.dumps(entry))
    elif entry.get("kind") == "modes":
        EvaluationModes.model_validate_json(json.dumps(entry))
    else:
        SetResult.model_validate_json(json.dumps(entry))
