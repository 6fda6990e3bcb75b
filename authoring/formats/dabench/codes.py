"""The kinds of finding of an export to DABench (DS731 to DS736)."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import RuleInfo, Severity

NO_SCALAR_ANSWER = RuleInfo(
    code="DS731",
    name="no-scalar-answer",
    severity=Severity.ERROR,
    what="An export to DABench meets a problem whose answer is no number, word, truth value or date, and no tuple or "
    "mapping of a few of them.",
    why="DABench compares short texts by name; tables, lists, variables, functions and plots have none. Let pass, the "
    "problem is not asked; what it does stays among the steps of the questions behind it.",
    bad="df.groupby('species').mean()",
    good="df['mass'].mean()",
)
UNWRITABLE_ANSWER = RuleInfo(
    code="DS732",
    name="unwritable-answer",
    severity=Severity.ERROR,
    what="An answer cannot stand between the brackets of DABench's answers: it is empty or long, has a line break or a "
    "closing bracket, begins or ends with a blank, is not a finite number, or is so small that all its digits are "
    "below what DABench tells apart.",
    why="The evaluator would read something else than what is right, or count everything as right. Let pass, the "
    "problem is not asked.",
    bad="'[4.0, 5.0]'",
    good="'4.0 to 5.0'",
)
NOT_ONE_TABLE = RuleInfo(
    code="DS733",
    name="not-one-table",
    severity=Severity.ERROR,
    what="A problem, with the problems it builds on, reads no file, several files, or one that is not a CSV table.",
    why="A question of DABench names exactly one file, a CSV table. Let pass, the problem is not asked.",
    bad="pd.read_csv('inputs/planes.csv').merge(pd.read_csv('inputs/airlines.csv'))",
    good="len(pd.read_csv('inputs/planes.csv'))",
)
UNPLAYED_ANSWER = RuleInfo(
    code="DS734",
    name="unplayed-answer",
    severity=Severity.ERROR,
    what="The reference of a problem did not run to its end when the labels were made.",
    why="There is no right answer to write down. Let pass, the problem is not asked.",
    bad="1 / 0",
    good="1 / 2",
)
UNLABELLED_PART = RuleInfo(
    code="DS735",
    name="unlabelled-part",
    severity=Severity.NOTE,
    what="A problem is also judged by something else than its answer: variables, output, test cases, options of the "
    "comparison, names that are forbidden.",
    why="DABench compares the answer alone, as text or to 0.000001; the rest is not judged there.",
    bad="validator:\n  result:\n  namespace_check:\n    df:",
    good="validator:\n  result:",
)
UNREADABLE_QUESTION = RuleInfo(
    code="DS736",
    name="unreadable-question",
    severity=Severity.ERROR,
    what="An export to DABench meets a cell that is meant as a problem and cannot be read as one.",
    why="There is nothing to ask. Let pass, the cell is left out, and its code runs nowhere.",
    bad='"""\nvalidator:\n  result:\n"""\nlen(df)',
    good='"""\nquestion: How many rows has `df`?\nvalidator:\n  result:\n"""\nlen(df)',
)
CODES: Mapping[str, RuleInfo] = {
    info.code: info
    for info in (
        *(NO_SCALAR_ANSWER, UNWRITABLE_ANSWER, NOT_ONE_TABLE),
        *(UNPLAYED_ANSWER, UNLABELLED_PART, UNREADABLE_QUESTION),
    )
}
"""The kinds of finding of an export, by code."""
