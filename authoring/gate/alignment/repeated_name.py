"""DS694: a question that lists one name twice, or another number of names than it says."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.session import at_question
from authoring.gate.alignment.base import AlignmentSubject

INFO = RuleInfo(
    code="DS694",
    name="repeated-name",
    severity=Severity.WARNING,
    what="The question lists names of columns or variables, and has one of them twice, or says another number of them.",
    why="One of the two is meant to be another, and nobody can tell which.",
    bad='# %%\n"""\nquestion: Give a table with the columns "mean", "low" and "Mean".\n"""\n\n'
    'df.agg(["mean", "min", "max"])\n',
    good='# %%\n"""\nquestion: Give a table with the columns "mean", "low" and "high".\n"""\n\n'
    'df.agg(["mean", "min", "max"])\n',
)
_NAME = r"(?:\"[^\"\n]{1,60}\"|`[^`\n]{1,60}`|“[^”\n]{1,60}”)"
_LIST = re.compile(rf"{_NAME}(?:\s?,\s?(?:and |or )?{_NAME})+(?:,? (?:and|or) {_NAME})?|{_NAME} and {_NAME}")
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}
_COUNTED = re.compile(
    rf"(?<![\w./-])(?P<count>\d|{'|'.join(_NUMBERS)}) (?:\w+ ){{0,2}}?"
    r"(?:columns|variables|DataFrames|dataframes|arrays|lists|keys|tables|Series|fields)"
    rf"(?: (?:named|called))?\s?:?\s(?P<names>{_NAME}(?:\s?,\s?{_NAME})*(?:,? and {_NAME})|"
    r"[a-z_]\w*(?:, [a-z_]\w*)*,? and [a-z_]\w*(?=[.\n]|\s*$))"
)
"""Words that count names, and the names right behind them."""
_QUOTED = re.compile(_NAME)
_LONGEST = 4_000


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the first list with a name that it has already, or of another length."""
    question = subject.problem.question[:_LONGEST]
    for match in _LIST.finditer(question):
        names = [name[1:-1].strip() for name in _QUOTED.findall(match[0])]
        folded = [name.casefold() for name in names]
        place = next((place for place, name in enumerate(folded) if name in folded[:place]), None)
        if place is not None:
            first = names[folded.index(folded[place])]
            message = f"the question lists {first!r} twice"
            if first != names[place]:
                message += f", the second time as {names[place]!r}"
            hint = "take the second one out, or put the name there that it stands for"
            yield at_question(subject.problemset, subject.cell, match[0], INFO, message, hint)
            return
    for match in _COUNTED.finditer(question):
        names = _QUOTED.findall(match["names"]) or re.split(r",? and |, ", match["names"])
        count = _NUMBERS.get(match["count"]) or int(match["count"])
        if count != len(names):
            message = f"the question says {match['count']} and names {len(names)}"
            yield at_question(subject.problemset, subject.cell, match[0], INFO, message, "make the two say the same")
            return
