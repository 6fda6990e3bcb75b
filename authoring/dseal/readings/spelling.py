"""Spelling: texts that differ in case, or by blanks around them, taken for the same, or for others."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 38
SETTLED = words(
    r"case|cased|insensitive\w*|upper\w*|lower\w*|capital\w*|letters?|spell\w*|spaces?|blanks?|whitespace\w*|strip\w*|trim\w*|"
    r"regardless|clean\w*|tid(?:y|ied)|normali[sz]\w*|standardi[sz]\w*|canonical\w*|unif\w+|consisten\w+|variants?|words?|"
    r"tokens?|titles?|contain\w* (?:only|no)|punctuation|characters?|inconsistent\w*|written",
    "大小写|空格|去除|清洗|规范|统一|拼写|字符|单词",
)
_ALIKE, _ALIKE_CHINESE = "Texts that differ in case alone are the same.", "仅大小写不同的文本视为相同。"
_DIFFERENT, _DIFFERENT_CHINESE = "Texts that differ in case are different.", "大小写不同的文本视为不同。"
CASE = Choice(
    "case", "takes texts that differ in case for the same", "takes them for different ones",
    _ALIKE, _DIFFERENT, _ALIKE_CHINESE, _DIFFERENT_CHINESE,
)  # fmt: skip
_TRIMMED, _TRIMMED_CHINESE = "Leave out blanks around texts.", "去除文本首尾的空格。"
_WHOLE, _WHOLE_CHINESE = "Take texts as they are, with the blanks around them.", "文本保持原样,包括首尾的空格。"
BLANKS = Choice(
    "blanks", "leaves out blanks around texts", "takes texts as they are",
    _TRIMMED, _WHOLE, _TRIMMED_CHINESE, _WHOLE_CHINESE,
)  # fmt: skip
_CASES = frozenset({"lower", "upper", "title", "capitalize", "casefold", "swapcase"})
_STRIPS = frozenset({"strip", "lstrip", "rstrip"})


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choices to bring texts into one case, and to strip them, where the question has no word of spelling."""
    if SETTLED.search(question) or re.search(r"\.str\.(?:split|findall|len|count|replace)\(", code.text):
        return
    # Where texts are given, and not compared, DS704 asks for a word of their case.
    is_compared = any(isinstance(node, ast.Compare) for node in code.nodes) or ".isin(" in code.text
    cased = [edit for node in code.nodes if is_compared for edit in _without(code, node, _CASES, CASE.other)]
    if cased:
        cased += [edit for node in code.nodes for edit in _as_asked(code, node, question)]
    cased += [
        code.replace(flag, "True", CASE.other)
        for node in code.nodes
        if isinstance(node, ast.Call) and isinstance(flag := keyword_of(node, "case"), ast.Constant) and not flag.value
    ]
    stripped = [edit for node in code.nodes for edit in _without(code, node, _STRIPS, BLANKS.other)]
    for choice, edits in ((CASE, cased), (BLANKS, stripped)):
        if edits:
            yield OpenChoice(choice, tuple(edits), is_customary=False)


def _without(code: Code, node: ast.AST, methods: frozenset[str], summary: str) -> Iterator[Edit]:
    """Yield the edit that leaves a column of texts as it is."""
    match node:
        case ast.Call(
            func=ast.Attribute(value=ast.Attribute(value=texts, attr="str"), attr=name), args=[], keywords=[]
        ) if name in methods:
            yield code.replace(node, code.source(texts), summary)


def _as_asked(code: Code, node: ast.AST, question: str) -> Iterator[Edit]:
    """Yield the edit that compares with a text as the question spells it."""
    match node:
        case ast.Compare(ops=[ast.Eq() | ast.NotEq()], comparators=[ast.Constant(value=str(text)) as constant]) if text:
            spelled = re.search(rf"(?<!\w){re.escape(text)}(?!\w)", question, re.IGNORECASE)
            if spelled is not None and spelled[0] != text:
                yield code.replace(constant, repr(spelled[0]), CASE.other)
