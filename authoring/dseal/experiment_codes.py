"""What a dry run can find in an experiment about a Python module (DS52x): the rules of guides/cibench.md."""

from collections.abc import Mapping
from functools import partial

from authoring.dseal.diagnostic import RuleInfo, Severity

LONGEST_VALUE = 997
"""Characters of the last expression's value that CIBench's interpreter passes on whole."""
LONGEST_PRINT = 1_005
"""Characters of printed text that it passes on whole."""
SILENCE = 10.0
"""Seconds without output after which it gives a step up."""
NEAR_SILENCE = 5.0
"""Seconds from which on another machine may need more than that."""
FEWEST_STEPS, MOST_STEPS = 10, 15
_error = partial(RuleInfo, severity=Severity.ERROR)
_warning = partial(RuleInfo, severity=Severity.WARNING)

LONG_OUTPUT = _error(
    code="DS521",
    name="overlong-output",
    what=f"A step of an experiment shows more than {LONGEST_VALUE} characters as its value, or prints more than "
    f"{LONGEST_PRINT:,}.",
    why="CIBench cuts longer output in the middle before it compares, so no answer can be judged by all of it.",
    bad='print(pd.DataFrame({"a": range(500)}).to_string())',
    good='pd.DataFrame({"a": range(500)}).describe()',
)
SEVERAL_FIGURES = _error(
    code="DS522",
    name="several-figures",
    what="A step of an experiment shows more than one figure.",
    why="CIBench compares one picture per step; a second one stops the whole data set from loading.",
    bad="plt.plot([1, 2])\nplt.show()\nplt.plot([2, 1])\nplt.show()",
    good="plt.plot([1, 2])\nplt.plot([2, 1])\nplt.show()",
)
LONG_SILENCE = _error(
    code="DS523",
    name="long-silence",
    what=f"A step of an experiment takes longer than {SILENCE:g} seconds.",
    why="CIBench's interpreter takes a step for dead that says nothing for so long, whatever limit is set.",
    bad="RandomForestClassifier(n_estimators=20_000, random_state=0).fit(X, y)",
    good="RandomForestClassifier(n_estimators=50, random_state=0).fit(X, y)",
)
NOT_IDEMPOTENT = _error(
    code="DS524",
    name="unrepeatable-step",
    what="A step of an experiment, run twice in a row in one session, gives another answer, or makes a later step give "
    "another one.",
    why="In CIBench's oracle mode each reference runs again after the attempt, so right answers are marked wrong.",
    bad="counts.append(len(orders))\nlen(counts)",
    good="counts_2 = [*counts, len(orders)]\nlen(counts_2)",
)
NO_OUTPUT = _warning(
    code="DS525",
    name="missing-output",
    what="A step of an experiment shows nothing, and no validator judges a variable, a function or a model of it.",
    why="Without output only the absence of an error can be scored.",
    bad='"""\nquestion: What is the mean?\nvalidator:\n  result:\n"""\n\nmean = values.mean()',
    good='"""\nquestion: What is the mean?\nvalidator:\n  result:\n"""\n\nvalues.mean()',
)
WRONG_LENGTH = _error(
    code="DS526",
    name="unusual-length",
    what=f"An experiment has fewer than {FEWEST_STEPS} or more than {MOST_STEPS} steps.",
    why="CIBench's experiments have this many; shorter ones do not test whether an agent keeps its thread.",
    bad="an experiment of 6 problems",
    good="an experiment of 12 problems",
)
CONTEXT = _warning(
    code="DS527",
    name="unasked-cell",
    what="An experiment holds a cell without a question.",
    why="CIBench pairs the first question with the first cell of code and so on; a cell of its own shifts all pairs.",
    bad='# %%\nimport pandas as pd\n\n# %%\n"""\nquestion: How many?\n"""\n\npd.Series([1, 2]).size',
    good='# %%\n"""\nquestion: How many?\n"""\n\nimport pandas as pd\n\npd.Series([1, 2]).size',
)
MIXED_OUTPUT = _warning(
    code="DS528",
    name="mixed-output",
    what="A step of an experiment shows two kinds of output: a printed text and a value, or a figure and either.",
    why="Only one of them is scored: the figure where there is one, else the value.",
    bad="print(len(orders))\norders.head()",
    good="orders.head()",
)
UNNAMED_MODULE = _warning(
    code="DS529",
    name="unnamed-module",
    what="A question of an experiment names no module that is to be used.",
    why="CIBench measures the use of one library; without its name an answer in another one is as right.",
    bad="question: Compute the mean of `values`.",
    good="question: Using numpy, compute the mean of `values`.",
)
UNUSED_NAME = _warning(
    code="DS530",
    name="unused-function",
    what="A function or class that an experiment's topic names is used by no step.",
    why="The topics of a module are spread over what it offers; one that is not kept to leaves a gap.",
    bad="a topic that names pandas.merge_asof, and steps that only use merge",
    good="a topic that names pandas.merge_asof, and a step that calls it",
)
UNREFINED = RuleInfo(
    code="DS531",
    name="unrefined-draft",
    severity=Severity.NOTE,
    what="The second reply of a model, in which it was to refine its experiment, could not be used.",
    why="The experiment is the first version, which nobody has held against the good and bad cases of the guide.",
    bad="a refinement with four steps left of twelve",
    good="a refinement with all its steps",
)
BARE_DIGIT = RuleInfo(
    code="DS532",
    name="bare-digit",
    severity=Severity.NOTE,
    what="A step of an experiment answers with a single digit.",
    why="CIBench accepts an output that contains the answer: 6 is found in 16, in 0.6, and in every longer table.",
    bad="len(orders)  # 6",
    good='orders["amount"].sum()  # 1830',
)
UNSCORED_TEXT = _warning(
    code="DS533",
    name="unscored-text",
    what="A step of an experiment shows text without an ASCII letter or digit.",
    why="CIBench compares the words that are made of these; without any, even the same text scores nothing.",
    bad='print("—")',
    good='print("none")',
)
SHOWN_WARNING = _warning(
    code="DS534",
    name="shown-warning",
    what="A step of an experiment shows a warning among its output.",
    why="CIBench compares the first block of output, and a warning comes first; its words change with versions.",
    bad='pd.Series(["2024-01"]).dt.weekday  # deprecated, and says so',
    good='pd.Series(["2024-01"]).dt.day_name()',
)
UNSTATED_PATH = _warning(
    code="DS535",
    name="unstated-path",
    what="The first question of an experiment does not say the path of an input file that a step reads.",
    why="CIBench's experiments state the paths of all their files at the start: nobody can guess them.",
    bad="question: Using pandas, read the orders into `orders`.",
    good="question: The file `inputs/orders.csv` holds a row per order. Using pandas, read it into `orders`.",
)
OF_THE_EXPERIMENT = frozenset({WRONG_LENGTH.code, UNUSED_NAME.code})
"""Codes of what concerns an experiment as a whole, and no step of it."""
EXPERIMENT_CODES: Mapping[str, RuleInfo] = {
    info.code: info for info in list(vars().values()) if isinstance(info, RuleInfo)
}
"""Every kind of finding about an experiment, by code."""
