"""Importing DSEval's results: what a file of them holds, put into the workspace in order, ready to be judged again."""

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from authoring.api.workspaces import SUBMISSIONS, results_path
from authoring.errors import ResultsError, UsageError
from authoring.formats.dseval.results import read_results
from authoring.records.base import Record
from authoring.records.results import RecordedResult
from authoring.validators.verdicts import SubverdictName, VerdictName
from authoring.workspace import Workspace
from authoring.workspace.files import read_text, write_file

FIELD_ORDER = (
    *("benchmark", "version", "problemset", "index", "attempt", "verdict", "subverdict", "extended_verdict"),
    *("question", "agent_exception", "validation", "code", "agent_stats"),
)
"""The fields of a result in the order of DSEval's own files."""


class VerdictCount(Record):
    """How often one verdict was given."""

    verdict: VerdictName
    subverdict: SubverdictName
    problems: int


class ImportedResults(Record):
    """Answer of ``import results``."""

    file: str
    written: str
    """Where the results stand now; empty outside a workspace."""
    benchmark: str
    version: str | int | float | None
    sets: int
    problems: int
    attempts: int
    correct: int
    verdicts: tuple[VerdictCount, ...]
    """Verdicts of the last attempts, the frequent ones first."""


def import_results(
    file: Path, *, out: Path | None = None, overwrite: bool = False, workspace: Workspace | None = None
) -> ImportedResults:
    """Read a file of results and put it where submissions stand.

    Args:
        file: DSEval's results.
        out: where they go; below the workspace's folder of submissions if None, nowhere without a workspace.
        overwrite: whether a file that holds something else is replaced.
        workspace: where submissions stand.

    Raises:
        ResultsError: the file cannot be read, or its place cannot be written.
        UsageError: something else stands in its place.
    """
    results = sorted(read_results(file), key=lambda result: (result.problemset, result.index, result.attempt))
    imported = summarize_results(file, results)
    if out is None and workspace is not None:
        out = results_path(workspace.root, SUBMISSIONS, imported.benchmark, file.stem)
    if out is None:
        return imported
    text = "".join(_line(result) for result in results)
    # A file may be put into order in its own place.
    _write(out, text, overwrite=overwrite or out.resolve() == file.resolve())
    return imported.model_copy(update={"written": str(out)})


def summarize_results(file: Path, results: Sequence[RecordedResult]) -> ImportedResults:
    """Return what results hold.

    Raises:
        ResultsError: there is none.
    """
    if not results:
        raise ResultsError(f"{file}: holds no results", hint="DSEval writes one JSON document a line")
    last = last_attempts(results)
    pairs = Counter((result.verdict, result.subverdict) for result in last)
    return ImportedResults(
        file=str(file),
        written="",
        benchmark=", ".join(sorted({result.benchmark or "" for result in results})),
        version=results[0].version,
        sets=len({result.problemset for result in results}),
        problems=len(last),
        attempts=len(results),
        correct=sum(result.verdict is VerdictName.CORRECT for result in last),
        verdicts=tuple(VerdictCount(verdict=v, subverdict=s, problems=n) for (v, s), n in pairs.most_common()),
    )


def last_attempts(results: Sequence[RecordedResult]) -> Sequence[RecordedResult]:
    """Return the result that counts for each problem, in the order of the file."""
    # Of equal keys a dict keeps the last value: the last attempt.
    by_attempt = sorted(results, key=lambda result: result.attempt)
    return tuple({(result.problemset, result.index): result for result in by_attempt}.values())


def _line(result: RecordedResult) -> str:
    content = result.model_dump(mode="json")
    return json.dumps({key: content[key] for key in FIELD_ORDER}) + "\n"


def _write(out: Path, text: str, *, overwrite: bool) -> None:
    # The same text again is no loss, so that the command can be repeated.
    if out.exists() and not overwrite and (not out.is_file() or read_text(out) != text):
        raise UsageError(f"{out}: holds something else", hint="name another file with --out, or say --overwrite")
    try:
        write_file(out, text.encode())
    except OSError as error:
        message = f"{out}: cannot be written: {error.strerror}"
        raise ResultsError(message, hint="name another file with --out") from error
