"""DS205: code that reads an input file nobody provides."""

import re
from collections.abc import Iterator

from authoring.dseal.analysis.inputs import input_uses
from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_node, steps
from authoring.dseal.spelling import closest_word

INFO = RuleInfo(
    code="DS205",
    name="missing-input",
    severity=Severity.ERROR,
    what="Code reads a file below `inputs/` that the problem set does not have.",
    why="The cell fails, and every cell that needs its data after it.",
    bad='# %%\nimport pandas as pd\n\ndf = pd.read_csv("inputs/no-such-file.csv")\n\n'
    '# %%\n"""\nquestion: How many rows has `df`?\n"""\n\nlen(df)\n',
    good='# %%\nimport pandas as pd\n\ndf = pd.read_csv("inputs/data.csv")\n\n'
    '# %%\n"""\nquestion: How many rows has `df`?\n"""\n\nlen(df)\n',
)

EMPTY = "inputs/ is empty: the files of a set `NAME.py` are copied to it from the folder `_inputs/NAME/` beside the set"
# A file that the code writes itself, as in `df.to_csv("inputs/clean.csv")`, is there when it is read.
_WRITTEN = re.compile(r"\.to_\w{1,20}\(\s{0,20}[\"']inputs/(?P<name>[^\"'\n]{1,200})[\"']")


def check(problemset: ProblemSet, surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find reads of files that are not there; silent where the files are unknown."""
    if surroundings.inputs is None:
        return
    names = {table.name for table in surroundings.inputs}
    # Code may read a folder as a whole.
    folders = {name.partition("/")[0] for name in names if "/" in name}
    known_names = names | folders | {name for _, problem in problemset.problems for name in problem.data}
    known_names |= {match["name"] for cell in problemset.runnable for match in _WRITTEN.finditer(cell.code)}
    for step in steps(problemset):
        for use in input_uses(step.tree).uses:
            if use.name in known_names:
                continue
            close = closest_word(use.name, known_names, cutoff=0.5)
            listing = ", ".join(sorted(known_names)[:10])
            hint = f"inputs/ holds {listing}" if listing else EMPTY
            hint = f"did you mean 'inputs/{close}'?" if close else hint
            yield at_node(problemset, step.cell, use.node, INFO, f"'inputs/{use.name[:80]}' does not exist", hint)
