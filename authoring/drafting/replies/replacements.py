"""The reply to a repair or revision: cells that replace problems by their numbers, and only requested ones."""

import re
from collections.abc import Mapping, Sequence

from authoring.drafting.replies import codes
from authoring.drafting.replies.fences import fence_of
from authoring.drafting.replies.json_reply import LONGEST_REPLY
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, place_of, writable
from authoring.drafting.replies.markers import PLAIN, marker_of, opening_of
from authoring.drafting.replies.problemset import mended, oversized
from authoring.drafting.replies.prose import tell_prose, without_reasoning
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import CellKind, InputTable
from authoring.dseal.parse import parse
from authoring.dseal.positions import with_newlines

# "# problem 4", "**Problem 4:**", "## Revised problem 4 (fixed)", "# %% problem 4": at most 80 signs behind the number.
_NUMBER_LINE = re.compile(
    r"""[ ]{0,3}(?:\#{1,6}|//|[*]{2}|>|-)?[ ]{0,2}(?:\#?[ ]?%%[ ]{1,3})?(?:[*]{2})?
        (?:revised[ ]|fixed[ ]|new[ ]|replacement[ ]for[ ])?problem[ ]{0,2}\#?(?P<number>\d{1,4})\b
        [ ]{0,2}(?:\([^()]{0,40}\))?[ ]{0,2}(?P<end>[:.*`-]{0,4})(?P<rest>.{0,80})$""",
    re.IGNORECASE | re.VERBOSE,
)

# Lines between a number line and its cell, at most.
_NEAR = 4


def read_replacements(
    text: str, numbers: Sequence[int], *, inputs: Sequence[InputTable] = (), cut: bool = False
) -> tuple[Mapping[int, str], tuple[Diagnostic, ...]]:
    """Return the cells that are to replace problems, by number, and what was mended, refused or is missing.

    A line `# problem 4` begins the cells that replace problem 4; several replace it by several. Without any such line,
    as many problems as were requested are taken in their order. The last cell of a reply that was cut is not used. The
    `problem` of a finding is the number replaced.
    """
    if len(text) >= LONGEST_REPLY:
        return {}, (oversized(len(text)),)
    text = writable(text)
    rows = [ReplyLine(row, at) for at, row in enumerate(with_newlines(text).removeprefix("\ufeff").split("\n"), 1)]
    notes: list[ReplyFinding] = []
    rows = without_reasoning(rows, notes)
    reply = with_newlines(text).split("\n")
    findings = [note.diagnostic(reply, None) for note in notes]
    parts = _parts(rows)
    # A fence or a marker above the first number line belongs to the cell below it, and is no prose.
    if len(parts) > 1:
        preamble: list[ReplyFinding] = []
        tell_prose([row for row in parts[0][1] if fence_of(row.text) is None and marker_of(row.text) is None], preamble)
        findings += [note.diagnostic(reply, None) for note in preamble]
    if len(parts) == 1:
        cells_by_number = _in_order(rows, tuple(numbers), text, inputs, cut=cut, findings=findings)
    else:
        cells_by_number = _by_number(parts, tuple(numbers), text, inputs, cut=cut, findings=findings)
    for number in dict.fromkeys(numbers):
        if number not in cells_by_number:
            message = f"the reply holds nothing that could replace problem {number}"
            findings.append(codes.MISSING.diagnostic(message, hint="the problem stays as it is", problem=number))
    return cells_by_number, tuple(
        sorted(findings, key=lambda finding: (finding.line, finding.code, finding.problem or 0))
    )


def problem_number(line: str) -> int | None:
    """Return the number of the problem that a line puts above what replaces it; None for any other line."""
    match = _NUMBER_LINE.match(line)
    return int(match["number"]) if match is not None and (match["end"] or not match["rest"].strip()) else None


def _parts(rows: Sequence[ReplyLine]) -> list[tuple[int, list[ReplyLine]]]:
    """Cut a reply at its number lines; the first part, before any of them, has the number 0."""
    parts: list[tuple[int, list[ReplyLine]]] = [(0, [])]
    for at, row in enumerate(rows):
        number = problem_number(row.text)
        if number is not None and _heads_a_cell(rows, at):
            parts.append((number, []))
        else:
            parts[-1][1].append(row)
    return parts


def _heads_a_cell(rows: Sequence[ReplyLine], at: int) -> bool:
    """Return whether a line stands right above a cell, or below its marker, rather than among its code."""
    # No comment of code begins so.
    if rows[at].text.lstrip().startswith(("##", "**")):
        return True
    line_below = next((row.text for row in rows[at + 1 : at + 1 + _NEAR] if row.text.strip()), "")
    line_above = next((row.text for row in rows[max(0, at - _NEAR) : at][::-1] if row.text.strip()), "")
    begins = marker_of(line_below) is not None or fence_of(line_below) is not None or opening_of(line_below) is not None
    return begins or marker_of(line_above) is not None


def _by_number(
    parts: Sequence[tuple[int, list[ReplyLine]]],
    numbers: tuple[int, ...],
    text: str,
    inputs: Sequence[InputTable],
    *,
    cut: bool,
    findings: list[Diagnostic],
) -> Mapping[int, str]:
    gathered: dict[int, list[ReplyLine]] = {}
    for at, (number, rows) in enumerate(parts[1:], 1):
        head = _marker_above(parts[at - 1][1])
        lines = [*head, *rows]
        if number not in numbers:
            message = f"the reply offers a replacement for problem {number}, which nobody asked to replace"
            line = place_of(rows) if rows else 1
            findings.append(
                ReplyFinding(codes.UNWANTED, line, message, "it is ignored").diagnostic(text.split("\n"), number)
            )
        # A number line with nothing below it replaces nothing.
        elif any(line.text.strip() and marker_of(line.text) is None for line in lines):
            gathered.setdefault(number, []).extend(lines)
    last = parts[-1][0]
    cells_by_number: dict[int, str] = {}
    for number, lines in gathered.items():
        read = mended(lines, (), cut=cut and number == last, inputs=inputs, reply=text, context=True)
        # A part that holds nothing usable is reported as a missing replacement, not as an empty reply.
        part_findings = [finding for finding in read.findings if finding.code != codes.NO_PROBLEM.code]
        findings += [finding.model_copy(update={"problem": number}) for finding in part_findings]
        if read.text:
            cells_by_number[number] = read.text
    return cells_by_number


def _marker_above(rows: list[ReplyLine]) -> list[ReplyLine]:
    """Take a bare marker, or a fence, off the end of the part above: it begins the cell below the number line."""
    filled = [row for row in rows if row.text.strip()]
    if filled and marker_of(filled[-1].text) is not None:
        rows.remove(filled[-1])
        return [filled[-1]]
    return []


def _in_order(
    rows: Sequence[ReplyLine],
    numbers: tuple[int, ...],
    text: str,
    inputs: Sequence[InputTable],
    *,
    cut: bool,
    findings: list[Diagnostic],
) -> Mapping[int, str]:
    """Return the problems of a reply without number lines, if their number is the requested one."""
    read = mended(rows, (), cut=cut, inputs=inputs, reply=text)
    problems = parse(read.text).problems if read.text else ()
    findings += [
        finding.model_copy(update={"problem": dict(enumerate(numbers, 1)).get(finding.problem or 0)})
        for finding in read.findings
    ]
    if len(problems) == len(numbers):
        cells = [cell.source for cell in parse(read.text).cells if cell.kind is CellKind.PROBLEM]
        return {number: cell.rstrip("\n") + "\n" for number, cell in zip(numbers, cells, strict=True)}
    if problems:
        count = f"{len(problems)} problems are offered where {len(numbers)} were asked for"
        message = f"{count}, and no line such as `{PLAIN.removesuffix(' %%')} problem 4` says which they replace"
        findings.append(codes.UNWANTED.diagnostic(message, hint="they are refused"))
    return {}
