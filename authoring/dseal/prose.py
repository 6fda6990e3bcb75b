"""The prose of a question: what is left of its text once code and quoted texts are masked.

Rules about the wording of a question look at prose alone, because code and data have a grammar of their own.
"""

import re
from functools import lru_cache

MASK = "\N{OBJECT REPLACEMENT CHARACTER}"
"""Stands for each character of code or of a quoted text; it is neither a letter nor a blank."""
_FENCED = re.compile(r"(?P<fence>`{3,}|~{3,})[\s\S]*?(?:(?P=fence)|\Z)")
_TICKED = re.compile(r"(?P<ticks>`{1,2})(?!`)[^`\n]{1,400}(?<!`)(?P=ticks)(?!`)")
_QUOTED = re.compile(
    r"\"[^\"\n]{0,400}\"|“[^”\n]{0,400}”|「[^」\n]{0,400}」|『[^』\n]{0,400}』|(?<![\w'])'[^'\n]{0,200}'(?!\w)"
)
# `return a table` and `import the file` go on as sentences do, and so does what has a name in backticks behind it;
# `return a if b else c` is code.
_SENTENCE = (
    rf"(?!{MASK}|(?:an?(?! (?:if|and|or|in|is|not)\b)|the|its|it|their|them|your|only|also|all|each|both|one|two|how|"
    r"which|whether|that|this|these|those|as|in|for|from|rows?|columns?|values?|counts?)[ \t]+[\w`'\"(])"
)
# So does the end of a keyword argument that a new line happens to begin with: `ddof=1), take the mean`.
_ARGUMENT = r"(?!\w+[ \t]*=[ \t]*[\w.]+\))"
# A line of code, of a printed table or of a session, which a question shows without fences.
_CODE_LINE = re.compile(
    r"(?m)^(?:[ \t]{4,}|\t|>>>|\.\.\. |In \[|Out\[|#|from \w+ import |def |\|"
    rf"|(?:import|return) {_SENTENCE}"
    rf"|{_ARGUMENT}\w[\w.\[\]'\"]*[ \t]*=(?!=)"
    r"|[\d\[\](){}<>.,;:+*/_=-]+[ \t]*$).*$"
)
_GAP = re.compile(r"(?<=\S)[ \t]{2,}(?=\S)")
"""Blanks that hold the fields of a printed table apart."""
_FEWEST_GAPS = 2
"""Gaps of a line that make it a row of a printed table."""


@lru_cache(maxsize=512)
def without_code(question: str) -> str:
    """Return a question with code (fenced, in backticks, on lines of its own) and printed tables masked.

    Every other character keeps its place, so that offsets hold for both texts.
    """
    text = question
    for pattern in (_FENCED, _TICKED, _CODE_LINE):
        text = pattern.sub(_masked, text)
    return "\n".join(MASK * len(line) if _is_row(line) else line for line in text.split("\n"))


@lru_cache(maxsize=512)
def prose(question: str) -> str:
    """Return a question with code, printed tables and quoted texts masked; offsets stay."""
    return _QUOTED.sub(_masked, without_code(question))


def open_fence(question: str) -> int | None:
    """Return the offset of a fence of code that nothing closes; None where all are closed."""
    blocks = [match for match in _FENCED.finditer(question) if match["fence"].startswith("`")]
    last = blocks[-1] if blocks else None
    is_open = last is not None and not (last[0].endswith(last["fence"]) and len(last[0]) >= 2 * len(last["fence"]))
    return last.start() if last is not None and is_open else None


def code_pieces(question: str) -> tuple[str, ...]:
    """Return what stands between backticks in a question, fences not counted."""
    return tuple(match[0].strip("`").strip() for match in _TICKED.finditer(_FENCED.sub(_masked, question)))


def _masked(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", MASK, match[0])


def _is_row(line: str) -> bool:
    return sum(1 for _ in _GAP.finditer(line)) >= _FEWEST_GAPS
