"""Reasons with which a model left a problem as it is in spite of a warning: shown to the person, who decides."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from authoring.drafting.codes import LEFT_AS_IT_IS
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.parse import parse
from authoring.llm.prompt import cut, make_visible

if TYPE_CHECKING:
    from authoring.records.decision import Waiting
    from authoring.records.draft import Draft
    from authoring.records.evidence import Evidence
    from authoring.records.run import RunSettings
    from authoring.workspace.journal import Journal

MOST_REASON = 300
"""Characters of a reason."""
_CODE = re.compile(r"DS\d{3}")


def left_as_it_is(code: str, reason: str, *, problem: int, line: int) -> Diagnostic:
    """Return what a model says of a warning about a problem that it leaves as it is."""
    words = cut(make_visible(reason, lines=False), MOST_REASON)
    message = f"the model that was to mend {code} leaves the problem as it is and says: {words}"
    return LEFT_AS_IT_IS.diagnostic(message, problem=problem, line=line)


def explained(waiting: "Waiting", journal: "Journal[RunSettings]") -> "Waiting":
    """Return a draft with what models said of the warnings that they left standing, among its findings."""
    evidence = waiting.evidence
    reasons = [reason for reason in reasons_about(waiting.draft, journal) if reason not in evidence.diagnostics]
    if not reasons:
        return waiting
    findings = sorted(
        (*evidence.diagnostics, *reasons), key=lambda finding: (finding.line, finding.column, finding.code)
    )
    return waiting.model_copy(update={"evidence": evidence.model_copy(update={"diagnostics": tuple(findings)})})


def reasons_about(
    draft: "Draft", journal: "Journal[RunSettings]", *, only_earlier: bool = False
) -> tuple[Diagnostic, ...]:
    """Return what models said of problems of a draft that are as they were then, the last words on each warning.

    With `only_earlier`, what was said when this very text was sent is left out.
    """
    repairs = [repair for repair in journal.repairs if any(note.code == LEFT_AS_IT_IS.code for note in repair.mended)]
    if not repairs:
        return ()
    texts = journal.texts
    places = {cell.source.strip(): (cell, problem) for cell, problem in parse(draft.text).problems}
    reasons: dict[tuple[int, str], Diagnostic] = {}
    for repair in repairs:
        if only_earlier and repair.came_from == draft.sha256:
            continue
        sent = parse(texts.get(repair.came_from, ""))
        sources = {problem.number: cell.source.strip() for cell, problem in sent.problems}
        for note in repair.mended:
            place = places.get(sources.get(note.problem or 0, ""))
            if note.code == LEFT_AS_IT_IS.code and place is not None:
                cell, problem = place
                where = {"problem": problem.number, "line": cell.span.line}
                reasons[problem.number, _code_of(note)] = note.model_copy(update=where)
    return tuple(reasons.values())


def without_answered(evidence: "Evidence", reasons: Sequence[Diagnostic]) -> "Evidence":
    """Return evidence without the warnings that reasons were given against, and without any reason."""
    answered = {(reason.problem, _code_of(reason)) for reason in reasons}
    findings = tuple(
        finding
        for finding in evidence.diagnostics
        if finding.code != LEFT_AS_IT_IS.code
        and (finding.severity is not Severity.WARNING or (finding.problem, finding.code) not in answered)
    )
    return evidence if findings == evidence.diagnostics else evidence.model_copy(update={"diagnostics": findings})


def _code_of(reason: Diagnostic) -> str:
    match = _CODE.search(reason.message)
    return match[0] if match is not None else ""
