"""Comparisons that rules wrote are left out of prompts: a mark stands in their place, and a reply gets them back.

A model that mends a problem has to send all of it, and would copy twenty lines that it is to leave alone.
"""

import re
import textwrap
from collections.abc import Iterable

from authoring.dseal.comparison_code import is_generated
from authoring.records.base import sha256_of

MARK = "rules-wrote-"
"""How a mark begins; digits of a hash of the code follow, so that it stands for the same code wherever it is put."""
_DIGITS = 10
_NOTE = "# stands for a compare_fn that rules wrote: send this line back as it is"
_BLOCK = re.compile(
    r"^(?P<indent> *)(?P<key>[^\s#][^\n]*?): \|\n(?P<code>(?:(?P=indent) +\S[^\n]*\n|[ ]*\n)+)", re.MULTILINE
)
_MARKED = re.compile(
    rf"^(?P<indent> *)(?P<key>[^\s#][^\n]*?): *[\"']?(?P<mark>{MARK}[0-9a-f]{{{_DIGITS}}})[\"']?[ ]*(?:#[^\n]*)?$",
    re.MULTILINE,
)


def with_marks(source: str) -> str:
    """Return the text of a cell with marks in the place of comparisons that rules wrote."""

    def marked(block: re.Match[str]) -> str:
        code = _code_of(block)
        return f"{block['indent']}{block['key']}: {_mark_of(code)}  {_NOTE}\n" if is_generated(code) else block[0]

    return _BLOCK.sub(marked, source)


def without_marks(text: str, sources: Iterable[str]) -> str:
    """Return a reply in which comparisons of these cells stand in the place of their marks again.

    A mark that stands where no key of a docstring leads to it stays; see `holds_mark`.
    """
    codes: dict[str, tuple[str, str]] = {}
    for block in (block for source in sources for block in _BLOCK.finditer(source)):
        # Indented as it was: a cell that comes back as it went is word for word the same.
        step = len(block["code"].lstrip("\n")) - len(block["code"].lstrip()) - len(block["indent"])
        codes[_mark_of(_code_of(block))] = _code_of(block), " " * step

    def whole(line: re.Match[str]) -> str:
        if line["mark"] not in codes:
            return line[0]
        code, step = codes[line["mark"]]
        return f"{line['indent']}{line['key']}: |\n{textwrap.indent(code, line['indent'] + step)}".rstrip("\n")

    return _MARKED.sub(whole, text)


def holds_mark(source: str) -> bool:
    """Return whether a cell holds a mark that stands for nothing."""
    return MARK in source


def _code_of(block: re.Match[str]) -> str:
    return textwrap.dedent(block["code"]).rstrip() + "\n"


def _mark_of(code: str) -> str:
    return f"{MARK}{sha256_of(code)[:_DIGITS]}"
