"""Conventions of a set: rules of form that hold for all questions behind them, so that none has to repeat them.

They stand as comments at the top of a context cell. DSEval 0.0.1 knows no key for them; it runs the cell as it is, and
shows it to agents that are shown the code before::

    # %%
    # Conventions:
    # - A table that is asked for is numbered from 0.
    # - Equal values stand in ascending order of their labels.
    import pandas as pd
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

HEADING = re.compile(r"[ \t]*#[ \t]*(?:conventions\b[^:\n]{0,80}|约定):[ \t]*", re.IGNORECASE)
"""The line that begins a list of conventions."""
_ITEM = re.compile(r"[ \t]*#[ \t]*[-*][ \t]+(\S.*)")
_CONTINUATION = re.compile(r"[ \t]*#[ \t]{2,}(\S.*)")
_COMMENT = re.compile(r"[ \t]*(?:#|$)")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


@dataclass(frozen=True, slots=True)
class ConventionList:
    """A list of conventions in the code of a cell."""

    items: tuple[str, ...]
    first: int
    """The line of its heading, from 0."""
    last: int
    """The line behind its last item."""


def convention_list(code: str) -> ConventionList | None:
    """Return the list among the comments that a cell's code begins with; None where there is none."""
    lines = code.split("\n")
    for number, line in enumerate(lines):
        if not _COMMENT.match(line):
            return None
        if HEADING.fullmatch(line):
            return _list_from(lines, number)
    return None


def _list_from(lines: Sequence[str], first: int) -> ConventionList:
    items: list[str] = []
    last = first + 1
    for line in lines[last:]:
        if match := _ITEM.fullmatch(line):
            items.append(match[1].strip())
        elif items and (match := _CONTINUATION.fullmatch(line)):
            items[-1] = f"{items[-1]} {match[1].strip()}"
        else:
            break
        last += 1
    return ConventionList(tuple(items), first, last)


def conventions_of(code: str) -> tuple[str, ...]:
    """Return the conventions that the code of a context cell states."""
    stated = convention_list(code)
    return stated.items if stated is not None else ()


def convention_comments(conventions: Sequence[str]) -> str:
    """Return conventions as the comments that a context cell begins with; empty where there are none."""
    return "\n".join(("# Conventions:", *(f"# - {item}" for item in conventions))) if conventions else ""


def without_conventions(code: str) -> str:
    """Return the code of a context cell without its list of conventions."""
    stated = convention_list(code)
    if stated is None:
        return code
    lines = code.split("\n")
    return "\n".join((*lines[: stated.first], *lines[stated.last :])).strip()


def with_conventions(question: str, conventions: Sequence[str]) -> str:
    """Return a question that stands for itself, with the conventions of its set behind it."""
    if not conventions:
        return question
    heading = "除非上文另有说明:" if _CHINESE.search(question) else "Unless said otherwise above:"
    return "\n".join((question.rstrip(), "", heading, *(f"- {item}" for item in conventions)))
