"""Joining a cut reply with the reply that continues it, so that nothing is requested and paid twice."""

import re
from collections.abc import Iterable, Sequence

from authoring.drafting.replies import codes
from authoring.drafting.replies.cell_reader import read_cell
from authoring.drafting.replies.fences import fence_of
from authoring.drafting.replies.json_reply import LONGEST_REPLY
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, excerpt, writable
from authoring.drafting.replies.markers import PLAIN, marker_of, opening_of, tidy
from authoring.drafting.replies.problemset import MendedText, cells_of, is_bare_marker, is_open, mended, oversized
from authoring.drafting.replies.prose import is_prose, tell_prose, without_reasoning
from authoring.drafting.replies.raw_cells import RawCell
from authoring.dseal.model import InputTable
from authoring.dseal.parse import parse
from authoring.dseal.positions import with_newlines

# Characters that a reply repeats by no accident.
_CERTAIN = 12
# Characters of a repeated part that are looked at, blanks at its ends apart.
_SHORTEST = 3
# What a join at the wrong place leads to.
_FAULTS = (codes.UNREADABLE, codes.UNASKED, codes.DOCSTRING, codes.LINES)
# Characters at the end of the cut reply in which a repeated part is looked for.
_LOOKED_AT = 4_000
# A remark such as "Continuing where I stopped:" above the code that goes on.
_GOING_ON = re.compile(
    r"(?:continu\w*|here(?:'s| is| are)|sure|certainly|of course|okay|ok|apologies|sorry)\b.*[:.!…]\s*$", re.IGNORECASE
)
# What cannot go on with code, even where that was cut within a word.
_SENTENCE = re.compile(r"\s*[A-Z][^\[\]{}=_\"]{0,2000}[.!?:]\s*$")
# The first key of a problem's docstring, in quotes where a model writes JSON.
_QUESTION_KEY = re.compile(r"[ \t]*[\"']?(?:question|query)[\"']?[ \t]*:", re.IGNORECASE)
# Lines at the start of a reply among which its opening fence is looked for.
_HEAD = 8


def join_continuation(before: MendedText, text: str, *, cut: bool, inputs: Sequence[InputTable] = ()) -> MendedText:
    """Return the problem set that a cut reply and its continuation hold together.

    The problems of the cut reply stay as they are. The second may go on in the middle of a word, repeat the last lines,
    begin the last problem or the whole set again, or go on with the next problem. New findings count the lines of the
    second reply; those of the first stand before them.
    """
    if len(text) >= LONGEST_REPLY:
        return MendedText(before.text, (*before.findings, oversized(len(text))), before.cut, before.tail)
    notes: list[ReplyFinding] = []
    text = writable(text)
    rows = [ReplyLine(row, at) for at, row in enumerate(with_newlines(text).removeprefix("\ufeff").split("\n"), 1)]
    rows = _without_head(tidy(without_reasoning(rows, notes), notes), notes)
    # Lines of the cut reply have no number in this one.
    tail = [ReplyLine(row, 0) for row in before.tail.split("\n")] if before.tail else []
    if not any(row.text.strip() for row in rows) and not (cut and before.tail):
        return take_tail(before, inputs=inputs)
    # Only prose came: an open docstring could go on with it, code cannot.
    if tail and not is_open(_body(tail)) and all(_SENTENCE.match(row.text) for row in rows if row.text.strip()):
        tell_prose(rows, notes, "a remark is no continuation of code")
        findings = tuple(note.diagnostic(with_newlines(text).split("\n"), None) for note in notes)
        whole = take_tail(before, inputs=inputs)
        return MendedText(whole.text, (*whole.findings, *findings), whole.cut, whole.tail)
    if _begins_cell(rows) or not tail:
        if tail and _is_begun_again(tail, rows):
            if not is_bare_marker(tail):
                notes.append(ReplyFinding(codes.REPEATED, rows[0].number, "the problem that was cut is begun again"))
            tail = []
        # A cell that begins with its docstring is given the marker that it lacks.
        bare = _begins_cell(rows) and marker_of(_first(rows).text) is None
        first = [ReplyLine(PLAIN, rows[0].number)] if bare else []
        joined = [*tail, *first, *rows]
    else:
        joined = _joined(tail, rows, notes)
    after = mended(joined, notes, cut=cut, inputs=inputs, reply=text, prior=cells_of(before.text))
    # What was said of the end of the cut reply does not hold any more.
    superseded = {codes.CUT.code, codes.NO_PROBLEM.code}
    earlier_findings = tuple(finding for finding in before.findings if finding.code not in superseded)
    return MendedText(after.text, (*earlier_findings, *after.findings), after.cut, after.tail)


def take_tail(before: MendedText, *, inputs: Sequence[InputTable] = ()) -> MendedText:
    """Return the content of a cut reply without a continuation: with its last problem, if that happens to be whole.

    A model can be stopped right behind its last line. Where the last problem is not whole, the reply stays as it is.
    """
    rows = [ReplyLine(row, 0) for row in before.tail.split("\n")]
    findings = tuple(finding for finding in before.findings if finding.code != codes.CUT.code)
    if is_bare_marker(rows):
        return MendedText(before.text, findings)
    # Read as if it had not been cut: it counts only where one more problem comes of it, and its code parses.
    after = mended(rows, (), cut=False, inputs=inputs, reply=before.tail, prior=cells_of(before.text))
    is_whole = len(parse(after.text).problems) > len(parse(before.text).problems)
    if not before.tail or not is_whole or any(finding.code == codes.UNREADABLE.code for finding in after.findings):
        return before
    return MendedText(after.text, (*findings, *after.findings))


def _without_head(rows: Sequence[ReplyLine], notes: list[ReplyFinding]) -> list[ReplyLine]:
    """Return lines without an opening fence at their beginning, and without the remarks above it."""
    filled = [at for at, row in enumerate(rows) if row.text.strip()][:_HEAD]
    for at in filled:
        fence = fence_of(rows[at].text)
        # A bare fence opens the reply only on its first line; further down it is one that closes.
        if fence is not None and (fence != ("```", "") or at == filled[0]):
            notes.append(ReplyFinding(codes.FENCES, rows[at].number, "a Markdown fence begins the reply"))
            return list(rows[at + 1 :])
        if not is_prose(rows[at].text):
            break
    if filled and _GOING_ON.match(rows[filled[0]].text.strip("*_# ")):
        remark = rows[filled[0]]
        notes.append(ReplyFinding(codes.PROSE, remark.number, f"prose is left out: '{excerpt(remark.text)}'"))
        return _without_head(rows[filled[0] + 1 :], notes) if len(filled) > 1 else []
    return list(rows)


def _first(rows: Sequence[ReplyLine]) -> ReplyLine:
    return next(row for row in rows if row.text.strip())


def _body(rows: Sequence[ReplyLine]) -> Sequence[ReplyLine]:
    """Return the lines of a cell below its marker; a reply can be cut within that."""
    return rows[1:] if rows and marker_of(rows[0].text) is not None else rows


def _begins_cell(rows: Sequence[ReplyLine]) -> bool:
    """Return whether lines begin with a marker, or with a docstring that asks something."""
    filled = [row.text for row in rows[:50] if row.text.strip()]
    if not filled:
        return False
    if marker_of(filled[0]) is not None:
        return True
    opening = opening_of(filled[0])
    if opening is None:
        return False
    # Quotes alone do not tell: they may close the docstring that was cut, or open a string of its code.
    second = filled[0].partition(opening[1])[2].strip() or (filled[1] if len(filled) > 1 else "")
    return _QUESTION_KEY.match(second) is not None


def _is_begun_again(tail: Sequence[ReplyLine], rows: Sequence[ReplyLine]) -> bool:
    """Return whether some cell of the new lines begins as the cut one does."""
    cut = _squashed(row.text for row in tail if marker_of(row.text) is None)
    if not cut:
        return True
    parts: list[list[str]] = [[]]
    for row in rows:
        if marker_of(row.text) is not None:
            parts.append([])
        else:
            parts[-1].append(row.text)
    # Three fifths of what there was, 60 signs at most, because what was cut may end otherwise when it is begun again.
    enough = max(1, min(len(cut) * 3 // 5, 60))
    return any(_squashed(part)[:enough] == cut[:enough] for part in parts)


def _squashed(texts: Iterable[str]) -> str:
    return "".join("".join(texts).split())


def _joined(tail: Sequence[ReplyLine], rows: Sequence[ReplyLine], notes: list[ReplyFinding]) -> list[ReplyLine]:
    """Return the lines of the cut problem and those that go on with it, joined where that reads best."""
    old = "\n".join(row.text for row in tail)
    new = "\n".join(row.text for row in rows)
    bare = new.lstrip("\n")
    skipped = len(new) - len(bare)
    overlap = _overlap(old, bare)
    # A way to join is how many signs of the new text are left out, and what is put between the two.
    joins = [(skipped + overlap, "")] if len(bare[:overlap].strip()) >= _SHORTEST else []
    glued = old.endswith("\n") or new.startswith("\n")
    joins += [(0, "")] if glued else [(0, ""), (0, "\n")]
    # A short repeat within a line may be chance, so that leaving it out is the last way to be tried.
    if joins[0][0] and overlap < _CERTAIN and not _is_line_start(old, overlap):
        joins = [*joins[1:], joins[0]]
    # The likeliest way is left only for one that reads without fault: an unfinished problem reads as none in any way.
    best = next((join for join in joins if _is_fine(tail, rows, *join)), joins[0])
    if best[0]:
        notes.append(
            ReplyFinding(codes.REPEATED, rows[0].number, "the end of the cut reply is repeated, and taken once")
        )
    return _put_together(tail, rows, *best)


def _put_together(tail: Sequence[ReplyLine], rows: Sequence[ReplyLine], skip: int, between: str) -> list[ReplyLine]:
    """Return the lines joined, without the first characters of the new ones."""
    remaining = list(rows)
    while skip and remaining and skip > len(remaining[0].text):
        skip -= len(remaining.pop(0).text) + 1
    if not remaining:
        return list(tail)
    remaining[0] = ReplyLine(remaining[0].text[skip:], remaining[0].number)
    if between:
        return [*tail, *remaining]
    seam = ReplyLine(tail[-1].text + remaining[0].text, remaining[0].number if remaining[0].text else tail[-1].number)
    return [*tail[:-1], seam, *remaining[1:]]


def _overlap(old: str, new: str) -> int:
    """Return how many characters the end of one text and the beginning of another share."""
    # By the failure function of Knuth, Morris and Pratt, so that no text makes it slow.
    pattern, text = new[:_LOOKED_AT], old[-_LOOKED_AT:]
    failure = [0] * len(pattern)
    length = 0
    for at in range(1, len(pattern)):
        while length and pattern[at] != pattern[length]:
            length = failure[length - 1]
        length += pattern[at] == pattern[length]
        failure[at] = length
    length = 0
    for sign in text:
        while length and (length == len(pattern) or sign != pattern[length]):
            length = failure[length - 1]
        length += bool(pattern) and sign == pattern[length]
    return length


def _is_line_start(old: str, length: int) -> bool:
    """Return whether the last characters of a text begin with its last line, or with one before it."""
    head = old[: len(old) - length].rpartition("\n")[2]
    return not head.strip() and length > 1


def _is_fine(tail: Sequence[ReplyLine], rows: Sequence[ReplyLine], skip: int, between: str) -> bool:
    """Return whether the joined problem reads as a whole cell whose code parses."""
    together = _body(_put_together(tail, rows, skip, between))
    # Up to the next marker: cells behind the seam read the same whichever way it is joined.
    end = next((at for at, line in enumerate(together) if marker_of(line.text) is not None), len(together))
    cell, notes = read_cell(RawCell(tuple(together[:end])), ())
    return cell is not None and all(note.info not in _FAULTS for note in notes)
