"""Why sets of a benchmark do not hold: every root cause once, with the sets and problems that hang on it."""

import re
from collections.abc import Iterable, Iterator
from enum import StrEnum

from authoring.dseal.diagnostic import Diagnostic, errors_in
from authoring.dseal.parse import parse
from authoring.records.base import Record
from authoring.records.evidence import ErrorView, Evidence, Outcome


class CauseKind(StrEnum):
    """The kinds of root cause."""

    FILE = "missing file"
    PACKAGE = "missing package"
    VERSION = "versions of libraries, perhaps"
    """Judged by the error alone: something that the library had then, or did not have."""
    NETWORK = "needs the network"
    CODE = "failing code"
    FINDING = "finding"
    """An error that the gate found although the code runs, or before it was run."""


class Cause(Record):
    """One root cause of differences between recorded and present verdicts."""

    kind: CauseKind
    what: str
    """The file, the package, or the error in one line."""
    code: str
    """The code of the finding that shows it."""
    sets: tuple[str, ...]
    problems: int
    """Problems that have it or are not reached because of it, in all sets."""


# Messages by which libraries refuse what an older version of them took.
_CHANGED_LIBRARY = re.compile(
    r"has no attribute|unexpected keyword argument|cannot import name|is not a valid (?:value|style)|"
    r"was removed|is deprecated|is no longer|got an invalid|positional arguments? but|"
    r"Invalid value '.*' for dtype|could not convert string|dtype '?str'?|Invalid frequency|"
    r"numeric_only|agg function failed|does not support (?:operation|reduction)|missing \d+ required"
)
_REFUSED = "`_validate` refuses"
"""A validator that was right when it was written: most often it names a dtype that has another name now."""
_ENDING = frozenset({"DS401", "DS402", "DS403", "DS404", "DS405", "DS418", "DS419"})
"""Findings of the cell that a run ended with."""
_NETWORK = {"URLError", "gaierror", "ConnectionError", "ConnectTimeout", "HTTPError", "TimeoutError"}
# A name in quotes within a message: a file or a module.
_QUOTED = re.compile(r"'([^']{1,200})'")
_LONGEST = 160


def causes_of(proved: Iterable[tuple[str, str, Evidence]]) -> tuple[Cause, ...]:
    """Return the root causes of all errors, those that cost the most problems first.

    `proved` holds the name, the text and the evidence of each set.
    """
    by_cause: dict[tuple[CauseKind, str, str], tuple[list[str], int]] = {}
    for name, text, evidence in proved:
        problems = len(parse(text).problems)
        for key, count in _of_set(evidence, problems):
            sets, before = by_cause.setdefault(key, ([], 0))
            by_cause[key] = ([*sets, name] if name not in sets else sets, before + count)
    causes = [
        Cause(kind=kind, what=subject, code=code, sets=tuple(sets), problems=count)
        for (kind, subject, code), (sets, count) in by_cause.items()
    ]
    return tuple(sorted(causes, key=lambda cause: (-cause.problems, cause.kind, cause.what)))


def _of_set(evidence: Evidence, problems: int) -> Iterator[tuple[tuple[CauseKind, str, str], int]]:
    """Yield each cause with the problems it costs; without a run all problems hang on the first error."""
    errors = errors_in(evidence.diagnostics)
    run = evidence.dry_run
    if run is None:
        # Without a run nobody knows which error would have stopped it, so the first one answers for all problems.
        for place, finding in enumerate(_first_of_each(errors)):
            yield _before_running(finding), 0 if place else problems
        return
    failed = next((cell for cell in run.cells if cell.run.outcome is not Outcome.OK), None)
    for finding in errors:
        if failed is not None and finding.code in _ENDING:
            # Problems before the failed cell were reached, and do not hang on its error.
            reached = sum(cell.number is not None and cell is not failed for cell in run.cells)
            error = failed.run.error
            cause = _of_error(error, finding.code) if error else (CauseKind.FINDING, finding.name, finding.code)
            yield cause, problems - reached
        elif _REFUSED in finding.message:
            yield (CauseKind.VERSION, "`_validate` refuses test cases of its own problem", finding.code), 1
        else:
            yield (CauseKind.FINDING, finding.name, finding.code), 1


def _first_of_each(errors: list[Diagnostic]) -> list[Diagnostic]:
    # A dict keeps the last value of a key, so walking backwards leaves the first finding of each cause.
    return list({_before_running(finding): finding for finding in reversed(errors)}.values())[::-1]


def _before_running(finding: Diagnostic) -> tuple[CauseKind, str, str]:
    if finding.name == "missing-input" and (match := _QUOTED.search(finding.message)):
        return CauseKind.FILE, match[1], finding.code
    return CauseKind.FINDING, finding.name, finding.code


def _of_error(error: ErrorView, code: str) -> tuple[CauseKind, str, str]:
    message = " ".join(error.message.split())
    quoted = _QUOTED.search(message)
    subject = f"{error.type}: {message}"[:_LONGEST].removesuffix(": ")
    if error.type == "FileNotFoundError" and quoted:
        # The path is the last of the quoted names of such a message.
        return CauseKind.FILE, _QUOTED.findall(message)[-1], code
    if error.type == "ModuleNotFoundError" and quoted:
        return CauseKind.PACKAGE, quoted[1].partition(".")[0], code
    if error.type.rpartition(".")[2] in _NETWORK:
        return CauseKind.NETWORK, subject, code
    if error.type == "KeyError" and message.lstrip("-").isdecimal():
        # Until pandas 3 a whole number in brackets was a position where it was no label.
        return CauseKind.VERSION, subject, code
    if error.type in {"AttributeError", "ImportError", "TypeError", "ValueError"} and _CHANGED_LIBRARY.search(message):
        return CauseKind.VERSION, subject, code
    return CauseKind.CODE, subject, code
