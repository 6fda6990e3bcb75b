"""DS706: a list of names in a question, which no sentence introduces."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_question
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS706",
    name="unintroduced-list",
    severity=Severity.WARNING,
    what="A list of at least two names, such as those of columns, is the first thing in a question, or stands behind a "
    "sentence that ends with a full stop and announces no list.",
    why="The sentence that says what they are the names of is missing.",
    bad='# %%\n"""\nquestion: |\n  Write a function `count_rows(df)`.\n\n  - id: int\n  - name: str\n\n'
    '  It counts the rows of each name.\n"""\n\ndef count_rows(df):\n    return df["name"].value_counts()\n',
    good='# %%\n"""\nquestion: |\n  Write a function `count_rows(df)`.\n\n  `df` has these columns:\n  - id: int\n'
    '  - name: str\n\n  It counts the rows of each name.\n"""\n\n'
    'def count_rows(df):\n    return df["name"].value_counts()\n',
)
_ITEM = re.compile(r"[ \t]*(?:[-*+\u2022]|\d{1,2}[.)])[ \t]+(?P<text>\S.*)")
_SENTENCE_END = re.compile(r"[.!?。\uff01\uff1f][\"'`\u201d\u2019*)]*\Z")
_ANNOUNCING = re.compile(
    r"\b(?:follow(?:s|ing)?|below|these|here|steps?|lists?|listed|columns?|fields?|names?|rules?|options?)\b|"
    r"以下|如下|下列|这些|列|字段|步骤",
    re.IGNORECASE,
)
_MOST_WORDS, _FEWEST_ITEMS = 4, 2
"""Longer items are sentences, and may be what is to be done."""


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first list of names that nothing leads to."""
    lead, items = "", list[str]()
    for line in (*subject.problem.question.splitlines(), ""):
        item = _ITEM.fullmatch(line)
        if item is not None:
            items.append(item["text"].strip())
            continue
        if _is_bare(lead, items):
            message = f"nothing says what the list that begins with {items[0]!r} is a list of"
            hint = "put a sentence before it, such as: `df` has these columns:"
            yield at_question(subject.problemset, subject.cell, items[0], INFO, message, hint)
            return
        items = []
        lead = line.strip() or lead


_QUOTED_NAME = re.compile(r"(?:`[^`]+`|\"[^\"]+\"|'[^']+')")
"""The quoted name that an item begins with."""


def _is_bare(lead: str, items: list[str]) -> bool:
    # What begins with a name and a colon says of each thing what it is.
    is_headless = not lead and len(items) >= _FEWEST_ITEMS and all(map(_QUOTED_NAME.match, items))
    is_of_names = is_headless or (
        len(items) >= _FEWEST_ITEMS
        and all(len(text.split()) <= _MOST_WORDS and not _SENTENCE_END.search(text) for text in items)
    )
    return is_of_names and (not lead or (bool(_SENTENCE_END.search(lead)) and not _ANNOUNCING.search(lead)))
