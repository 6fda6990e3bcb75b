"""DS313: a problem that draws and does not say how the drawing is judged."""

import ast
from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.python_code import calls, dotted_name
from authoring.dseal.session import SessionStep, at_node, checks, steps

INFO = RuleInfo(
    code="DS313",
    name="plot-without-vis",
    severity=Severity.WARNING,
    what="The reference draws a plot, and the problem has no `vis` validator.",
    why="Two equal plots are two different objects: comparing their values refuses every right answer.",
    bad='# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"a": [1, 2]})\n\n'
    '# %%\n"""\nquestion: Plot column `a` of `df`.\n"""\n\ndf["a"].plot()\n',
    good='# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"a": [1, 2]})\n\n'
    '# %%\n"""\nquestion: Plot column `a` of `df`.\nvalidator:\n  template: basic\n  vis:\n"""\n\ndf["a"].plot()\n',
)

_LIBRARIES = ("matplotlib.", "seaborn.", "plotly.", "altair.", "bokeh.")
# Functions of plotting libraries that draw nothing.
_SETUP_WORDS = "set_theme set_style set_palette set_context load_dataset use style rc rcParams set color_palette close"
_SETUP = frozenset(_SETUP_WORDS.split())
_METHODS = frozenset({"plot", "hist", "boxplot"})


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find the first plot of each problem without a `vis` validator."""
    for step in steps(problemset):
        problem = step.cell.problem
        if problem is None or any(validator.alias == "vis" for validator in checks(problem)):
            continue
        first = min(
            (call for call in calls(step.tree) if _draws(step, call)), key=lambda call: call.lineno, default=None
        )
        if first is not None:
            hint = "add `template: intact` and `vis:`, or ask for the numbers behind the plot, which DSEval can judge"
            yield at_node(problemset, step.cell, first, INFO, "a plot is drawn, but no 'vis' validator judges it", hint)


def _draws(step: SessionStep, call: ast.Call) -> bool:
    name = dotted_name(call.func, step.aliases)
    if name.startswith(_LIBRARIES):
        return name.rpartition(".")[2] not in _SETUP
    node = call.func
    # ``df.plot.bar()``, whatever df is called.
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute) and node.value.attr == "plot":
        return True
    return isinstance(node, ast.Attribute) and node.attr in _METHODS
