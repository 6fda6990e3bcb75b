"""Text to `ProblemSet`. Never raises for any text; what cannot be understood is a broken cell with diagnostics."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from authoring.dseal import codes
from authoring.dseal.conventions import conventions_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Cell, CellKind, Problem, ProblemSet
from authoring.dseal.positions import finding, lines_of, with_newlines
from authoring.dseal.problem_reader import read_problem
from authoring.dseal.python_code import open_string, parse_code
from authoring.dseal.yaml_reader import ParseLimits

# A marker stands at the start of a line; before the first one there may be a byte order mark.
_MARKER = re.compile(r"(?:(?<![^\r\n])|(?<=\A\ufeff))# %%(?P<rest>[^\r\n]*)(?P<newline>\r\n|\r|\n|\Z)")
# DSEval cuts at these characters wherever they end a line, behind code as well.
_SPLIT_BY_DSEVAL = re.compile(r"# %%(?=[\r\n])")
# What may have been meant as a marker: indented, spaced otherwise, run together with a name, or with one percent sign
# alone on its line or right above a docstring. A comment such as `# % of the total` is none.
_NEAR_MARKER = re.compile(
    r"(?<![^\r\n])(?P<mark>[ \t]*#[ \t]*(?:%%|%[ \t]?%?(?=[ \t]*(?:[\r\n]|\Z)|"
    r"[ \t][^\r\n]{0,80}(?:\r\n|\r|\n)[rR]?(?:\"{3}|'{3}))))(?P<rest>[^\r\n]*)"
)
# Any prefix and either quotes: docstrings that DSEval does not know are to be reported, not overlooked.
_OPENING = re.compile(r"""(?P<prefix>[rRuUbBfF]{0,2})(?P<quotes>\"{3}|'{3})""")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A stretch of the text between two markers; `body` is where its marker line ends."""

    start: int
    body: int
    end: int
    title: str | None


class _Parser:
    def __init__(self, text: str, limits: ParseLimits) -> None:
        self.text = text
        self.limits = limits
        self.lines = lines_of(text)
        self.number = 0
        self.conventions: dict[str, None] = {}
        self.diagnostics: list[Diagnostic] = []

    def report(self, info: RuleInfo, start: int, end: int, message: str, hint: str = "") -> None:
        self.diagnostics.append(finding(info, self.text, start, end, message, hint=hint))

    def run(self) -> ProblemSet:
        # Before anything else, because the patterns below walk the whole text.
        if len(self.text) > self.limits.text:
            message = f"the text has {len(self.text):,} characters; at most {self.limits.text:,} are read"
            return self._refused(message)
        markers = [match for match in _MARKER.finditer(self.text) if _is_marker(match)]
        if len(markers) > self.limits.cells:
            message = f"the text has {len(markers):,} cells; at most {self.limits.cells:,} are read"
            return self._refused(message)
        self._check_markers(markers)
        cells = tuple(self._cells(_pieces(self.text, markers)))
        if not any(cell.kind in {CellKind.PROBLEM, CellKind.BROKEN} for cell in cells):
            hint = 'begin a cell with `# %%`, then a docstring `"""` with a question, then the reference code'
            self.report(codes.NO_PROBLEMS, 0, 0, "the text holds no problem", hint)
        # Markers were checked before cells, so the findings are not in the order of the text.
        self.diagnostics.sort(key=lambda diagnostic: (diagnostic.line, diagnostic.column, diagnostic.code))
        return ProblemSet(self.text, cells, tuple(self.diagnostics))

    def _refused(self, message: str) -> ProblemSet:
        self.report(codes.TEXT_TOO_LARGE, 0, 0, message, "cut it into several problem sets")
        span = self.lines.span(0, len(self.text))
        # One broken cell keeps the whole text, so that dumping still gives it back.
        cell = Cell(CellKind.BROKEN, self.text, span, None, "", self.lines.span(0, 0), None)
        return ProblemSet(self.text, (cell,), tuple(self.diagnostics))

    def _check_markers(self, markers: list[re.Match[str]]) -> None:
        starts = {_start_of(match) for match in markers}
        for match in markers:
            start, title = _start_of(match), match["rest"]
            if title:
                follower = f"the title '{title.strip()[:60]}'" if title.strip() else "white space"
                message = f"{follower} follows the cell marker, so DSEval does not begin a cell here"
                self.report(codes.TITLED_MARKER, start, match.end("rest"), message, "leave `# %%` alone on its line")
            elif not match["newline"]:
                message = "the text ends with a marker that begins no cell"
                self.report(codes.MARKER_WITHOUT_NEWLINE, start, match.end(), message, "remove it")
        # Where DSEval cuts and we do not.
        hidden = {match.start() for match in _SPLIT_BY_DSEVAL.finditer(self.text)} - starts
        for start in sorted(hidden):
            message = "DSEval begins a new cell at the end of this line, because it ends with `# %%`"
            self.report(codes.MARKER_INSIDE_LINE, start, start + 4, message, "write the comment differently")
        for match in _NEAR_MARKER.finditer(self.text):
            start = match.start("mark") + len(match["mark"]) - len(match["mark"].lstrip(" \t"))
            end = match.end("mark")
            if start not in starts and end - len("# %%") not in hidden:
                message = "this line looks like a cell marker, but begins no cell"
                self.report(codes.NEAR_MARKER, start, end, message, "write `# %%` at the start of its own line")

    def _cells(self, pieces: list[_Piece]) -> Iterator[Cell]:
        for piece in pieces:
            yield self._preamble(piece) if piece.body < 0 else self._cell(piece)

    def _preamble(self, piece: _Piece) -> Cell:
        source = self.text[: piece.end]
        position = int(source.startswith("\ufeff"))
        if not _is_remark(source[position:]):
            message = "DSEval throws away what stands before the first `# %%` line"
            start = position + len(source[position:]) - len(source[position:].lstrip())
            end = self.lines.starts[min(self.lines.locate(start)[0], len(self.lines.starts) - 1)]
            hint = "put `# %%` on a line above it"
            self.report(codes.CODE_BEFORE_FIRST_MARKER, start, end, message, hint)
        empty = self.lines.span(piece.end, piece.end)
        return Cell(CellKind.PREAMBLE, source, self.lines.span(0, piece.end), None, "", empty, None)

    def _cell(self, piece: _Piece) -> Cell:
        body = self.text[piece.body : piece.end]
        start = piece.body + len(body) - len(body.lstrip())
        end = piece.body + len(body.rstrip())
        if start >= end:
            return self._make(CellKind.EMPTY, piece, piece.end, piece.end, None)
        opening = _OPENING.match(self.text, start, end)
        if opening is None:
            self._check_open_string(piece, start, end)
            cell = self._make(CellKind.CONTEXT, piece, start, end, None)
            self.conventions |= dict.fromkeys(conventions_of(cell.code))
            return cell
        inner = self._docstring(piece, opening, end)
        if inner is None:
            return self._make(CellKind.BROKEN, piece, end, end, None)
        code = self.text[inner[1] + 3 : end]
        start = inner[1] + 3 + len(code) - len(code.lstrip())
        problem, findings = read_problem(self.text, *inner, number=self.number + 1, limits=self.limits)
        for fault in findings:
            at = inner[0] + fault.start, inner[0] + fault.end
            # A broken problem has no number, because DSEval counts complete ones only.
            number = self.number + 1 if problem is not None else None
            self.diagnostics.append(finding(fault.info, self.text, *at, fault.message, hint=fault.hint, problem=number))
        if problem is None:
            return self._make(CellKind.BROKEN, piece, start, end, None)
        self._check_open_string(piece, start, end)
        self.number += 1
        problem = replace(problem, conventions=(*self.conventions,))
        return self._make(CellKind.PROBLEM, piece, start, end, problem)

    def _docstring(self, piece: _Piece, opening: re.Match[str], end: int) -> tuple[int, int] | None:
        """Return where the docstring's text begins and ends, or report why there is none."""
        quotes, begin = opening["quotes"], opening.end()
        close = self.text.find(quotes, begin, end)
        place = opening.start(), opening.end()
        if close < 0:
            # The closing quotes stand behind the next marker: that marker is what cuts the docstring.
            if self.text.find(quotes, piece.end) >= 0:
                self._report_cut(piece, "docstring")
            self.report(
                codes.UNTERMINATED_DOCSTRING, *place, "the docstring is never closed", f"close it with {quotes}"
            )
            return None
        if quotes != '"""' or opening["prefix"] not in {"", "r"}:
            message = f"DSEval takes a cell that begins with {opening[0]} for context"
            self.report(codes.FOREIGN_DOCSTRING, *place, message, 'use """, or r""" with backslashes')
            return None
        tail = self.text[close + 3 : end]
        if not tail:
            hint = "write the reference code below the docstring; remove the quotes if this is no problem"
            self.report(codes.DOCSTRING_WITHOUT_CODE, *place, "no reference code follows the docstring", hint)
            return None
        if tail[0] not in "\r\n":
            message = "something follows the docstring's closing quotes on their line"
            hint = 'end the line there; write quotes inside the docstring so that no """ comes about'
            self.report(codes.TEXT_AFTER_DOCSTRING, close, close + 3, message, hint)
            return None
        return begin, close

    def _check_open_string(self, piece: _Piece, start: int, end: int) -> None:
        # Nothing cuts the last cell: what it leaves open is a syntax error, which a rule tells.
        quotes = open_string(self.text[start:end]) if piece.end < len(self.text) else ""
        if quotes and self.text.find(quotes, piece.end) >= 0:
            self._report_cut(piece, "string")

    def _report_cut(self, piece: _Piece, kind: str) -> None:
        message = f"this marker cuts a {kind} that begins in the cell above"
        hint = 'write the line differently, for example "# " + "%%"'
        self.report(codes.MARKER_INSIDE_STRING, piece.end, piece.end + 4, message, hint)

    def _make(self, kind: CellKind, piece: _Piece, start: int, end: int, problem: Problem | None) -> Cell:
        return Cell(
            kind=kind,
            source=self.text[piece.start : piece.end],
            span=self.lines.span(piece.start, piece.end),
            title=piece.title,
            code=with_newlines(self.text[start:end]),
            code_span=self.lines.span(start, end),
            problem=problem,
        )


def parse(text: str, *, limits: ParseLimits | None = None) -> ProblemSet:
    """Read a DSEAL text.

    Every string gives a `ProblemSet` whose cells' sources, put together, are the text again. Cells are those that
    DSEval 0.0.1 would see; wherever its reading differs, a diagnostic says so. Line endings are to be as they are.
    """
    return _parsed(text, limits or ParseLimits())


@lru_cache(maxsize=256)
def _parsed(text: str, limits: ParseLimits) -> ProblemSet:
    """Read a text once: a benchmark's are asked for again by each step, and reading YAML takes its time."""
    return _Parser(text, limits).run()


def _is_marker(match: re.Match[str]) -> bool:
    # `# %%name` without a space is no marker; it is told as one that may have been meant.
    return not match["rest"] or match["rest"][0].isspace()


def _is_remark(preamble: str) -> bool:
    """Return whether a preamble holds comments and strings only, which do nothing when they run."""
    parsed = parse_code(with_newlines(preamble))
    return parsed.error is None and all(
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant) for statement in parsed.tree.body
    )


def _start_of(marker: re.Match[str]) -> int:
    return marker.start("rest") - len("# %%")


def _pieces(text: str, markers: list[re.Match[str]]) -> list[_Piece]:
    starts = [_start_of(match) for match in markers]
    first = starts[0] if starts else len(text)
    # The preamble has no marker line, which a body of -1 says.
    pieces = [_Piece(0, -1, first, None)] if first else []
    for marker, start, end in zip(markers, starts, [*starts, len(text)][1:], strict=True):
        pieces.append(_Piece(start, marker.end(), end, marker["rest"].strip() or None))
    return pieces
