"""Which names of a session questions mention, and which are helpers of references that a solver need not know."""

import re
from collections.abc import Collection, Iterable

from authoring.dseal.python_code import assigned_names
from authoring.evaluation.solvers.base import Task

_QUOTED = re.compile(r"`([^`\n]*)`")
_WORD = re.compile(r"[^\W\d]\w*")
_PLAIN = re.compile(r"\b(?:as|called|from|in|into|named|of|to|table|variable) ([a-z]+)\b")
"""A name that a question writes as a word: taken for one in doubt, because a solver has to know it."""


def mentioned_names(texts: Iterable[str], names: Collection[str]) -> set[str]:
    """Return the names of a session that texts mention.

    Where a text has backticks, a plain word such as `high` is a name between them, or behind such a word as "in".
    """
    words: set[str] = set()
    for text in texts:
        quoted = " ".join(_QUOTED.findall(text))
        words.update(_WORD.findall(quoted or text))
        words.update(_PLAIN.findall(text))
        words.update(word for word in _WORD.findall(text) if not (word.isalpha() and word.islower()))
    return words.intersection(names)


def helper_names(task: Task) -> frozenset[str]:
    """Return the names that references before a task bound, and that neither a question nor a context cell has."""
    bound: set[str] = set()
    of_context: set[str] = set()
    for code, question in zip(task.history, task.questions, strict=True):
        (bound if question else of_context).update(assigned_names(code).bound)
    left = bound - of_context
    return frozenset(left - mentioned_names([*task.questions, task.whole_question], left))
