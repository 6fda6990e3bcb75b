"""DSEval's files of results, and the shorter lines in which submissions are kept.

Three kinds of line are read, mixed as they come: DSEval's results (`EvaluationDetail`); ``{problemset, index, code}``,
with `attempt` and `question` where they matter; and DSEval's `TentativeSolutions`, ``{question, code, agent_stats}``,
which belong to the problem that asks that question.
"""

import json
import re
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

from pydantic import JsonValue, ValidationError

from authoring.errors import ResultsError
from authoring.records.documents import DocumentError, load_json
from authoring.records.results import (
    Attempt,
    Evaluation,
    ProblemResult,
    RecordedResult,
    Submission,
    SubmissionNotice,
    refusal_of_code,
)
from authoring.validators.verdicts import SubverdictName, VerdictName

RemarkListener = Callable[[SubmissionNotice], None]
"""Hears of what is left out."""
NEEDED = ("problemset", "index", "code")
JUDGED = ("verdict", "subverdict")
LIMIT_HINT = "see what an answer may hold in guides/evaluation.md"
HINT = (
    "a line is one JSON object, with `problemset`, `index` (from 1) and `code`, or with `question` and `code`; "
    "see guides/evaluation.md"
)
MOST_FILE = 1_000_000_000
"""``submission_file``: bytes of one file of results or submissions."""
MOST_LINE = 20_000_000
"""``submission_line``: bytes of one line; what an agent tells of itself stands in it, too."""
_Line = TypeVar("_Line", bound=Submission)


def read_results(path: Path, *, on_remark: RemarkListener | None = None) -> tuple[RecordedResult, ...]:
    """Read a file of DSEval's results; of two results for one attempt the first counts, as in DSEval.

    Args:
        path: the file; UTF-8, with or without a byte order mark, empty lines allowed.
        on_remark: hears of results that are left out, and of keys that nobody knows.

    Raises:
        ResultsError: the file cannot be read, or a line is no result.
    """
    lines = (
        (location, _record(RecordedResult, location, _judged(location, line), on_remark))
        for location, line in _lines(path)
    )
    return _first_of_each(lines, on_remark)


def read_submissions(path: Path, *, on_remark: RemarkListener | None = None) -> tuple[Submission, ...]:
    """Read submissions that are to be judged; verdicts that stand beside them are not looked at.

    Args:
        path: the file; UTF-8, with or without a byte order mark, empty lines allowed.
        on_remark: hears of submissions that are left out, and of keys that nobody knows.

    Raises:
        ResultsError: the file cannot be read, or a line is no submission.
    """
    lines = (
        (location, _record(Submission, location, _placed(location, line), on_remark)) for location, line in _lines(path)
    )
    return _first_of_each(((location, _limited(location, record, on_remark)) for location, record in lines), on_remark)


def _limited(location: str, submission: Submission, on_remark: RemarkListener | None) -> Submission:
    """Return a submission, without its code where that is too long: it counts as an answer that failed."""
    refusal = refusal_of_code(submission.code)
    if not refusal:
        return submission
    if on_remark is not None:
        on_remark(SubmissionNotice(place=location, message=refusal, hint="it counts as an answer without code"))
    return submission.model_copy(update={"code": "", "agent_exception": submission.agent_exception or refusal})


def _lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """Give every line that is not empty, with its place."""
    has_lines = False
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(_raw_lines(path, file), start=1):
                try:
                    line = raw.decode("utf-8")
                except UnicodeDecodeError as error:
                    # Counted in bytes, because text before a broken byte cannot always be decoded.
                    location = f"{path}:{number}:{error.start + 1}"
                    raise ResultsError(f"{location}: is no UTF-8", hint="save the file as UTF-8") from error
                if line.strip():
                    has_lines = True
                    yield f"{path}:{number}", _object(f"{path}:{number}", line)
    except OSError as error:
        raise ResultsError(f"{path}: cannot be read: {error.strerror}", hint="name a file of JSON lines") from error
    if not has_lines:
        raise ResultsError(f"{path}: holds no lines", hint=HINT)


def _raw_lines(path: Path, file: BinaryIO) -> Iterator[bytes]:
    """Give the lines of a file, each within its limit, so that no file fills the memory before it is refused."""
    total = 0
    for number in count(1):
        # One byte more than allowed tells that a line is too long without reading it to its end.
        line = file.readline(MOST_LINE + 1)
        total += len(line)
        if len(line) > MOST_LINE:
            raise ResultsError(
                f"{path}:{number}: is longer than {MOST_LINE // 1_000_000} MB (limit submission_line)", hint=LIMIT_HINT
            )
        if total > MOST_FILE:
            raise ResultsError(
                f"{path}: is larger than {MOST_FILE // 1_000_000} MB (limit submission_file)", hint=LIMIT_HINT
            )
        if not line:
            return
        # Editors on Windows begin files with a byte order mark, which is no JSON.
        yield line.removeprefix(BOM_UTF8) if number == 1 else line


def _object(location: str, line: str) -> dict[str, Any]:
    try:
        value = load_json(line)
    except DocumentError as error:
        reason = "is no JSON" if error.column else "cannot be read"
        raise ResultsError(f"{location}:{error.column or 1}: {reason}: {error.reason}", hint=HINT) from error
    if not isinstance(value, dict):
        raise ResultsError(f"{location}:1: is no JSON object", hint=HINT)
    return value


def _judged(location: str, line: dict[str, Any]) -> dict[str, Any]:
    """Return a line that has what a result needs."""
    for key in (*NEEDED, *JUDGED):
        if line.get(key) is None:
            raise ResultsError(f"{location}:1: has no `{key}`", hint="results are read here, as DSEval writes them")
    for key, names in (("verdict", VerdictName), ("subverdict", SubverdictName)):
        if line[key] not in set(names):
            hint = f"known are {', '.join(names)}"
            raise ResultsError(f"{location}:{_column(line, key)}: {key} {line[key]!r} is not known", hint=hint)
    return line


def _column(line: dict[str, Any], key: str) -> int:
    """Return where a key would stand in the line as DSEval writes it; exact for every line DSEval wrote."""
    written = json.dumps({name: line[name] for name in list(line)[: list(line).index(key) + 1]})
    # The last of them: an earlier value may hold the same text.
    starts = [match.start() for match in re.finditer(re.escape(json.dumps(key)), written)]
    return starts[-1] + 1 if starts else 1


def _placed(location: str, line: dict[str, Any]) -> dict[str, Any]:
    """Return a line that has what a submission needs: a place in the benchmark, or a question."""
    if line.get("code") is None:
        raise ResultsError(f"{location}:1: has no `code`", hint=HINT)
    # Such lines get their place later, from the problem that asks the question.
    if line.get("problemset") is None and line.get("index") is None and line.get("question"):
        return {**line, "problemset": "", "index": 0}
    for key in NEEDED[:2]:
        if line.get(key) is None:
            raise ResultsError(f"{location}:1: has no `{key}`", hint=HINT)
    return line


def _record(kind: type[_Line], location: str, line: dict[str, Any], on_remark: RemarkListener | None) -> _Line:
    fields = set(kind.model_fields)
    # A misspelled key would silently lose what it says.
    foreign = sorted(set(line) - set(RecordedResult.model_fields))
    if foreign and on_remark is not None:
        on_remark(SubmissionNotice(place=location, message=f"the key `{foreign[0]}` is not known, and left out"))
    values = {key: value for key, value in line.items() if key in fields and value is not None}
    try:
        record = kind.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise ResultsError(
            f"{location}:{_column(line, key.split('.')[0])}: `{key}`: {first['msg']}", hint=HINT
        ) from error
    if (record.index < 1 and record.problemset) or record.attempt < 1:
        raise ResultsError(f"{location}:1: `index` and `attempt` count from 1", hint=HINT)
    return record


def _first_of_each(lines: Iterator[tuple[str, _Line]], on_remark: RemarkListener | None) -> tuple[_Line, ...]:
    """Return the records but for those whose problem and attempt an earlier one has."""
    records: dict[tuple[object, ...], _Line] = {}
    for number, (location, record) in enumerate(lines):
        key: tuple[object, ...] = (record.problemset, record.index, record.attempt)
        # Records that a question places have no key yet, so none of them can be a repetition.
        if not record.problemset:
            key = ("", number)
        if key not in records:
            records[key] = record
        elif on_remark is not None:
            message = f"attempt {record.attempt} at {record.problemset} #{record.index} was given before"
            on_remark(
                SubmissionNotice(place=location, message=message, hint="later records are left out, as DSEval does")
            )
    return tuple(records.values())


def render_results(evaluation: Evaluation) -> str:
    """Return one line per judged attempt, with the keys of DSEval's `EvaluationDetail`, in the benchmark's order."""
    details = (
        _detail(evaluation, problem, attempt)
        for problemset in evaluation.sets
        for problem in problemset.problems
        for attempt in problem.attempts
    )
    return "".join(json.dumps(detail) + "\n" for detail in details)


def _detail(evaluation: Evaluation, problem: ProblemResult, attempt: Attempt) -> dict[str, JsonValue]:
    submission = attempt.submission
    return {
        "benchmark": evaluation.benchmark,
        "version": evaluation.version,
        "problemset": problem.problemset,
        "index": problem.index,
        "attempt": submission.attempt,
        "verdict": attempt.verdict.value,
        "subverdict": attempt.subverdict.value,
        "extended_verdict": attempt.reason,
        "question": problem.question,
        "agent_exception": submission.agent_exception,
        "validation": attempt.judgement.as_tree(),
        "code": submission.code,
        "agent_stats": submission.agent_stats,
    }
