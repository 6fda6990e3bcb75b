"""DS316: a `vis` validator, which is judged here, and which DSEval declares and cannot run."""

from collections.abc import Iterator

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import ProblemSet, Surroundings
from authoring.dseal.session import at_key, checks

_TEXT = (
    '# %%\nimport pandas as pd\n\ndf = pd.DataFrame({{"a": [1, 2]}})\n\n'
    '# %%\n"""\nquestion: {question}\n{validator}"""\n\n{code}\n'
)

INFO = RuleInfo(
    code="DS316",
    name="unjudged-vis",
    severity=Severity.NOTE,
    what="A problem has a `vis` validator.",
    why="It is judged here, by what figures show. DSEval 0.0.1 declares it and stops when it comes to judging, so that "
    "the problem is left out of what is exported for it.",
    bad=_TEXT.format(
        question="Plot column `a` of `df`.",
        validator="validator:\n  template: basic\n  vis:\n",
        code='df["a"].plot()',
    ),
    good=_TEXT.format(question="Sum column `a` of `df`.", validator="", code='df["a"].sum()'),
)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Yield a finding for each `vis` validator, which DSEval does not judge."""
    for cell, problem in problemset.problems:
        for validator in checks(problem):
            if validator.alias == "vis" and validator.path is not None:
                hint = "ask for the numbers behind the plot if the set is meant for DSEval"
                yield at_key(problemset, cell, validator.path, INFO, "DSEval 0.0.1 cannot judge 'vis'", hint)
