"""DS202: code that is no Python."""

import re
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import parse_code
from authoring.dseal.session import at_code

INFO = RuleInfo(
    code="DS202",
    name="broken-code",
    severity=Severity.ERROR,
    what="The code of a cell is a syntax error. Notebook magics (`%time`) and shell commands (`!pip`) are, too.",
    why="A cell that cannot be read cannot be run, and without it no later one can be trusted.",
    bad='# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 +\n',
    good='# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
)

# Magics as in `%time`, shell commands as in `!pip`, questions for help as in `?df` and `df.head?`.
_NOTEBOOK = re.compile(
    r"[ \t]*(?:(?P<magic>%%?[A-Za-z]\w*)|(?P<shell>!\s*\S)|(?P<help>\?{1,2}\w|[\w.]+\?{1,2}[ \t]*$))"
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find cells whose code Python cannot parse."""
    for cell in problemset.runnable:
        error = parse_code(cell.code).error
        if error is None:
            continue
        lines = cell.code.split("\n")
        # Code that ends too early fails behind its last line.
        line = lines[error.line - 1] if error.line <= len(lines) else ""
        notebook = _NOTEBOOK.match(line)
        message, hint = f"the code is no Python: {error.message}", "correct the code; a whole cell must parse"
        if notebook is not None and notebook["magic"]:
            message = f"{notebook['magic']} is a notebook command, no Python"
            hint = "remove it: a session runs plain Python"
        elif notebook is not None and notebook["shell"]:
            message = "a line that begins with ! is a shell command, no Python"
            hint = "remove it: packages belong to the environment, files to inputs/"
        elif notebook is not None:
            message, hint = "a question mark asks a notebook for help; it is no Python", "remove the line"
        yield at_code(problemset, cell, (error.line, error.column), INFO, message, hint)
