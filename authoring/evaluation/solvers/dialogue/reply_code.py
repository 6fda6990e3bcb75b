"""The code of a reply, whatever stands around it: prose, several blocks, reasoning, prompts of an interpreter.

Replies are untrusted text. Nothing is run here, and what is no code is no answer: it is said why there is none.
"""

import ast
import re
import textwrap
from dataclasses import dataclass

from authoring.dseal.python_code import parse_code
from authoring.records.documents import load_json
from authoring.records.results import refusal_of_code

NO_CODE = "the reply holds no Python code"
CUT_CODE = "the reply was cut off in the middle of its code"
CUT_TEXT = "the reply was cut off before it came to code"
FOREIGN_CALL = "the reply calls a tool that nobody offered, and holds no Python code"
PYTHON = frozenset({"", "python", "py", "ipython", "pycon", "jupyter", "code", "tool_code"})
"""Languages of fences that are read as Python, whatever version follows; an empty one, too."""
MOST_SEARCHED = 2_000_000
"""Characters of a reply that are looked at."""
_FENCE = re.compile(
    r"^[ \t>]{0,12}(?P<item>(?:[-*+]|\d{1,3}[.)])[ \t]+)?(?P<marks>`{3,}|~{3,})"
    r"[ \t]*\{?\.?(?P<language>[\w+#.-]*)[^`\n]*$"
)
_INLINE = re.compile(r"```(?:(?P<language>[a-z_]+[\d.]*)[ \t]+)?(?P<code>[^`\n]+)```", re.IGNORECASE)
"""A fence within a line, which Markdown shows as code all the same."""
# Models that reason in the open mark it so; a reply that was cut off may lack the end.
_REASONING = re.compile(r"<(think|thinking|reasoning|analysis)>.*?(</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_FOREIGN_CALL = re.compile(
    r"<tool_call|<function[_=]|\"(?:tool_calls|function_call|arguments)\"\s*:|^\s*Action\s*:", re.MULTILINE
)
_FINAL = re.compile(
    r"^[\s#>*_`-]*(?:final[ _-]*(?:answer|code|solution)?|最[终後后](?:的)?(?:答案|代码|程式碼)?)[\s*_`]*[:\uff1a]",
    re.IGNORECASE | re.MULTILINE,
)
"""Chinese too, in which a model may answer that is asked in Chinese."""
_PROMPT = re.compile(r"^(?:>>>|\.\.\.)(?: |$)")
_MAGIC = re.compile(r"^[ \t]*(?:%%?[a-zA-Z]|![a-zA-Z])[^\n]*\n?", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ReplyCode:
    """What was read from a reply."""

    code: str = ""
    reason: str = ""
    """Why there is no code; empty where there is some."""
    is_final: bool = False
    """Whether it stands below a line ``Final answer:``."""


@dataclass(frozen=True, slots=True)
class _FencedBlock:
    language: str
    code: str
    position: int
    is_closed: bool


def read_reply(text: str, *, is_cut: bool = False) -> ReplyCode:
    """Return the Python code of a reply.

    Of several blocks all are taken, in order, because models tell their answer in steps; one that a later one repeats
    within itself is left out, and blocks of other languages are, as is what stands in a block without a language beside
    code and only shows what that printed. Where there is code below a line ``Final answer:``, only that counts. A reply
    without fences is code where all of it is. Code that was cut off in the middle is none.

    Args:
        text: the reply.
        is_cut: whether it ended because it may be no longer.
    """
    plain = without_reasoning(text[:MOST_SEARCHED].replace("\r\n", "\n").lstrip("\ufeff"))
    blocks = _blocks(plain)
    # The last such line with code below it: a model may speak of its final answer before it gives it, and tell it in
    # words after the code that finds it.
    codes_at = [block.position for block in _without_output(blocks)]
    starts = [match.start() for match in _FINAL.finditer(plain)]
    start = max((start for start in starts if any(position > start for position in codes_at)), default=-1)
    blocks = [block for block in blocks if block.position > start]
    is_final = start >= 0
    if is_cut and blocks and not blocks[-1].is_closed:
        return ReplyCode(reason=CUT_CODE, is_final=is_final)
    codes = [_without_prompts(block.code) for block in _without_output(blocks)]
    code = _joined([code for code in codes if code.strip()]) or ("" if blocks else _inline(plain))
    if not code and not blocks and not is_cut and _is_code(plain):
        code = plain
    code = _runnable(code).strip("\n")
    if not code.strip() or _is_foreign_call(code):
        return ReplyCode(reason=_reason(plain, is_cut=is_cut), is_final=is_final)
    refusal = refusal_of_code(code)
    return ReplyCode(reason=refusal, is_final=is_final) if refusal else ReplyCode(code=code, is_final=is_final)


def without_reasoning(text: str) -> str:
    """Return a reply without what its model thought in the open."""
    return _REASONING.sub("", text)


def _blocks(text: str) -> list[_FencedBlock]:
    """Return what stands between fences; the last fence may lack its end."""
    blocks: list[_FencedBlock] = []
    opening: re.Match[str] | None = None
    lines: list[str] = []
    start = position = 0
    for line in text.split("\n"):
        fence = _FENCE.match(line)
        if opening is None:
            if fence is not None:
                opening, lines, start = fence, [], position
        elif fence is not None and _closes(opening, fence):
            blocks.append(_FencedBlock(_language(opening), _dedented(lines), start, is_closed=True))
            opening = None
        else:
            lines.append(line)
        position += len(line) + 1
    if opening is not None:
        blocks.append(_FencedBlock(_language(opening), _dedented(lines), start, is_closed=False))
    return blocks


def _language(fence: re.Match[str]) -> str:
    """Return the language that a fence names, without a version: ``python3.11`` is Python."""
    return (fence["language"] or "").lower().rstrip(".0123456789")


def _without_output(blocks: list[_FencedBlock]) -> list[_FencedBlock]:
    """Return the blocks of Python, but for those without a language that show a value or a text beside code."""
    python = [block for block in blocks if block.language in PYTHON]
    return [block for block in python if block.language or not _is_output(block.code)] or python


def _is_output(text: str) -> bool:
    """Tell whether a block holds no more than a value, or no Python."""
    parsed = parse_code(_without_prompts(text))
    if parsed.error is not None and parse_code(_MAGIC.sub("", text)).error is not None:
        return True
    try:
        ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, MemoryError, RecursionError, TypeError):
        return False
    return True


def _inline(text: str) -> str:
    """Return the code of fences that begin and end within a line."""
    fences = [match for match in _INLINE.finditer(text) if _language(match) in PYTHON]
    return "\n".join(match["code"].strip() for match in fences)


def _closes(opening: re.Match[str], fence: re.Match[str]) -> bool:
    is_long_enough = len(fence["marks"]) >= len(opening["marks"])
    is_bare = not fence["language"] and not fence["item"]
    return fence["marks"][0] == opening["marks"][0] and is_long_enough and is_bare


def _dedented(lines: list[str]) -> str:
    # Blocks in lists are indented as a whole, and quoted ones begin every line with the mark of a quotation.
    if lines and all(line.lstrip().startswith(">") and not line.startswith(">>>") for line in lines if line.strip()):
        lines = [line.lstrip().removeprefix(">").removeprefix(" ") for line in lines]
    return textwrap.dedent("\n".join(lines))


def _without_prompts(code: str) -> str:
    """Return what was typed in a session of an interpreter; the code itself where there are no prompts."""
    lines = code.split("\n")
    if not any(line.startswith(">>>") for line in lines):
        return code
    return "\n".join(line[4:] for line in lines if _PROMPT.match(line))


def _joined(codes: list[str]) -> str:
    parts = [
        code.strip("\n")
        for position, code in enumerate(codes)
        if not any(code.strip() in later for later in codes[position + 1 :])
    ]
    return "\n\n".join(parts)


def _runnable(code: str) -> str:
    """Return code without the commands of a notebook, where they alone keep it from being Python."""
    if parse_code(code).error is None:
        return code
    plain = _MAGIC.sub("", code)
    return plain if parse_code(plain).error is None else code


def _is_code(text: str) -> bool:
    """Tell whether a text without fences is code: a single word or number is an answer in prose."""
    # What cannot be parsed has an empty tree.
    return not all(
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Name | ast.Constant)
        for statement in parse_code(text).tree.body
    )


def _is_foreign_call(code: str) -> bool:
    """Tell whether what could be a value of Python is a call of a tool, as JSON."""
    try:
        return isinstance(load_json(code), dict | list) and _FOREIGN_CALL.search(code) is not None
    except ValueError:
        return False


def _reason(text: str, *, is_cut: bool) -> str:
    if is_cut:
        return CUT_TEXT
    return FOREIGN_CALL if _FOREIGN_CALL.search(text) else NO_CODE
