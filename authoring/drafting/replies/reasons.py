"""Lines of a reply with which a model leaves a problem as it is, and says why, in the place of a new version.

# problem 11
# as it is: DS694 the names are those of other columns
"""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from authoring.drafting.replies.replacements import problem_number

_REASON = re.compile(
    r"[ \t]*(?:\#{1,6}|//|[*]{2}|>|-)?[ \t]*(?:left[ ])?(?:as[ ]it[ ]is|as[ ]is|unchanged)[ \t]*[:,-]?[ \t]*"
    r"(?:warnings?[ \t]+)?(?P<codes>DS\d{3}(?:[ \t]*(?:,|and|&)[ \t]*DS\d{3})*)\b[ \t:,.;-]*(?P<reason>[^\n]*)$",
    re.IGNORECASE | re.VERBOSE,
)
_CODE = re.compile(r"DS\d{3}", re.IGNORECASE)
_FENCE = re.compile(r"[ \t]*(?:`{3,}|~{3,})\w*[ \t]*$")


@dataclass(frozen=True, slots=True)
class LeftProblem:
    """A problem that a model leaves as it is, with the warning that it does not agree with."""

    number: int
    code: str
    reason: str


def read_reasons(text: str, leavable: Mapping[int, Collection[str]]) -> tuple[str, tuple[LeftProblem, ...]]:
    """Return a reply without such lines, and what they say.

    A line counts behind the number line of a problem that may be left, for the codes that stand with its number in
    `leavable`, and with a reason; all others stay in the reply. A number line with nothing else behind it goes as well.
    """
    left: list[LeftProblem] = []
    parts: list[list[str]] = [[]]
    number, emptied = 0, set[int]()
    for line in text.split("\n"):
        heading, problems = problem_number(line), _left_problems(line, number, leavable)
        if heading is not None:
            number = heading
            parts.append([line])
        elif problems:
            left += problems
            emptied.add(len(parts) - 1)
        else:
            parts[-1].append(line)
    remaining = [_without_empty_head(part) if place in emptied else part for place, part in enumerate(parts)]
    return "\n".join(line for part in remaining for line in part), tuple(dict.fromkeys(left))


def _left_problems(line: str, number: int, leavable: Mapping[int, Collection[str]]) -> list[LeftProblem]:
    match = _REASON.match(line)
    if match is None or not match["reason"].strip():
        return []
    codes = [code.upper() for code in _CODE.findall(match["codes"])]
    return [LeftProblem(number, code, match["reason"].strip()) for code in codes if code in leavable.get(number, ())]


def _without_empty_head(part: list[str]) -> list[str]:
    """Return the lines of a part whose reasons were taken out; its number line goes where nothing stands below it."""
    if any(line.strip() and not _FENCE.match(line) for line in part[1:]):
        return part
    fences = [line for line in part if _FENCE.match(line)]
    # One that closes what an earlier line opened stays.
    return fences if len(fences) % 2 else []
