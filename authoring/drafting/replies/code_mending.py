"""Mending of code in replies: small changes after which it parses as Python."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from authoring.drafting.replies import codes
from authoring.drafting.replies.characters import (
    all_plain_quotes,
    dedented,
    has_entities_in_code,
    plain_signs,
    visible,
    without_entities,
    without_tabs,
)
from authoring.drafting.replies.fences import fence_of
from authoring.drafting.replies.lines import ReplyFinding, ReplyLine, excerpt, is_python, place_of, stripped, text_of
from authoring.drafting.replies.prose import LONG, is_prose
from authoring.dseal.diagnostic import RuleInfo
from authoring.dseal.python_code import parse_code

# IPython's commands and help: `%matplotlib`, `%%time`, `!pip`, `?df` and `df.mean?`.
_MAGIC = re.compile(r"[ \t]{0,40}(?:%{1,2}[A-Za-z_]|![A-Za-z./~]|\?{1,2}[A-Za-z_])|[\w.]{1,80}\?{1,2}\s*$")
_SHELL = re.compile(r"(?:\$ |pip3? install |conda install |python -m pip )")
# Prompts of Python (`>>>`, `...`) and of notebooks (`In [3]:`).
_PROMPT = re.compile(r"(?:>>>|\.\.\.)(?: |$)|In ?\[[\d ]{0,4}\]: ?")
_IPYTHON = re.compile(r"In ?\[[\d ]{0,4}\]: ")
_OUTPUT_PROMPT = re.compile(r"Out ?\[[\d ]{0,4}\]: ?")
# Comments such as `# Output: 3` and `# => 3`, which give the answer away.
_ANSWER = re.compile(
    r"#[ \t]{0,4}(?:(?:expected[ _]?)?(?:output|result|answer|returns?|value|prints?)\b[ \t]{0,4}(?::|=|is\b|->)"
    r"|=>|->|[>]{3})",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Mend:
    change: Callable[[Sequence[ReplyLine]], list[ReplyLine]]
    info: RuleInfo
    message: str


def mend_code(lines: Sequence[ReplyLine], notes: list[ReplyFinding]) -> tuple[ReplyLine, ...]:
    """Return code that parses, with what it took as notes; unchanged, with an error, where nothing helps."""
    code = stripped(lines)
    if has_entities_in_code(text_of(code)):
        plain = _mapped(code, without_entities)
        # Code such as `a &lt b` may parse as it is: it is changed only where that keeps it Python, or neither is.
        if is_python(plain) or not is_python(code):
            notes.append(ReplyFinding(codes.PACKED, _changed(code, plain), "HTML entities stand in the code"))
            code = plain
    # A prompt such as `In [1]: x` reads as a variable with an annotation.
    if not is_python(code) or any(_IPYTHON.match(line.text) for line in code):
        code = _mended(code, notes)
    return tuple(_without_answers(code, notes))


def _mended(lines: list[ReplyLine], notes: list[ReplyFinding]) -> list[ReplyLine]:
    mend_findings: list[ReplyFinding] = []
    current = lines
    # Every mend parses the code anew, so few are tried on a text that takes long to parse.
    for mend in _MENDS if len(text_of(lines)) < LONG else _MENDS[:3]:
        changed = stripped(mend.change(current))
        if changed == current:
            continue
        mend_findings += _describe(mend, current, changed)
        current = changed
        if not current:
            break
        if is_python(current):
            notes += mend_findings
            return current
    # The code is kept as it came, so the fault that is reported is the one that it came with.
    error = parse_code(text_of(lines)).error
    line = lines[min(error.line, len(lines)) - 1].number if error is not None else place_of(lines)
    message = f"the code is no Python: {error.message if error is not None else 'it is empty'}"
    notes.append(ReplyFinding(codes.UNREADABLE, line, message, "the cell is kept as it came"))
    return lines


def _describe(mend: _Mend, before: Sequence[ReplyLine], after: Sequence[ReplyLine]) -> list[ReplyFinding]:
    remaining = {line.number for line in after}
    removed = [line for line in before if line.number not in remaining and line.text.strip()]
    # Only lines that are dropped are quoted; nothing of the others is lost.
    if mend.info is not codes.LINES or not removed:
        return [ReplyFinding(mend.info, _changed(before, after), mend.message)]
    suffix = f" and {len(removed) - 1} more" if len(removed) > 1 else ""
    return [ReplyFinding(mend.info, removed[0].number, f"{mend.message}: '{excerpt(removed[0].text)}'{suffix}")]


def _changed(before: Sequence[ReplyLine], after: Sequence[ReplyLine]) -> int:
    """Return the reply's line at which two versions begin to differ."""
    first = next((old.number for old, new in zip(before, after, strict=False) if old != new), None)
    return first if first is not None else place_of(before)


def _mapped(lines: Sequence[ReplyLine], change: Callable[[str], str]) -> list[ReplyLine]:
    """Return lines whose whole text was changed by something that keeps their number."""
    rows = change(text_of(lines)).split("\n")
    return [ReplyLine(row, line.number) for row, line in zip(rows, lines, strict=True)]


def _without_fences(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    return [line for line in lines if fence_of(line.text) is None]


def _without_tabs(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Return lines indented by spaces: as Python counts tabs, or as editors show them."""
    wide = without_tabs(lines, 8)
    return wide if is_python(wide) else without_tabs(lines)


def _without_magics(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    return [line for line in lines if not _MAGIC.match(line.text) and not _SHELL.match(line.text)]


def _without_prompts(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Return what was typed at prompts; the lines between were printed."""
    if not any(_PROMPT.match(line.text) for line in lines):
        return list(lines)
    # In a transcript of Python all that was typed has a prompt; in one of a notebook, only the first line of a cell.
    if any(line.text.startswith(">>>") for line in lines):
        typed = [line for line in lines if _PROMPT.match(line.text) or line.text.lstrip().startswith("#")]
    else:
        typed = [line for line in lines if not _OUTPUT_PROMPT.match(line.text)]
    return [ReplyLine(_PROMPT.sub("", line.text, count=1), line.number) for line in typed]


def _without_prose(lines: Sequence[ReplyLine]) -> list[ReplyLine]:
    """Return lines without those at the left edge that are remarks; a marker's heading counts as one."""
    remaining = [line for line in lines if not is_prose(line.text)]
    if remaining and is_python(remaining):
        return remaining
    # Behind the last line of code everything may be remarks, one-word lines too. Each try parses the code, hence 25.
    for at in range(len(lines) - 1, max(0, len(lines) - 25), -1):
        if is_prose(lines[at].text) and is_python(lines[:at]):
            return list(lines[:at])
    return remaining


# In this order, each on top of those before, until the code parses; those that lose nothing come first.
_MENDS = (
    _Mend(_without_fences, codes.FENCES, "a Markdown fence stands in the code"),
    _Mend(
        lambda lines: _mapped(lines, plain_signs),
        codes.CHARACTERS,
        "typographic signs or odd spaces stand in the code",
    ),
    _Mend(_without_tabs, codes.CHARACTERS, "tabs indent the code"),
    _Mend(dedented, codes.CHARACTERS, "the code is indented as a whole"),
    _Mend(_without_magics, codes.LINES, "a command that is no Python is left out"),
    _Mend(_without_prompts, codes.LINES, "prompts and what was printed at them are left out"),
    _Mend(_without_prose, codes.LINES, "a remark that is no Python is left out"),
    _Mend(lambda lines: _mapped(lines, visible), codes.CHARACTERS, "characters that cannot be seen stand in the code"),
    _Mend(lambda lines: _mapped(lines, all_plain_quotes), codes.CHARACTERS, "typographic quotes stand in the code"),
)


def _without_answers(code: list[ReplyLine], notes: list[ReplyFinding]) -> list[ReplyLine]:
    """Return code without comments at its end that tell what it gives."""
    first = len(code)
    while first > 1 and (code[first - 1].text.startswith("#") or not code[first - 1].text.strip()):
        first -= 1
    at = next((at for at in range(first, len(code)) if _ANSWER.match(code[at].text)), None)
    if at is None or not is_python(code[:at]):
        return code
    message = f"a comment gives the answer away, and is left out: '{excerpt(code[at].text)}'"
    notes.append(ReplyFinding(codes.LINES, code[at].number, message))
    return stripped(code[:at])
