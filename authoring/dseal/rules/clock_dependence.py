"""DS215: code whose result depends on when it runs."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import calls, dotted_name
from authoring.dseal.session import at_node, steps

INFO = RuleInfo(
    code="DS215",
    name="clock-dependence",
    severity=Severity.WARNING,
    what="Code asks for the current date or time.",
    why="The right answer of today is wrong tomorrow.",
    bad='# %%\nimport pandas as pd\n\n# %%\n"""\nquestion: Which year is it?\n"""\n\npd.Timestamp.now().year\n',
    good='# %%\nimport pandas as pd\n\n# %%\n"""\nquestion: Which year is 2024-01-31 in?\n"""\n\n'
    'pd.Timestamp("2024-01-31").year\n',
)

CLOCKS = frozenset({
    "datetime.date.today", "datetime.datetime.now", "datetime.datetime.today", "datetime.datetime.utcnow",
    "pandas.Timestamp.now", "pandas.Timestamp.today", "pandas.Timestamp.utcnow", "pandas.to_datetime.now",
    "time.ctime", "time.localtime", "time.time", "time.time_ns",
})  # fmt: skip


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find calls that read the clock."""
    for step in steps(problemset):
        for call in calls(step.tree):
            name = dotted_name(call.func, step.aliases)
            if name in CLOCKS:
                hint = "use a fixed date, and name it in the question"
                yield at_node(problemset, step.cell, call, INFO, f"'{name}' depends on the day it runs", hint)
