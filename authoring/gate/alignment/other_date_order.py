"""DS760: dates that are read with the month first where the question says the day first, or the reverse."""

import ast
import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.python_code import keyword_of
from authoring.dseal.session import at_node
from authoring.gate.alignment.base import AlignmentSubject, calls

INFO = RuleInfo(
    code="DS760",
    name="other-date-order",
    severity=Severity.WARNING,
    what="The question says that dates are written with the day first, or the month first, and the reference reads "
    "them otherwise, or leaves it to pandas, which takes the month first.",
    why="Days up to the twelfth become months without a word, and who reads them right is refused.",
    bad='# %%\n"""\nquestion: Parse `day`, with the day first.\n"""\n\npd.to_datetime(df["day"], format="mixed")\n',
    good='# %%\n"""\nquestion: Parse `day`, with the day first.\n"""\n\npd.to_datetime(df["day"], dayfirst=True)\n',
)
_DAY_FIRST = re.compile(
    r"\bdays? (?:comes? |stands? |is |are |written )?first\b(?! of)|\bdd ?[/.-] ?mm\b|\bday[/.-]month\b|"
    r"\bday, month,? (?:and )?year\b|\bbefore the month\b|日在前",
    re.IGNORECASE,
)
_MONTH_FIRST = re.compile(
    r"\bmonths? (?:comes? |stands? |is |are |written )?first\b|\bmm ?[/.-] ?dd\b|\bmonth[/.-]day\b|月在前",
    re.IGNORECASE,
)
_MONTH = re.compile(r"%[mbB]")


def check(subject: AlignmentSubject) -> Iterator[Diagnostic]:
    """Find the only reading of dates that takes them in another order than the question says."""
    question = subject.line
    orders = {"day": bool(_DAY_FIRST.search(question)), "month": bool(_MONTH_FIRST.search(question))}
    readings = [(call, _first_of(call)) for call in calls(subject.tree, "to_datetime")]
    if sum(orders.values()) != 1 or not readings:
        return
    order = "day" if orders["day"] else "month"
    if all(first not in {order, ""} for _, first in readings):
        message = f"the question says the {order} first, and the reference reads the {readings[0][1]} first"
        yield at_node(subject.problemset, subject.cell, readings[0][0], INFO, message, "make the two say the same")


def _first_of(call: ast.Call) -> str:
    """Return whether a call reads `day` or `month` first; empty where the code does not show it."""
    day_first, written = keyword_of(call, "dayfirst"), keyword_of(call, "format")
    if isinstance(day_first, ast.Constant):
        return "day" if day_first.value else "month"
    if written is None or (isinstance(written, ast.Constant) and written.value == "mixed"):
        return "month"
    if not isinstance(written, ast.Constant) or not isinstance(written.value, str):
        return ""
    day, month = written.value.find("%d"), _MONTH.search(written.value)
    if day < 0 or month is None:
        return ""
    return "day" if day < month.start() else "month"
