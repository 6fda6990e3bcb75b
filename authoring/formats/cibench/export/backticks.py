"""Backticks in code, which the interpreter of CIBench's agent takes for a reply in Markdown that quotes code.

It runs only what stands between the first two, or up to the first three in a row: a reference such as
``t.query("`unit price` > 3")`` could never run there.
"""

import ast
import re

from authoring.dseal.code import parse_code

_MARK = "`"
_QUOTATION = re.compile(r"`[^`]*`")
_WRITTEN_ELSE = ("'", r"\x60")
"""What may stand in a backtick's place: the first in comments, the second in strings."""


def without_backticks(code: str) -> str:
    """Return code that means the same and has no backticks, as far as there is another way to write them."""
    parsed = parse_code(code)
    if _MARK not in code or parsed.error:
        return code
    meaning = ast.dump(parsed.tree)
    at = code.find(_MARK)
    while at >= 0:
        tried = (code[:at] + written + code[at + 1 :] for written in _WRITTEN_ELSE)
        code = next((other for other in tried if ast.dump(parse_code(other).tree) == meaning), code)
        at = code.find(_MARK, at + 1)
    return code


def is_quotation(code: str) -> bool:
    """Return whether the interpreter would run a part of the code only."""
    return _QUOTATION.search(code) is not None
