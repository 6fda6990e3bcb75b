"""What cannot be read of a set, and so cannot be said in any format."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Cell, CellKind, ProblemSet

HINT = "Mend it as authoring lint says. Let pass, it is left out, and its code runs nowhere."


def unreadable(parsed: ProblemSet, info: RuleInfo) -> Iterator[Diagnostic]:
    """Yield a finding of a format's own kind for every such cell that is meant as a problem.

    What the parser says of the whole text, as that no problem is in it, is an error as it stands: nobody lets it pass.
    """
    yield from (found for found in parsed.diagnostics if found.severity is Severity.ERROR and _of_whole(parsed, found))
    for cell in parsed.cells:
        if cell.kind is CellKind.BROKEN:
            last = cell.span.line + cell.source.count("\n")
            errors = (found for found in parsed.diagnostics if found.severity is Severity.ERROR)
            said = next((found for found in errors if cell.span.line <= found.line <= last), None)
            message = "this problem cannot be read" + (f": {said.message}" if said is not None else "")
            yield info.diagnostic(message, hint=HINT, line=said.line if said is not None else cell.span.line)


def _of_whole(parsed: ProblemSet, found: Diagnostic) -> bool:
    spans = [(cell.span.line, cell.span.line + cell.source.count("\n")) for cell in parsed.cells if _is_asked(cell)]
    return found.problem is None and not any(first <= found.line <= last for first, last in spans)


def _is_asked(cell: Cell) -> bool:
    return cell.kind in {CellKind.BROKEN, CellKind.PROBLEM}
