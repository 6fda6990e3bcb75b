"""Bins: of the same width, or with the same number of rows."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 66
SETTLED = words(
    r"equal\w*|same|even(?:ly)?|widths?|wide|ranges?|intervals?|spaced|frequency|quantil\w*|quartil\w*|quintil\w*|decil\w*|"
    r"percentil\w*|ter[ct]il\w*|histogram\w*|cut|qcut|edges?|bounds?|sizes?|spans?|steps?",
    "等宽|等频|相等|相同|区间|范围|分位|宽度|直方",
)
_WIDE, _WIDE_CHINESE = "All bins have the same width.", "各区间宽度相等。"
_FREQUENCY, _FREQUENCY_CHINESE = "All bins have the same number of rows.", "各区间的行数相等。"
WIDE = Choice(
    "bins", "makes bins of the same width", "makes bins with as many rows",
    _WIDE, _FREQUENCY, _WIDE_CHINESE, _FREQUENCY_CHINESE,
)  # fmt: skip


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give the choice of bins with as many rows where their number alone is said."""
    if SETTLED.search(question):
        return
    for node in code.nodes:
        match node:
            case ast.Call(func=ast.Attribute(attr="cut") as function, args=[_, ast.Constant(value=int())]):
                yield OpenChoice(WIDE, (code.rename(function, "qcut", WIDE.other),), is_customary=False)
                return
