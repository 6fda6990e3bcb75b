"""What of an interpreter's answer is compared: the text blocks and the first figure, found as the evaluator finds them.

The interpreter of lagent gives ``KIND:``, a blank line, and the text between two fences. Nothing here takes longer than
the text is long, whatever stands in it.
"""

import re
from typing import Final

FENCE: Final = "```\n"
END: Final = "\n```"
FIGURE: Final = re.compile(r"!\[fig-[0-9]*\]\(")


def value_shown(text: str) -> str | None:
    """Return the first value that a cell ended with, else what it printed first; None where there is neither."""
    value = _between(text, f"execute_result:\n\n{FENCE}")
    return value if value is not None else _between(text, f"stdout:\n\n{FENCE}")


def first_block(text: str) -> str | None:
    """Return the first block of any kind, warnings included; None where there is none."""
    return _between(text, FENCE)


def first_picture(links: str) -> str | None:
    """Return the path of the first figure; None where there is none."""
    for found in FIGURE.finditer(links):
        end = links.find(")", found.end())
        return links[found.end() : end] if end >= 0 else None
    return None


def _between(text: str, begin: str) -> str | None:
    """Return what stands between the first `begin` and the next end of a block."""
    at = text.find(begin)
    if at < 0:
        return None
    start = at + len(begin)
    end = text.find(END, start)
    # Where no block ends behind the first beginning, none ends behind a later one.
    return text[start:end] if end >= 0 else None
