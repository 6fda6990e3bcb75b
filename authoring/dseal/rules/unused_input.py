"""DS206: an input file that no cell reads."""

from collections.abc import Iterator

from authoring.dseal.analysis.inputs import input_uses, is_documentation
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import steps

INFO = RuleInfo(
    code="DS206",
    name="unused-input",
    severity=Severity.WARNING,
    what="A file of data that is given to this problem set alone is read by no cell.",
    why="It is shipped and looked at for nothing, and often stands for a problem that was lost.",
    bad='# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
    good='# %%\nimport pandas as pd\n\ndf = pd.read_csv("inputs/data.csv")\n\n'
    '# %%\n"""\nquestion: How many rows has `df`?\n"""\n\nlen(df)\n',
)


def check(problemset: ProblemSet, surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find data nobody reads; silent where files are unknown, read under computed names, or shared by several sets."""
    uses = [input_uses(step.tree) for step in steps(problemset)]
    broken = any(step.parsed.error is not None for step in steps(problemset))
    if surroundings.inputs is None or broken or any(use.open for use in uses):
        return
    read = {used.name for use in uses for used in use.uses}
    for table in surroundings.inputs:
        if table.name not in read and not table.shared and not is_documentation(table.name):
            hint = "read it in a cell, or take it out of the inputs"
            yield INFO.diagnostic(f"no cell reads 'inputs/{table.name}'", hint=hint)
