"""What is uncertain when a table of questions and answers becomes a problem set (DS956 to DS959)."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import RuleInfo, Severity

GUESSED_COLUMN = RuleInfo(
    code="DS956",
    name="guessed-column",
    severity=Severity.WARNING,
    what="Which column of a table of pairs holds the questions, or the answers, was guessed: its name is not one of "
    "the usual ones, several would do, or there is no line of names.",
    why="Another column would make other problems, and none of them need be wrong enough to fail.",
    bad="id,text_a,text_b\n1,How many rows has df?,len(df)",
    good="question,answer\nHow many rows has df?,len(df)",
)
UNUSABLE_ROW = RuleInfo(
    code="DS957",
    name="unusable-row",
    severity=Severity.WARNING,
    what="A row of a table of pairs has no question or no answer, or its answer is no Python 3; it was left out.",
    why="Answers after it may need what it does, and nothing else tells that it is missing.",
    bad="question,answer\nHow many rows has df?,",
    good="question,answer\nHow many rows has df?,len(df)",
)
MENDED_TEXT = RuleInfo(
    code="DS958",
    name="mended-pairs",
    severity=Severity.NOTE,
    what="A table of pairs was read with an assumption, or an answer was freed from what is not code: another encoding "
    "than UTF-8, another delimiter than the comma, Markdown fences, written-out line ends.",
    why="What was assumed should be seen once by somebody.",
    bad='question,answer\nHow many rows has df?,"```python\nlen(df)\n```"',
    good="question,answer\nHow many rows has df?,len(df)",
)
NO_PAIRS = RuleInfo(
    code="DS959",
    name="unreadable-pairs",
    severity=Severity.ERROR,
    what="A file that should hold pairs of a question and an answer cannot be read as a table, has no two columns, or "
    "lacks a column that was named.",
    why="There is nothing to make a problem set of.",
    bad="How many rows has df?\nlen(df)",
    good="question,answer\nHow many rows has df?,len(df)",
)
CODES: Mapping[str, RuleInfo] = {info.code: info for info in (GUESSED_COLUMN, UNUSABLE_ROW, MENDED_TEXT, NO_PAIRS)}
"""Every kind of finding about pairs, by code."""
