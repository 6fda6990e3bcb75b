"""A reply that should be a problem set: read as canonical DSEAL, with findings about every change."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from authoring.drafting.replies import codes
from authoring.drafting.replies.cell_reader import ReadCell, read_cell
from authoring.drafting.replies.input_references import SessionTables, check_columns
from authoring.drafting.replies.json_reply import LONGEST_REPLY
from authoring.drafting.replies.lines import (
    ReplyFinding,
    ReplyLine,
    excerpt,
    place_of,
    renumbered,
    stripped,
    text_of,
    writable,
)
from authoring.drafting.replies.markers import PLAIN, marker_of, opening_of, tidy
from authoring.drafting.replies.raw_cells import RawCell, height_of, raw_cells
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.model import CellKind, InputTable
from authoring.dseal.parse import parse
from authoring.dseal.positions import with_newlines

MOST_CELLS = 200
LONGEST_SET = 400_000
"""Characters of the cells that are kept: what the parser takes, with room for a person's edits."""
ROUNDS = 3
"""Passes over the result, so that faults that one correction uncovers are corrected too."""
# Findings of one kind that are reported at most.
_MOST_ALIKE = 20
# Codes of findings that change nothing.
_AS_IT_CAME = frozenset(info.code for info in (codes.UNREADABLE, codes.COLUMN, codes.FILE))


@dataclass(frozen=True, slots=True)
class MendedText:
    """The usable content of a reply."""

    text: str
    """Canonical DSEAL without DS1xx errors; empty where no problem could be used.

    Only context, and so no problem (DS108), where the very first problem was cut.
    """
    findings: tuple[Diagnostic, ...]
    """What was mended (notes), left out (warnings) or useless (errors); lines are numbered as in the reply."""
    cut: bool = False
    """Whether the reply ends within a problem, which is not in `text`."""
    tail: str = ""
    """The beginning of that problem, for a continuation."""


@dataclass(frozen=True, slots=True)
class _Pass:
    cells: tuple[ReadCell, ...]
    notes: tuple[tuple[ReplyFinding, ReadCell | None], ...]
    tail: tuple[ReplyLine, ...] = ()


def read_problemset(text: str, *, cut: bool, inputs: Sequence[InputTable] = ()) -> MendedText:
    """Return the problem set that a reply holds.

    A reply without fault comes back as it is, with no findings. Cells that were fine keep every character. The last
    cell of a reply that was cut cannot be whole. Without input files no path and no column is looked at.
    """
    if len(text) >= LONGEST_REPLY:
        return MendedText("", (oversized(len(text)),))
    original, text = text, writable(text)
    rows = [ReplyLine(row, number) for number, row in enumerate(with_newlines(text).split("\n"), 1)]
    notes: list[ReplyFinding] = []
    if original != text:
        notes.append(ReplyFinding(codes.CHARACTERS, 1, "the reply has halves of characters, which are read as U+FFFD"))
    if "\r" in text or text.startswith("\ufeff"):
        kind = "a byte order mark" if text.startswith("\ufeff") else "other line endings than newlines"
        notes.append(ReplyFinding(codes.CHARACTERS, 1, f"the reply has {kind}"))
        rows[0] = ReplyLine(rows[0].text.removeprefix("\ufeff"), 1)
    read = mended(rows, notes, cut=cut, inputs=inputs, reply=text)
    # A reply of which nothing was mended, and that the parser finds no fault with, comes back byte by byte.
    unchanged = not read.cut and all(finding.code in _AS_IT_CAME for finding in read.findings)
    return MendedText(text, read.findings) if unchanged and _is_clean(text) else read


def mended(
    rows: Sequence[ReplyLine],
    notes: Sequence[ReplyFinding],
    *,
    cut: bool,
    inputs: Sequence[InputTable],
    reply: str,
    prior: Sequence[ReadCell] | None = None,
    context: bool = False,
) -> MendedText:
    """Return the problem set that numbered lines hold; the numbers count the lines of `reply`.

    The cells of earlier replies, if this one continues them, stay as they are and get no further findings, and a
    problem with the same question as one of `prior` counts as repeated. With `context` a set of context cells alone is
    accepted.
    """
    first = _read(rows, cut=cut, inputs=inputs, prior=prior)
    pairs = [(note, None) for note in notes] + list(first.notes)
    last = first
    for _ in range(ROUNDS):
        second = _read(_lines_of(last.cells[len(prior or ()) :]), cut=False, inputs=inputs, prior=prior)
        if [cell.text for cell in second.cells] == [cell.text for cell in last.cells]:
            break
        # The same fault is found in every pass over a cell that keeps it.
        reported = {(note.info.code, note.line) for note, _ in pairs}
        pairs += [(note, cell) for note, cell in second.notes if (note.info.code, note.line) not in reported]
        last = second
    # Context that prepares a cut problem is needed once that problem is whole.
    cells = last.cells if context or first.tail or any(cell.question for cell in last.cells) else ()
    if not cells and not first.tail:
        # The prose that was left out is the whole reply, and the error says so.
        pairs = [pair for pair in pairs if pair[0].info is not codes.PROSE]
        pairs.append((_no_problem(rows), None))
    findings = _findings(pairs, last, with_newlines(reply).split("\n"))
    return MendedText("\n".join(cell.text for cell in cells), findings, bool(first.tail), text_of(first.tail))


def _is_clean(text: str) -> bool:
    findings = parse(text).diagnostics
    return not any(finding.severity is Severity.ERROR and finding.code.startswith("DS1") for finding in findings)


def _read(
    rows: Sequence[ReplyLine], *, cut: bool, inputs: Sequence[InputTable], prior: Sequence[ReadCell] | None
) -> _Pass:
    """Read numbered lines once."""
    notes: list[ReplyFinding] = []
    raws = raw_cells(tidy(rows, notes), notes)
    findings: list[tuple[ReplyFinding, ReadCell | None]] = [(note, None) for note in notes]
    if len(raws) > MOST_CELLS:
        message = f"the reply has {len(raws):,} cells; the first {MOST_CELLS} are read"
        findings.append((ReplyFinding(codes.OVERSIZED, place_of(raws[MOST_CELLS].lines), message), None))
        raws = raws[:MOST_CELLS]
    tail = _tail(rows, raws, cut=cut)
    if tail:
        message = f"the reply ends within a problem, at '{excerpt(stripped(tail)[-1].text)}'"
        hint = "what was there of it is used only if the model goes on"
        findings.append((ReplyFinding(codes.CUT, place_of(tail), message, hint), None))
        raws = raws if is_bare_marker(tail) else raws[:-1]
    read: list[ReadCell] = list(prior or ())
    for raw in raws:
        cell, cell_notes = read_cell(raw, inputs)
        findings += [(note, cell) for note in cell_notes]
        if cell is not None:
            read.append(cell)
    cells = list(_bounded(_unrepeated(read, findings, joined=prior is not None), findings))
    # Only now, over the cells that stay: a column may be made by any cell before.
    session = SessionTables(inputs)
    for cell in cells:
        columns: list[ReplyFinding] = []
        check_columns(cell.code, session, columns)
        findings += [(note, cell) for note in columns]
    return _Pass(tuple(cells), tuple(findings), tail)


def _tail(rows: Sequence[ReplyLine], raws: Sequence[RawCell], *, cut: bool) -> tuple[ReplyLine, ...]:
    """Return the lines of a last cell that is not whole, its marker included; nothing where it is.

    A model that was stopped can have stopped anywhere. Of one that was not, only a problem without any code counts.
    """
    if not raws:
        return tuple(rows) if cut and any(row.text.strip() for row in rows) else ()
    filled = next((at for at in reversed(range(len(rows))) if rows[at].text.strip()), None)
    if cut and filled is not None and is_bare_marker(rows[filled:]):
        # Stopped right behind a marker: the cell above it is whole, and the next one has only just begun.
        return tuple(rows[filled:])
    body = list(raws[-1].lines)
    if not cut and not is_open(body):
        return ()
    # The reply's own last lines say how it ended: within a line, behind its end, or within the next one's indentation.
    trailing = [row for row in rows if row.number > body[-1].number] if body else []
    body += [] if any(row.text.strip() for row in trailing) else trailing
    return (ReplyLine(PLAIN, body[0].number if body else rows[-1].number), *body)


def is_bare_marker(rows: Sequence[ReplyLine]) -> bool:
    """Return whether lines are a marker without a title and nothing below it."""
    marker = marker_of(rows[0].text) if rows else None
    return (
        marker is not None
        and not marker.title
        and not marker.first_line
        and not any(row.text.strip() for row in rows[1:])
    )


def is_open(body: Sequence[ReplyLine]) -> bool:
    """Return whether a cell is a docstring that never ends."""
    rows = stripped(body)
    opening = opening_of(rows[0].text) if rows else None
    if opening is None:
        return False
    begin = rows[0].text.find(opening[1]) + 3
    return opening[1] not in rows[0].text[begin:] and not any(opening[1] in line.text for line in rows[1:])


def _unrepeated(
    cells: Sequence[ReadCell], findings: list[tuple[ReplyFinding, ReadCell | None]], *, joined: bool
) -> Iterable[ReadCell]:
    """Yield cells without those that stood before; context only where problems are repeated too."""
    # A continuation that writes a problem again may word its code otherwise: there the question alone decides.
    identities = [(cell.identity[0], "") if joined and cell.question else cell.identity for cell in cells]
    problems = [identity for identity, cell in zip(identities, cells, strict=True) if cell.question]
    doubled = joined or len(problems) > len(set(problems))
    earlier: set[tuple[str, str]] = set()
    for identity, cell in zip(identities, cells, strict=True):
        new = place_of(cell.lines) >= 0  # Cells of earlier replies have the number -1.
        if new and identity in earlier and (cell.question or doubled):
            label = f"the problem '{excerpt(cell.question)}'" if cell.question else "a context cell"
            note = ReplyFinding(codes.REPEATED, place_of(cell.lines), f"{label} stands twice", "the first one is kept")
            findings.append((note, None))
            continue
        earlier.add(identity)
        yield cell


def _bounded(cells: Iterable[ReadCell], findings: list[tuple[ReplyFinding, ReadCell | None]]) -> Iterable[ReadCell]:
    total = 0
    for cell in cells:
        total += len(cell.text) + 1
        if total > LONGEST_SET:
            message = f"a set of more than {LONGEST_SET:,} characters is not read on"
            findings.append((ReplyFinding(codes.OVERSIZED, place_of(cell.lines), message), None))
            return
        yield cell


def cells_of(text: str) -> tuple[ReadCell, ...]:
    """Return the cells of a canonical text that was read before; their lines have numbers that no finding shows."""
    rows = [ReplyLine(row, -1) for row in text.split("\n")]
    return tuple(
        ReadCell(
            cell.problem.question if cell.problem is not None else "",
            tuple(renumbered(cell.code, -1)),
            tuple(stripped(rows[cell.span.line : cell.span.line - 1 + height_of(cell)])),
        )
        for cell in (parse(text).cells if text else ())
        if cell.kind in {CellKind.CONTEXT, CellKind.PROBLEM}
    )


def _lines_of(cells: Sequence[ReadCell]) -> list[ReplyLine]:
    """Return the lines of a set with the reply's numbers."""
    rows: list[ReplyLine] = []
    for cell in cells:
        rows += [ReplyLine(PLAIN, place_of(cell.lines)), *cell.lines, ReplyLine("", cell.lines[-1].number)]
    return rows


def _findings(
    notes: Sequence[tuple[ReplyFinding, ReadCell | None]], last: _Pass, reply: Sequence[str]
) -> tuple[Diagnostic, ...]:
    """Return notes as diagnostics in the order of lines, with the numbers that problems have in the end."""
    numbers: dict[tuple[str, str], int] = {}
    for cell in last.cells:
        if cell.question:
            numbers.setdefault(cell.identity, len(numbers) + 1)
    counts: dict[str, int] = {}
    diagnostics: list[Diagnostic] = []
    for note, about in notes:
        # About a cell of an earlier reply, whose findings were reported with that reply.
        if note.line < 0:
            continue
        counts[note.info.code] = counts.get(note.info.code, 0) + 1
        if counts[note.info.code] <= _MOST_ALIKE:
            diagnostics.append(note.diagnostic(reply, numbers.get(about.identity) if about else None))
    return tuple(sorted(diagnostics, key=lambda diagnostic: (diagnostic.line, diagnostic.code, diagnostic.message)))


def _no_problem(rows: Sequence[ReplyLine]) -> ReplyFinding:
    first = next((line for line in rows if line.text.strip()), None)
    if first is None:
        return ReplyFinding(codes.NO_PROBLEM, 1, "the reply is empty", "ask again")
    hint = "ask for a file of `# %%` cells, each with a docstring and code"
    return ReplyFinding(
        codes.NO_PROBLEM, first.number, f"the reply holds no problem; it begins '{excerpt(first.text)}'", hint
    )


def oversized(length: int) -> Diagnostic:
    """Return the finding that refuses a reply of so many characters."""
    message = f"the reply has {length:,} characters; fewer than {LONGEST_REPLY:,} are read"
    return codes.OVERSIZED.diagnostic(message, hint="ask for fewer problems at once")
