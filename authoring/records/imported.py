"""Problem sets that were made by rule from existing material: what every importer gives."""

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Cell, Problem
from authoring.dseal.parse import parse
from authoring.records.base import Record
from authoring.records.draft import ProblemOrigin


class ImportedSet(Record):
    """A problem set made from existing material, before it is run or looked at by a person."""

    text: str
    """DSEAL."""
    origins: tuple[ProblemOrigin, ...]
    """One per problem, in order; ``import:KIND``."""
    findings: tuple[Diagnostic, ...] = ()
    """Choices that were uncertain (warnings, with the number of the problem), what was left out and why (notes).

    An importer need not know lines: `remaining_findings` points each finding at the question of its problem.
    """
    needs: tuple[str, ...] = ()
    """Files below ``inputs/`` that the code reads and that the importer was not given, in order of first use."""


def remaining_findings(imported: ImportedSet, text: str) -> tuple[Diagnostic, ...]:
    """Return what was found on the way in and still holds for a later text, in the order of its lines.

    A finding about a problem stands until a person changes that problem; one about the whole set always stands.
    """
    first = {problem.number: cell.source.strip() for cell, problem in parse(imported.text).problems}
    cells = {cell.source.strip(): (cell, problem) for cell, problem in parse(text).problems}
    findings = []
    for finding in imported.findings:
        if finding.problem is None:
            findings.append(finding)
        elif (place := cells.get(first.get(finding.problem, ""))) is not None:
            findings.append(_pointing_at(finding, *place))
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.code)))


def _pointing_at(finding: Diagnostic, cell: Cell, problem: Problem) -> Diagnostic:
    span = problem.positions.get((problem.question_key,), problem.yaml_span)
    line = cell.source.splitlines()[span.line - cell.span.line]
    place = {"line": span.line, "column": span.column, "source_line": line}
    return finding.model_copy(update={"problem": problem.number, **place})
