"""The docstring of a cell: split from the code, and its YAML mended until it can be read."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from authoring.drafting.replies import codes
from authoring.drafting.replies.characters import HIDDEN, QUOTES, dedented, visible, without_tabs
from authoring.drafting.replies.fences import fence_of
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, is_python, place_of, stripped, text_of
from authoring.drafting.replies.markers import opening_of
from authoring.dseal.model import Json
from authoring.dseal.yaml_reader import DocstringYaml, ParseLimits, read_yaml

LONGEST_DOCSTRING = 20_000
"""Characters. Questions have some hundreds."""
# Keys that models write, whether a problem can have them or not: each begins a new entry rather than more prose.
_KEY_NAMES = (
    "question|query|prompt|task|instructions?|validators?|validation|execution|data|title|name|id|number|difficulty|"
    "level|knowledge|knowledge_points?|hints?|tags?|topic|description|type|points|category|code|reference|solution|needs|"
    "gives|answer|expected|notes?|explanation"
)
_KEY = re.compile(rf"[ \t]{{0,12}}[\"']?(?P<key>{_KEY_NAMES})[\"']?[ \t]?[:\uff1a](?=\s|$|[^\s:=])", re.IGNORECASE)
# The key of the question with what stands on its line; U+FF1A is the full-width colon.
_QUESTION = re.compile(
    r"(?P<head>[ \t]{0,12})[\"']?(?P<key>question|query|prompt|task|instruction)[\"']?[ \t]?[:\uff1a]"
    r"[ \t]{0,3}(?P<rest>.*)\Z",
    re.IGNORECASE,
)
# The header of a block: `|`, `>-`, `|2`, with a comment or without.
_BLOCK = re.compile(r"[|>][-+\d]{0,2}(?:\s+#.*)?\Z")
# A key, perhaps of a list's item, before a full-width colon.
_WIDE_COLON = re.compile(r"[ \t]{0,40}(?:- )?[\w-]{1,40}[ \t]?\uff1a")
# Lines at which code is tried to begin: each try parses the rest of the cell.
_CODE_TRIES = 12


@dataclass(frozen=True, slots=True)
class SplitCell:
    """A problem cell in its two halves; `docstring` stands between the quotes."""

    docstring: tuple[ReplyLine, ...]
    code: tuple[ReplyLine, ...]
    closed: bool = True
    """Whether the docstring ends before the code begins, or the cell does."""


def split_cell(rows: Sequence[ReplyLine], notes: list[ReplyFinding]) -> SplitCell | None:
    """Return the halves of a cell, or None for one without a docstring."""
    opening = opening_of(rows[0].text)
    if opening is None:
        return _unquoted(rows, notes)
    prefix, quotes = opening
    if quotes != '"""' or prefix not in {"", "r"} or rows[0].text[:1].isspace():
        message = f"the docstring begins with {rows[0].text.strip()[: len(prefix) + 3]}"
        notes.append(ReplyFinding(codes.DOCSTRING, rows[0].number, message, 'write """'))
    begin = rows[0].text.find(quotes) + 3
    body = [ReplyLine(rows[0].text[begin:], rows[0].number), *rows[1:]]
    splits = [_cut(body, at, quotes) for at in _closings(body, quotes)]
    if not splits:
        return _unclosed(stripped(body), notes)
    # A question may quote a docstring: the first closing line below which there is Python is the right one.
    split = next((candidate for candidate in splits if candidate.code and is_python(candidate.code)), splits[0])
    if split != splits[0]:
        notes.append(ReplyFinding(codes.DOCSTRING, place_of(body), f"the question holds {quotes}"))
    elif body[len(split.docstring) - 1].text.rpartition(quotes)[2].strip() and split.code:
        notes.append(
            ReplyFinding(codes.DOCSTRING, split.code[0].number, "code stands on the line of the closing quotes")
        )
    return split


def _closings(body: Sequence[ReplyLine], quotes: str) -> list[int]:
    """Return the lines that may close a docstring: the first with quotes, then those that end with them."""
    first = next((at for at, line in enumerate(body) if quotes in line.text), None)
    if first is None:
        return []
    later = [at for at in range(first + 1, len(body)) if body[at].text.rstrip().endswith(quotes)]
    return [first, *(at for at in later[:3] if body[at].text.strip() == quotes)]


def _cut(body: Sequence[ReplyLine], at: int, quotes: str) -> SplitCell:
    text, number = body[at].text, body[at].number
    column = text.find(quotes)
    code_on_line = text[column + 3 :].strip()
    docstring = (*body[:at], ReplyLine(text[:column], number))
    code = [ReplyLine(code_on_line, number), *body[at + 1 :]] if code_on_line else body[at + 1 :]
    return SplitCell(docstring, tuple(stripped(code)))


def _unquoted(rows: Sequence[ReplyLine], notes: list[ReplyFinding]) -> SplitCell | None:
    """Split a cell whose docstring lacks its quotes, or stands in comments."""
    head = rows[0].text
    if head.startswith("#") and _KEY.match(head[1:]) and _QUESTION.match(head[1:]):
        count = next((at for at, line in enumerate(rows) if not line.text.startswith("#")), len(rows))
        notes.append(ReplyFinding(codes.DOCSTRING, rows[0].number, "the docstring is written as comments"))
        uncommented = tuple(ReplyLine(line.text[1:].removeprefix(" "), line.number) for line in rows[:count])
        return SplitCell(uncommented, tuple(stripped(rows[count:])))
    # `task: str = "x"` is Python, and no question.
    if not _QUESTION.match(head) or is_python(rows):
        return None
    notes.append(ReplyFinding(codes.DOCSTRING, rows[0].number, "the docstring has no quotes"))
    return _by_shape(rows)


def _unclosed(rows: Sequence[ReplyLine], notes: list[ReplyFinding]) -> SplitCell:
    split = _by_shape(rows)
    if split.code:
        notes.append(ReplyFinding(codes.DOCSTRING, split.code[0].number, "the docstring is not closed above the code"))
        return split
    return SplitCell(tuple(rows), (), closed=False)


def _by_shape(rows: Sequence[ReplyLine]) -> SplitCell:
    """Split where YAML cannot go on and Python can: at a line that is not indented and begins with no known key."""
    tries = 0
    for at, line in enumerate(rows):
        text = line.text
        if at and text.strip() in {'"""', "'''", "---"}:
            return SplitCell(tuple(rows[:at]), tuple(stripped(rows[at + 1 :])))
        if not at or not text.strip() or text[0].isspace() or _KEY.match(text):
            continue
        tries += 1
        if is_python(rows[at:]) or fence_of(text) is not None:
            return SplitCell(tuple(rows[:at]), tuple(stripped(rows[at:])))
        if tries >= _CODE_TRIES:
            break
    return SplitCell(tuple(rows), ())


@dataclass(frozen=True, slots=True)
class ReadDocstring:
    """A docstring's mapping with the lines it was read from."""

    reading: DocstringYaml
    lines: tuple[ReplyLine, ...]

    def line_of(self, offset: int) -> int:
        """Return the reply's line at an offset of the text that was read."""
        at = text_of(self.lines).count("\n", 0, max(offset, 0))
        return self.lines[min(at, len(self.lines) - 1)].number if self.lines else 1


def read_docstring(lines: Sequence[ReplyLine], notes: list[ReplyFinding]) -> ReadDocstring | None:
    """Return the content of a docstring, its YAML mended as far as needed; None where no question can be read."""
    if sum(len(line.text) + 1 for line in lines) > LONGEST_DOCSTRING:
        message = f"a docstring of more than {LONGEST_DOCSTRING:,} characters is not read"
        notes.append(ReplyFinding(codes.OVERSIZED, place_of(lines), message))
        return None
    read = _read(lines)
    if read is not None:
        return read
    mends: tuple[tuple[Callable[[Sequence[ReplyLine]], list[ReplyLine]], ReplyFinding], ...] = (
        (_characters, ReplyFinding(codes.CHARACTERS, 0, "tabs, odd spaces or full-width signs stand in the YAML")),
        (_without_fences, ReplyFinding(codes.FENCES, 0, "a Markdown fence stands in the docstring")),
        (
            question_as_block,
            ReplyFinding(codes.DOCSTRING, 0, "the question is YAML only as a block", "write `question: |`"),
        ),
        (
            _question_alone,
            ReplyFinding(codes.VALIDATOR, 0, "the YAML below the question cannot be read, and is left out"),
        ),
        (_all_question, ReplyFinding(codes.DOCSTRING, 0, "the docstring is prose, which is taken for the question")),
    )
    current = list(lines)
    mend_findings: list[ReplyFinding] = []
    for mend, note in mends:
        changed = mend(current)
        if [line.text for line in changed] == [line.text for line in current]:
            continue
        current = changed
        mend_findings.append(ReplyFinding(note.info, place_of(lines), note.message, note.hint))
        read = _read(current)
        if read is not None:
            notes += mend_findings
            return read
    return None


def _read(lines: Sequence[ReplyLine]) -> ReadDocstring | None:
    """Read YAML; None where it is no mapping with a question that is text."""
    # YAML takes a no-break space in front of a key for a part of it.
    if any(HIDDEN.match(line.text.lstrip(" ")) for line in lines):
        return None
    text = text_of(lines)
    reading = read_yaml(text, ParseLimits())
    value = reading.value
    if (
        reading.fatal
        or not isinstance(value, dict)
        or any(trouble.info.code == "DS124" for trouble in reading.findings)  # One key twice: YAML keeps the last.
    ):
        return None
    question_key = next((key for key in value if _QUESTION.match(f"{key}:")), None)
    if question_key is None:
        return ReadDocstring(reading, tuple(lines)) if _is_mapping_of_keys(value) else None
    written = value[question_key]
    if not isinstance(written, str) or _lost_comment(text, written) or _in_typographic_quotes(written):
        return None
    return ReadDocstring(reading, tuple(lines))


def _is_mapping_of_keys(value: dict[str, Json]) -> bool:
    """Return whether a mapping without a question is one of known keys, rather than prose with a colon in it."""
    return all(_KEY.match(f"{key}:") and " " not in key for key in value)


def _lost_comment(text: str, question: str) -> bool:
    """Return whether YAML took the rest of an unquoted question for a comment."""
    for row in text.split("\n"):
        match = _QUESTION.match(row)
        if match is not None:
            value = match["rest"]
            # In quotes and in blocks " #" is text; only in a plain value it begins a comment.
            plain = value[:1] not in {"'", '"', "|", ">", ""}
            return plain and " #" in value and " #" not in question
    return False


def _in_typographic_quotes(question: str) -> bool:
    return question.strip()[:1] in {"“", "«", "„"} and question.strip()[-1:] in {"”", "»", "“"}


def _characters(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Mend indentation, the colons of keys, and quotes around values; prose is left as it is."""
    mended_lines: list[ReplyLine] = []
    for line in without_tabs(lines):
        body = line.text.lstrip()
        text = visible(line.text[: len(line.text) - len(body)]) + body if HIDDEN.search(line.text[:40]) else line.text
        if _WIDE_COLON.match(text):
            text = text.replace("\uff1a", ": ", 1)
        value = text.rstrip()
        key, colon, value_text = value.partition(": ")
        if (
            colon
            and value_text[:1] in {"“", "„", "\u2018"}
            and value_text[-1:] in {"”", "“", "\u2019"}
            and len(value_text) > 1
        ):
            text = f"{key}: {value_text.translate(QUOTES)}"
        mended_lines.append(ReplyLine(text, line.number))
    return mended_lines


def _without_fences(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    rows = stripped(lines)
    fenced = bool(rows) and fence_of(rows[0].text) is not None
    return [line for line in rows if fence_of(line.text) is None] if fenced else list(lines)


def question_as_block(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Return lines with the question as a block, whatever YAML would make of its signs and indentation."""
    rows = stripped(dedented(lines))
    at, end = _question_rows(rows)
    match = _QUESTION.match(rows[at].text) if at < end else None
    if match is None:
        return list(lines)
    value = match["rest"].strip()
    body = [] if not value or _BLOCK.match(value) else [ReplyLine(_unwrapped(value), rows[at].number)]
    following = dedented(rows[at + 1 : end]) if end > at + 1 else []
    if not any(line.text.strip() for line in (*body, *following)):
        return list(lines)
    text = stripped([*body, *following])
    # Prose whose first line is indented further than the others is indented by mistake.
    text[0] = ReplyLine(text[0].text.lstrip(), text[0].number)
    block = [ReplyLine("  " + line.text if line.text.strip() else "", line.number) for line in text]
    return [*rows[:at], ReplyLine(f"{match['key']}: |-", rows[at].number), *block, *rows[end:]]


def _question_rows(rows: Sequence[ReplyLine]) -> tuple[int, int]:
    """Return where the question begins, and where the next key does; the same place where there is no question."""
    at = next((index for index, line in enumerate(rows) if _QUESTION.match(line.text)), len(rows))
    return at, next((index for index in range(at + 1, len(rows)) if _is_sibling(rows[index].text)), len(rows))


def _is_sibling(text: str) -> bool:
    return not text[:1].isspace() and _KEY.match(text) is not None


def _unwrapped(text: str) -> str:
    """Return a text without the pair of quotes around it."""
    pairs = {('"', '"'), ("'", "'"), ("“", "”"), ("„", "“"), ("«", "»"), ("\u2018", "\u2019")}
    return text[1:-1] if len(text) > 1 and (text[0], text[-1]) in pairs else text


def _question_alone(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Return the lines of the question only."""
    rows = stripped(dedented(lines))
    at, end = _question_rows(rows)
    return rows[at:end] or list(lines)


def _all_question(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Return prose as a question, if it is that: no key stands in it."""
    rows = stripped(dedented(lines))
    if not rows or any(_is_sibling(line.text) for line in rows) or len(text_of(rows).split()) < 3:  # noqa: PLR2004 - words of a question
        return list(lines)
    # A block whose first line is indented further must name its indentation, or YAML takes that line's for it.
    head = "|2-" if rows[0].text.startswith(" ") else "|-"
    return [
        ReplyLine(f"question: {head}", rows[0].number),
        *(ReplyLine("  " + line.text if line.text.strip() else "", line.number) for line in rows),
    ]
