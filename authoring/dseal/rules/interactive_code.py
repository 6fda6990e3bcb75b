"""DS214: code that waits for a person or ends the process."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import calls, dotted_name
from authoring.dseal.session import at_node, steps

INFO = RuleInfo(
    code="DS214",
    name="interactive-code",
    severity=Severity.ERROR,
    what="Code asks for input, starts a debugger, or ends the process.",
    why="Nobody is there to answer, and a process that has ended runs no further cell.",
    bad='# %%\n"""\nquestion: Ask for a name.\n"""\n\ninput("Name?")\n',
    good='# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
)

_WAITING = frozenset({"input", "breakpoint", "pdb.set_trace", "getpass.getpass", "IPython.embed"})
_ENDING = frozenset({"exit", "quit", "sys.exit", "os._exit", "os.abort", "os.kill"})


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find calls that wait for a person or end the process."""
    for step in steps(problemset):
        for call in calls(step.tree):
            name = dotted_name(call.func, step.aliases)
            if name in _WAITING:
                yield at_node(problemset, step.cell, call, INFO, f"'{name}' waits for a person", "use a fixed value")
            elif name in _ENDING:
                yield at_node(problemset, step.cell, call, INFO, f"'{name}' ends the session", "remove it")
