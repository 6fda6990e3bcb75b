"""Prose around code in replies: recognized, left out, or read as the question that it is."""

import re
from collections.abc import Sequence

from authoring.drafting.replies import codes
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, excerpt, stripped, text_of
from authoring.dseal.python_code import parse_code

_TAGS = r"(think|thinking|thought|reasoning|reflection|scratchpad|analysis)"
_OPEN_TAG = re.compile(rf"\s{{0,8}}<{_TAGS}>", re.IGNORECASE)
_CLOSE_TAG = re.compile(rf"</{_TAGS}>", re.IGNORECASE)
_WORDS = re.compile(r"[^\W\d_]{2,}")
# List items, headings below the first level, emphasis, rules, HTML comments, and rows of a table.
_MARKDOWN = re.compile(r"\s{0,8}(?:[-*>•]\s|#{2,6}\s|\d{1,3}[.)]\s|\*\*|__|-{3,}\s*$|\*{3,}\s*$|={3,}\s*$|<!--|\|)")
# How a line of code begins that does not parse by itself.
_STATEMENT = re.compile(
    r"\s*(?:(?:for|while|if|elif|with|def|class|except|async|match|case)\b.{0,400}:\s*(?:#.*)?$|(?:else|try|finally)\s?:"
    r"|[\w.\]\[\"']{1,80}\s?[-+*/|&]?=)"
)
# "Problem 3:", "### Task 2", "**Question**", "Q5)": a name, perhaps a number, and the end of the heading.
_HEADING = re.compile(
    r"""[\s#*_>\-]{0,12}(?P<name>problem|question|task|exercise|step|q)\b
        [\s*_]{0,4}(?:\#|no\.?|number)?\s?(?P<number>\d{1,3})?[\s*_]{0,4}(?P<end>[:.)\-\u2013\u2014]|$)[\s*_]{0,4}(?P<rest>.*)""",
    re.IGNORECASE | re.VERBOSE,
)
LONG = 50_000
"""Characters of a text above which few ways to read it are tried."""
# Characters; a longer line is data, not a remark.
_LONGEST_PROSE_LINE = 3000


def without_reasoning(lines: Sequence[ReplyLine], notes: list[ReplyFinding]) -> list[ReplyLine]:
    """Return lines without what stands between the tags that models put around their reasoning."""
    remaining: list[ReplyLine] = []
    inside = 0
    marked = False
    for line in lines:
        text = line.text
        if not inside and _OPEN_TAG.match(text):
            inside = line.number or 1
            notes.append(ReplyFinding(codes.PROSE, inside, f"reasoning is left out: '{excerpt(text)}'"))
        close = _CLOSE_TAG.search(text) if "</" in text else None
        if close is not None and not inside and not marked:
            # The opening tag stood in the prompt: all so far was reasoning.
            notes.append(ReplyFinding(codes.PROSE, line.number, "reasoning up to here is left out"))
            remaining.clear()
            inside = line.number or 1
        if close is not None and inside:
            text, inside = text[close.end() :], 0
            if not text.strip():
                continue
        if not inside:
            marked = marked or text.lstrip().startswith("# %%")
            remaining.append(ReplyLine(text, line.number))
    # Reasoning that never ends may hold all there is, so that only its tag is left out.
    return remaining if not inside else [line for line in lines if not _OPEN_TAG.match(line.text)]


def is_prose(text: str) -> bool:
    """Return whether a line is a remark in a human language, or Markdown, rather than code."""
    if not text.strip() or len(text) > _LONGEST_PROSE_LINE:
        return False
    # Lines that go on with the next one are code that does not parse by itself, as are heads of blocks.
    if _STATEMENT.match(text) or text.rstrip().endswith(("(", "[", "{", ",", "\\")):
        return False
    if text.lstrip().startswith(("#", '"', "'", "@", "%", "!")) and not _MARKDOWN.match(text):
        return False
    words = _WORDS.findall(text)
    marked = _MARKDOWN.match(text) is not None
    if not marked and (text[:1].isspace() or len(words) < 2) and not text.rstrip().endswith((":", "!", ".")):  # noqa: PLR2004 - one word is a name
        return False
    # Parsed last, because it takes longest; a heading would parse as a comment.
    return bool(words or marked) and (text.lstrip().startswith("#") or parse_code(text.strip()).error is not None)


def question_in(lines: Sequence[ReplyLine]) -> str:
    """Return the question that prose below a heading such as "Problem 3:" asks; empty where there is none."""
    rows = stripped(lines)
    # The last heading is that of the cell below; those above it head what came before.
    for index in range(len(rows) - 1, -1, -1):
        heading = _HEADING.match(rows[index].text)
        if heading is None or not (heading["number"] or heading["end"]):
            continue
        body = "\n".join(_plain(line.text) for line in rows[index + 1 :]).strip()
        heading_text = _plain(heading["rest"]).strip()
        if rows[index].text.lstrip().startswith("#") and len(_WORDS.findall(body)) >= 3:  # noqa: PLR2004 - a title and a sentence
            return body
        question = f"{heading_text}\n{body}".strip()
        return question if len(_WORDS.findall(question)) >= 3 else ""  # noqa: PLR2004 - as above
    return ""


def _plain(text: str) -> str:
    """Return a line of prose without emphasis, and without a label such as "Question:" at its start."""
    text = re.sub(
        r"^\s{0,8}(?:>\s?)?(?:\*\*|__)?question(?:\*\*|__)?\s?:(?:\*\*|__)?\s?", "", text, flags=re.IGNORECASE
    )
    return text.replace("**", "").rstrip()


def tell_prose(lines: Sequence[ReplyLine], notes: list[ReplyFinding], message: str = "prose is left out") -> None:
    """Record that lines are left out, quoting their beginning."""
    rows = stripped(lines)
    if rows:
        suffix = f" and {len(rows) - 1} more lines" if len(rows) > 1 else ""
        notes.append(ReplyFinding(codes.PROSE, rows[0].number, f"{message}: '{excerpt(rows[0].text)}'{suffix}"))


def code_within(lines: Sequence[ReplyLine]) -> tuple[list[ReplyLine], list[ReplyLine]]:
    """Split lines without a marker in the prose they begin with and the code that follows."""
    rows = stripped(lines)
    # Code is what parses as Python and does something, from the beginning of some paragraph on. Each try parses all
    # that is left, so that few are made on a long text.
    tries = 40 if sum(len(row.text) for row in rows) < LONG else 3
    starts = [0] + [
        index for index in range(1, len(rows)) if not rows[index - 1].text.strip() or is_prose(rows[index - 1].text)
    ]
    for start in starts[:tries]:
        parsed = parse_code(text_of(rows[start:]))
        if parsed.error is None and any(
            _acts(rows[start + statement.lineno - 1].text) for statement in parsed.tree.body
        ):
            return rows[:start], rows[start:]
    return rows, []


def _acts(row: str) -> bool:
    """Return whether a statement looks like code: a bare word or sentence that happens to parse does not."""
    return any(sign in row for sign in "=([.@:") or row.lstrip().startswith(("import ", "from ", "del "))
