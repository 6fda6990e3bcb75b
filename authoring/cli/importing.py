"""Taking DSEval's results in, for ``authoring import results``."""

import json
import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.board import counts
from authoring.cli.evaluation_view import RATES, rates_table
from authoring.cli.places import SUBMISSIONS, place_of, workspace_around
from authoring.cli.views.render import counted, heading, plain
from authoring.errors import ResultsError, UsageError
from authoring.formats.dseval.results import read_results
from authoring.records.base import Record
from authoring.records.results import RecordedResult
from authoring.validators.verdicts import SubverdictName, VerdictName
from authoring.workspace import read_text
from authoring.workspace.files import write_file

ORDER = (
    *("benchmark", "version", "problemset", "index", "attempt", "verdict", "subverdict", "extended_verdict"),
    *("question", "agent_exception", "validation", "code", "agent_stats"),
)
"""Of the fields, in DSEval's files."""


class VerdictCount(Record):
    """How often one verdict was given."""

    verdict: VerdictName
    subverdict: SubverdictName
    problems: int


class Imported(Record):
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
    """Of the last attempts, the frequent ones first."""


def take_in(file: Path, out: Path | None, *, workspace: Path | None, overwrite: bool) -> Imported:
    """Read a file of results and put it where submissions stand.

    Raises:
        ResultsError: when it cannot be read, or something else stands in its place.
    """
    found = read_results(file)
    ordered = sorted(found, key=lambda result: (result.problemset, result.index, result.attempt))
    imported = summary_of(file, ordered)
    place = workspace_around(workspace)
    if out is None and place is not None:
        out = place_of(place.root, SUBMISSIONS, imported.benchmark, file.stem)
    if out is None:
        return imported
    text = "".join(_line(result) for result in ordered)
    _write(out, text, overwrite=overwrite or out.resolve() == file.resolve())
    return imported.model_copy(update={"written": str(out)})


def summary_of(file: Path, found: Sequence[RecordedResult]) -> Imported:
    """Say what results hold.

    Raises:
        ResultsError: when there is none.
    """
    if not found:
        raise ResultsError(f"{file}: holds no results", hint="DSEval writes one JSON document a line")
    last = last_attempts(found)
    pairs = Counter((result.verdict, result.subverdict) for result in last)
    return Imported(
        file=str(file),
        written="",
        benchmark=", ".join(sorted({result.benchmark or "" for result in found})),
        version=found[0].version,
        sets=len({result.problemset for result in found}),
        problems=len(last),
        attempts=len(found),
        correct=sum(result.verdict is VerdictName.CORRECT for result in last),
        verdicts=tuple(VerdictCount(verdict=v, subverdict=s, problems=n) for (v, s), n in pairs.most_common()),
    )


def last_attempts(found: Sequence[RecordedResult]) -> Sequence[RecordedResult]:
    """Return the result that counts for each problem, in the order of the file."""
    by_attempt = sorted(found, key=lambda result: result.attempt)
    return tuple({(result.problemset, result.index): result for result in by_attempt}.values())


def _line(result: RecordedResult) -> str:
    content = result.model_dump(mode="json")
    return json.dumps({key: content[key] for key in ORDER}) + "\n"


def _write(out: Path, text: str, *, overwrite: bool) -> None:
    if out.exists() and not overwrite and (not out.is_file() or read_text(out) != text):
        raise UsageError(f"{out}: holds something else", hint="name another file with --out, or say --overwrite")
    try:
        write_file(out, text.encode())
    except OSError as error:
        message = f"{out}: cannot be written: {error.strerror}"
        raise ResultsError(message, hint="name another file with --out") from error


def imported_view(imported: Imported) -> Sequence[RenderableType]:
    """Return what a file of results holds."""
    version = f" v{imported.version}" if imported.version is not None else ""
    said = ", ".join(
        (counted(imported.sets, "set"), counted(imported.problems, "problem"), counted(imported.attempts, "attempt"))
    )
    number: Counter[str] = Counter()
    for each in imported.verdicts:
        number[each.verdict] += each.problems
    right = [sum(number[verdict] for verdict in {VerdictName.CORRECT, *forgiven}) for _, forgiven in RATES]
    written = f"written to {imported.written}" if imported.written else "no workspace here: nothing was written"
    return (
        heading(f"{imported.benchmark}{version}"),
        plain(said, "dim"),
        Text(),
        rates_table(right, imported.problems),
        Text(),
        counts(number),
        plain(written, "dim"),
    )


def next_of(imported: Imported) -> str:
    """Return the command that judges the answers again."""
    return f"authoring evaluate BENCHMARK --submissions {shlex.quote(imported.written or imported.file)}"
